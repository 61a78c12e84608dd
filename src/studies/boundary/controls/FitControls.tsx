import { spokenNumber, spokenPercent } from "../../../core/numberFormats.ts";
import { boundaryLossNames, type LossName } from "../../../core/erm/boundary/boundaryParameters.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { boundaryFields, lossParameterOf } from "../model/fields.ts";
import type { BoundaryProps } from "../model/view.ts";

export function FitControls({ scenario, problems, set }: BoundaryProps) {
  const { task, lengthScale, loss, lossParameter, solver } = scenario;
  const bound = boundControls(boundaryFields, { scenario, problems, set });
  const parameter = parameterLabels[loss];
  const losses: readonly LossName[] = boundaryLossNames[task];
  return (
    <>
      <ChoiceControl
        {...bound.choice("loss")}
        explanation={lossSentences[loss]}
        choices={boundaryFields.loss.choices.filter(({ value }) => losses.includes(value))}
        onChange={(value) => set({ loss: value, lossParameter: lossParameterOf(value).usual }, { commit: true })}
      />
      {parameter && (
        <SliderControl
          {...bound.slider("lossParameter")}
          label={parameter[0]}
          symbol={parameter[1]}
          explanation={parameter[2]}
          valueText={`${parameter[0]} ${spokenNumber(lossParameter)}`}
          problem={problems.get("lossParameter") ?? problems.get("threshold") ?? problems.get("quantile")}
        />
      )}
      <ChoiceControl
        {...bound.choice("kernel")}
        explanation="Of the fit, and of the noise: they must be the same for the bound to hold."
      />
      <SliderControl
        {...bound.slider("lengthScale")}
        explanation="How far a record reaches, as a share of the domain’s side."
        valueText={`length scale ${spokenPercent(lengthScale)} of the domain`}
      />
      <ChoiceControl
        {...bound.choice("solver")}
        explanation={
          solver === "exact"
            ? "Over the whole space, certified by its duality gap; for up to 10,000 records."
            : "Over the span of public landmarks, a grid that does not depend on the records: the same guarantee, faster."
        }
      />
    </>
  );
}

const lossSentences: Record<LossName, string> = {
  hinge: "max(0, 1 − y f): only records near or beyond the boundary pull at it.",
  logistic: "log(1 + exp(−y f)): every record pulls, the clear ones a little.",
  squared:
    "Squares of residuals. A fit leaves none beyond M = 1 + 1/√(2λ), in halves of the response range: far more noise than Huber’s.",
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
