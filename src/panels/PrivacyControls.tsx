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

/** The slider of ε. */
export function EpsilonSlider({ scenario, problems, noise, set }: PrivacyControlsProps) {
  return (
    <SliderControl
      label="Privacy loss"
      symbol="ε"
      explanation="How much one record may change the odds of any outcome; smaller is more private and noisier."
      value={scenario.epsilon}
      {...budgetLimits.epsilon}
      scale="log"
      ends={["more private, noisier", "more exact, less private"]}
      valueText={epsilonWords({ epsilon: scenario.epsilon, ...noise })}
      problem={problems.get("epsilon")}
      onChange={(epsilon, commit) => set({ epsilon }, { commit })}
    />
  );
}

/** δ, calibration, source of the noise and number of draws. */
export function PrivacyControls({ scenario, problems, noise, set, isPure = false }: PrivacyControlsProps) {
  const { delta, calibration, seed, draws } = scenario;
  return (
    <>
      <SliderControl
        label="Failure probability"
        symbol="δ"
        explanation={
          isPure
            ? "Not used: this mechanism keeps its promise always, with δ = 0."
            : "The share of probability in which the ε-promise may fail; far below one over the number of records."
        }
        disabled={isPure}
        value={delta}
        {...budgetLimits.delta}
        scale="log"
        valueText={deltaWords({ delta, ...noise })}
        problem={problems.get("delta")}
        onChange={(value, commit) => set({ delta: value }, { commit })}
      />
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
