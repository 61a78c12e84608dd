import { checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridSize } from "../../grids.ts";
import { gridNoiseSampler } from "../../privacy/mechanisms/gridNoise.ts";
import { seededSource } from "../../random/seededSource.ts";
import type { ReleaseFile } from "./releaseFile.ts";

/**
 * Values with fresh noise of the same law, added once more. They show how much the noise moves; they are no posterior
 * draws.
 *
 *     value + A (√v N + √w z),   N of covariance K, z white, A the linear part of the post-map
 *
 * @param seed a whole number
 * @returns the draws, one after the other
 * @throws {ParameterError} if the file has no law of its noise
 */
export function simulatedReleases(
  { mechanism: { noise }, view }: Pick<ReleaseFile, "mechanism" | "view">,
  { count, seed }: { readonly count: number; readonly seed: number },
): Iterable<Float64Array> {
  checkPositiveInteger("count", count);
  if (!noise) throw new ParameterError("mechanism.noise", "nothing", "in the file: its noise has no law of this form");
  const { kernel, axes, variance, white } = noise;
  const { values, carried } = view;
  const sampler = gridNoiseSampler({ kernel, grid: { axes }, jitter: Math.max(white / variance, leastJitter) });
  const size = gridSize({ axes });
  const needed = carried
    ? 1 + carried.terms.reduce((most, { from }) => from.reduce((a, b) => Math.max(a, b), most), 0)
    : values.length;
  const functions = Math.ceil(needed / size);
  const random = seededSource(seed);
  const normals = new Float64Array(sampler.normalCount);
  const noises = new Float64Array(functions * size);
  const draw = () => {
    for (let k = 0; k < functions; k++) {
      for (let i = 0; i < normals.length; i++) normals[i] = random.normal();
      sampler.sample(normals, noises.subarray(k * size, (k + 1) * size));
    }
    const scale = Math.sqrt(variance);
    return Float64Array.from(values, (value, i) => {
      if (!carried) return value + scale * noises[i]!;
      return value + scale * carried.terms.reduce((sum, { from, weights }) => sum + weights[i]! * noises[from[i]!]!, 0);
    });
  };
  return {
    *[Symbol.iterator]() {
      for (let k = 0; k < count; k++) yield draw();
    },
  };
}

/** Added where a law has no white part, since samplers need one. */
const leastJitter = 1e-9;
