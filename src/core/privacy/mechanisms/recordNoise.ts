import { checkPositive } from "../../checks.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { analyticNoiseMultiplier, type PrivacyParameters } from "../calibration/gaussian.ts";
import { recordSensitivity, type RecordRange } from "../sensitivity/recordRange.ts";

interface RecordNoiseLevels {
  /** σ for (ε, δ). */
  readonly gaussianDeviation: number;
  /** Scale for pure ε. */
  readonly laplaceScale: number;
  readonly laplaceDeviation: number;
}

/**
 * Noise for each entry that protects one whole record: analytic multiplier times the L2 sensitivity, or L1 sensitivity
 * over ε.
 *
 * @see errata K1
 */
export function recordNoiseLevels({ epsilon, delta, ...range }: PrivacyParameters & RecordRange): RecordNoiseLevels {
  const { l1, l2 } = recordSensitivity(range);
  const laplaceScale = (l1 / checkPositive("epsilon", epsilon)) * (1 + Number.EPSILON);
  return {
    gaussianDeviation: analyticNoiseMultiplier({ epsilon, delta }) * l2 * (1 + Number.EPSILON),
    laplaceScale,
    laplaceDeviation: Math.SQRT2 * laplaceScale,
  };
}

/**
 * Adds independent Gaussian noise to each entry of a table, in place, for display, not for release.
 *
 * @param entries overwritten
 * @param deviation σ > 0
 * @param random consumes one normal draw for each entry, in order
 * @yields the fraction done, every 2¹⁸ entries
 */
export function* addRecordNoise({
  entries,
  deviation,
  random,
}: {
  readonly entries: Float64Array | Float32Array;
  readonly deviation: number;
  readonly random: RandomSource;
}): Generator<number, void> {
  checkPositive("deviation", deviation);
  const z = new Float64Array(Math.min(entriesAtOnce, entries.length));
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const end = Math.min(entries.length, start + entriesAtOnce);
    const draws = z.subarray(0, end - start);
    random.fillNormals(draws);
    for (let k = start; k < end; k++) entries[k]! += deviation * draws[k - start]!;
    yield end / entries.length;
  }
}

const entriesAtOnce = 2 ** 18;
