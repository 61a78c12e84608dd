import { ParameterError } from "../errors.ts";

/** Least length scale: squares of distances far below it are still normal numbers. */
const least = 1e-140;

/** ℓ, if it is positive and finite, and not so small that squared distances in units of ℓ leave the doubles. @throws {ParameterError} otherwise */
export function checkLengthScale(lengthScale: number): number {
  if (lengthScale >= least && lengthScale < Infinity) return lengthScale;
  throw new ParameterError("lengthScale", lengthScale, lengthScale > 0 && lengthScale < least ? `at least ${least}` : "positive and finite");
}
