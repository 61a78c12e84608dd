import { checkPositiveInteger } from "../../checks.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Independent copies of one noise, in sequence: ρ becomes √c ρ.
 *
 * @param size m, of one copy
 * @param copies c ≥ 1
 * @see docs/proofs/disjointParts.md, Lemma 4
 */
export function copiedNoise(sampler: UnitNoiseSampler, size: number, copies: number): UnitNoiseSampler {
  checkPositiveInteger("size", size);
  if (checkPositiveInteger("copies", copies) === 1) return sampler;
  const { normalCount, forwardError } = sampler;
  return {
    ...sampler,
    normalCount: copies * normalCount,
    forwardError: Math.sqrt(copies) * forwardError * (1 + 2 ** -50),
    sample: (standardNormals, out) => {
      for (let k = 0; k < copies; k++) {
        const own = standardNormals.subarray(k * normalCount, (k + 1) * normalCount);
        sampler.sample(own, out.subarray(k * size, (k + 1) * size));
      }
      return out;
    },
  };
}
