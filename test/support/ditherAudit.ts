import { gridNoiseSampler } from "../../src/core/privacy/mechanisms/gridNoise.ts";
import { latticePlan, latticeRelease, latticeValues } from "../../src/core/privacy/mechanisms/latticeRelease.ts";
import type { NoiseKernel } from "../../src/core/privacy/mechanisms/unitNoise.ts";
import { exactNormals } from "../../src/core/random/exactNormal.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { muOf } from "./audits.ts";

/**
 * Lower bounds on the μ with which two estimates are told apart that differ by rounding alone, in a direction where the
 * noise has next to no variance: of a release, which may find 0.45μ, and of a preview, which has no dither.
 */
export function auditedDither(mu: number, count: number): { readonly release: number; readonly preview: number } {
  const m = 8;
  const grid = { axes: [{ lower: 0, upper: 1, count: m }] };
  const kernel: NoiseKernel = { type: "gaussian", bandwidthMatrix: [[1]] };
  const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-10 });
  // Seventh differences: next to nothing is left of such smooth noise, 10⁻⁵ at unit scale, where the dither has 10⁻³.
  const differences = [1, -7, 21, -35, 35, -21, 7, -1];
  const size = Math.hypot(...differences);
  const direction = differences.map((value) => value / size);

  const noise = { error: 0, normBound: 30, failure: 0 };
  const given = { sensitivity: 1, mu, count: m, estimateBound: 10, noise, ditherBits: 4 };
  const { dither } = latticePlan({ ...given, estimateError: 0 });
  // Two computed estimates, off by η each: 2η/s is 0.45 of μ.
  const eta = 0.225 * mu * dither;
  const plan = latticePlan({ ...given, estimateError: eta });
  if (plan.dither !== dither) throw new Error("the dither follows the rounding");

  const words = wordsOf(seededSource(3));
  const draws = exactNormals(words);
  const normals = new Float64Array(sampler.normalCount);
  const unitNoise = new Float64Array(m);
  const along = (values: ArrayLike<number>) => direction.reduce((sum, w, i) => sum + w * values[i]!, 0);
  const [first, second] = [-eta, eta].map((off) => Float64Array.from(direction, (w) => off * w)) as [
    Float64Array,
    Float64Array,
  ];
  const counts = { alarms: 0, hits: 0, previewAlarms: 0, previewHits: 0 };
  for (let draw = 0; draw < count; draw++) {
    draws.fillNearest(normals);
    sampler.sample(normals, unitNoise);
    const of = (estimate: Float64Array) =>
      along(latticeValues(latticeRelease({ plan, estimate, unitNoise, words }), plan.lattice));
    if (of(first) > 0) counts.alarms++;
    if (of(second) > 0) counts.hits++;
    const preview = (estimate: Float64Array) => along(estimate.map((value, i) => value + plan.sigma * unitNoise[i]!));
    if (preview(first) > 0) counts.previewAlarms++;
    if (preview(second) > 0) counts.previewHits++;
  }
  return {
    release: muOf(counts.alarms, counts.hits, count),
    preview: muOf(counts.previewAlarms, counts.previewHits, count),
  };
}
