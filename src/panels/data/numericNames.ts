import type { ColumnOutline } from "../../core/records/outline.ts";
import type { ColumnKind } from "../../core/tables/cells/columnFormat.ts";

/** Measures first, then numbers that tell rows apart. */
export function numericNames(columns: readonly ColumnOutline[]): readonly string[] {
  const names = (kinds: readonly ColumnKind[]) =>
    columns.filter(({ numeric, kind }) => numeric && kinds.includes(kind)).map(({ name }) => name);
  return [...names(["number", "integer"]), ...names(["time", "date"]), ...names(["id"])];
}
