import { kernelNames } from "../../../core/kernels/kernelOf.ts";
import type { KernelName } from "../../../core/kernels/kernelOf.ts";
import { spokenNumber, spokenPercent } from "../../../core/numberFormats.ts";
import type { LossName } from "../../../core/erm/boundary/boundaryParameters.ts";
import { boundNumber } from "../../../panels/controls/boundNumber.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { boundaryControlLimits, boundaryLossNames, lossParameterOf } from "../model/scenario.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryProps } from "../model/view.ts";

export function FitControls({ scenario, problems, set }: BoundaryProps) {
  const { task, kernel, lengthScale, loss, lossParameter, solver } = scenario;
  const number = boundNumber({ scenario, problems, set });
  const choose = (change: Partial<BoundaryScenario>) => set(change, { commit: true });
  const parameter = parameterLabels[loss];
  return (
    <>
      <ChoiceControl
        label="Loss"
        explanation={lossSentences[loss]}
        value={loss}
        choices={boundaryLossNames[task].map((value) => ({ value, label: lossLabels[value] }))}
        problem={problems.get("loss")}
        onChange={(value) => choose({ loss: value, lossParameter: lossParameterOf(value).usual })}
      />
      {parameter && (
        <SliderControl
          label={parameter[0]}
          symbol={parameter[1]}
          explanation={parameter[2]}
          {...number("lossParameter", lossParameterOf(loss))}
          scale="linear"
          valueText={`${parameter[0]} ${spokenNumber(lossParameter)}`}
          problem={problems.get("lossParameter") ?? problems.get("threshold") ?? problems.get("quantile")}
        />
      )}
      <ChoiceControl
        label="Kernel"
        explanation="Of the fit, and of the noise: they must be the same for the bound to hold."
        value={kernel}
        choices={kernelNames.map((value) => ({ value, label: kernelLabels[value] }))}
        problem={problems.get("kernel")}
        onChange={(value) => choose({ kernel: value })}
      />
      <SliderControl
        label="Length scale"
        symbol="ℓ"
        explanation="How far a record reaches, as a share of the domain’s side."
        {...number("lengthScale", boundaryControlLimits.lengthScale)}
        scale="log"
        valueText={`length scale ${spokenPercent(lengthScale)} of the domain`}
      />
      <ChoiceControl
        label="Fit"
        explanation={
          solver === "exact"
            ? "Over the whole space, certified by its duality gap; for up to 10,000 records."
            : "Over the span of public landmarks, a grid that does not depend on the records: the same guarantee, faster."
        }
        value={solver}
        choices={[
          { value: "exact", label: "Exact" },
          { value: "landmarks", label: "On public landmarks" },
        ]}
        problem={problems.get("solver")}
        onChange={(value) => choose({ solver: value })}
      />
    </>
  );
}

const kernelLabels: Record<KernelName, string> = {
  gaussian: "Gaussian",
  matern52: "Matérn 5/2",
  matern32: "Matérn 3/2",
  exponential: "Exponential",
  productExponential: "Product exponential",
};

const lossLabels: Record<LossName, string> = {
  hinge: "Hinge (support vector machine)",
  logistic: "Logistic",
  huber: "Huber",
  epsilonInsensitive: "ε-insensitive",
  pinball: "Pinball (quantile)",
};

const lossSentences: Record<LossName, string> = {
  hinge: "max(0, 1 − y f): only records near or beyond the boundary pull at it.",
  logistic: "log(1 + exp(−y f)): every record pulls, the clear ones a little.",
  huber: "Squares for small residuals, absolute values beyond the threshold.",
  epsilonInsensitive: "Absolute residuals beyond a tube that costs nothing.",
  pinball: "Its minimiser is the curve below which the given share of the responses lies.",
};

const parameterLabels: Partial<Record<LossName, readonly [label: string, symbol: string, sentence: string]>> = {
  huber: ["Threshold", "t", "Where squares become absolute values, in halves of the response range; M = t."],
  epsilonInsensitive: [
    "Width of the tube",
    "w",
    "Residuals up to this cost nothing, in halves of the response range; M = 1.",
  ],
  pinball: ["Quantile", "q", "Share of the responses below the curve; M = max(q, 1 − q)."],
};
