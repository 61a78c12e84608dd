import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { Points } from "../../points.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { mapSlices } from "../../slices.ts";
import { clusteringByKMeans } from "./kMeans.ts";
import { fabrication } from "./fabrication.ts";

/** Table of one class, N rows of p entries. Single precision rounds an entry a by at most 2⁻²⁴a: post-processing. */
export interface EntryTable {
  readonly dimension: number;
  readonly entries: Float32Array | Float64Array;
}

interface Branching {
  /** From 0 to S − 1, shape (N,). */
  readonly assignment: Float64Array;
  readonly branchCount: number;
}

/**
 * Branches of a *noisy* table by k-means. A cluster of more than `mostRows` is cut again.
 *
 * @param table N ≥ 1 noisy rows
 * @param rowsPerBranch on average, 1000 in the paper
 * @param mostRows ≥ rowsPerBranch
 * @param random draws as `kMeans`
 * @see Kumar, Moser & Fischer (2024), Remark 4; errata K4, K12
 */
export function* branchTable({
  table,
  rowsPerBranch = 1000,
  mostRows = Math.ceil(1.5 * rowsPerBranch),
  random,
}: {
  readonly table: EntryTable;
  readonly rowsPerBranch?: number;
  readonly mostRows?: number;
  readonly random: RandomSource;
}): Generator<number, Branching> {
  checkPositiveInteger("rowsPerBranch", rowsPerBranch);
  if (!(checkPositiveInteger("mostRows", mostRows) >= rowsPerBranch)) {
    throw new ParameterError("mostRows", mostRows, `at least ${rowsPerBranch}, the rows per branch`);
  }
  const N = rowCountOf(table);
  const assignment = new Float64Array(N);
  let next = 0;
  let placed = 0;
  let done = 0;
  const open: Int32Array[] = [Int32Array.from({ length: N }, (_, i) => i)];
  for (let rows = open.pop(); rows; rows = open.pop()) {
    const parts =
      rows.length === N ? Math.ceil(N / rowsPerBranch) : Math.max(2, Math.ceil(rows.length / rowsPerBranch));
    const before = placed;
    const clustering = yield* mapSlices(
      clusteringByKMeans({ points: gather(table, rows), clusterCount: parts, random }),
      (share) => (done = Math.max(done, (before + 0.5 * share * rows.length) / N)),
    );
    for (let s = 0; s < parts; s++) {
      const own = rows.filter((_, at) => clustering.assignment[at] === s);
      if (own.length > mostRows) open.push(own);
      else {
        own.forEach((i) => (assignment[i] = next));
        next++;
        placed += own.length;
      }
    }
    yield (done = Math.max(done, placed / N));
  }
  return { assignment, branchCount: next };
}

interface BranchReport {
  readonly rowCount: number;
  /** M̃, the number of smoothing steps plus one. */
  readonly steps: number;
  readonly reached: boolean;
  readonly error: number;
}

/**
 * Replaces each row of a noisy table by its fabricated one, branch by branch, in place. A branch of N_s rows takes
 * about 8N_s² + 40 N_s p bytes.
 *
 * @param table noisy rows; overwritten
 * @param assignment branch of each row, from the noisy rows or public
 * @param tolerancePerRow r/N_s: public, or bought (errata K3). If absent, exactly `mostSteps` steps.
 * @throws {ParameterError} as `fabrication`
 * @see Kumar, Moser & Fischer (2024), Remark 4, eqs (94)–(99)
 */
export function* fabricateTable({
  table,
  branching: { assignment, branchCount },
  subspaceDimension,
  tolerancePerRow,
  mostSteps = 20,
}: {
  readonly table: EntryTable;
  readonly branching: Branching;
  readonly subspaceDimension: number;
  readonly tolerancePerRow?: number | undefined;
  readonly mostSteps?: number;
}): Generator<number, readonly BranchReport[]> {
  const N = rowCountOf(table);
  if (tolerancePerRow !== undefined) checkPositive("tolerancePerRow", tolerancePerRow);
  const reports: BranchReport[] = [];
  let done = 0;
  for (let s = 0; s < branchCount; s++) {
    const rows = indicesWhere(assignment, s);
    if (rows.length === 0) continue;
    const steps = fabrication({
      points: gather(table, rows),
      subspaceDimension,
      mostSteps,
      tolerance: tolerancePerRow && tolerancePerRow * rows.length,
    });
    const before = done;
    const { fabricated, errors, reached, ...branch } = yield* mapSlices(steps, ({ step }) => {
      const share = Math.min(1, (step + 1) / (mostSteps + 1));
      return (before + share * rows.length) / N;
    });
    scatter(table, rows, fabricated);
    done += rows.length;
    reports.push({ rowCount: rows.length, steps: branch.steps, reached, error: errors.at(-1)! });
  }
  return reports;
}

export function branchRows(table: EntryTable, assignment: Float64Array, branch: number): Points {
  return gather(table, indicesWhere(assignment, branch));
}

function rowCountOf({ dimension, entries }: EntryTable): number {
  checkPositiveInteger("table.dimension", dimension);
  const N = entries.length / dimension;
  if (!(Number.isInteger(N) && N >= 1))
    throw new ParameterError("table.entries", entries.length, "whole rows, at least one");
  return N;
}

function indicesWhere(assignment: Float64Array, branch: number): Int32Array {
  const indices: number[] = [];
  assignment.forEach((s, i) => {
    if (s === branch) indices.push(i);
  });
  return Int32Array.from(indices);
}

export function gather({ dimension: p, entries }: EntryTable, rows: readonly number[] | Int32Array): Points {
  const coordinates = new Float64Array(rows.length * p);
  rows.forEach((i, to) => coordinates.set(entries.subarray(i * p, (i + 1) * p), to * p));
  return { dimension: p, coordinates };
}

function scatter({ dimension: p, entries }: EntryTable, rows: Int32Array, { coordinates }: Points): void {
  rows.forEach((i, from) => entries.set(coordinates.subarray(from * p, (from + 1) * p), i * p));
}
