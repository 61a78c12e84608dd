import type { TableOutline } from "../../core/datasets/outline.ts";
import { exactText } from "../../state/numbers.ts";
import { budgetLimits } from "../../state/sharedFields.ts";
import type { CommonScenario } from "../../state/sharedFields.ts";
import { budgetWarnings, suggestedDelta } from "./declaration.ts";
import { DeclaredNumber } from "./DeclaredNumber.tsx";

interface BudgetFieldsProps {
  readonly draft: Pick<CommonScenario, "epsilon" | "delta">;
  readonly outline: Pick<TableOutline, "rowCount">;
  readonly change: (changed: Partial<Pick<CommonScenario, "epsilon" | "delta">>) => void;
}

/** How well they are protected: ε and δ, with what must be told of them. */
export function BudgetFields({ draft, outline, change }: BudgetFieldsProps) {
  const warnings = budgetWarnings(draft, outline.rowCount);
  return (
    <fieldset>
      <legend>4 · How well</legend>
      <div className="control">
        <div className="line">
          <span>
            Privacy loss <span className="symbol">ε</span>
          </span>
          <DeclaredNumber
            label="Privacy loss ε"
            value={draft.epsilon}
            unit=""
            {...budgetLimits.epsilon}
            onChange={(epsilon) => epsilon !== undefined && change({ epsilon })}
          />
        </div>
        <p className="explanation">
          How much one person may change the odds of any outcome. One is usual; a tenth is strict.
        </p>
      </div>
      <div className="control">
        <div className="line">
          <span>
            Failure probability <span className="symbol">δ</span>
          </span>
          <DeclaredNumber
            label="Failure probability δ"
            value={draft.delta}
            unit=""
            {...budgetLimits.delta}
            onChange={(delta) => delta !== undefined && change({ delta })}
          />
        </div>
        <p className="explanation">
          {`Suggested: a tenth of one over the number of rows, ${exactText(suggestedDelta(outline.rowCount))}. That number is public: it is known to whoever gets the release.`}
        </p>
      </div>
      {warnings.map((warning) => (
        <p key={warning} className="problem" role="status">
          {warning}
        </p>
      ))}
    </fieldset>
  );
}
