import { checkPositiveInteger } from "../../checks.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { uniformBelow } from "../../random/uniformBelow.ts";

/**
 * Folds by place: curve i, or person p in the order of their codes, is in fold i mod k. Curves of a person stay together.
 *
 * @param foldCount k ≥ 2
 * @throws {ParameterError} unless k is a positive integer
 */
export function foldsByPlace({
  curveCount,
  personOf,
  foldCount,
}: {
  readonly curveCount: number;
  readonly personOf: Int32Array | undefined;
  readonly foldCount: number;
}): Int32Array {
  checkPositiveInteger("foldCount", foldCount);
  return Int32Array.from({ length: curveCount }, (_, i) => (personOf ? personOf[i]! : i) % foldCount);
}

/**
 * Folds drawn uniformly from all ways to put n records into k folds with the sizes ⌊n/k⌋ or ⌈n/k⌉ of foldsByPlace.
 *
 * Purchases from scores need drawn folds: a replaced record may take another place, and then all between move by one. By
 * place each of these would change its fold.
 *
 * **Proof** that places do not matter. Take an assignment to the places of one data set. Move it with the records shared
 * with a neighbour, and put the new record in the fold of the old one. The result is an assignment to the neighbour's
 * places with the same probability. For each such pair the scores change only as one record in one fold can change them.
 * So the laws, averages over all pairs, are within e^ε. ∎
 *
 * @param foldCount k ≥ 1
 * @param random of a cryptographic source: a uniform whole number for each record
 * @throws {ParameterError} unless both counts are positive integers
 */
export function drawnFolds({
  recordCount,
  foldCount,
  random,
}: {
  readonly recordCount: number;
  readonly foldCount: number;
  readonly random: RandomSource;
}): Int32Array {
  const n = checkPositiveInteger("recordCount", recordCount);
  const folds = foldsByPlace({ curveCount: n, personOf: undefined, foldCount });
  for (let i = n - 1; i > 0; i--) {
    const j = uniformBelow(i + 1, random);
    [folds[i], folds[j]] = [folds[j]!, folds[i]!];
  }
  return folds;
}
