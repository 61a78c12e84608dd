import { checkPositiveInteger } from "../../checks.ts";
import type { UniformSource } from "../../random/randomSource.ts";
import { shuffle } from "../../random/shuffle.ts";

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
 * That places do not matter is Lemma 6 of docs/proofs/tableRelease.md: the scores of two data sets whose assignments are
 * drawn alike differ by what one record in one fold can change them by.
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
  readonly random: UniformSource;
}): Int32Array {
  const n = checkPositiveInteger("recordCount", recordCount);
  return shuffle(foldsByPlace({ curveCount: n, personOf: undefined, foldCount }), random);
}
