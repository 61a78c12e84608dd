import { type CommonScenario, commonFields } from "../../../state/scenario/sharedFields.ts";
import { boundControls } from "../boundControls.ts";
import { Problem } from "../Problem.tsx";
import { SliderControl } from "../SliderControl.tsx";
import { deltaWarning, deltaWords, epsilonWords, type NoiseInWords } from "../words.ts";

export interface BudgetSlidersProps {
  readonly scenario: CommonScenario;
  readonly problems: ReadonlyMap<string, string>;
  readonly noise: NoiseInWords;
  readonly recordCount: number | undefined;
  readonly set: (change: Partial<CommonScenario>, options?: { readonly commit?: boolean }) => void;
  readonly isPure?: boolean;
  readonly explanations?: { readonly epsilon?: string; readonly delta?: string };
}

/** ε and δ stand together: neither alone promises anything. */
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
  const bound = boundControls(commonFields, { scenario, problems, set });
  return (
    <div className="budget-sliders">
      <SliderControl
        {...bound.slider("epsilon")}
        explanation={
          explanations?.epsilon ??
          "How much one record may change the odds of any outcome; smaller is more private and noisier."
        }
        ends={["more private", "more exact"]}
        valueText={epsilonWords({ epsilon, ...noise })}
      />
      {isPure ? (
        <UnusedDelta />
      ) : (
        <SliderControl
          {...bound.slider("delta")}
          explanation={
            explanations?.delta ??
            "The slack of those odds, a small probability; keep it far below one over the number of records."
          }
          valueText={deltaWords({ delta, ...noise })}
        />
      )}
      <Problem text={isPure ? undefined : deltaWarning(delta, recordCount)} />
    </div>
  );
}

/** As high as δ's slider, so that nothing moves. */
function UnusedDelta() {
  return (
    <div className="control unused">
      <p className="line">
        <span>
          <span className="words">Slack</span>
          <span className="symbol" aria-hidden="true">
            δ
          </span>
        </span>
        <span>not used</span>
      </p>
      <p className="explanation">This noise needs no δ: what ε promises holds always.</p>
    </div>
  );
}
