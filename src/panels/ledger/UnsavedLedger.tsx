import { useState } from "react";
import type { LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import { ledgerFileName } from "./ledgerWords.ts";
import { saveFile } from "../shared/saveFile.ts";
import "../shared/notice.css";

/** The browser keeps nothing: nothing is released, or the person keeps the ledger. */
export function UnsavedLedger({
  problem,
  canKeep,
  onKeep,
}: {
  readonly problem: string;
  readonly canKeep: boolean;
  readonly onKeep: () => void;
}) {
  return (
    <div className="problem" role="status">
      <p>{problem} Without a ledger nothing is released.</p>
      {canKeep && (
        <p>
          <button type="button" onClick={onKeep}>
            Keep the ledger in a file myself
          </button>
        </p>
      )}
    </div>
  );
}

export function SaveFirst({
  book,
  text,
  answer,
}: {
  readonly book: LedgerBook;
  readonly text: string;
  readonly answer: (isSaved: boolean) => void;
}) {
  const [offered, setOffered] = useState(false);
  return (
    <div className="notice in-panel" role="status">
      <div>
        <p>
          Save the ledger with the entry of this release first; then it is drawn. Its file is private, like the data.
        </p>
        <div className="buttons">
          <button
            type="button"
            onClick={() => {
              saveFile(ledgerFileName(book), "application/json", text);
              setOffered(true);
            }}
          >
            Save the ledger
          </button>{" "}
          <button type="button" disabled={!offered} onClick={() => answer(true)}>
            It is saved: draw
          </button>{" "}
          <button type="button" onClick={() => answer(false)}>
            Do not draw
          </button>
        </div>
      </div>
    </div>
  );
}
