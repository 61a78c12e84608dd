import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { entryNoiseQuantile } from "../privacy/mechanisms/entryNoise.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { fitAffineHullMachine } from "../estimators/affineHull/affineHullMachine.ts";

/** What the error of the original rows costs. */
export interface ToleranceBudget {
  /** N ≥ k rows in ℝᵖ, finite. Private. */
  readonly points: Points;
  readonly subspaceDimension: number;
  /** k ≥ 1 blocks of rows by their number, of nearly equal size. Public. */
  readonly blockCount: number;
  /** B > 0, what an average distance is clipped to. Public: for instance a tenth of the diagonal of the public box. */
  readonly distanceBound: number;
  /** ε > 0, which adds up with that of the noisy rows. */
  readonly epsilon: number;
}

/**
 * The average over blocks of the average distance of a block's rows from their own machine, each clipped to [0, B]. Private.
 *
 * Replacing one record, or changing one entry, changes one block, and so this number by at most B/k.
 *
 * @throws {ParameterError} if an argument is outside the range of {@link ToleranceBudget}
 * @see Nissim, Raskhodnikova & Smith (2007), Smooth sensitivity and sampling in private data analysis, STOC, section 4
 */
export function blockAverageDistance({
  points,
  subspaceDimension,
  blockCount,
  distanceBound,
}: Omit<ToleranceBudget, "epsilon">): number {
  const N = pointCount(points);
  const p = points.dimension;
  const k = checkPositiveInteger("blockCount", blockCount);
  const bound = checkPositive("distanceBound", distanceBound);
  if (!(k <= N)) throw new ParameterError("blockCount", blockCount, `at most ${N}, the number of rows`);
  let sum = 0;
  for (let block = 0; block < k; block++) {
    const first = Math.floor((block * N) / k);
    const end = Math.floor(((block + 1) * N) / k);
    const rows = { dimension: p, coordinates: points.coordinates.slice(first * p, end * p) };
    const { distance } = fitAffineHullMachine({ points: rows, subspaceDimension }).ownImage();
    const mean = distance.reduce((total, d) => total + d, 0) / distance.length;
    // An image that does not exist is as far as any.
    sum += mean < bound ? mean : bound;
  }
  return sum / k;
}

/**
 * A tolerance r for `fabricateRows` that is bought from the private rows: N times the block average, with Laplace noise of
 * scale B/(kε), and at least a thousandth of NB, which is public. Pure ε-private for one record and so for one entry.
 *
 * The paper takes the error of the original rows themselves, which the result shows (errata K3). Blocks are smaller than
 * the table, so their machines have another error; what this buys is its order of magnitude.
 *
 * For what is shown: noise on doubles is not private to the last bit. A release takes a public r or a fixed number of steps.
 *
 * @param random consumes one uniform draw
 * @throws {ParameterError} if an argument is outside the range of {@link ToleranceBudget}
 * @see Kumar, Moser & Fischer (2024), Definition 14; errata K3
 */
export function budgetedTolerance({
  epsilon,
  random,
  ...budget
}: ToleranceBudget & { readonly random: RandomSource }): number {
  const { distanceBound, blockCount, points } = budget;
  checkPositive("epsilon", epsilon);
  const average = blockAverageDistance(budget);
  const noise = { epsilon, delta: 0, adjacency: distanceBound / blockCount };
  const noisy = average + entryNoiseQuantile({ ...noise, at: [random.uniform()] })[0]!;
  return pointCount(points) * Math.min(distanceBound, Math.max(distanceBound / 1000, noisy));
}
