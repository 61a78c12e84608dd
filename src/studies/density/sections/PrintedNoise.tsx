import {
  achievedDelta,
  achievedEpsilon,
  classicalNoiseMultiplier,
} from "../../../core/privacy/calibration/gaussian.ts";
import { numberText, significant } from "../../../core/numberFormats.ts";
import type { DensityProps } from "../model/view.ts";

/** Noise by the printed Δ, and its true guarantee. */
export function PrintedNoise({ shown, view, set }: Pick<DensityProps, "shown" | "view" | "set">) {
  const { epsilon, delta } = shown;
  const { printedSensitivity, exactSensitivity } = view!.facts as {
    printedSensitivity: number;
    exactSensitivity: number;
  };
  if (!(printedSensitivity > exactSensitivity * 1.001) || epsilon > 1) {
    return epsilon > 1 ? (
      <p className="explanation">
        The paper’s calibration √(2 ln(2/δ))/ε is proved for ε ≤ 1: there its noise can be had here.
      </p>
    ) : null;
  }
  const ratio = printedSensitivity / exactSensitivity;
  const noiseMultiplier = classicalNoiseMultiplier({ epsilon, delta }) * ratio;
  const truly = {
    epsilon: achievedEpsilon({ delta, noiseMultiplier }),
    delta: achievedDelta({ epsilon, noiseMultiplier }),
  };
  // At this δ exact noise is as large as the paper's.
  const applied = significant(truly.delta, 3);
  const canApply = applied > 1e-15 && applied < delta;
  return (
    <>
      <p data-testid="printed-noise">
        The paper prints Δ = {numberText(printedSensitivity)}, {numberText(ratio)} times ours, and the noise √(2
        ln(2/δ))Δ/ε: {numberText(noiseMultiplier / view!.budget.multiplier)} times what is drawn above. It is valid, and
        more than it says. At δ = {numberText(delta)} its ε is {numberText(truly.epsilon)} and not {numberText(epsilon)}
        ; at ε = {numberText(epsilon)} its δ is {numberText(truly.delta)}.
      </p>
      {canApply && (
        <button type="button" onClick={() => set({ delta: applied, calibration: "analytic" }, { commit: true })}>
          Draw the paper’s noise: exact at δ = {numberText(applied)}
        </button>
      )}
    </>
  );
}
