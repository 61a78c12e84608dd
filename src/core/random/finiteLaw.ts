import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { exponentialEnclosure } from "../special/exponentialEnclosure.ts";
import type { Rational } from "../special/rational.ts";
import { randomInteger } from "./randomInteger.ts";
import type { RandomSource } from "./randomSource.ts";

/** One outcome of a finite law: its probability is proportional to count · e^(−exponent). */
export interface WeightedOutcome {
  /** A whole number ≥ 0. */
  readonly count: bigint;
  /** A fraction of any sign. */
  readonly exponent: Rational;
}

const firstPrecision = 128;

/**
 * The index of an outcome, drawn exactly from the law P(i) ∝ countᵢ e^(−exponentᵢ).
 *
 * By inversion on a uniform number U of as many bits as are needed: sums of weights are known between whole numbers,
 * and the outcome is returned once both ends of all enclosures agree on it; otherwise precision and bits of U are
 * doubled, and the bits drawn before are kept. So no rounding enters the law, and it is that of the real numbers. The
 * first 128 bits decide except with a probability of about 2⁻¹²⁸ times the number of outcomes and the largest count.
 *
 * How long it takes depends on the weights, so durations must not be told where these are private.
 *
 * @param outcomes at least one, of which at least one has a positive count
 * @param random three uniform draws, and as many again as often as the precision has to be doubled
 * @throws {ParameterError} if there is no outcome with a positive count
 */
export function drawFromFiniteLaw(outcomes: readonly WeightedOutcome[], random: RandomSource): number {
  return finiteLaw(outcomes)(random);
}

/**
 * The same for many draws, for which the weights of the first precision are enclosed once.
 *
 * @throws {ParameterError} if there is no outcome with a positive count
 */
export function finiteLaw(outcomes: readonly WeightedOutcome[]): (random: RandomSource) => number {
  checkPositiveInteger("outcomes.length", outcomes.length);
  const possible = outcomes.map((_, i) => i).filter((i) => outcomes[i]!.count > 0n);
  if (possible.length === 0) throw new ParameterError("outcomes", "counts of 0", "with a positive count");
  const least = possible.map((i) => outcomes[i]!.exponent).reduce((a, b) => (isLess(b, a) ? b : a));
  const endsAt = (precision: number): readonly Enclosure[] => {
    let [lower, upper] = [0n, 0n];
    // One for all outcomes in a row that share it.
    let last: Rational | undefined;
    let weight: Enclosure = { lower, upper };
    return possible.map((i) => {
      const { count, exponent } = outcomes[i]!;
      if (exponent !== last) weight = exponentialEnclosure(difference(exponent, least), precision);
      last = exponent;
      lower += count * weight.lower;
      upper += count * weight.upper;
      return { lower, upper };
    });
  };
  const first = endsAt(firstPrecision);
  return (random) => {
    let precision = firstPrecision;
    let bits = randomInteger(random, precision);
    for (;;) {
      const at = inversion(precision === firstPrecision ? first : endsAt(precision), bits, precision);
      if (at !== undefined) return possible[at]!;
      bits = (bits << BigInt(precision)) | randomInteger(random, precision);
      precision *= 2;
    }
  };
}

/** A number that is known between whole numbers. */
interface Enclosure {
  readonly lower: bigint;
  readonly upper: bigint;
}

/**
 * The place of the part of [0, total) that the number U · total is in, for every U that begins with these bits;
 * undefined if there are two.
 */
function inversion(ends: readonly Enclosure[], bits: bigint, precision: number): number | undefined {
  const shift = BigInt(precision);
  const { lower, upper } = ends.at(-1)!;
  const [from, to] = [bits * lower, (bits + 1n) * upper];
  const at = ends.findIndex((end) => to <= end.lower << shift);
  if (at < 0 || (at > 0 && from < ends[at - 1]!.upper << shift)) return undefined;
  return at;
}

function isLess(a: Rational, b: Rational): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

function difference(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator - b.numerator, denominator: a.denominator };
  }
  return {
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}
