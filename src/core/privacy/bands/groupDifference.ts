import { checkLength, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { simultaneousMiss, type SimultaneousBandRequest } from "./simultaneousQuantile.ts";
import { checkSample, samplingVariance, type SampledRecords } from "./samplingError.ts";

/** Released sum over a group's records, divided by the n of all, and the group's released size. */
export interface ReleasedGroup {
  /** S on the grid, shape (m,). */
  readonly sums: Float64Array;
  /** M, share of the records or of their mass. */
  readonly mass: number;
  /** Standard deviation of the noise of M. */
  readonly massNoise: number;
}

interface GroupDifference {
  /** S₁/M₁ − S₂/M₂, shape (m,). */
  readonly difference: Float64Array;
  readonly deviation: Float64Array;
  readonly at: number;
  readonly ratio: number;
  /** Bound on the probability of so large a ratio somewhere if the groups are equal. */
  readonly pValue: number;
}

/** A group with less mass, in deviations of its noise, has no curve of its own. */
const leastMass = 5;

/**
 * Test whether two released groups have the same curve, from public numbers alone. With g = (S₁ + S₂)/(M₁ + M₂), the
 * noise of deviation σ at a point and that of M of deviation κ,
 *
 *     var(S₁/M₁ − S₂/M₂) ≤ Σⱼ (σ² + g²κⱼ²)/Mⱼ² + V(g)/Mⱼ
 *
 * to first order if the groups are equal. The largest ratio is judged as that of the noise on the grid.
 *
 * @param noise σ > 0, of each group
 * @param law kernel, grid and jitter of the noise
 * @param sample of all records, numbers less the centre
 * @returns undefined if a group's released mass is below five deviations of its noise
 * @see docs/proofs/population.md, Lemmas 4 and 5
 */
export function groupDifference({
  groups: [first, second],
  noise,
  law,
  sample,
}: {
  readonly groups: readonly [ReleasedGroup, ReleasedGroup];
  readonly noise: number;
  readonly law: Pick<SimultaneousBandRequest, "kernel" | "grid" | "jitter">;
  readonly sample: SampledRecords;
}): GroupDifference | undefined {
  checkSample(sample);
  checkPositive("noise", noise);
  const m = checkLength("sums", second.sums, first.sums.length).length;
  if (m < 1) throw new ParameterError("sums.length", m, "at least 1");
  if ([first, second].some(({ mass, massNoise }) => !(mass > leastMass * massNoise))) return undefined;
  const difference = first.sums.map((sum, i) => sum / first.mass - second.sums[i]! / second.mass);
  const deviation = first.sums.map((sum, i) => {
    const pooled = (sum + second.sums[i]!) / (first.mass + second.mass);
    const own = ({ mass, massNoise }: ReleasedGroup) =>
      (noise ** 2 + (pooled * massNoise) ** 2) / mass ** 2 + samplingVariance(sample, i, pooled) / mass;
    return Math.sqrt(own(first) + own(second));
  });
  const ratios = difference.map((value, i) => Math.abs(value) / deviation[i]!);
  const at = ratios.reduce((best, ratio, i) => (ratio > ratios[best]! ? i : best), 0);
  return { difference, deviation, at, ratio: ratios[at]!, pValue: simultaneousMiss(law, ratios[at]!) };
}
