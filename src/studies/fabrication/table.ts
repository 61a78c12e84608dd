import type { ExportedTable } from "../../panels/study.ts";
import { csvText } from "../../panels/csv.ts";
import { requestOf } from "./request.ts";
import type { FabricationScenario } from "./scenario.ts";
import type { FabricationView } from "./view.ts";
import { recordPromise } from "./words.ts";

/** What an exported table says beside its values. */
export function exportedTableOf(shown: FabricationScenario, view: FabricationView): ExportedTable {
  const { protection, adjacency, ranges, subspaceDimension, depth, branches, parties, steps, tolerancePerRow, delta } =
    requestOf(shown);
  const { epsilon } = recordPromise(view);
  const { classNames, recordCount } = view.facts;
  return {
    what: "fabricated table",
    names: ["column", "row"],
    privateColumns: [],
    settings: [
      "neighbours = one record replaced; number and order of records and their classes public",
      protection === "entry"
        ? `epsilon above is of one entry that changes by at most ${adjacency} of its range; of a record it is ${epsilon}`
        : "epsilon is of a record",
      "sensitivity and noise are in shares of the ranges",
      ...(protection === "entry" && delta > 0 ? [`atom of the shown noise = ${delta}; a release has none`] : []),
      `ranges = ${ranges.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
      `origin of the machines = ${shown.origin} of the ranges`,
      `n = ${subspaceDimension}`,
      `L = ${depth}`,
      `branches of each class = ${branches}`,
      `parties = ${parties}`,
      tolerancePerRow === undefined ? `steps = ${steps}` : `steps = until ${tolerancePerRow} a row or ${steps}`,
      `class of each row is not protected; classes = ${Math.max(1, classNames.length)}`,
    ],
    sheet: {
      dataProduct: `A table of ${recordCount} fabricated rows with two columns, row by row`,
      dataDomain: ranges.map(([lower, upper]) => `${lower} to ${upper}`).join(" by "),
      unprotectedQuantities: [
        `number of records: ${recordCount}, and their order`,
        "class of each record, and how many have it",
        "names of columns and classes",
      ],
    },
  };
}

/** Fabricated rows as a table of their own: the columns of the records and the class, which is not protected. */
export function fabricatedCsv(
  { x, y, label }: FabricationScenario,
  { facts: { classOf, classNames } }: FabricationView,
  values: Float64Array,
): string {
  const number = { columns: [x, y].map((name, j) => ({ name, at: (row: number) => values[2 * row + j]! })) };
  const classes = classNames.length > 0 ? [{ name: label, at: (row: number) => classNames[classOf[row]!]! }] : [];
  return csvText({ comments: [], columns: [...number.columns, ...classes], rowCount: values.length / 2 });
}
