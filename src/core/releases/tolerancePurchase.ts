import { checkLength, checkPositive, checkPositiveInteger } from "../checks.ts";
import { fitAffineHullMachine } from "../estimators/affineHull/affineHullMachine.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { drawExponentialMechanism } from "../privacy/mechanisms/exponentialMechanism.ts";
import type { RandomSource } from "../random/randomSource.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { rowsOf, tableRows } from "./tableRows.ts";
import type { ClassifiedRecords } from "./tableRows.ts";

/** An error r of a row that is bought from the records with an ε of its own, for a record. All of it is public. */
export type TolerancePurchase = Omit<FabricationParameters, "seed" | "frames" | "fieldCount">;

/** Rows of a block, about: enough for a machine of a few directions. */
const rowsPerBlock = 25;
/** Values of r among which one comes out. */
const candidateCount = 50;

/** What the choice of r is made with. All of it is public. */
export interface ToleranceTerms {
  /** How many blocks the rows of each class are cut into, by their number. */
  readonly blocksOf: readonly number[];
  /** k, the number of all blocks. */
  readonly blockCount: number;
  /** B, what the distance of a block is cut at: a twentieth of the diagonal of the unit box. */
  readonly distanceBound: number;
  /** What one person can change the average over blocks by: B/k for each block that has rows of theirs. */
  readonly sensitivity: number;
  /** jB/50, j from 1 to 50, on the scale of [0, 1]. */
  readonly candidates: Float64Array;
}

/**
 * @param classOf from 0 on, of the rows that are released; public (errata K5)
 * @param dimension p ≥ 1
 * @param recordsPerPerson ≥ 1
 * @throws {ParameterError} if an argument is out of range
 */
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
  return {
    ...{ blocksOf, blockCount, distanceBound },
    sensitivity: (distanceBound * Math.min(recordsPerPerson, blockCount)) / blockCount,
    candidates: Float64Array.from({ length: candidateCount }, (_, j) => ((j + 1) * distanceBound) / candidateCount),
  };
}

/**
 * The average over blocks of the average distance of a block's rows from their own machine, each cut at B. Private.
 *
 * A record that changes without its class changes one block, and so this number by at most B/k. A block whose machine
 * cannot be computed counts as B, so that no refusal tells of the records.
 *
 * @param unit rows on the scale of [0, 1], shape (N, p)
 * @param classOf shape (N,), as for the terms
 * @yields the fraction done, after each block
 * @see Nissim, Raskhodnikova & Smith (2007), Smooth sensitivity and sampling in private data analysis, STOC, section 4
 */
export function* averagingBlocks(
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
      const mean = meanDistance(rowsOf(unit, rows.slice(first, end)), subspaceDimension);
      // An image that does not exist is as far as any.
      sum += mean < distanceBound ? mean : distanceBound;
      yield ++done / blockCount;
    }
  }
  return sum / blockCount;
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
 * Buys the error r of a row at which smoothing ends: of 50 public values the one near the average over blocks, by the
 * exponential mechanism, from exact draws. Pure ε-private for a record, and so for one entry, as it leaves; whatever is
 * fabricated with it is post-processing of it and of the noisy rows.
 *
 * The paper takes the error of the original rows themselves, which the result shows (errata K3). Blocks are smaller than
 * the table, so their machines have another error; what this buys is its order of magnitude.
 *
 * @param random of a cryptographic source
 * @yields the fraction done
 * @returns r, on the scale of [0, 1]
 * @throws {ParameterError} as `fabricateTableRelease`, for reasons that do not depend on the records but for their number
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definition 14; errata K3
 */
export function* buyingTolerance(
  records: ClassifiedRecords,
  { epsilon, ...parameters }: TolerancePurchase,
  random: RandomSource,
): Generator<number, number> {
  checkPositive("epsilon", epsilon);
  const asked = { ...parameters, epsilon, seed: "secure", frames: false, fieldCount: 0 } as const;
  const { unit, classOf } = tableRows(records, asked);
  const { subspaceDimension, recordsPerPerson } = parameters;
  const terms = toleranceTerms({ classOf, dimension: unit.dimension, recordsPerPerson });
  const average = yield* averagingBlocks(unit, { classOf, subspaceDimension, terms });
  const { candidates, sensitivity, blockCount, distanceBound } = terms;
  const chosen = drawExponentialMechanism({
    distances: candidates.map((candidate) => Math.abs(average - candidate)),
    // Blocks are computed alike for neighbours, but for those of the person; only their sum is rounded.
    roundingError: 2 ** -50 * blockCount * distanceBound,
    ...{ sensitivity, epsilon, random },
  });
  return candidates[chosen]!;
}
