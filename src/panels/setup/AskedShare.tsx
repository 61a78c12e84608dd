import { significant } from "../../core/numberFormats.ts";
import type { ShareQuestion } from "../study/declaration.ts";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";

interface AskedShareProps<S> {
  readonly question: ShareQuestion<S>;
  readonly change: (changed: Partial<S>) => void;
}

/** A width in percent of the domain. */
export function AskedShare<S>({
  question: { label, explanation, share, limits, change: changed },
  change,
}: AskedShareProps<S>) {
  return (
    <div className="control">
      <div className="line">
        <span>{label}</span>
        <span className="pair">
          <DeclaredNumber
            label={`${label}, in percent of the domain`}
            value={significant(100 * share, 3)}
            unit=""
            min={100 * limits.min}
            max={100 * limits.max}
            onChange={(value) => value !== undefined && change(changed(value / 100))}
          />
          <span>% of the domain</span>
        </span>
      </div>
      <p className="explanation">{explanation}</p>
    </div>
  );
}
