import { withUnit, writtenUnit } from "../../../core/release/file/writtenUnit.ts";
import { unitsOfColumns } from "../../../panels/study/releaseWords.ts";
import type { ExportedTable } from "../../../panels/study/study.ts";
import { csvText } from "../../../core/release/file/csv.ts";
import { furtherUnits } from "../../../state/scenario/furtherInputs.ts";
import type { Interval } from "../../../core/grids.ts";
import { columnNames, requestOf } from "./request.ts";
import type { FabricationScenario } from "./scenario.ts";
import type { FabricationView } from "./view.ts";
import { recordPromise } from "./words.ts";

export function exportedTableOf(shown: FabricationScenario, view: FabricationView): ExportedTable {
  const { protection, adjacency, ranges, subspaceDimension, depth, branches, parties, steps, tolerancePerRow, delta } =
    requestOf(shown);
  const { sharing, person, perPerson, most } = shown;
  const whose = person === "" ? "a record" : `a person with up to ${perPerson} records`;
  const { epsilon } = recordPromise(view);
  const { classNames, rowCount } = view.facts;
  const units = unitsOf(shown).map((unit) => writtenUnit(unit).replaceAll(/[,;=]/g, " "));
  return {
    what: "fabricated table",
    names: ["column", "row"],
    privateColumns: [],
    marks: "Hollow: the records. Filled: the fabricated rows.",
    rows: rowsOf(shown, view, ranges),
    settings: [
      most === "public"
        ? `neighbours = ${whoseRecords(shown)} replaced by ${person !== "" && perPerson > 1 ? "as many of the same classes" : "one of the same class"}; number of records of each class public`
        : `neighbours = ${whoseRecords(shown)} more, less or replaced in the same class; number of records of each class protected, at most ${most}`,
      protection === "entry"
        ? `epsilon above is of one entry that changes by at most ${adjacency} of its range; of ${whose} it is ${epsilon}`
        : `epsilon is of ${whose}`,
      "sensitivity and noise are in shares of the ranges",
      `columns = ${columnNames(shown)
        .map((name) => name.replaceAll(/[,;]/g, " "))
        .join("; ")}`,
      ...(units.some((unit) => unit !== "") ? [`${unitsOfColumns} = ${units.join("; ")}`] : []),
      ...(protection === "entry" && delta > 0 ? [`atom of the shown noise = ${delta}; a release has none`] : []),
      `ranges = ${ranges.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
      `origin of the machines = ${shown.origin} of the ranges`,
      `n = ${subspaceDimension}`,
      `L = ${depth}`,
      `branches of each class = ${branches}`,
      `parties = ${parties}${parties > 1 ? ` sharing ${sharing}` : ""}`,
      tolerancePerRow === undefined ? `steps = ${steps}` : `steps = until ${tolerancePerRow} a row or ${steps}`,
      "rows stand class by class, in each class in a random order",
      `class of each row is not protected; classes = ${Math.max(1, classNames.length)}`,
    ],
    sheet: {
      dataProduct: `A table of ${rowCount} fabricated rows with ${ranges.length} columns, class by class, in each class in a random order`,
      dataDomain: ranges.map(([lower, upper]) => `${lower} to ${upper}`).join(" by "),
      unprotectedQuantities: [
        ...(most === "public"
          ? [`number of records: ${rowCount}`, "class of each record, and how many have it"]
          : [`declared largest number of records of a class: ${most}`, "class of each record"]),
        "names of columns and classes",
      ],
    },
  };
}

function whoseRecords({ person, perPerson }: FabricationScenario): string {
  if (person === "") return "one record";
  return `${perPerson === 1 ? "the record" : `up to ${perPerson} records`} of one person`;
}

/** Classes of rows are not protected. */
function rowsOf(
  shown: FabricationScenario,
  { facts: { classOf, classNames } }: FabricationView,
  ranges: readonly Interval[],
): NonNullable<ExportedTable["rows"]> {
  const units = unitsOf(shown);
  const label = { name: shown.label, classes: [...classNames], of: Array.from(classOf) };
  return {
    columns: columnNames(shown).map((name, j) => ({
      ...{ name, unit: writtenUnit(units[j] ?? "") },
      ...{ lower: ranges[j]![0], upper: ranges[j]![1] },
    })),
    ...(classNames.length > 0 && { label }),
  };
}

function unitsOf(shown: FabricationScenario): readonly string[] {
  return [shown.unitX, shown.unitY, ...furtherUnits(shown)];
}

export function fabricatedCsv(
  shown: FabricationScenario,
  { facts: { classOf, classNames } }: FabricationView,
  values: Float64Array,
): string {
  const names = columnNames(shown);
  const units = unitsOf(shown);
  const numbers = names.map((name, j) => ({
    name: withUnit(name, writtenUnit(units[j]!)),
    at: (row: number) => values[names.length * row + j]!,
  }));
  const classes = classNames.length > 0 ? [{ name: shown.label, at: (row: number) => classNames[classOf[row]!]! }] : [];
  return csvText({ columns: [...numbers, ...classes], rowCount: values.length / names.length });
}
