import type { AnyRelease } from "../../core/release/release.ts";

/** A release that is shown, and whose arrays go back to the worker once nobody shows it. */
export interface ShownRelease<R extends AnyRelease> {
  readonly release: R;
  /** The release with the arrays that are lent to it: those of the next one's in place of what that one keeps. */
  lent: R;
}

/**
 * How an answer is shown after another: with the estimate of that one where its values are the same, as with fresh noise. What is
 * made of an array is known by that array, so of the same estimate nothing is looked for or drawn again.
 *
 * @param before gives its estimate to the next, and gets that of the answer, which nobody shows, to give back
 */
export function shownAfter<R extends AnyRelease>(before: ShownRelease<R> | undefined, release: R): ShownRelease<R> {
  if (!before || !isSame(before.release.estimate, release.estimate)) return { release, lent: release };
  const kept = { ...release, estimate: before.release.estimate };
  before.lent = { ...before.lent, estimate: release.estimate };
  return { release: kept, lent: kept };
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}
