import { useState } from "react";
import { budgetOf, type LedgerBook, type LedgerEntry } from "../../core/privacy/accounting/ledger.ts";
import { numberText, percentText } from "../../core/numberFormats.ts";
import { costWords, declarationWords, sharesOf, togetherWords, unprotectedTogether } from "./ledgerWords.ts";

const mostShown = 100;

export function LedgerEntries({ book, delta }: { readonly book: LedgerBook; readonly delta: number }) {
  const [open, setOpen] = useState(false);
  const { entries, budgets } = book;
  const more = entries.length - mostShown;
  const shares = budgetOf(book) === null ? [] : sharesOf(book);
  return (
    <details className="entries" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-testid="ledger">{entries.length === 1 ? "1 entry" : `${entries.length} entries`}</summary>
      {open && (
        <>
          <p className="explanation">
            {togetherWords(book, delta)}
            {entries.length > 1 && ` ${unprotectedTogether}`}
          </p>
          <ol className="plain" reversed>
            {entries
              .map((entry, i) => <Entry key={entry.id} entry={entry} share={shares[i]?.share} />)
              .slice(-mostShown)
              .toReversed()}
          </ol>
          {more > 0 && <p className="explanation">{more} older ones are in the file of the ledger.</p>}
          <ul className="plain explanation">
            {budgets.map((budget) => (
              <li key={budget.id}>{declarationWords(budget)}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function Entry({ entry, share }: { readonly entry: LedgerEntry; readonly share: number | undefined }) {
  const { at, study, what, parameters, provenance, cost, release, buys, bought } = entry;
  const chosen = provenance.filter(({ origin }) => origin !== "public");
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{at.slice(0, 10)}</time> {what}
          {share !== undefined && <span className="share">{percentText(share)}</span>}
        </summary>
        <dl>
          <Row name="when" value={`${at.slice(11, 16)} UTC`} />
          <Row name="study" value={study} />
          <Row name="cost" value={costWords(cost)} />
          {parameters.map(({ name, value }, i) => (
            <Row key={`${name}-${i}`} name={name} value={shortly(value)} />
          ))}
          {provenance.length > chosen.length && (
            <Row
              name="declared beforehand"
              value={provenance
                .filter(({ origin }) => origin === "public")
                .map(({ parameter }) => parameter)
                .join(", ")}
            />
          )}
          {chosen.map(({ parameter, origin, statement }) => (
            <Row key={parameter} name={parameter} value={statement === "" ? origin : `${origin}: “${statement}”`} />
          ))}
          <Row
            name="file"
            value={
              release === null
                ? buys === null
                  ? "none was sealed"
                  : bought
                    ? "none: it bought a parameter"
                    : "none: it bought a parameter, but does not say which value, so it cannot vouch for one"
                : `${release.slice(0, 12)}…`
            }
          />
        </dl>
      </details>
    </li>
  );
}

/** Digits of the screen; the file has all. */
function shortly(value: string): string {
  const number = Number(value);
  return value.length > 12 && Number.isFinite(number) ? numberText(number) : value;
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
