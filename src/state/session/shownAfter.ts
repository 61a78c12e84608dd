import type { AnyRelease } from "../../core/release/release.ts";

/** Its arrays go back to the worker once nobody shows it. */
export interface ShownRelease<R extends AnyRelease> {
  readonly release: R;
  /** With the next release's arrays in place of those it keeps. */
  lent: R;
}

/**
 * Keeps the earlier estimate where values are equal, as with fresh noise: drawings are cached by array, so the same
 * estimate is never drawn again.
 *
 * @param before gives its estimate to the next, and gives back the answer's own, which nobody shows
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
