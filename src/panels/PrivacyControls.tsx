import type { CommonScenario } from "../state/sharedFields.ts";
import { budgetLimits } from "../state/sharedFields.ts";
import { Advanced } from "./Advanced.tsx";
import { ChoiceControl } from "./ChoiceControl.tsx";
import { SeedControl } from "./SeedControl.tsx";
import { SliderControl } from "./SliderControl.tsx";
import { deltaWords, drawsWords, epsilonWords } from "./words.ts";
import type { NoiseInWords } from "./words.ts";

interface PrivacyControlsProps {
  readonly scenario: CommonScenario;
  /** Sentences beside their controls, by parameter. */
  readonly problems: ReadonlyMap<string, string>;
  /** For screen readers: how large the noise is now. */
  readonly noise: NoiseInWords;
  readonly set: (change: Partial<CommonScenario>, options?: { readonly commit?: boolean }) => void;
  /** Whether the mechanism is purely ε-private: δ and calibration are then of no effect. */
  readonly isPure?: boolean;
}

interface BudgetSlidersProps extends PrivacyControlsProps {
  /** What ε and δ are of, where that is not what is usual. */
  readonly explanations?: { readonly epsilon?: string; readonly delta?: string };
}

/** ε and δ, together: with one of them alone nothing is promised. */
export function BudgetSliders({
  scenario: { epsilon, delta },
  problems,
  noise,
  set,
  isPure = false,
  explanations,
}: BudgetSlidersProps) {
  return (
    <div className="budget-sliders">
      <SliderControl
        label="Privacy loss"
        symbol="ε"
        explanation={
          explanations?.epsilon ??
          "How much one record may change the odds of any outcome; smaller is more private and noisier."
        }
        value={epsilon}
        {...budgetLimits.epsilon}
        scale="log"
        ends={["more private", "more exact"]}
        valueText={epsilonWords({ epsilon, ...noise })}
        problem={problems.get("epsilon")}
        onChange={(value, commit) => set({ epsilon: value }, { commit })}
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
          value={delta}
          {...budgetLimits.delta}
          scale="log"
          valueText={deltaWords({ delta, ...noise })}
          problem={problems.get("delta")}
          onChange={(value, commit) => set({ delta: value }, { commit })}
        />
      )}
    </div>
  );
}

/** In the place of δ, as high as its slider, where a promise needs none. */
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

/** Calibration, source of the noise and number of draws. */
export function PrivacyControls({ scenario, problems, set, isPure = false }: Omit<PrivacyControlsProps, "noise">) {
  const { calibration, seed, draws } = scenario;
  return (
    <>
      <Advanced summary="Advanced: calibration, repeatable noise, several draws">
        {!isPure && (
          <ChoiceControl
            label="Calibration"
            explanation={
              calibration === "analytic"
                ? "The least noise that is (ε, δ)-private, exact for every ε (Balle & Wang 2018)."
                : "The multiplier √(2 ln(2/δ))/ε of Hall 2013, proved for ε up to 1."
            }
            value={calibration}
            choices={[
              { value: "analytic", label: "Exact" },
              { value: "classical", label: "Classical" },
            ]}
            problem={problems.get("calibration")}
            onChange={(value) => set({ calibration: value }, { commit: true })}
          />
        )}
        <SeedControl
          seed={seed}
          problem={problems.get("seed")}
          onChange={(value) => set({ seed: value }, { commit: true })}
        />
        <SliderControl
          label="Number of draws"
          symbol="k"
          explanation="Independent releases shown together; in real use each one spends the budget again."
          value={draws}
          {...budgetLimits.draws}
          scale="linear"
          valueText={drawsWords(draws)}
          problem={problems.get("draws")}
          onChange={(value, commit) => set({ draws: Math.round(value) }, { commit })}
        />
      </Advanced>
    </>
  );
}
