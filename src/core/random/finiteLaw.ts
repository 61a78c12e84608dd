import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { exponentialEnclosure } from "../special/exponentialEnclosure.ts";
import type { Rational } from "../special/rational.ts";
import { randomInteger } from "./randomInteger.ts";
import type { RandomSource } from "./randomSource.ts";

/** An outcome with a probability proportional to count · e^(−exponent). */
export interface WeightedOutcome {
  /** ≥ 0. */
  readonly count: bigint;
  readonly exponent: Rational;
}

const firstPrecision = 128;

/**
 * A draw of the index of an outcome, exactly from the law P(i) ∝ countᵢ e^(−exponentᵢ).
 *
 * Inverts a uniform number U of as many bits as needed: both ends of all enclosures of sums of weights must agree on an
 * outcome, else precision and bits of U are doubled. The duration depends on the weights: not to be published if they
 * are private.
 *
 * @param outcomes at least one of a positive count
 * @returns a draw: three uniform numbers, and as many again as often as the precision is doubled
 */
export function finiteLaw(outcomes: readonly WeightedOutcome[]): (random: RandomSource) => number {
  checkPositiveInteger("outcomes.length", outcomes.length);
  const possible = outcomes.map((_, i) => i).filter((i) => outcomes[i]!.count > 0n);
  if (possible.length === 0) throw new ParameterError("outcomes", "counts of 0", "with a positive count");
  const least = possible.map((i) => outcomes[i]!.exponent).reduce((a, b) => (isLess(b, a) ? b : a));
  const endsAt = (precision: number): readonly Enclosure[] => {
    let [lower, upper] = [0n, 0n];
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

interface Enclosure {
  readonly lower: bigint;
  readonly upper: bigint;
}

/** Index of the part that holds U · total for every U that begins with these bits; undefined if there are two. */
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
