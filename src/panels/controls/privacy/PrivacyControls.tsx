import { commonFields } from "../../../state/scenario/sharedFields.ts";
import { boundControls } from "../boundControls.ts";
import { Advanced } from "../Advanced.tsx";
import type { BudgetSlidersProps } from "./BudgetSliders.tsx";
import { ChoiceControl } from "../ChoiceControl.tsx";
import { SeedControl } from "./SeedControl.tsx";
import { SliderControl } from "../SliderControl.tsx";
import { drawsWords } from "../words.ts";

export function PrivacyControls({
  scenario,
  problems,
  set,
  isCalibrated = true,
}: Omit<BudgetSlidersProps, "noise" | "recordCount" | "explanations" | "isPure"> & {
  readonly isCalibrated?: boolean;
}) {
  const { calibration, draws } = scenario;
  const bound = boundControls(commonFields, { scenario, problems, set });
  return (
    <>
      <Advanced summary="Advanced: calibration, repeatable noise, several draws">
        {isCalibrated && (
          <ChoiceControl
            {...bound.choice("calibration")}
            explanation={
              calibration === "analytic"
                ? "The least noise that is (ε, δ)-private, exact for every ε (Balle & Wang 2018)."
                : "The multiplier √(2 ln(2/δ))/ε of Hall 2013, proved for ε up to 1."
            }
          />
        )}
        <SeedControl {...bound.field("seed")} />
        <SliderControl
          {...bound.slider("draws")}
          explanation="Independent releases shown together; in real use each one spends the budget again."
          valueText={drawsWords(draws)}
          onChange={(value, commit) => set({ draws: Math.round(value) }, { commit })}
        />
      </Advanced>
    </>
  );
}
