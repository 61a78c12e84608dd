import { shortNames } from "../../../core/tables/shortName.ts";
import { neighbourLine } from "../../../panels/guarantee/personWords.ts";
import { extraLines } from "../../../panels/export/extraLines.ts";
import type { ExportedTable } from "../../../panels/study/study.ts";
import { ownData } from "../../../state/scenario/ownData.ts";
import type { BoundaryView } from "./view.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function exportedTableOf(shown: BoundaryScenario, view: BoundaryView): ExportedTable {
  const { task, x, y } = shown;
  const { groups, domain, held, responseRange, loss, lossParameter, penalty, kernel, lengthScale, solver } =
    requestOf(shown);
  return {
    what: task,
    names: [...(task === "classification" ? [x, y] : [x]), ...(groups ? [shown.groups] : [])],
    units: task === "classification" ? [shown.unitX, shown.unitY] : [shown.unitX],
    valueUnit: task === "classification" ? "" : shown.unitY,
    privateColumns: [],
    sides: declaredSides(shown, view.facts.classNames),
    drawn: extraLines(view.extra),
    settings: [
      `neighbours = ${neighbourLine(shown)}`,
      "sensitivity is in units of the fit",
      `loss = ${loss}${responseRange && loss !== "squared" ? ` ${lossParameter}` : ""}`,
      `lambda = ${penalty}`,
      `kernel = ${kernel} with length scale ${lengthScale} of the domain's side`,
      `fit = ${solver}`,
      `domain = ${domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
      ...(held ? [`inputs after those shown are held at ${held.join(" x ")}`] : []),
      ...(responseRange ? [`range = ${responseRange.join("..")}`] : []),
      ...(groups
        ? [
            `groups = ${shortNames(groups.levels)
              .map((level, k) => `${k + 1} is ${level} with the declared share ${groups.shares[k]!}`)
              .join("; ")}; each function is fitted to its group as if it had that share of all records`,
          ]
        : []),
    ],
  };
}

/**
 * Names of classes −1 and +1 outside and in releases. Of one's own data only +1 is declared: one row of a third class
 * would change the other's name.
 *
 * @param classNames as in the rows
 */
export function declaredSides(
  { data, task, positive }: Pick<BoundaryScenario, "data" | "task" | "positive">,
  classNames: BoundaryView["facts"]["classNames"],
): BoundaryView["facts"]["classNames"] {
  if (task !== "classification") return undefined;
  return data === ownData ? [`not ${positive}`, positive] : classNames;
}
