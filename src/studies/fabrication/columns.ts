import type { ClassifiedChoice } from "../../core/datasets/classifiedRecords.ts";
import type { TableOutline } from "../../core/datasets/outline.ts";
import { numericNames } from "../../panels/DataPanel.tsx";
import type { FabricationScenario } from "./scenario.ts";

/** Which records are meant; undefined while the columns are not chosen. */
export function choiceOf(
  { x, y, label }: FabricationScenario,
  _: TableOutline,
  missing: "refuse" | "drop",
): ClassifiedChoice | undefined {
  return x === "" || y === "" || x === y ? undefined : { columns: [x, y], label, missing };
}

/** Whether a table has the columns that a scenario names. */
export function fitsTable({ columns }: TableOutline, { x, y, label }: FabricationScenario): boolean {
  const known = (name: string) => columns.some((column) => column.name === name);
  return known(x) && known(y) && (label === "" || known(label));
}

/** Columns by their kinds alone: the first two of numbers, and one of text as the classes. */
export function chooseColumns({ columns }: TableOutline): Partial<FabricationScenario> {
  const [x = "", y = ""] = numericNames(columns);
  return { x, y, label: columns.find(({ text }) => text)?.name ?? "" };
}
