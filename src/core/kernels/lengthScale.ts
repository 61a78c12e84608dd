import { ParameterError } from "../errors.ts";

/**
 * Squares of distances far below the least length scale are still normal numbers; where they overflow, kernels of the
 * largest are 0.
 */
const [least, largest] = [1e-140, 1e150];

/**
 * ℓ, if it is positive, and not so small or large that squared distances in units of ℓ leave the doubles.
 *
 * @throws {ParameterError} otherwise
 */
export function checkLengthScale(lengthScale: number): number {
  if (Number.isFinite(lengthScale) && lengthScale >= least && lengthScale <= largest) return lengthScale;
  const isFinite = lengthScale > 0 && lengthScale < Infinity;
  throw new ParameterError(
    "lengthScale",
    lengthScale,
    isFinite ? `between ${least} and ${largest}` : "positive and finite",
  );
}
