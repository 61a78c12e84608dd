import { numberText } from "../../../core/numberFormats.ts";
import { FunctionChoice } from "../../../panels/mechanisms/FunctionChoice.tsx";
import { OnlineRelease } from "../../../panels/mechanisms/OnlineRelease.tsx";
import { suggestedDensities } from "../../../panels/mechanisms/candidates.ts";
import { bumps } from "../model/fields.ts";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { DensityProps } from "../model/view.ts";
import { Pieces } from "./Pieces.tsx";

export function Choice(props: DensityProps) {
  const { shown, view, client, recordsId, current, spend } = props;
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  return (
    <FunctionChoice
      {...{ shown, client, spend, current, recordsId, parameters }}
      kind="density"
      axes={view.axes}
      suggested={suggestedDensities(parameters.domain)}
      released={view.released}
      labels={[shown.x, view.axes.length === 1 ? "density" : shown.y]}
      more="For a bandwidth out of a list see “Buy the bandwidth”."
      below={view.axes.length === 1 && <Pieces {...props} />}
    />
  );
}

export function Online({ shown, view, client, recordsId, spend }: DensityProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { bandwidths, domain, bump, route } = parameters;
  const kernel = route === "sobolev" ? "Sobolev noise" : `${bumps[bump ?? "gaussian"]} bumps`;
  const sides = domain.map(([lower, upper]) => `${numberText(lower)} to ${numberText(upper)}`);
  return (
    <OnlineRelease
      {...{ shown, view, client, recordsId, spend, parameters }}
      settings={exportedTableOf(shown, view).settings}
      subject={{
        what: "density",
        names: shown.y === "" ? [shown.x] : [shown.x, shown.y],
        domain,
        words: `${kernel}, h = ${bandwidths.map(numberText).join(" and ")}, on ${sides.join(" by ")}`,
        lines: [`h = ${bandwidths.join(" ")}`],
      }}
    />
  );
}
