import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise followed by J independent standard normals, which add u(√J + 37) to ρ, and `gaussianNormTail` to the failure.
 *
 * @param size m, of the noise alone
 * @param extra J ≥ 0
 * @see docs/proofs/disjointParts.md, Lemma 3
 */
export function extraNormals(sampler: UnitNoiseSampler, size: number, extra: number): UnitNoiseSampler {
  if (extra === 0) return sampler;
  const { normalCount } = sampler;
  return {
    ...sampler,
    normalCount: normalCount + extra,
    forwardError: (sampler.forwardError + gaussianNormBound(extra, 1) * 2 ** -53) * (1 + 2 ** -50),
    sample: (standardNormals, out) => {
      sampler.sample(standardNormals.subarray(0, normalCount), out.subarray(0, size));
      out.set(standardNormals.subarray(normalCount, normalCount + extra), size);
      return out;
    },
  };
}
