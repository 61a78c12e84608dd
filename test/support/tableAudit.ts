import { releasingTable } from "../../src/core/releases/tableRelease.ts";
import type { TableReleaseParameters } from "../../src/core/releases/tableRelease.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf } from "./audits.ts";
import { recordedWords } from "./privateReleases.ts";

/** What is asked of each release but for what it protects. */
export const askedTable = {
  adjacency: 1,
  subspaceDimension: 1,
  depth: 1,
  branches: 1,
  parties: 1,
  steps: 1,
  model: "fabricated",
  testEvery: 0,
  fieldMargin: 0,
} as const;

/** Rows of a table whose entries are all unknown to an attacker. */
export const rowsOfTable = 2000;

/** What is audited: a corner of two ranges. */
export const auditedTable = {
  ...askedTable,
  ranges: [
    [0, 1],
    [0, 1],
  ],
  origin: "corner",
  budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" },
} as const;

/** Released rows of tables with the same two numbers in each row. */
export function releasedRows(
  asked: TableReleaseParameters,
  ends: readonly [number, number],
  { from, draws }: { readonly from: number; readonly draws: number },
): readonly (readonly [number, number])[] {
  const N = rowsOfTable;
  return Array.from({ length: draws }, (_, k) => {
    const coordinates = Float64Array.from({ length: 2 * N }, (_, i) => ends[i % 2]!);
    const table = { points: { dimension: 2, coordinates }, classOf: new Float64Array(N), classCount: 1 };
    const changed = { ...asked, steps: 0, parties: N };
    const { integers, lattice } = lastOf(releasingTable(table, changed, recordedWords(from + k)));
    return Array.from({ length: N }, (_, i) => [integers[2 * i]! * lattice, integers[2 * i + 1]! * lattice] as const);
  }).flat();
}

/** A lower bound on the ε of one entry, by an attacker who knows all others. */
export function auditedEntries({ epsilon, draws }: { readonly epsilon: number; readonly draws: number }): number {
  const asked = { ...auditedTable, budget: { ...auditedTable.budget, epsilon }, protection: "entry" } as const;
  const [hits, alarms] = ([1, 0] as const).map(
    (end, k) => releasedRows(asked, [end, 0.5], { from: 100 + 1000 * k, draws }).filter(([a]) => a > 1).length,
  ) as [number, number];
  return epsilonOf(hits, alarms, draws * rowsOfTable);
}
