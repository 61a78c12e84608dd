import { checkPositiveInteger } from "../../checks.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { uniformBelow } from "../../random/uniformBelow.ts";

/**
 * Folds by place: curve i, or person p in the order of their codes, is in fold i mod k, so that the curves of a
 * person stay together.
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
 * Folds that are drawn: of all ways to put ⌊n/k⌋ or ⌈n/k⌉ of n records into each of k folds, the sizes as by place, one,
 * each as likely as any other.
 *
 * What is bought from scores has such folds, because a replaced record may take another place, and then all between move by
 * one: those of a table of counts are in the order of their cells, curves in that of their first rows. By place each of these
 * would be in another fold. **Proof** that places do not matter: an assignment to the places of one data set, carried along with
 * the records that it shares with a neighbour, the new one in the fold of the old, is an assignment to the neighbour's places, as
 * likely. For each such pair the scores change by what one record in one fold can change them by; so the laws, averages over all
 * pairs, are within e^ε.
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
