import type { CommonScenario } from "../../../state/scenario/sharedFields.ts";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import { boundNumber } from "../boundNumber.ts";
import { Problem } from "../Problem.tsx";
import { SliderControl } from "../SliderControl.tsx";
import { deltaWarning, deltaWords, epsilonWords } from "../words.ts";
import type { NoiseInWords } from "../words.ts";

export interface BudgetSlidersProps {
  readonly scenario: CommonScenario;
  readonly problems: ReadonlyMap<string, string>;
  readonly noise: NoiseInWords;
  /** How many records there are, which is public; undefined while that is not known. */
  readonly recordCount: number | undefined;
  readonly set: (change: Partial<CommonScenario>, options?: { readonly commit?: boolean }) => void;
  /** A pure mechanism needs neither δ nor a calibration. */
  readonly isPure?: boolean;
  readonly explanations?: { readonly epsilon?: string; readonly delta?: string };
}

/** ε and δ stand together: either of them alone promises nothing. */
export function BudgetSliders({
  scenario,
  problems,
  noise,
  recordCount,
  set,
  isPure = false,
  explanations,
}: BudgetSlidersProps) {
  const { epsilon, delta } = scenario;
  const number = boundNumber({ scenario, problems, set });
  return (
    <div className="budget-sliders">
      <SliderControl
        label="Privacy loss"
        symbol="ε"
        explanation={
          explanations?.epsilon ??
          "How much one record may change the odds of any outcome; smaller is more private and noisier."
        }
        {...number("epsilon", budgetLimits.epsilon)}
        scale="log"
        ends={["more private", "more exact"]}
        valueText={epsilonWords({ epsilon, ...noise })}
      />
      {isPure ? (
        <UnusedDelta />
      ) : (
        <SliderControl
          label="Failure probability"
          symbol="δ"
          explanation={
            explanations?.delta ??
            "A small probability on top of those odds; keep it far below one over the number of records."
          }
          {...number("delta", budgetLimits.delta)}
          scale="log"
          valueText={deltaWords({ delta, ...noise })}
        />
      )}
      <Problem text={isPure ? undefined : deltaWarning(delta, recordCount)} />
    </div>
  );
}

/** As high as the slider of δ, so that nothing moves. */
function UnusedDelta() {
  return (
    <div className="control unused">
      <p className="line">
        <span>
          <span className="words">Failure probability</span>
          <span className="symbol" aria-hidden="true">
            δ
          </span>
        </span>
        <span>not used</span>
      </p>
      <p className="explanation">Laplace noise needs no δ: what ε promises holds always.</p>
    </div>
  );
}
