import { useEffect, useRef, useState } from "react";
import { budgetOf, type LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import type { Declaration } from "../../state/ledger/dataLedger.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import { largestTotal, muWords, roomWords, suggestedTotal, totalOf, type NextRelease } from "./ledgerWords.ts";
import { deltaWarning } from "../controls/words.ts";
import { Problem } from "../controls/Problem.tsx";
import { NumberBox } from "../controls/NumberBox.tsx";

interface BudgetFormProps {
  /** Subject of the releases, on a page with another budget. */
  readonly about?: string | undefined;
  readonly book: LedgerBook;
  readonly next: NextRelease | undefined;
  /** False for other settings: nothing can be declared then. */
  readonly settled: boolean;
  readonly focused: boolean;
  readonly onCancel: (() => void) | undefined;
  readonly onDeclare: (total: Declaration) => Promise<string | undefined>;
}

/** Shown until the cost of a release is known; nothing can be declared then. */
const usualTotal: Declaration = { epsilon: 1, delta: 1e-5, paidDelta: 0 };

export function BudgetForm({ about, book, next, settled, focused, onCancel, onDeclare }: BudgetFormProps) {
  const [typed, setTyped] = useState<Partial<Declaration>>({});
  const [problem, setProblem] = useState<string>();
  const [declaring, setDeclaring] = useState(false);
  const suggested = suggestedTotal(next) ?? budgetOf(book) ?? undefined;
  const { epsilon, delta, paidDelta, pureEpsilon = 0 } = suggested ?? usualTotal;
  const total = totalOf(typed, { epsilon, delta, paidDelta, pureEpsilon }, next);
  const room = roomWords(total, book, next);
  const isKnown = suggested !== undefined;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focused || !isKnown) return;
    form.current?.scrollIntoView({ block: "nearest" });
    form.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [focused, isKnown]);

  const declare = async () => {
    // A box without a number keeps the earlier one, which was not meant.
    if (form.current?.querySelector("[aria-invalid=true]")) return;
    setDeclaring(true);
    setProblem(await onDeclare(total));
    setDeclaring(false);
  };

  return (
    <div className="budget-form" ref={form} role="form" aria-label={about ? `Budget of ${about}` : "Budget"}>
      <p>
        {onCancel
          ? "Another budget takes the place of the one in force, and both stay on record."
          : "Before the first release, say what all releases of these data together may cost. Everything that was released counts; beyond it nothing is."}
      </p>
      <div className="line">
        <span>ε of all releases</span>
        <NumberBox
          label="Budget: epsilon of all releases"
          value={total.epsilon}
          disabled={!isKnown}
          min={budgetLimits.epsilon.min}
          max={largestTotal}
          onCommit={(epsilon) => setTyped({ ...typed, epsilon })}
        />
      </div>
      <div className="line">
        <span>at δ</span>
        <NumberBox
          label="Budget: delta"
          value={total.delta}
          disabled={!isKnown}
          {...budgetLimits.delta}
          onCommit={(delta) => setTyped({ ...typed, delta })}
        />
      </div>
      <Problem text={deltaWarning(total.delta, next?.recordCount)} />
      <details>
        <summary>Purely private releases</summary>
        <div className="line">
          <span>part of ε for them</span>
          <NumberBox
            label="Budget: part of epsilon for purely private releases"
            value={total.pureEpsilon ?? 0}
            min={0}
            max={total.epsilon}
            onCommit={(pure) => setTyped({ ...typed, pureEpsilon: pure })}
          />
        </div>
        <p className="explanation">
          Releases with δ = 0, such as those with Laplace noise, add up by ε alone. Others share what this part leaves.
        </p>
      </details>
      <details>
        <summary>Draws that are paid in δ</summary>
        <div className="line">
          <span>part of δ for them</span>
          <NumberBox
            label="Budget: part of delta for draws that are paid in delta"
            value={total.paidDelta}
            min={0}
            max={budgetLimits.delta.max}
            onCommit={(paidDelta) => setTyped({ ...typed, paidDelta })}
          />
        </div>
        <p className="explanation">
          Some draws, such as a test before a release, fail with a probability that δ pays for.
        </p>
      </details>
      <p className="explanation" data-testid="room">
        {room}
      </p>
      {!onCancel && room !== "" && (total.pureEpsilon ?? 0) < total.epsilon && <p className="explanation">{muWords}</p>}
      {onCancel && (
        <p className="explanation">
          A budget that is fixed before the first release is proved to hold. Each release may then be chosen after
          seeing those before. One that takes its place later is proved only on a condition: whatever the releases had
          shown, you would have gone no further than this.
        </p>
      )}
      <Problem text={problem} />
      <div className="buttons">
        <button
          type="button"
          className="filled"
          disabled={declaring || !suggested || !settled}
          onClick={() => void declare()}
        >
          Declare this budget
        </button>{" "}
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Keep the one in force
          </button>
        )}
      </div>
    </div>
  );
}
