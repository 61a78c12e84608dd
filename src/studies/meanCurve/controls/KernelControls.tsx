import type { Interval } from "../../../core/grids.ts";
import { numberText, spokenNumber } from "../../../core/numberFormats.ts";
import { curveKernelNames, lengthScaleOf } from "../../../core/mean/curveKernels.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import { boundNumber } from "../../../panels/controls/boundNumber.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { meanCurveLimits, rangeLimits } from "../model/scenario.ts";
import type { MeanCurveProps } from "../model/view.ts";

const kernelLabels: Record<CurveKernelName, string> = {
  gaussian: "C1, Gaussian",
  matern52: "C2, Matérn 5/2",
  matern32: "C3, Matérn 3/2",
  exponential: "C4, exponential",
};

export function KernelControls({ scenario, view, problems, set }: MeanCurveProps) {
  const number = boundNumber({ scenario, problems, set });
  const { domain, kernel, noiseKernel, range, power } = scenario;
  return (
    <>
      <ChoiceControl
        label="Kernel"
        explanation={
          "Whose covariance operator shapes the penalty, from smoothest to roughest; C1 to C4 are the names in " +
          "Mirshani 2019."
        }
        value={kernel}
        choices={curveKernelNames.map((value) => ({ value, label: kernelLabels[value] }))}
        problem={problems.get("kernel")}
        onChange={(value) =>
          set({ kernel: value, range: rangeWithin(sameLength(kernel, value, range), value, domain) }, { commit: true })
        }
      />
      <SliderControl
        label="Range of the kernel"
        symbol="ρ"
        explanation={
          "How far the kernel reaches, in the paper’s convention; a length scale of " +
          `${numberText(lengthScaleOf(kernel, range))}.`
        }
        {...number("range", rangeLimits(kernel, domain))}
        scale="log"
        valueText={`range rho ${spokenNumber(range)}`}
      />
      <ChoiceControl
        label="Kernel of the noise"
        explanation={
          noiseKernel === "same" || noiseKernel === kernel
            ? "The estimator’s own: compatible by construction."
            : view && !view.facts.compatible
              ? "Too smooth for this estimator: each finer grid shows more of one person, and no finite noise " +
                "would do. Choose a rougher one, or more smoothness η."
              : "Another one, rough enough: the sensitivity is computed for the pair."
        }
        value={noiseKernel}
        choices={[
          { value: "same" as const, label: "The same" },
          ...curveKernelNames.map((value) => ({ value, label: kernelLabels[value] })),
        ]}
        problem={problems.get("noiseKernel")}
        onChange={(value) => set({ noiseKernel: value }, { commit: true })}
      />
      <SliderControl
        label="Smoothness"
        symbol="η"
        explanation={
          "The power of the operator in the penalty; above 1 the noise vanishes faster than the error as curves " +
          "are added."
        }
        {...number("power", meanCurveLimits.power)}
        scale="linear"
        valueText={`smoothness eta ${spokenNumber(power)}`}
      />
    </>
  );
}

/** The nearest range within the kernel's limits over a domain. */
export function rangeWithin(range: number, kernel: CurveKernelName, domain: Interval): number {
  const { min, max } = rangeLimits(kernel, domain);
  return Math.min(max, Math.max(min, range));
}

/** The ρ₀ of another kernel with the same length scale. */
function sameLength(from: CurveKernelName, to: CurveKernelName, range: number): number {
  const ell = lengthScaleOf(from, range);
  return to === "gaussian" ? 2 * ell * ell : ell;
}
