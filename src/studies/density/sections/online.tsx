import { numberText } from "../../../core/numberFormats.ts";
import { OnlineRelease } from "../../../panels/mechanisms/OnlineRelease.tsx";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { DensityProps } from "../model/view.ts";

export function Section({ shown, view, client, recordsId, spend }: DensityProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { bandwidths, domain, bump, route } = parameters;
  const kernel = route === "sobolev" ? "Sobolev noise" : `${bump ?? "Gaussian"} bumps`;
  const sides = domain.map(([lower, upper]) => `${numberText(lower)} to ${numberText(upper)}`);
  return (
    <OnlineRelease
      {...{ shown, view, client, recordsId, spend, parameters }}
      tasks={{
        open: (records, asked, job) => client.run("onlineOpen", records, asked, job),
        paid: (records, entry, job) => client.run("onlinePaid", records, entry, job),
        ask: ({ records, session }, at, job) => client.run("onlineAsk", records, { session, at }, job),
      }}
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
