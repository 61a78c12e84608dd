import { checkFinite } from "../checks.ts";

/** A fraction n/d of whole numbers, d > 0. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Exact fraction n/2^k of a double. @throws {ParameterError} if it is not finite */
export function rationalOf(parameter: string, value: number): Rational {
  let scaled = checkFinite(parameter, value);
  let exponent = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent++;
  }
  return { numerator: BigInt(scaled), denominator: 1n << BigInt(exponent) };
}
