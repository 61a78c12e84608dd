import type { OpenTable } from "../../engine/contract.ts";

const seen = new WeakMap<OpenTable, Set<string>>();

/** The columns of a table that were drawn since it was opened: bounds declared for them later may tell of what was seen. */
export function seenColumns(table: OpenTable): Set<string> {
  const known = seen.get(table) ?? new Set<string>();
  seen.set(table, known);
  return known;
}
