import { numberText } from "../../../core/numberFormats.ts";
import { centreAt } from "../../../core/release/postMap.ts";
import { FunctionChoice } from "../../../panels/mechanisms/FunctionChoice.tsx";
import { OnlineRelease } from "../../../panels/mechanisms/OnlineRelease.tsx";
import { suggestedFunctions } from "../../../panels/mechanisms/candidates.ts";
import { kernels } from "../model/fields.ts";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Choice({ shown, view, client, recordsId, current, spend }: MeanCurveProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { domain, centre, normBound } = parameters;
  const middle = centre ? centreAt(centre, [domain[0] / 2 + domain[1] / 2])[0]! : 0;
  return (
    <FunctionChoice
      {...{ shown, client, spend, current, recordsId, parameters }}
      kind="function"
      axes={view.axes}
      suggested={suggestedFunctions([domain], [middle - normBound / 2, middle + normBound / 2])}
      released={view.released}
      labels={[shown.time, shown.value]}
      more="Here x is the place along the curve. Squared differences are averaged over the curve, and s is 2τ/n for each curve of a person."
    />
  );
}

export function Online({ shown, view, client, recordsId, spend }: MeanCurveProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { domain, kernel, range, penalty } = parameters;
  const { settings, names } = exportedTableOf(shown, view);
  return (
    <OnlineRelease
      {...{ shown, view, client, recordsId, spend, parameters, settings }}
      subject={{
        what: "mean curve",
        names,
        domain: [domain],
        words: `kernel ${kernels[kernel]}, ρ = ${numberText(range)}, φ = ${numberText(penalty)}`,
        lines: settings,
      }}
    />
  );
}
