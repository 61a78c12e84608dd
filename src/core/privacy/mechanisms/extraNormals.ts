import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Sampler of noise followed by J independent normals of variance 1, which add u(√J + 37) to ρ, and `gaussianNormTail` to
 * the failure.
 *
 * @param size m, of the noise alone
 * @param beside J ≥ 0
 * @see docs/proofs/disjointParts.md, Lemma 3
 */
export function extraNormals(sampler: UnitNoiseSampler, size: number, beside: number): UnitNoiseSampler {
  if (beside === 0) return sampler;
  const { normalCount } = sampler;
  return {
    ...sampler,
    normalCount: normalCount + beside,
    forwardError: (sampler.forwardError + gaussianNormBound(beside, 1) * 2 ** -53) * (1 + 2 ** -50),
    sample: (standardNormals, out) => {
      sampler.sample(standardNormals.subarray(0, normalCount), out.subarray(0, size));
      out.set(standardNormals.subarray(normalCount, normalCount + beside), size);
      return out;
    },
  };
}
