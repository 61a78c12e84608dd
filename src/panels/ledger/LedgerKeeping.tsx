import { useState } from "react";
import { composedDpEvent } from "../../core/privacy/accounting/dpEvent.ts";
import { costsOf, type LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import { ofOtherData } from "../../state/ledger/dataLedger.ts";
import { ledgerFileName } from "./ledgerWords.ts";
import { FilePicker } from "../data/FilePicker.tsx";
import { Problem } from "../controls/Problem.tsx";
import { saveFile } from "../shared/saveFile.ts";

/** Bytes; no ledger comes near it. */
const largestFile = 2 ** 25;

export function LedgerKeeping({
  ledger,
  book,
  inside,
  onDeclare,
}: {
  readonly ledger: StudyLedger;
  readonly book: LedgerBook;
  readonly inside: boolean;
  readonly onDeclare: (() => void) | undefined;
}) {
  const [said, setSaid] = useState<{ readonly problem?: string; readonly done?: string; readonly other?: string }>({});

  const join = async (text: string, acrossTables = false) => {
    const joined = await ledger.now()?.join(text, { acrossTables });
    if (!joined) return;
    if (joined.ok) {
      const { added } = joined.value;
      setSaid({
        done: added === 0 ? "Nothing in it was new." : `${added === 1 ? "1 entry" : `${added} entries`} added.`,
      });
    } else if (joined.error.message === ofOtherData) setSaid({ other: text });
    else setSaid({ problem: joined.error.message });
  };
  const read = async (file: File) => {
    setSaid({});
    if (file.size > largestFile) {
      setSaid({ problem: "This file is no ledger that can be read: it is too long." });
      return;
    }
    try {
      await join(await file.text());
    } catch {
      setSaid({ problem: "The browser cannot read this file." });
    }
  };

  return (
    <details className="keeping">
      <summary>Keep, move, add</summary>
      <p className="explanation">
        The ledger stays in this browser, which may clear it when it needs room or when you clear your history: keep a
        file of it with the data. It has what was released and what was chosen after looking. That file is private, like
        the data: whoever knows all rows but one can try the last one against it.
      </p>
      {inside && <Fingerprint ledger={ledger} />}
      <div className="buttons">
        <button
          type="button"
          onClick={() => {
            const text = ledger.now()?.text();
            if (text !== undefined) saveFile(ledgerFileName(book), "application/json", text);
          }}
        >
          Save the ledger
        </button>{" "}
        <FilePicker
          label="Add a ledger file"
          name="Ledger file"
          accept=".json,application/json"
          onFiles={([file]) => void read(file)}
        />{" "}
        <button
          type="button"
          disabled={book.entries.length === 0}
          onClick={() =>
            saveFile(
              "ledger-dp-accounting.json",
              "application/json",
              `${JSON.stringify(composedDpEvent(costsOf(book.entries)), null, 1)}\n`,
            )
          }
        >
          Events for dp_accounting
        </button>{" "}
        {onDeclare && (
          <button type="button" onClick={onDeclare}>
            Declare another budget
          </button>
        )}
      </div>
      <Problem text={said.problem} />
      {said.done !== undefined && (
        <p className="explanation" role="status">
          {said.done}
        </p>
      )}
      {said.other !== undefined && (
        <div className="problem" role="status">
          <p>{ofOtherData} If it is about the same people, what it spent adds up with what is spent here.</p>
          <button type="button" onClick={() => void join(said.other!, true)}>
            They are the same people: add its entries
          </button>
        </div>
      )}
    </details>
  );
}

/** The ledger's digest of the data, for their owner. */
function Fingerprint({ ledger }: { readonly ledger: StudyLedger }) {
  const digest = ledger.now()?.keys.digests[0]?.slice(0, 8);
  return (
    <p className="explanation">
      It knows the table by a digest of its cells{digest === undefined ? "" : `, ${digest}…`}: in any order of rows and
      columns, under any names, in any format, and however you say that the file is to be read. Changed cells are
      noticed where the names stay. It cannot know a file that was typed anew, or cut and renamed: then add this
      ledger’s file there yourself.
    </p>
  );
}
