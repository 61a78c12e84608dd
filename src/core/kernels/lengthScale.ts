import { ParameterError } from "../errors.ts";

/** Squares of distances far below the least are normal numbers; where squares overflow, the kernel is 0. */
const [least, largest] = [1e-140, 1e150];

/** ℓ, if squared distances in units of ℓ stay in the range of doubles. */
export function checkLengthScale(lengthScale: number): number {
  if (Number.isFinite(lengthScale) && lengthScale >= least && lengthScale <= largest) return lengthScale;
  const isFinite = lengthScale > 0 && lengthScale < Infinity;
  throw new ParameterError(
    "lengthScale",
    lengthScale,
    isFinite ? `between ${least} and ${largest}` : "positive and finite",
  );
}
