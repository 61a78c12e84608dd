import { ParameterError } from "../errors.ts";
import type { CapableKernel } from "./kernel.ts";

const roundoff = 2 ** -53;

/**
 * Bound on the error of an element of the kernel matrix of m points, in 2⁻⁵³κ: the kernel's `roundings`, else 6 + d/2
 * with a decay, 16 + d/2 without.
 *
 * @param dimension d
 * @throws {ParameterError} if it is more than 0.01κ/m
 */
export function elementRoundings({ roundings, decay }: CapableKernel, dimension: number, m: number): number {
  if (roundings === undefined) return (decay === undefined ? 16 : 6) + dimension / 2;
  if (!(m * roundings * roundoff <= 0.01)) {
    throw new ParameterError(
      "kernel",
      `with errors of ${roundings * roundoff}`,
      `computed to ${0.01 / m} at ${m} points`,
    );
  }
  return 1.01 * roundings;
}
