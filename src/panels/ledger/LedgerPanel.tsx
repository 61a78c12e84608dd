import { Fragment, useMemo, useState } from "react";
import { useStore } from "zustand";
import { budgetOf, type LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import { percentText } from "../../core/numberFormats.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import { BudgetForm } from "./BudgetForm.tsx";
import { accountOf, budgetWords, muWords, pureWords, spentWords, type NextRelease } from "./ledgerWords.ts";
import { LedgerKeeping } from "./LedgerKeeping.tsx";
import { later } from "../shared/Later.tsx";
import "./ledgerPanel.css";

const LedgerEntries = later(async () => (await import("./LedgerEntries.tsx")).LedgerEntries, null);
const AlikeTable = later(async () => (await import("./AlikeTable.tsx")).AlikeTable, null);
const UnsavedLedger = later(async () => (await import("./UnsavedLedger.tsx")).UnsavedLedger, null);
const SaveFirst = later(async () => (await import("./UnsavedLedger.tsx")).SaveFirst, null);

interface LedgerPanelProps {
  /** Its table, on a page with another ledger. */
  readonly about?: string;
  readonly ledger: StudyLedger;
  readonly next: NextRelease | undefined;
  /** False while `next` is of earlier settings. */
  readonly settled: boolean;
  readonly of: "own" | "example" | undefined;
  readonly inside: boolean;
}

/** Spent, cost of the next release, and rest. */
export function LedgerPanel({ about, ledger, next, settled, of, inside }: LedgerPanelProps) {
  const title = about ? `Ledger of ${about}` : "Ledger";
  const { book, keeping, begun, problem, toSave, alike } = useStore(ledger.store);
  const wanted = useStore(ledger.wanted);
  const [declaring, setDeclaring] = useState(false);
  const budget = book && budgetOf(book);
  const isForm = book !== undefined && begun && problem === undefined && (budget === null || declaring);

  return (
    <section className="group ledger" aria-label={title}>
      <h2>{title}</h2>
      {problem === undefined ? (
        book === undefined && <p className="explanation">Reading the ledger of these data …</p>
      ) : (
        <UnsavedLedger
          problem={problem}
          onKeep={() => ledger.now()?.keepInFile()}
          canKeep={ledger.now() !== undefined}
        />
      )}
      {alike && <AlikeTable separate={() => ledger.now()?.separate()} />}
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
          about={about}
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
        <LedgerKeeping
          ledger={ledger}
          book={book}
          inside={inside}
          onDeclare={budget && !declaring && problem === undefined ? () => setDeclaring(true) : undefined}
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

function Account({ book, next }: { readonly book: LedgerBook; readonly next: LedgerPanelProps["next"] }) {
  const account = accountOf(book, next);
  const total = useMemo(() => spentWords(book), [book]);
  const { parts, isSpent, fits, largestEpsilon } = account;
  return (
    <>
      <p className="explanation">{budgetWords(book)}</p>
      {parts.map(({ name, spent, asked, left }) => (
        <Fragment key={name}>
          {name !== "" && <p className="part">{name}</p>}
          <div
            className="account"
            role="img"
            aria-label={`Of the budget${name === "" ? "" : ` of ${name.toLowerCase()}`} ${percentText(spent)} is spent; the next release would take ${percentText(asked)}`}
            data-fits={fits || asked === 0}
          >
            <span className="spent" style={{ width: `${100 * Math.min(1, spent)}%` }} />
            <span className="asked" style={{ width: `${100 * Math.min(1 - Math.min(1, spent), asked)}%` }} />
          </div>
          <dl className="account-rows" data-testid="account">
            <div>
              <dt>Spent</dt>
              <dd>{percentText(spent)}</dd>
              <dd className="aside">{name === "" || parts.length === 1 ? total : ""}</dd>
            </div>
            {next && asked > 0 && (
              <div>
                <dt>Next release</dt>
                <dd>{asked > 1 ? "over" : percentText(asked)}</dd>
                <dd className="aside">as set now, {account.costWords}</dd>
              </div>
            )}
            <div>
              <dt>{asked > 0 && fits ? "Left after it" : "Left"}</dt>
              <dd>{percentText(left)}</dd>
              <dd className="aside">{fits && asked > 0 ? account.moreWords : ""}</dd>
            </div>
          </dl>
        </Fragment>
      ))}
      {parts.length > 1 && <p className="explanation">Spent in all: {total}.</p>}
      <p className="explanation">{parts.some(({ name }) => name === "") ? muWords : pureWords}</p>
      {!fits && (
        <p className="problem" role="status">
          {isSpent
            ? "The budget of these data is spent: nothing more can be released of them."
            : largestEpsilon === undefined
              ? "What is left of the budget is too little for a release of this kind."
              : `The next release, as set now, is more than what is left. At this δ, an ε of up to ${largestEpsilon} fits.`}
        </p>
      )}
    </>
  );
}
