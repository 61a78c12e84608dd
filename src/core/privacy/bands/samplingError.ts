import { checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";

/** Sample of independent persons, and public bounds on a record's numbers. */
export interface SampledRecords {
  /** n ≥ 1. */
  readonly recordCount: number;
  /** k ≥ 1, records of one person at most; 1 if absent. */
  readonly recordsPerPerson?: number;
  /** Least and largest number of a record at each point, shape (m,). */
  readonly least: Float64Array;
  readonly largest: Float64Array;
  /** Declared bound on its standard deviation at each point; none if absent. */
  readonly deviation?: Float64Array | undefined;
}

/**
 * Bound on the sampling variance of a mean of n records whose expectation is θ at a point,
 *
 *     V(θ) = (k/n) min((b − θ)(θ − a), s²)₊,
 *
 * for numbers in [a, b] of standard deviation at most s.
 *
 * @see Bhatia & Davis (2000), Amer. Math. Monthly 107:353–357; docs/proofs/population.md, Lemma 1
 */
export function samplingVariance(sample: SampledRecords, i: number, expectation: number): number {
  const { recordCount, recordsPerPerson = 1, least, largest, deviation } = sample;
  const spread = Math.max(0, (largest[i]! - expectation) * (expectation - least[i]!));
  return (recordsPerPerson / recordCount) * Math.min(spread, (deviation?.[i] ?? Infinity) ** 2);
}

export function checkSample({ recordCount, recordsPerPerson = 1, least, largest, deviation }: SampledRecords): void {
  checkPositiveInteger("recordCount", recordCount);
  checkPositiveInteger("recordsPerPerson", recordsPerPerson);
  checkLength("largest", largest, least.length);
  deviation?.forEach((bound) => checkPositive("deviation", bound));
}
