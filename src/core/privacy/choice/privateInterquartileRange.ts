import { checkAllFinite, checkFinite, checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { Interval } from "../../grids.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { drawJointly, type JointChoice } from "./jointExponentialMechanism.ts";
import { interquartileRangeOf, replacementsToGrow, replacementsToShrink } from "./quartileReplacements.ts";

interface InterquartileRangesParameters {
  /** n ≥ 4 numbers per axis, clamped to the domain. Private. */
  readonly columns: readonly ArrayLike<number>[];
  /** Public, lower < upper. */
  readonly domain: readonly Interval[];
  /** ε > 0, of all axes together. */
  readonly epsilon: number;
}

const binsPerOctave = 64;
const octaves = 20;
const binCount = octaves * binsPerOctave + 1;
/** Values are multiples of 2⁻³² of a side. */
const units = 2 ** 32;
/** Cap on scores. */
const mostReplacements = 10_000;

const binEnds: readonly number[] = Array.from({ length: binCount + 1 }, (_, k) =>
  k === 0 ? 0 : Math.ceil(units * 2 ** ((k - 1) / binsPerOctave - octaves)),
);

/**
 * Score of each bin of ranges: the number of values to replace before their interquartile range is in it, at most
 * 10,000.
 *
 *     bin 0: [0, 2⁻²⁰),   bin k: [2^((k − 1)/64 − 20), 2^(k/64 − 20))   of the side, k ≤ 1280.
 *
 * Neighbours change each score by at most 1.
 *
 * @param values n ≥ 4 numbers, clamped to the interval. Private
 * @returns shape (1281,). Private
 * @see docs/proofs/jointQuantiles.md, Lemmas 4 and 5
 */
export function rangeScores(values: ArrayLike<number>, [lower, upper]: Interval): Float64Array {
  const sorted = Float64Array.from(values, (x) =>
    Math.min(units, Math.max(0, Math.floor(((x - lower) / (upper - lower)) * units))),
  ).sort();
  const range = interquartileRangeOf(sorted);
  const most = Math.min(sorted.length, mostReplacements);
  return Float64Array.from({ length: binCount }, (_, k) => {
    const [least, below] = [binEnds[k]!, k === binCount - 1 ? Infinity : binEnds[k + 1]!];
    if (range < least) return replacementsToGrow(sorted, { least, most, ends: [0, units] });
    return range < below ? 0 : replacementsToShrink(sorted, { below, most });
  });
}

/**
 * Interquartile ranges, one per axis, drawn jointly from exact bits by `rangeScores`: ε-private for the replacement of
 * a record in all its coordinates.
 *
 * @param random as for `drawJointly`
 * @returns for each axis the geometric middle of a bin; the upper end of the lowest one
 * @see docs/proofs/jointQuantiles.md, Lemmas 4 to 6; Asi & Duchi (2020), NeurIPS
 */
export function drawInterquartileRanges({
  random,
  ...parameters
}: InterquartileRangesParameters & { readonly random: RandomSource }): readonly number[] {
  return drawJointly({ ...rangeChoice(parameters), random }).map(({ part }, axis) => {
    const [lower, upper] = parameters.domain[axis]!;
    return (upper - lower) * 2 ** ((part === 0 ? 0 : part - 0.5) / binsPerOctave - octaves);
  });
}

/** Choice of `drawInterquartileRanges`. Private. */
export function rangeChoice({ columns, domain, epsilon }: InterquartileRangesParameters): JointChoice {
  checkLength("domain", domain, checkPositiveInteger("columns.length", columns.length));
  const numbers = columns.map((values, axis) => {
    const n = checkLength(`columns[${axis}]`, values, columns[0]!.length).length;
    if (!(n >= 4)) throw new ParameterError(`columns[${axis}]`, n, "at least 4 numbers");
    checkAllFinite(`columns[${axis}]`, values);
    const [lower, upper] = domain[axis]!;
    checkFinite(`domain[${axis}]`, lower);
    if (!(upper > lower && upper - lower < Infinity)) {
      throw new ParameterError(`domain[${axis}]`, upper, `finite and greater than lower = ${lower}`);
    }
    return Array.from(rangeScores(values, [lower, upper]), (score) => ({ score: BigInt(score), count: 1 }));
  });
  return { numbers, range: 2n, epsilon };
}
