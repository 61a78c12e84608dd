import type { ColumnOutline } from "../../core/records/outline.ts";
import { countText } from "../../core/numberFormats.ts";

/** False without a table. */
export function hasMissingCells(columns: readonly ColumnOutline[] | undefined, chosen: readonly string[]): boolean {
  return columns?.some(({ name, incomplete }) => chosen.includes(name) && incomplete) ?? false;
}

/** Records moved to the edge, for their owner. */
export function outsideText(count: number | undefined, of: number | undefined): string | undefined {
  if (!count || of === undefined) return undefined;
  return `${countText(count)} of ${countText(of)} records were outside.`;
}

/** The reason may quote a cell, so outside there is only the fact. */
export function columnProblem(
  reason: string | undefined,
  what: string,
  view: "inside" | "outside",
): string | undefined {
  if (reason === undefined || view === "inside") return reason;
  return `This column cannot be ${what}; the inside view says why.`;
}
