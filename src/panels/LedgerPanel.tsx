import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { composedDpEvent } from "../core/privacy/accounting/dpEvent.ts";
import { budgetOf, costsOf } from "../core/privacy/accounting/ledger.ts";
import type { LedgerBook } from "../core/privacy/accounting/ledger.ts";
import { numberText, percentText } from "../core/numberFormats.ts";
import type { StudyLedger } from "../state/studyLedger.ts";
import { ofOtherData } from "../state/ledger.ts";
import { BudgetForm } from "./BudgetForm.tsx";
import { LedgerEntries } from "./LedgerEntries.tsx";
import { accountOf, budgetWords, ledgerFileName, spentWords } from "./ledgerWords.ts";
import type { NextRelease } from "./ledgerWords.ts";
import { FilePicker } from "./FilePicker.tsx";
import { Problem } from "./Problem.tsx";
import { saveFile } from "./saveFile.ts";
import "./notice.css";
import "./ledgerPanel.css";

interface LedgerPanelProps {
  readonly ledger: StudyLedger;
  /** What a release would cost as things are set; absent while nothing can be released. */
  readonly next: NextRelease | undefined;
  /** Whether that is of the settings of now, or still of those before. */
  readonly settled: boolean;
  /** Whose data these are. */
  readonly of: "own" | "example" | undefined;
  readonly inside: boolean;
}

/** What was spent of these data, what the next release would cost, and what is left: before anything is drawn. */
export function LedgerPanel({ ledger, next, settled, of, inside }: LedgerPanelProps) {
  const { book, keeping, begun, problem, toSave } = useStore(ledger.store);
  const wanted = useStore(ledger.wanted);
  const [declaring, setDeclaring] = useState(false);
  const budget = book && budgetOf(book);
  const isForm = book !== undefined && begun && problem === undefined && (budget === null || declaring);

  return (
    <section className="group ledger" aria-label="Ledger">
      <h2>Ledger</h2>
      {problem === undefined ? (
        book === undefined && <p className="explanation">Reading the ledger of these data …</p>
      ) : (
        <Unkept problem={problem} onKeep={() => ledger.now()?.keepInFile()} canKeep={ledger.now() !== undefined} />
      )}
      {keeping === "file" && (
        <p className="explanation" role="note">
          You keep this ledger in a file: each release is drawn only after you have saved the file with its entry.
        </p>
      )}
      {keeping === "file" && !begun && (
        <div className="problem" role="status">
          <p>Were these data released before? Then add the ledger file of that visit, below: what it spent counts.</p>
          <button type="button" onClick={() => ledger.now()?.beginAnew()}>
            Nothing was released of them before
          </button>
        </div>
      )}
      {book && budget && <Account book={book} next={next} />}
      {isForm && (
        <BudgetForm
          key={wanted}
          focused={wanted > 0 || declaring}
          book={book}
          next={next}
          settled={settled}
          onCancel={budget ? () => setDeclaring(false) : undefined}
          onDeclare={async (total) => {
            const refused = await ledger.now()?.declare(total);
            if (refused === undefined) setDeclaring(false);
            return refused;
          }}
        />
      )}
      {toSave && book && <SaveFirst book={book} text={toSave.text} answer={toSave.answer} />}
      {book && book.entries.length > 0 && <LedgerEntries book={book} delta={budget?.delta ?? next?.delta ?? 1e-5} />}
      {book && (
        <Keeping
          ledger={ledger}
          book={book}
          inside={inside}
          {...(budget && !declaring && problem === undefined && { onDeclare: () => setDeclaring(true) })}
        />
      )}
      {of === "example" && (
        <p className="explanation" role="note">
          Example: public data, a release costs nobody anything, but the ledger works the same.
        </p>
      )}
    </section>
  );
}

/** The bar and the three numbers. */
function Account({ book, next }: { readonly book: LedgerBook; readonly next: LedgerPanelProps["next"] }) {
  const account = accountOf(book, next);
  const total = useMemo(() => spentWords(book), [book]);
  const { spent, asked, left, fits, largestEpsilon } = account;
  return (
    <>
      <p className="explanation">{budgetWords(book)}</p>
      <div
        className="account"
        role="img"
        aria-label={`Of the budget ${percentText(spent)} is spent; the next release would take ${percentText(asked)}`}
        data-fits={fits}
      >
        <span className="spent" style={{ width: `${100 * Math.min(1, spent)}%` }} />
        <span className="asked" style={{ width: `${100 * Math.min(1 - Math.min(1, spent), asked)}%` }} />
      </div>
      <dl className="account-rows" data-testid="account">
        <div>
          <dt>Spent</dt>
          <dd>{percentText(spent)}</dd>
          <dd className="aside">{total}</dd>
        </div>
        {next && (
          <div>
            <dt>Next release</dt>
            <dd>{asked > 1 ? "over" : percentText(asked)}</dd>
            <dd className="aside">as set now, μ = {numberText(account.mu)}</dd>
          </div>
        )}
        <div>
          <dt>{next && fits ? "Left after it" : "Left"}</dt>
          <dd>{percentText(left)}</dd>
          <dd className="aside">{fits ? account.moreWords : ""}</dd>
        </div>
      </dl>
      {!fits && (
        <p className="problem" role="status">
          {spent >= 1 || largestEpsilon === undefined
            ? "The budget of these data is spent: nothing more can be released of them."
            : `The next release, as set now, is more than what is left. At this δ, an ε of up to ${largestEpsilon} fits.`}
        </p>
      )}
    </>
  );
}

/** Where the browser keeps nothing: nothing is released, or the person keeps the ledger. */
function Unkept({
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

/** Asks for the file that an entry is in, before what it enters is drawn. */
function SaveFirst({
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
        <p>Save the ledger with the entry of this release first; then it is drawn.</p>
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

/** Bytes of the largest file that is read; no ledger comes near it. */
const largestFile = 2 ** 25;

/** Export, import, and another budget. */
function Keeping({
  ledger,
  book,
  inside,
  onDeclare,
}: {
  readonly ledger: StudyLedger;
  readonly book: LedgerBook;
  readonly inside: boolean;
  readonly onDeclare?: () => void;
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
        file of it with the data.{" "}
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

/** What the ledger knows the data by; for their owner. */
function Fingerprint({ ledger }: { readonly ledger: StudyLedger }) {
  const hash = ledger.now()?.dataHash.slice(0, 8);
  return (
    <p className="explanation">
      It knows the whole table by the SHA-256 of its cells{hash === undefined ? "" : `, ${hash}…`}: the same rows and
      columns in any order, whichever of them a study uses. Another file about the same people has a ledger of its own;
      add the one to the other. The file of a ledger is private, like the data: whoever knows all rows but one can try
      the last one against it.
    </p>
  );
}
