import { uniformsOf } from "../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { rowNoise } from "../../src/core/affineHull/fabrication/rowNoise.ts";
import type { TableReleaseParameters } from "../../src/core/affineHull/fabrication/tableRelease.ts";
import { tableRows } from "../../src/core/affineHull/fabrication/tableRows.ts";
import type { ClassifiedRecords } from "../../src/core/affineHull/fabrication/tableRows.ts";
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

/**
 * The integers of a table that is released, and their step. They are drawn first, and fabricated rows are made of them: an
 * audit of the noise needs no more (tableRelease.test.ts holds them to be those of `releasingTable`).
 */
export function noisyIntegers(
  records: ClassifiedRecords,
  { budget, ...parameters }: TableReleaseParameters,
  words: RandomWords,
): { readonly integers: Float64Array; readonly lattice: number } {
  const { protection, adjacency, staircase, recordsPerPerson = 1 } = parameters;
  const { epsilon, delta } = budget;
  const shown = { epsilon, delta, frames: false, fieldCount: 0, seed: "secure" } as const;
  const { unit } = tableRows(records, { ...parameters, ...shown }, uniformsOf(words));
  const noise = rowNoise({ protection, adjacency, staircase, budget, entries: unit.dimension, recordsPerPerson });
  return { integers: noise.integersOf(unit.coordinates, words), lattice: noise.lattice };
}

/** Released rows of tables with the same two numbers in each row, or of empty places. */
export function releasedRows(
  asked: TableReleaseParameters,
  ends: readonly [number, number] | undefined,
  { from, draws }: { readonly from: number; readonly draws: number },
): readonly (readonly [number, number])[] {
  const N = rowsOfTable;
  return Array.from({ length: draws }, (_, k) => {
    const count = ends ? N : 0;
    const coordinates = Float64Array.from({ length: 2 * count }, (_, i) => ends![i % 2]!);
    const table = { points: { dimension: 2, coordinates }, classOf: new Float64Array(count), classCount: 1 };
    const { integers, lattice } = noisyIntegers(table, asked, recordedWords(from + k));
    return Array.from({ length: N }, (_, i) => [integers[2 * i]! * lattice, integers[2 * i + 1]! * lattice] as const);
  }).flat();
}

/** A lower bound on the ε of one entry, by an attacker who knows all others. */
export function auditedEntries({
  epsilon,
  draws,
  staircase,
}: {
  readonly epsilon: number;
  readonly draws: number;
  readonly staircase?: boolean;
}): number {
  const budget = { ...auditedTable.budget, epsilon };
  const asked = { ...auditedTable, budget, protection: "entry", staircase } as const;
  const [hits, alarms] = ([1, 0] as const).map(
    (end, k) => releasedRows(asked, [end, 0.5], { from: 100 + 1000 * k, draws }).filter(([a]) => a > 1).length,
  ) as [number, number];
  return epsilonOf(hits, alarms, draws * rowsOfTable);
}
