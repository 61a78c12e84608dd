import type { Influential } from "./view.ts";

/** The record whose own prediction changes most when it is left out; undefined where the arrays are not of the same records. */
export function influentialOf(fitted: Float64Array, heldOut: Float64Array): Influential | undefined {
  if (fitted.length !== heldOut.length || fitted.length === 0) return undefined;
  const record = fitted.reduce(
    (most, f, i) => (Math.abs(f - heldOut[i]!) > Math.abs(fitted[most]! - heldOut[most]!) ? i : most),
    0,
  );
  return { record, fitted: fitted[record]!, without: heldOut[record]! };
}
