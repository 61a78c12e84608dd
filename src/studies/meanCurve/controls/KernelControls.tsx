import type { Interval } from "../../../core/grids.ts";
import { numberText, spokenNumber } from "../../../core/numberFormats.ts";
import { lengthScaleOf, type CurveKernelName } from "../../../core/mean/curveKernels.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { meanCurveFields, rangeLimits } from "../model/fields.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function KernelControls({ scenario, view, problems, set }: MeanCurveProps) {
  const bound = boundControls(meanCurveFields, { scenario, problems, set });
  const { domain, kernel, noiseKernel, range, power } = scenario;
  return (
    <>
      <ChoiceControl
        {...bound.choice("kernel")}
        explanation={
          "Whose covariance operator shapes the penalty, from smoothest to roughest; C1 to C4 are the names in " +
          "Mirshani 2019."
        }
        onChange={(value) =>
          set({ kernel: value, range: rangeWithin(sameLength(kernel, value, range), value, domain) }, { commit: true })
        }
      />
      <SliderControl
        {...bound.slider("range")}
        explanation={
          "How far the kernel reaches, in the paper’s convention; a length scale of " +
          `${numberText(lengthScaleOf(kernel, range))}.`
        }
        valueText={`range rho ${spokenNumber(range)}`}
      />
      <ChoiceControl
        {...bound.choice("noiseKernel")}
        explanation={
          noiseKernel === "same" || noiseKernel === kernel
            ? "The estimator’s own: compatible by construction."
            : view && !view.facts.compatible
              ? "Too smooth for this estimator: each finer grid shows more of one person, and no finite noise " +
                "would do. Choose a rougher one, or more smoothness η."
              : "Another one, rough enough: the sensitivity is computed for the pair."
        }
      />
      <SliderControl
        {...bound.slider("power")}
        explanation={
          "The power of the operator in the penalty; above 1 the noise vanishes faster than the error as curves " +
          "are added."
        }
        valueText={`smoothness eta ${spokenNumber(power)}`}
      />
    </>
  );
}

export function rangeWithin(range: number, kernel: CurveKernelName, domain: Interval): number {
  const { min, max } = rangeLimits(kernel, domain);
  return Math.min(max, Math.max(min, range));
}

/** ρ₀ with the same length scale. */
function sameLength(from: CurveKernelName, to: CurveKernelName, range: number): number {
  const ell = lengthScaleOf(from, range);
  return to === "gaussian" ? 2 * ell * ell : ell;
}
