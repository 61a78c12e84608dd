import { numberText } from "../../../core/numberFormats.ts";
import { drawnDomain } from "../../../core/release/heldBox.ts";
import { FunctionChoice } from "../../../panels/mechanisms/FunctionChoice.tsx";
import { OnlineRelease } from "../../../panels/mechanisms/OnlineRelease.tsx";
import { suggestedFunctions } from "../../../panels/mechanisms/candidates.ts";
import { kernels } from "../model/fields.ts";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { BoundaryProps } from "../model/view.ts";
import { inputNames } from "./predictedPoints.ts";

export function Choice({ shown, view, client, recordsId, current, spend }: BoundaryProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const isPlane = shown.task === "classification";
  return (
    <FunctionChoice
      {...{ shown, client, spend, current, recordsId, parameters }}
      kind="function"
      axes={view.axes}
      suggested={suggestedFunctions(drawnDomain(parameters), parameters.responseRange ?? [-1, 1])}
      released={view.released}
      labels={[shown.x, isPlane ? shown.y : shown.response]}
      more={`Here x is ${isPlane ? planeWords(shown) : shown.x}. Over the domain the squared differences are averaged.`}
    />
  );
}

function planeWords({ x, y, positive }: BoundaryProps["shown"]): string {
  return `the first input, ${x}, and y the second, ${y}; a function is above 0 where it decides for ${positive}`;
}

export function Online({ shown, view, client, recordsId, spend }: BoundaryProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { domain, kernel, lengthScale, penalty } = parameters;
  const { settings } = exportedTableOf(shown, view);
  return (
    <OnlineRelease
      {...{ shown, view, client, recordsId, spend, parameters, settings }}
      subject={{
        what: shown.task === "classification" ? "decision" : shown.response,
        names: inputNames(shown),
        domain,
        words: `kernel ${kernels[kernel]}, ℓ = ${numberText(lengthScale)} of the domain, λ = ${numberText(penalty)}`,
        lines: settings,
      }}
    />
  );
}
