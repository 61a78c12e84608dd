import { checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridSize } from "../../grids.ts";
import { gridNoiseSampler } from "../../privacy/mechanisms/gridNoise.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { seededSource } from "../../random/seededSource.ts";
import { noiseLaws } from "../../privacy/bands/noiseLaws.ts";
import { releaseKinds } from "../releaseKinds.ts";
import { processNoise, releasedValues, type ReleaseFile } from "./releaseFile.ts";

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
  file: Pick<ReleaseFile, "mechanism" | "view">,
  { count, seed, toValues }: Simulated,
): Iterable<Float64Array> {
  checkPositiveInteger("count", count);
  const { mechanism, view } = file;
  const random = seededSource(seed);
  if (mechanism.noise && !("kernel" in mechanism.noise))
    return repeated(count, independentDraw(file, random, toValues));
  const noise = processNoise(mechanism);
  if (!noise) throw new ParameterError("mechanism.noise", "nothing", "in the file: its noise has no law of this form");
  const { kernel, axes, variance, white } = noise;
  const { values, carried } = view;
  const sampler = gridNoiseSampler({ kernel, grid: { axes }, jitter: Math.max(white / variance, leastJitter) });
  const size = gridSize({ axes });
  const needed = carried
    ? 1 + carried.terms.reduce((most, { from }) => from.reduce((a, b) => Math.max(a, b), most), 0)
    : values.length;
  const functions = Math.ceil(needed / size);
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
  return repeated(count, draw);
}

interface Simulated {
  readonly count: number;
  readonly seed: number;
  /** From the numbers of a polynomial to its values, but for the offset. */
  readonly toValues?: ((numbers: Float64Array) => Float64Array) | undefined;
}

function repeated(count: number, draw: () => Float64Array): Iterable<Float64Array> {
  return {
    *[Symbol.iterator]() {
      for (let k = 0; k < count; k++) yield draw();
    },
  };
}

/** Numbers of a table, or values of a polynomial, with fresh noise on the lattice. */
function independentDraw(
  { mechanism, view }: Pick<ReleaseFile, "mechanism" | "view">,
  random: RandomSource,
  toValues: Simulated["toValues"],
): () => Float64Array {
  const { kind, domain, sigma, lattice, integers } = mechanism;
  const { draw } = noiseLaws[releaseKinds[kind].law];
  const noises = () => Float64Array.from(integers, () => lattice * Math.round(draw(sigma, random) / lattice));
  if (domain.kind !== "basis") {
    const numbers = releasedValues(mechanism);
    return () => noises().map((noise, i) => numbers[i]! + noise);
  }
  if (!toValues)
    throw new ParameterError("toValues", "nothing", "given for a polynomial whose numbers give the values");
  return () => toValues(noises()).map((noise, i) => view.values[i]! + noise);
}

/** Added where a law has no white part, since samplers need one. */
const leastJitter = 1e-9;
