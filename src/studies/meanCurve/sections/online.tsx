import { numberText } from "../../../core/numberFormats.ts";
import { OnlineRelease } from "../../../panels/mechanisms/OnlineRelease.tsx";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Section({ shown, view, client, recordsId, spend }: MeanCurveProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { domain, kernel, range, penalty } = parameters;
  const { settings, names } = exportedTableOf(shown, view);
  return (
    <OnlineRelease
      {...{ shown, view, client, recordsId, spend, parameters, settings }}
      tasks={{
        open: (records, asked, job) => client.run("onlineOpen", records, asked, job),
        paid: (records, entry, job) => client.run("onlinePaid", records, entry, job),
        ask: ({ records, session }, at, job) => client.run("onlineAsk", records, { session, at }, job),
      }}
      subject={{
        what: "mean curve",
        names,
        domain: [domain],
        words: `the ${kernel} kernel, ρ = ${numberText(range)}, φ = ${numberText(penalty)}`,
        lines: settings,
      }}
    />
  );
}
