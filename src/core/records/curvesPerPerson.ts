import { checkPositiveInteger } from "../checks.ts";

/**
 * Indices of each person's first `bound` curves, increasing.
 *
 * Keeping a curve depends on the same person's earlier curves only. Replacing all of a person's curves, by as
 * many as are kept, changes at most `bound` curves: sensitivity Δ to one curve is at most bound · Δ to a person. The
 * number of kept curves is public.
 *
 * The bound is for curves as a multiset; places of others may move by one. Code that looks at places draws them first, as
 * `tableRows` and `drawnFolds` do (docs/proofs/tableRelease.md).
 *
 * @param personOf a code ≥ 0 of each curve's person, shape (n,)
 * @param bound public, declared; not read off the data
 * @throws {ParameterError} unless bound is an integer of at least 1
 */
export function limitCurvesPerPerson({
  personOf,
  bound,
}: {
  readonly personOf: Int32Array;
  readonly bound: number;
}): Int32Array {
  checkPositiveInteger("bound", bound);
  const taken = new Map<number, number>();
  return Int32Array.from(personOf.keys()).filter((i) => {
    const count = (taken.get(personOf[i]!) ?? 0) + 1;
    taken.set(personOf[i]!, count);
    return count <= bound;
  });
}

/** Most curves of one person. Private: as the bound it would be a choice by the records. */
export function largestCurvesPerPerson(personOf: Int32Array): number {
  const counts = new Map<number, number>();
  let largest = 0;
  for (const person of personOf) {
    const count = (counts.get(person) ?? 0) + 1;
    counts.set(person, count);
    largest = Math.max(largest, count);
  }
  return largest;
}
