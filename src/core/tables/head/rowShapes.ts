import { noEvidence, weigh, type Evidence } from "../cells/columnFormat.ts";

/** As much of a file as its dialect is told by. */
export const beginningLength = 65_536;

/** Rows that are weighed of it. */
export const rowsWeighed = 1000;

/** False for a blank line. */
export function isFilled(row: readonly string[]): boolean {
  return row.length > 1 || row[0] !== "";
}

/** Shapes of the cells of each column. */
export function weighed(rows: readonly (readonly string[])[]): Evidence[] {
  const columns: Evidence[] = [];
  for (const row of rows) row.forEach((cell, j) => weigh((columns[j] ??= noEvidence()), cell));
  return Array.from(columns as readonly (Evidence | undefined)[], (evidence) => evidence ?? noEvidence());
}

export function commonest(lengths: readonly number[]): number {
  const occurrences = new Map<number, number>();
  for (const length of lengths) occurrences.set(length, (occurrences.get(length) ?? 0) + 1);
  return [...occurrences].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
}
