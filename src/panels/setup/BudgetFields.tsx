import { exactText } from "../../core/numberFormats.ts";
import { budgetLimits, type CommonScenario } from "../../state/scenario/sharedFields.ts";
import { budgetWarnings, suggestedDelta } from "../study/declaration.ts";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";

interface BudgetFieldsProps {
  readonly draft: Pick<CommonScenario, "epsilon" | "delta">;
  readonly count: number;
  readonly record: string;
  readonly change: (changed: Partial<Pick<CommonScenario, "epsilon" | "delta">>) => void;
}

export function BudgetFields({ draft, count, record, change }: BudgetFieldsProps) {
  const warnings = budgetWarnings(draft, count);
  return (
    <fieldset>
      <legend>4 · How well</legend>
      <BudgetNumber
        {...{ name: "Privacy loss", symbol: "ε", value: draft.epsilon, ...budgetLimits.epsilon }}
        explanation="How much one person may change the odds of any outcome. One is usual; a tenth is strict."
        onChange={(epsilon) => change({ epsilon })}
      />
      <BudgetNumber
        {...{ name: "Slack", symbol: "δ", value: draft.delta, ...budgetLimits.delta }}
        explanation={`Suggested: a tenth of one over the number of ${record}s, ${exactText(suggestedDelta(count))}. That number is public: it is known to whoever gets the release.`}
        onChange={(delta) => change({ delta })}
      />
      {warnings.map((warning) => (
        <p key={warning} className="problem" role="status">
          {warning}
        </p>
      ))}
    </fieldset>
  );
}

function BudgetNumber({
  name,
  symbol,
  explanation,
  onChange,
  ...box
}: {
  readonly name: string;
  readonly symbol: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly explanation: string;
  readonly onChange: (value: number) => void;
}) {
  return (
    <div className="control">
      <div className="line">
        <span>
          {name} <span className="symbol">{symbol}</span>
        </span>
        <DeclaredNumber
          label={`${name} ${symbol}`}
          unit=""
          {...box}
          onChange={(value) => value !== undefined && onChange(value)}
        />
      </div>
      <p className="explanation">{explanation}</p>
    </div>
  );
}
