import { neighbourLine } from "../../panels/personWords.ts";
import type { ExportedTable } from "../../panels/study.ts";
import type { BoundaryView } from "./view.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** What an exported boundary says beside its values. */
export function exportedTableOf(shown: BoundaryScenario, _: BoundaryView): ExportedTable {
  const { task, x, y } = shown;
  const { domain, held, responseRange, loss, lossParameter, penalty, kernel, lengthScale, solver } = requestOf(shown);
  return {
    what: task,
    names: task === "classification" ? [x, y] : [x],
    privateColumns: [],
    settings: [
      `neighbours = ${neighbourLine(shown)}`,
      "sensitivity is in units of the fit",
      `loss = ${loss}${responseRange ? ` ${lossParameter}` : ""}`,
      `lambda = ${penalty}`,
      `kernel = ${kernel} with length scale ${lengthScale} of the domain's side`,
      `fit = ${solver}`,
      `domain = ${domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
      ...(held ? [`inputs after those shown are held at ${held.join(" x ")}`] : []),
      ...(responseRange ? [`range = ${responseRange.join("..")}`] : []),
    ],
  };
}
