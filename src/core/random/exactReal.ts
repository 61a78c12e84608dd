import { ParameterError } from "../errors.ts";
import type { RandomWords } from "./randomWords.ts";

/** A random real number ±(whole + 0.d₀d₁d₂…) in base 2³² whose uniform digits are drawn on demand. */
export interface ExactReal {
  isNegative: boolean;
  /** Integer part of the magnitude. */
  whole: number;
  /** At least one. */
  readonly digits: number[];
}

export const largestOnLattice = 2 ** 51;
const largestMultiplier = 2 ** 20;

/** x moved into the range of a lattice; NaN becomes 0. */
export function clampedToLattice(x: number): number {
  if (x >= -largestOnLattice) return Math.min(x, largestOnLattice);
  return x < 0 ? -largestOnLattice : 0;
}

/**
 * The integer
 *
 *     ⌊x + r z + ½⌋,
 *
 * exactly: digits of z are drawn until the result is certain.
 *
 * @param x of magnitude at most 2⁵¹
 * @param multiplier r, an integer from 1 to 2²⁰
 * @param words gives the further digits of z
 * @returns an integer, exact while below 2⁵³ in magnitude, which holds for |z| < 2³¹
 */
export function roundedToLattice(z: ExactReal, x: number, multiplier: number, words: RandomWords): number {
  if (!(Math.abs(x) <= largestOnLattice)) throw new ParameterError("x", x, "between −2⁵¹ and 2⁵¹");
  if (!(Number.isInteger(multiplier) && multiplier >= 1 && multiplier <= largestMultiplier)) {
    throw new ParameterError("multiplier", multiplier, "an integer from 1 to 2²⁰");
  }
  const size = Math.abs(x);
  const negative = x < 0;
  const down = z.isNegative !== negative;
  const whole = Math.floor(size);
  const fraction = size - whole;
  // Further digits add between 0 and width.
  const product = multiplier * z.digits[0]! * 2 ** -32;
  const steps = Math.floor(product);
  const part = product - steps;
  const width = multiplier * 2 ** -32;
  const centre = fraction + 0.5;
  // Two sums of numbers below 2 round by less than 2⁻⁵¹.
  const low = Math.floor((down ? centre - part - width : centre + part) - 2 ** -50);
  const high = Math.floor((down ? centre - part : centre + part + width) + 2 ** -50);
  const rest = low === high ? low : certainFloor(z, fraction, multiplier, down, words) + (down ? steps : -steps);
  const jump = multiplier * z.whole + steps;
  const value = whole + (down ? -jump : jump) + rest;
  return negative && value !== 0 ? -value : value;
}

/** ⌊fraction + ½ ± multiplier · 0.d₀d₁d₂…⌋ in whole numbers. */
function certainFloor(z: ExactReal, fraction: number, multiplier: number, down: boolean, words: RandomWords): number {
  for (;;) {
    const s = Math.max(1074, 32 * z.digits.length);
    const centre = multipleOf(fraction, s) + (1n << BigInt(s - 1));
    const spare = BigInt(s - 32 * z.digits.length);
    const size = (BigInt(multiplier) * digitsOf(z)) << spare;
    const width = BigInt(multiplier) << spare;
    const low = down ? centre - size - width : centre + size;
    const floor = low >> BigInt(s);
    if ((low + width - 1n) >> BigInt(s) === floor) return Number(floor);
    z.digits.push(words.word());
  }
}

/** The double nearest to z, ties to even. A number below 2⁻¹⁰²² may give a neighbour of the nearest. */
export function nearestDouble(z: ExactReal, words: RandomWords): number {
  if (z.digits.length < 2) z.digits.push(words.word());
  const head = z.whole * 2 ** 32 + z.digits[0]!;
  if (z.digits.length === 2 && head < 2 ** 52) {
    // Both sums are correctly rounded, and rounding is monotone.
    const below = head * 2 ** 32 + z.digits[1]!;
    const above = head * 2 ** 32 + (z.digits[1]! + 1);
    if (below === above) return (z.isNegative ? -below : below) * 2 ** -64;
  }
  for (;;) {
    const below = (BigInt(z.whole) << BigInt(32 * z.digits.length)) + digitsOf(z);
    const nearest = Number(below);
    if (nearest === Number(below + 1n)) return scaled(z.isNegative ? -nearest : nearest, -32 * z.digits.length);
    z.digits.push(words.word());
  }
}

function digitsOf({ digits }: ExactReal): bigint {
  return digits.reduce((value, digit) => (value << 32n) | BigInt(digit), 0n);
}

function multipleOf(x: number, s: number): bigint {
  let whole = x;
  let doublings = 0;
  for (; !Number.isInteger(whole); doublings += 32) whole *= 2 ** 32;
  return doublings > s ? BigInt(whole) >> BigInt(doublings - s) : BigInt(whole) << BigInt(s - doublings);
}

/** x · 2ᵉ, where 2ᵉ itself may be no double. */
function scaled(x: number, exponent: number): number {
  let [value, left] = [x, exponent];
  for (; left < -1000; left += 1000) value *= 2 ** -1000;
  return value * 2 ** left;
}
