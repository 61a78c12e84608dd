import { shortNames } from "../../../core/tables/shortName.ts";
import { exactText } from "../../../core/numberFormats.ts";
import type { ColumnRange } from "../../../core/columnRanges.ts";
import { isGrouped } from "../../../core/grids.ts";
import { centreText } from "../../../core/release/postMap.ts";
import { extraLines } from "../../../panels/export/extraLines.ts";
import { neighbourLine } from "../../../panels/guarantee/personWords.ts";
import type { ExportedTable } from "../../../panels/study/study.ts";
import type { MeanCurveView } from "./view.ts";
import { columnRangesSetting } from "../../../panels/inference/columnMeans.ts";
import { separateColumns } from "./separateColumns.ts";
import { requestOf } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export function exportedTableOf(
  shown: MeanCurveScenario,
  { inside, facts, axes, extra }: MeanCurveView,
): ExportedTable {
  const parameters = requestOf(shown);
  const columns = separateColumns(shown);
  return {
    what: columns ? "means, as shares of ranges" : "mean curve",
    names: [columns ? "column" : shown.time === "" ? "time" : shown.time, ...(isGrouped(axes) ? [shown.groups] : [])],
    units: [shown.unitX],
    valueUnit: shown.unitY,
    privateColumns: inside ? [{ name: "mean without penalty", at: (row) => inside.rawMean[row]! }] : [],
    drawn: extraLines(extra),
    settings: [
      `neighbours = ${neighbourLine(shown, "curve")}`,
      ...(columns ? [`${columnRangesSetting} = ${rangesText(columns)}`] : []),
      `phi = ${parameters.penalty}`,
      `rho = ${parameters.range}`,
      `eta = ${parameters.power}`,
      `tau = ${parameters.normBound}`,
      ...(parameters.centre ? [`centre = ${centreText(parameters.centre)}`] : []),
      ...(parameters.groups
        ? [
            `groups = ${shortNames(parameters.groups.levels)
              .map((level, k) => `${k + 1} is ${level} with the declared share ${parameters.groups!.shares[k]!}`)
              .join("; ")}; each curve is the sum over its group divided by the number of all curves and by that share`,
          ]
        : []),
      `kernel = ${parameters.kernel}; of the noise = ${parameters.noiseKernel}`,
      `domain = ${parameters.domain.join("..")} with ${facts.weights.length} points; ${parameters.rule} weights`,
    ],
  };
}

function rangesText(columns: readonly ColumnRange[]): string {
  const names = shortNames(columns.map(({ name }) => name));
  return columns
    .map(({ range, unit }, j) => `${names[j]!}: ${range.map(exactText).join("..")} ${unit}`.trim())
    .join("; ");
}
