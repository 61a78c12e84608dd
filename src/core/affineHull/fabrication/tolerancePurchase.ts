import { checkLength, checkOpenUnit, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { fitAffineHullMachine } from "../machine/affineHullMachine.ts";
import { pointCount, pointsAt, type Points } from "../../points.ts";
import { drawDiscreteLaplace } from "../../random/discreteLaplace.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { rationalOf } from "../../special/rational.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { tableRows, type ClassifiedRecords } from "./tableRows.ts";

/** Public. */
export type TolerancePurchase = Omit<FabricationParameters, "seed" | "frames" | "fieldCount">;

const rowsPerBlock = 25;
/** Distances of blocks are whole numbers of such parts of B. */
const partsOfBound = 2 ** 20;
/** B over the least r. */
const leastShare = 50;

/** Public. */
interface ToleranceTerms {
  readonly blocksOf: readonly number[];
  /** k, of all classes. */
  readonly blockCount: number;
  /** B: a twentieth of the diagonal of the unit box. */
  readonly distanceBound: number;
  /** With rows of one person. */
  readonly blocksPerPerson: number;
  /** B/k for each block of one person. */
  readonly sensitivity: number;
  /** B/50, on the scale of [0, 1]; the largest r is B. */
  readonly least: number;
}

/** Terms of a purchase, with public classes of the released rows (errata K5). */
export function toleranceTerms({
  classOf,
  dimension,
  recordsPerPerson = 1,
}: {
  readonly classOf: ArrayLike<number>;
  readonly dimension: number;
  readonly recordsPerPerson?: number | undefined;
}): ToleranceTerms {
  checkPositiveInteger("classOf.length", classOf.length);
  checkPositiveInteger("recordsPerPerson", recordsPerPerson);
  const sizes: number[] = [];
  for (let i = 0; i < classOf.length; i++) sizes[classOf[i]!] = (sizes[classOf[i]!] ?? 0) + 1;
  const blocksOf = Array.from(sizes, (size: number | undefined) =>
    size === undefined ? 0 : Math.max(1, Math.floor(size / rowsPerBlock)),
  );
  const blockCount = blocksOf.reduce((sum, blocks) => sum + blocks, 0);
  const distanceBound = 0.05 * Math.sqrt(checkPositiveInteger("dimension", dimension));
  const blocksPerPerson = Math.min(recordsPerPerson, blockCount);
  return {
    blocksOf,
    blockCount,
    distanceBound,
    blocksPerPerson,
    sensitivity: (distanceBound * blocksPerPerson) / blockCount,
    least: distanceBound / leastShare,
  };
}

/** Distance of r from the average, exceeded with probability β at most: (s/ε) ln(1/β), unless below B/50. */
export function toleranceError({
  sensitivity,
  epsilon,
  failure,
}: Pick<ToleranceTerms, "sensitivity"> & { readonly epsilon: number; readonly failure: number }): number {
  const scale = checkPositive("sensitivity", sensitivity) / checkPositive("epsilon", epsilon);
  return -scale * Math.log(checkOpenUnit("failure", failure));
}

/**
 * Sum over blocks of their rows' average distance from their machine, cut at B, in units of 2⁻²⁰B, rounded down; a
 * record changes it by at most 2²⁰. A block without machine counts as B. Private.
 *
 * @param unit rows on the scale of [0, 1] in the order of `tableRows`, shape (N, p)
 * @param classOf shape (N,), as for the terms
 * @see docs/proofs/tableRelease.md, Lemma 6; Nissim, Raskhodnikova & Smith (2007), STOC, section 4
 */
export function* summingBlocks(
  unit: Points,
  {
    classOf,
    subspaceDimension,
    terms: { blocksOf, blockCount, distanceBound },
  }: { readonly classOf: ArrayLike<number>; readonly subspaceDimension: number; readonly terms: ToleranceTerms },
): Generator<number, number> {
  checkLength("classOf", classOf, pointCount(unit));
  let sum = 0;
  let done = 0;
  for (const [c, blocks] of blocksOf.entries()) {
    const rows = Array.from(classOf, (own, i) => (own === c ? i : -1)).filter((i) => i >= 0);
    for (let block = 0; block < blocks; block++) {
      const [first, end] = [block, block + 1].map((at) => Math.floor((at * rows.length) / blocks));
      const mean = meanDistance(pointsAt(unit, rows.slice(first, end)), subspaceDimension);
      sum += mean < distanceBound ? Math.floor((mean / distanceBound) * partsOfBound) : partsOfBound;
      yield ++done / blockCount;
    }
  }
  return sum;
}

function meanDistance(points: Points, subspaceDimension: number): number {
  try {
    const { distance } = fitAffineHullMachine({ points, subspaceDimension }).ownImage();
    return distance.reduce((total, d) => total + d, 0) / distance.length;
  } catch {
    return Infinity;
  }
}

/**
 * An error r from the sum over blocks, with exact noise: ε-private as it leaves.
 *
 *     r = max(B/50, B min(1, (S + X)/2²⁰k)),   P(X = x) ∝ exp(−ε|x|/2²⁰j),  j the blocks of one person.
 *
 * Neighbours' sums differ by at most 2²⁰j.
 *
 * @param sum S, of `summingBlocks`. Private
 * @param random as for `drawDiscreteLaplace`
 * @returns r, on the scale of [0, 1]
 */
export function drawTolerance(
  sum: number,
  { blockCount, blocksPerPerson, distanceBound, least }: ToleranceTerms,
  { epsilon, random }: { readonly epsilon: number; readonly random: RandomSource },
): number {
  const { numerator, denominator } = rationalOf("epsilon", checkPositive("epsilon", epsilon));
  const rate = { numerator, denominator: denominator * BigInt(partsOfBound) * BigInt(blocksPerPerson) };
  const noisy = BigInt(sum) + drawDiscreteLaplace(rate, random);
  const most = partsOfBound * blockCount;
  const held = noisy > BigInt(most) ? most : noisy > 0n ? Number(noisy) : 0;
  return Math.max(least, distanceBound * (held / most));
}

/**
 * Buys the error r of a row that ends smoothing: the average over blocks with exact Laplace noise, pure ε-private for a
 * record.
 *
 * @param random of a cryptographic source: a draw for each record, then those of `drawTolerance`
 * @returns r, on the scale of [0, 1]
 * @throws {ParameterError} as `fabricateTableRelease`
 * @see Kumar, Moser & Fischer (2024), Definition 14; errata K3
 */
export function* buyingTolerance(
  records: ClassifiedRecords,
  { epsilon, ...parameters }: TolerancePurchase,
  random: RandomSource,
): Generator<number, number> {
  checkPositive("epsilon", epsilon);
  const asked = { ...parameters, epsilon, seed: "secure", frames: false, fieldCount: 0 } as const;
  const { unit, classOf } = tableRows(records, asked, random);
  const { subspaceDimension, recordsPerPerson } = parameters;
  const terms = toleranceTerms({ classOf, dimension: unit.dimension, recordsPerPerson });
  const sum = yield* summingBlocks(unit, { classOf, subspaceDimension, terms });
  return drawTolerance(sum, terms, { epsilon, random });
}
