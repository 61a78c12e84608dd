import { checkPositiveInteger } from "../../checks.ts";
import type { UniformSource } from "../../random/randomSource.ts";
import { shuffle } from "../../random/shuffle.ts";

/**
 * Folds by place: curve i, or person p by code, is in fold i mod k; a person's curves stay together.
 *
 * @param foldCount k ≥ 2
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
 * Folds drawn uniformly from all assignments with the fold sizes of foldsByPlace.
 *
 * @param foldCount k ≥ 1
 * @param random cryptographic: a uniform whole number for each record
 * @see docs/proofs/tableRelease.md, Lemma 6
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
