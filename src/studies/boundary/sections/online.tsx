import { numberText } from "../../../core/numberFormats.ts";
import { OnlineRelease } from "../../../panels/mechanisms/OnlineRelease.tsx";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { BoundaryProps } from "../model/view.ts";
import { inputNames } from "./predictedPoints.ts";

export function Section({ shown, view, client, recordsId, spend }: BoundaryProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { domain, kernel, lengthScale, penalty } = parameters;
  const { settings } = exportedTableOf(shown, view);
  return (
    <OnlineRelease
      {...{ shown, view, client, recordsId, spend, parameters, settings }}
      tasks={{
        open: (records, asked, job) => client.run("onlineOpen", records, asked, job),
        paid: (records, entry, job) => client.run("onlinePaid", records, entry, job),
        ask: ({ records, session }, at, job) => client.run("onlineAsk", records, { session, at }, job),
      }}
      subject={{
        what: shown.task === "classification" ? "decision" : shown.response,
        names: inputNames(shown),
        domain,
        words: `the ${kernel} kernel, ℓ = ${numberText(lengthScale)} of the domain, λ = ${numberText(penalty)}`,
        lines: settings,
      }}
    />
  );
}
