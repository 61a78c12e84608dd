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
  checkPositiveInteger("outcomes.length", outcomes.length);
  const possible = outcomes.map((_, i) => i).filter((i) => outcomes[i]!.count > 0n);
  if (possible.length === 0) throw new ParameterError("outcomes", "counts of 0", "with a positive count");
  const least = possible.map((i) => outcomes[i]!.exponent).reduce((a, b) => (isLess(b, a) ? b : a));
  let precision = firstPrecision;
  let bits = randomInteger(random, precision);
  for (;;) {
    const decided = inversion(possible, outcomes, { least, bits, precision });
    if (decided !== undefined) return decided;
    bits = (bits << BigInt(precision)) | randomInteger(random, precision);
    precision *= 2;
  }
}

/**
 * The outcome in whose part of [0, total) the number U · total is, for every U that begins with these bits; undefined
 * if there are two.
 */
function inversion(
  possible: readonly number[],
  outcomes: readonly WeightedOutcome[],
  { least, bits, precision }: { readonly least: Rational; readonly bits: bigint; readonly precision: number },
): number | undefined {
  const ends: { readonly lower: bigint; readonly upper: bigint }[] = [];
  let [lower, upper] = [0n, 0n];
  for (const i of possible) {
    const { count, exponent } = outcomes[i]!;
    const weight = exponentialEnclosure(difference(exponent, least), precision);
    lower += count * weight.lower;
    upper += count * weight.upper;
    ends.push({ lower, upper });
  }
  const shift = BigInt(precision);
  const [from, to] = [bits * lower, (bits + 1n) * upper];
  const at = ends.findIndex((end) => to <= end.lower << shift);
  if (at < 0 || (at > 0 && from < ends[at - 1]!.upper << shift)) return undefined;
  return possible[at]!;
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
