import { checkPositive, checkPositiveInteger } from "../checks.ts";

/** Records that are only counted; `count` is private. */
export interface PointMassRecords {
  /** Label of the released number. */
  readonly name: string;
  /** Common value of these records, if any. */
  readonly at?: number;
  readonly count: number;
}

/** Counts as extra numbers after a function; public. */
export interface CountedPointMass {
  /** κ·count. */
  readonly number: (count: number) => number;
  /** 1/(κn): weight × number is the share of the records. */
  readonly weight: number;
  /** Bound on its error. */
  readonly roundingError: number;
  /** κn, rounded up: no number is larger. */
  readonly bound: number;
}

/**
 * Count of the records at a point mass, or outside a filter, as an extra number after the function of the others,
 *
 *     κ·count,  κ = Δ/√2,
 *
 * together one function of sensitivity Δ. The count has the standard deviation σ/κ = √2/μ.
 *
 * @param sensitivity Δ > 0, of the function alone, without a box
 * @param recordCount n ≥ 1, of all records
 * @see docs/proofs/disjointParts.md, Lemma 2
 */
export function countedPointMass({
  sensitivity,
  recordCount,
}: {
  readonly sensitivity: number;
  readonly recordCount: number;
}): CountedPointMass {
  const n = checkPositiveInteger("recordCount", recordCount);
  const kappa = checkPositive("sensitivity", sensitivity) * Math.SQRT1_2 * (1 - 2 ** -50);
  return {
    number: (count) => kappa * count,
    weight: 1 / (kappa * n),
    roundingError: 2 ** -53 * kappa * n,
    bound: kappa * n * (1 + 2 ** -50),
  };
}
