import type { BoundaryChoice } from "../../core/datasets/boundaryRecords.ts";
import type { ColumnOutline, TableOutline } from "../../core/datasets/outline.ts";
import { numericNames } from "../../panels/DataPanel.tsx";
import { lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** Which records are meant; undefined while the columns are not chosen. */
export function choiceOf(
  { task, x, y, response, positive, further }: BoundaryScenario,
  _: TableOutline,
  missing: "refuse" | "drop",
): BoundaryChoice | undefined {
  if (x === "" || response === "") return undefined;
  const shared = { x, response, missing, ...(further.length > 0 && { further: further.map(({ name }) => name) }) };
  if (task === "regression") return { task, ...shared };
  return y === "" || positive === "" ? undefined : { task, y, positive, ...shared };
}

/** Whether a table has the columns that a scenario names. */
export function fitsTable({ columns }: TableOutline, { x, y, response, further }: BoundaryScenario): boolean {
  const known = (name: string) => name === "" || columns.some((column) => column.name === name);
  return x !== "" && known(x) && known(y) && known(response) && further.every(({ name }) => known(name));
}

/** Columns by their kinds alone: a column of text is the label, the first columns of numbers the inputs. */
export function chooseColumns({ columns }: TableOutline): Partial<BoundaryScenario> {
  const numeric = numericNames(columns);
  const label = columns.find(({ text }) => text)?.name ?? numeric[2];
  const x = numeric[0] ?? "";
  if (numeric.length >= 2 && label !== undefined) {
    const choice = { y: numeric[1]!, response: label, positive: positiveOf(columns, label) };
    return {
      x,
      further: [],
      task: "classification",
      loss: "hinge",
      lossParameter: lossParameterOf("hinge").usual,
      ...choice,
    };
  }
  const { usual } = lossParameterOf("huber");
  return {
    x,
    further: [],
    task: "regression",
    loss: "huber",
    lossParameter: usual,
    y: "",
    response: numeric[1] ?? "",
    positive: "",
  };
}

/** The class that counts as positive to begin with: the last of the names in alphabetical order; "" if there are none. */
export function positiveOf(columns: readonly ColumnOutline[], label: string): string {
  const classes = columns.find(({ name }) => name === label)?.classes ?? [];
  return "problem" in classes ? "" : (classes.at(-1) ?? "");
}
