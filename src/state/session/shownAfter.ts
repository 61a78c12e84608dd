import type { AnyRelease } from "../../core/release/release.ts";

/** A shown release, whose arrays go back to the worker once nobody shows it. */
export interface ShownRelease<R extends AnyRelease> {
  readonly release: R;
  /** The release with its lent arrays: those of the next one in place of what that one keeps. */
  lent: R;
}

/**
 * An answer as shown after another: with the earlier estimate where its values are equal, as with fresh noise. What was
 * computed or drawn from an array is found by that array, so the same estimate is never drawn again.
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
