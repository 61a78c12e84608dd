import { checkPositive, checkPositiveInteger } from "../checks.ts";

/** Records that have no bump, and are counted apart. Their number is private, all else public. */
export interface RecordsApart {
  /** What the released number is: "share of the records at 0". */
  readonly name: string;
  /** The value that they have, where it is one. */
  readonly at?: number;
  readonly count: number;
}

/** How counts are released as further numbers behind a function, with the same noise. All of it is public. */
export interface CountedApart {
  /** The number of a count, κ·count. */
  readonly number: (count: number) => number;
  /** 1/(κn): weight × number is the share of the records. */
  readonly weight: number;
  /** The number as computed is within this of κ·count. */
  readonly roundingError: number;
  /** κn, with its rounding: no number is larger. */
  readonly bound: number;
}

/**
 * The count of the records at an atom, or outside of a filter, as one more number of the function of the others,
 *
 *     κ·count,  κ = Δ/√2,
 *
 * with Δ = √2 s/n the sensitivity of that function for records that may be as far apart as they like, s/n ≥ ‖φ(x)‖/n. A record
 * that moves between atom and rest changes the function by s/n at most and the number by κ: together by
 *
 *     √((s/n)² + κ²) = Δ,
 *
 * one that moves within the rest by Δ, one within the atom by nothing, and one between two such classes changes two numbers, by
 * √2κ = Δ. So function and number are one function of the same Δ, in the
 * orthogonal sum of the kernel's space and the line, whose kernel is 1: one mechanism, one noise, one price. The count has
 * the standard deviation σ/κ = √2/μ.
 *
 * @param sensitivity Δ > 0, of the function alone, without a box
 * @param recordCount n ≥ 1, of all records
 * @throws {ParameterError} if an argument is outside its range
 * @see docs/proofs/disjointParts.md, Lemma 2
 */
export function countedApart({
  sensitivity,
  recordCount,
}: {
  readonly sensitivity: number;
  readonly recordCount: number;
}): CountedApart {
  const n = checkPositiveInteger("recordCount", recordCount);
  // Rounded down: the sum of squares must not exceed Δ².
  const kappa = checkPositive("sensitivity", sensitivity) * Math.SQRT1_2 * (1 - 2 ** -50);
  return {
    number: (count) => kappa * count,
    weight: 1 / (kappa * n),
    roundingError: 2 ** -53 * kappa * n,
    bound: kappa * n * (1 + 2 ** -50),
  };
}
