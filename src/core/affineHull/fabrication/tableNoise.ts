import type { Points } from "../../points.ts";
import { entryNoiseMoments, recordLevelGuarantee, withEntryNoise } from "../../privacy/mechanisms/entryNoise.ts";
import { staircaseMoments, staircaseQuantile } from "../../privacy/mechanisms/staircaseLaw.ts";
import { unitRange } from "../../privacy/sensitivity/recordRange.ts";
import { recordNoiseLevels } from "../../privacy/mechanisms/recordNoise.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { standardNormals } from "../../random/standardNormals.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import type { PrivacyParameters } from "../../privacy/calibration/gaussian.ts";

export interface TableGuarantee {
  /** For one entry. */
  readonly entry: PrivacyParameters;
  /** For one record, or all of a person. */
  readonly record: PrivacyParameters;
  /** Deviation of the noise on an entry, as a share of its range. */
  readonly deviation: number;
  /** Gaussian noise, for max(δ, 10⁻⁵), and Laplace noise that protect a whole record at ε. */
  readonly recordGaussianDeviation: number;
  readonly recordLaplaceDeviation: number;
  /** Mean number of entries without noise (errata K2). */
  readonly expectedExactEntries: number;
}

/** Rows on [0, 1]ᵖ with noise. @param random a draw for each entry */
export function addNoise(
  unit: Points,
  { protection, epsilon, delta, adjacency, staircase, recordsPerPerson: k = 1 }: FabricationParameters,
  random: RandomSource,
): { readonly noisy: Points; readonly guarantee: TableGuarantee } {
  const p = unit.dimension;
  const count = unit.coordinates.length;
  const one = recordNoiseLevels({
    epsilon,
    delta: protection === "record" ? delta : Math.max(delta, 1e-5),
    ...unitRange(p),
  });
  // k records count as one of k times as many entries.
  const gaussianDeviation = Math.sqrt(k) * one.gaussianDeviation * (1 + 2 * Number.EPSILON);
  const laplaceDeviation = k * one.laplaceDeviation;
  const compared = { recordGaussianDeviation: gaussianDeviation, recordLaplaceDeviation: laplaceDeviation };
  if (protection === "record") {
    const z = standardNormals(random, count);
    const coordinates = unit.coordinates.map((y, k) => y + gaussianDeviation * z[k]!);
    const own = { epsilon, delta };
    const guarantee = { entry: own, record: own, deviation: gaussianDeviation, expectedExactEntries: 0, ...compared };
    return { noisy: { dimension: p, coordinates }, guarantee };
  }
  const noise = { epsilon, delta, adjacency };
  const uniforms = Float64Array.from({ length: count }, () => random.uniform());
  const coordinates = staircase
    ? unit.coordinates.map((y, i) => y + staircaseQuantile(uniforms[i]!, epsilon))
    : withEntryNoise({ ...noise, entries: unit.coordinates, uniforms });
  const { variance } = staircase ? staircaseMoments(epsilon) : entryNoiseMoments(noise);
  const record = recordLevelGuarantee({ epsilon, delta, entries: p * k });
  return {
    noisy: { dimension: p, coordinates },
    guarantee: {
      entry: { epsilon, delta },
      record: { epsilon: record.epsilon, delta: record.delta },
      deviation: Math.sqrt(variance),
      expectedExactEntries: count * delta,
      ...compared,
    },
  };
}
