import type { OpenTable } from "../../engine/contract.ts";

const seen = new WeakMap<OpenTable, Set<string>>();

/** Drawn columns: later bounds may tell of what was seen. */
export function seenColumns(table: OpenTable): Set<string> {
  const known = seen.get(table) ?? new Set<string>();
  seen.set(table, known);
  return known;
}
