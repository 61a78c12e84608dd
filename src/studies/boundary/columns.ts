import type { BoundaryChoice } from "../../core/datasets/boundaryRecords.ts";
import type { ColumnOutline, TableOutline } from "../../core/datasets/outline.ts";
import { numericNames } from "../../panels/DataPanel.tsx";
import { axisUnit, ownersOf } from "../../panels/declare/declaration.ts";
import { lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** Which records are meant; undefined while the columns are not chosen. */
export function choiceOf(
  { task, x, y, response, positive, person, perPerson, further }: BoundaryScenario,
  _: TableOutline,
  missing: "refuse" | "drop",
): BoundaryChoice | undefined {
  if (x === "" || response === "") return undefined;
  const shared = {
    x,
    response,
    missing,
    ...(further.length > 0 && { further: further.map(({ name }) => name) }),
    ...(person !== "" && { person: { column: person, bound: perPerson } }),
  };
  if (task === "regression") return { task, ...shared };
  return y === "" || positive === "" ? undefined : { task, y, positive, ...shared };
}

/** Whether a table has the columns that a scenario names. */
export function fitsTable({ columns }: TableOutline, { x, y, response, person, further }: BoundaryScenario): boolean {
  const known = (name: string) => name === "" || columns.some((column) => column.name === name);
  return x !== "" && [x, y, response, person, ...further.map(({ name }) => name)].every(known);
}

/**
 * Columns by their kinds alone: a category is the label, the first columns that measure something the inputs; domains and
 * range are still to be declared.
 */
export function chooseColumns({ columns }: TableOutline): Partial<BoundaryScenario> {
  const numeric = numericNames(columns);
  const owners = ownersOf(columns);
  const fresh = { ...owners, domainX: unit, domainY: unit, range: unit, lengthScale: 0.2, penalty: 0.05 };
  const isLabel = (name: string | undefined) =>
    columns.some((column) => column.name === name && !("problem" in column.classes));
  const text = columns.find(({ name, text, kind }) => text && kind === "category" && name !== owners.person)?.name;
  const label = text ?? (isLabel(numeric[2]) ? numeric[2] : undefined);
  const x = numeric[0] ?? "";
  if (numeric.length >= 2 && label !== undefined) {
    const choice = { y: numeric[1]!, response: label, positive: positiveOf(columns, label) };
    const units = { unitX: axisUnit(columns, x), unitY: axisUnit(columns, choice.y) };
    return {
      x,
      further: [],
      ...fresh,
      ...units,
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
    ...fresh,
    unitX: axisUnit(columns, x),
    unitY: axisUnit(columns, numeric[1] ?? ""),
    task: "regression",
    loss: "huber",
    lossParameter: usual,
    y: "",
    response: numeric[1] ?? "",
    positive: "",
  };
}

const unit = [0, 1] as const;

/** The class that counts as positive to begin with: the last of the names in alphabetical order; "" if there are none. */
export function positiveOf(columns: readonly ColumnOutline[], label: string): string {
  const classes = columns.find(({ name }) => name === label)?.classes ?? [];
  return "problem" in classes ? "" : (classes.at(-1) ?? "");
}
