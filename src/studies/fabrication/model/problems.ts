import type { ClassifiedTable } from "../../../core/records/classifiedRecords.ts";
import type { FabricationContract } from "../../../core/affineHull/fabricationContract.ts";
import { countText } from "../../../core/numberFormats.ts";
import { fieldProblems } from "../../../state/scenario/fieldTable.ts";
import { problemIf, type ScenarioProblem } from "../../../state/scenario/problems.ts";
import { tableSize } from "../../../core/affineHull/fabrication/tableRows.ts";
import { commonFields, mostRecordsOf } from "../../../state/scenario/sharedFields.ts";
import { columnCount, columnNames } from "./request.ts";
import { fabricationFields } from "./fields.ts";
import type { FabricationScenario } from "./scenario.ts";

/** A machine costs the cube of its rows. */
const mostRows = 20_000;

export function fabricationProblems(
  scenario: FabricationScenario,
  records: FabricationContract["records"] | undefined,
): readonly ScenarioProblem<FabricationScenario>[] {
  const { x, y, label, further, subspaceDimension, depth } = scenario;
  const twice = further.find(({ name }) => [x, y, label].includes(name));
  const p = columnCount(scenario);
  const n = Math.min(subspaceDimension, p);
  return [
    ...fieldProblems(fabricationFields, scenario, commonFields),
    ...problemIf(
      twice !== undefined,
      "further",
      `“${twice?.name ?? ""}” is drawn or is the classes: leave it out of the further columns.`,
    ),
    ...problemIf(
      subspaceDimension > p,
      "subspaceDimension",
      `n is at most p = ${p}, the number of columns; ${subspaceDimension} counts as that.`,
      false,
    ),
    ...problemIf(depth > n, "depth", `L is at most n = ${n}; ${depth} counts as that.`, false),
    ...(records && "points" in records ? recordProblems(scenario, records) : []),
  ];
}

/** Sizes of classes are public, unless N is declared. */
function recordProblems(scenario: FabricationScenario, records: ClassifiedTable) {
  const { points, classOf, classNames, classCount } = records;
  const { parties, branches, view } = scenario;
  const p = columnCount(scenario);
  // Private.
  const inside = view === "inside" && points.dimension === p;
  const constant = inside ? columnNames(scenario).filter((_, j) => isConstant(points.coordinates, j, p)) : [];
  const copies = inside ? copiesAmong(points.coordinates, p) : 0;
  const asked = mostRecordsOf(scenario);
  const size = tableSize(records, asked);
  const count = countText(classOf.length);
  const sizes = Array.from(
    { length: classCount },
    (_, c) => asked.mostRecords ?? classOf.filter((own) => own === c).length,
  );
  const lone = sizes.findIndex((size) => size === 1);
  const largest = Math.max(...sizes) / (parties * branches);
  return [
    ...constant.map((name) => ({
      parameter: name === scenario.x ? ("x" as const) : name === scenario.y ? ("y" as const) : ("further" as const),
      sentence: `All records have the same ${name}: what is fabricated of it is noise alone.`,
      blocks: false,
    })),
    ...problemIf(
      2 * copies > classOf.length,
      "data",
      `${countText(copies)} of ${count} records are copies of others. If they are of one person, declare whose rows they are.`,
      false,
    ),
    ...problemIf(
      size > mostRows,
      asked.mostRecords === undefined ? "data" : "most",
      `${countText(size)} rows are too many to draw: ${countText(mostRows)} at most. ${asked.mostRecords === undefined ? "Load a random sample of the rows." : "Declare a smaller N."}`,
      false,
    ),
    ...problemIf(
      lone >= 0 && classCount > 1,
      "label",
      `The class ${classNames[lone] ?? ""} has one record only: its fabricated row is its noisy row, drawn to the origin, and nothing hides that it is alone.`,
      false,
    ),
    ...problemIf(
      largest > 1500,
      "branches",
      `About ${countText(Math.round(largest))} rows a machine take long: the paper takes a branch for each 1,000.`,
      false,
    ),
  ];
}

function isConstant(coordinates: Float64Array, column: number, p: number): boolean {
  for (let k = column + p; k < coordinates.length; k += p) if (coordinates[k] !== coordinates[column]) return false;
  return coordinates.length > p;
}

/** Cached, as this runs at each move. */
function copiesAmong(coordinates: Float64Array, p: number): number {
  const known = copiesOf.get(coordinates);
  if (known !== undefined) return known;
  const met = new Set<string>();
  for (let k = 0; k < coordinates.length; k += p) met.add(coordinates.subarray(k, k + p).join(" "));
  const copies = coordinates.length / p - met.size;
  copiesOf.set(coordinates, copies);
  return copies;
}

const copiesOf = new WeakMap<Float64Array, number>();
