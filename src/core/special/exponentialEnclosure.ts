import type { Rational } from "./rational.ts";

interface Enclosure {
  readonly lower: bigint;
  readonly upper: bigint;
}

const guard = 64;

/**
 * 2^precision · e^(−x) between two whole numbers, for a fraction x ≥ 0, by whole numbers with every step rounded
 * outwards. Its width is 1 or 2 for precisions of a few hundred bits. e^x is the 2ˢ-th power of e^y, y = x/2ˢ ≤ 2⁻⁸.
 *
 * @param precision ≥ 1, in bits
 */
export function exponentialEnclosure({ numerator, denominator }: Rational, precision: number): Enclosure {
  // e^(−x) < 2^(−precision) for x > precision.
  if (numerator > BigInt(precision) * denominator) return { lower: 0n, upper: 1n };
  if (numerator === 0n) return { lower: 1n << BigInt(precision), upper: 1n << BigInt(precision) };
  const working = BigInt(precision + guard);
  const one = 1n << working;
  const whole = numerator / denominator;
  const halvings = BigInt(whole.toString(2).length + 8);
  const least = (numerator << (working - halvings)) / denominator;

  // No term is short by more than 4; the omitted rest is less than a 255th of that.
  let lower = one;
  let k = 1n;
  for (let term = one; term > 0n; k++) {
    term = ((term * least) >> working) / k;
    lower += term;
  }
  let upper = lower + 4n * k;
  for (let s = 0n; s < halvings; s++) {
    lower = (lower * lower) >> working;
    upper = ceilingShift(upper * upper, working);
  }
  const scale = working + BigInt(precision);
  return { lower: (1n << scale) / upper, upper: ceilingQuotient(1n << scale, lower) };
}

function ceilingShift(value: bigint, bits: bigint): bigint {
  return -(-value >> bits);
}

function ceilingQuotient(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
