import { checkAllFinite, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { Interval } from "../../grids.ts";
import { drawDiscreteLaplace, drawExponentialTrial } from "../../random/discreteLaplace.ts";
import { randomInteger } from "../../random/randomInteger.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { rationalOf, type Rational } from "../../special/rational.ts";
import { interquartileRangeOf, replacementsToGrow, replacementsToShrink } from "./quartileReplacements.ts";

export interface InterquartileRangeParameters {
  /** ε > 0 of one noise; cost: `interquartileRangeGuarantee`. */
  readonly epsilon: number;
  /** b ≥ 1.000001, of the logarithm; 1 + 1/ln n if absent. */
  readonly base?: number | undefined;
  /** T > 1; 1 + (ln n)² if absent. */
  readonly threshold?: number | undefined;
}

/** Private but for base and threshold. */
interface InterquartileRangeTest {
  /** x_(⌈3n/4⌉) − x_(⌈n/4⌉). */
  readonly range: number;
  readonly base: number;
  readonly threshold: number;
  /** Fewest replaced values that move the range out of its bin, per round. */
  readonly distanceToFail: Float64Array;
}

/**
 * Test of propose-test-release for the interquartile range H of n ≥ 4 values.
 *
 * log_b H is in a bin [j, j + 1) in round 1, [j − ½, j + ½) in round 2. A round replies if the distance to failure plus
 * Laplace noise of scale 1/ε is above T.
 *
 * @param values n ≥ 4 numbers. Private
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.2; Dwork & Lei (2009), STOC
 */
export function interquartileRangeTest({
  values,
  ...parameters
}: InterquartileRangeParameters & { readonly values: ArrayLike<number> }): InterquartileRangeTest {
  const { base, threshold } = checked(values.length, parameters);
  const sorted = Float64Array.from(checkAllFinite("values", values)).sort();
  const range = interquartileRangeOf(sorted);
  const distanceToFail = Float64Array.of(0, 1).map((round) => {
    const edges = binOf(range, base, round);
    return edges ? distanceOutOf(sorted, edges) : 0;
  });
  return { range, base, threshold, distanceToFail };
}

/**
 * Cost of a private interquartile range, with or without a reply,
 *
 *     (2ε, e^{−ε(T − 1)}).
 *
 * @param recordCount n ≥ 4, public
 * @see docs/proofs/jointQuantiles.md, Lemmas 8 and 9
 */
export function interquartileRangeGuarantee({
  recordCount,
  ...parameters
}: InterquartileRangeParameters & { readonly recordCount: number }): {
  readonly epsilon: number;
  readonly delta: number;
} {
  const { epsilon, threshold } = checked(recordCount, parameters);
  return { epsilon: 2 * epsilon, delta: Math.min(1, Math.exp(-epsilon * (threshold - 1))) };
}

const units = 2 ** 20;
/** Logarithms of doubles are below 10⁹, accurate to a quarter. */
const leastBase = 1.000001;
/** Ranges below it count as 0. */
const leastRange = 2 ** -1000;

/**
 * Private interquartile range, drawn from exact bits; undefined for no reply.
 *
 * The released whole number is log_b H in units of 2⁻²⁰ plus discrete Laplace noise of scale (2²⁰ + 2)/ε.
 *
 * @param random as for exact trials and `drawDiscreteLaplace`
 */
export function drawInterquartileRange({
  values,
  random,
  ...parameters
}: InterquartileRangeParameters & {
  readonly values: ArrayLike<number>;
  readonly random: RandomSource;
}): number | undefined {
  const { range, base, threshold, distanceToFail } = interquartileRangeTest({ values, ...parameters });
  const epsilon = rationalOf("epsilon", parameters.epsilon);
  for (const distance of distanceToFail) {
    const replies = isAbove(distance, rationalOf("threshold", threshold), epsilon, random);
    if (!replies || range < leastRange) continue;
    const rate = { numerator: epsilon.numerator, denominator: epsilon.denominator * BigInt(units + 2) };
    const released =
      BigInt(Math.round(logOf(Math.min(range, Number.MAX_VALUE), base) * units)) + drawDiscreteLaplace(rate, random);
    const answer = base ** (Number(released) / units);
    return Math.min(Number.MAX_VALUE, Math.max(Number.MIN_VALUE, answer));
  }
  return undefined;
}

/** Exact trial of distance + Laplace noise of scale 1/ε > T. */
function isAbove(distance: number, threshold: Rational, epsilon: Rational, random: RandomSource): boolean {
  const short = threshold.numerator - BigInt(distance) * threshold.denominator;
  const tail = drawExponentialTrial(
    {
      numerator: epsilon.numerator * (short < 0n ? -short : short),
      denominator: epsilon.denominator * threshold.denominator,
    },
    random,
  );
  const farSide = tail && randomInteger(random, 1) === 1n;
  return short < 0n ? !farSide : farSide;
}

function logOf(range: number, base: number): number {
  return Math.log(range) / Math.log(base);
}

/** Ends of the bin of a computed range; undefined for one that counts as 0. */
function binOf(range: number, base: number, round: number): Interval | undefined {
  if (!(range >= leastRange)) return undefined;
  const held = Math.min(range, Number.MAX_VALUE);
  const end = (j: number) => Math.max(leastRange, base ** j);
  let j = Math.floor(logOf(held, base) + round / 2) - round / 2;
  while (end(j) > held) j--;
  while (end(j + 1) <= held) j++;
  return [end(j), end(j + 1)];
}

function distanceOutOf(sorted: Float64Array, [lower, upper]: Interval): number {
  return Math.min(replacementsToShrink(sorted, { below: lower }), replacementsToGrow(sorted, { least: upper }));
}

function checked(n: number, { epsilon, base, threshold }: InterquartileRangeParameters) {
  if (!(Number.isSafeInteger(n) && n >= 4)) throw new ParameterError("values.length", n, "at least 4");
  const b = base ?? 1 + 1 / Math.log(n);
  if (!(b >= leastBase && b < Infinity)) throw new ParameterError("base", base, `at least ${leastBase} and finite`);
  const T = threshold ?? 1 + Math.log(n) ** 2;
  if (!(T > 1 && T < Infinity)) throw new ParameterError("threshold", threshold, "greater than 1 and finite");
  return { epsilon: checkPositive("epsilon", epsilon), base: b, threshold: T };
}
