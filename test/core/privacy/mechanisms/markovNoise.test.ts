import { Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { markovNoise } from "../../../../src/core/privacy/mechanisms/markovNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { covarianceOf, extremes, targetCovariance } from "../../../support/covariance.ts";

const types = ["exponential", "matern32", "matern52"] as const;
const random = seededSource(11);
const regular = new Float64Array(39).fill(1 / 39);
const irregular = Float64Array.from({ length: 39 }, () => random.uniform() ** 4);
const clustered = Float64Array.from({ length: 39 }, (_, i) => [1e-300, 1e-12, 0, 1e-5, 0.1, 3][i % 6]!);

function positions(gaps: Float64Array): number[] {
  const at = [0];
  gaps.forEach((gap, i) => at.push(at[i]! + gap));
  return at;
}

test.each(types)("markovNoise dominates K + τI at even, uneven, near and coinciding points: %s", (type) => {
  for (const gaps of [regular, irregular, clustered, new Float64Array(0)]) {
    const m = gaps.length + 1;
    const at = pointsFrom(positions(gaps).map((x) => [x]));
    for (const lengthScale of [0.01, 0.3, 10, 1e6, 1e150]) {
      for (const jitter of [0, 1e-4]) {
        const sampler = markovNoise({ kernel: { type, lengthScale }, gaps, jitter });
        const target = targetCovariance(kernelOf(type, lengthScale), at, jitter);
        const { least, largest } = extremes(Matrix.sub(covarianceOf(sampler, m), target));
        // The check itself rounds: positions, sums of 4m products, eigenvalues.
        expect(least).toBeGreaterThan(-4e-16 * m * m);
        expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14 * m);
        expect(sampler.covarianceError).toBeLessThan(2e-10);
      }
    }
  }
});

test("markovNoise keeps the digits of the smallest innovations: √(4t³/3) and √(4t⁵/15) to first order in t", () => {
  for (const t of [1e-8, 1e-5, 1e-3]) {
    const first = (type: "matern32" | "matern52", rate: number, states: number) => {
      const sampler = markovNoise({ kernel: { type, lengthScale: rate }, gaps: [t], jitter: 0 });
      const z = new Float64Array(sampler.normalCount);
      z[2 + states] = 1; // after two of white noise and the stationary state
      return sampler.sample(z, new Float64Array(2))[1]!;
    };
    // The integrands s² e^{−2s} and s⁴ e^{−2s} lose the relative 3t/2 and 5t/3, half of which the root keeps.
    expect(first("matern32", Math.sqrt(3), 2) / (Math.sqrt((4 * t ** 3) / 3) * (1 - 0.75 * t)) - 1).toBeCloseTo(0, 6);
    expect(first("matern52", Math.sqrt(5), 3) / (Math.sqrt((4 * t ** 5) / 15) * (1 - (5 / 6) * t)) - 1).toBeCloseTo(0, 6);
  }
});

test.each(types)("markovNoise keeps a path close while the length scale moves: %s", (type) => {
  let before: Float64Array | undefined;
  for (let lengthScale = 0.01; lengthScale < 100; lengthScale *= 1.005) {
    const sampler = markovNoise({ kernel: { type, lengthScale }, gaps: irregular, jitter: 1e-9 });
    const path = sampler.sample(standardNormals(seededSource(1), sampler.normalCount), new Float64Array(40));
    const last = before ?? path;
    // A change of 0.5 % moves a value by a few times 0.005, other normals would by O(1).
    path.forEach((value, i) => expect(Math.abs(value - last[i]!)).toBeLessThan(0.1));
    before = path;
  }
});

test.each(types)("markovNoise repeats itself, linear in its first normalCount normals: %s", (type) => {
  const sampler = markovNoise({ kernel: { type, lengthScale: 0.3 }, gaps: irregular, jitter: 1e-6 });
  const z = standardNormals(seededSource(2), sampler.normalCount + 5);
  const path = sampler.sample(z, new Float64Array(40).fill(NaN)).slice();
  expect(sampler.sample(z.map((v, k) => (k < sampler.normalCount ? v : NaN)), new Float64Array(40))).toEqual(path);
  sampler.sample(z.map((v) => -2 * v), new Float64Array(40)).forEach((value, i) => expect(value).toBe(-2 * path[i]!));
});

test.each([NaN, Infinity, -Infinity, -1])("markovNoise refuses a gap, a length scale and a jitter of %s by name", (bad) => {
  for (const type of types) {
    const valid = { kernel: { type, lengthScale: 1 }, gaps: [1, 2], jitter: 0 };
    expect(() => markovNoise({ ...valid, gaps: [1, bad] })).toThrow(/^gaps\[1\] must be/);
    expect(() => markovNoise({ ...valid, kernel: { type, lengthScale: bad } })).toThrow(/^lengthScale must be/);
    expect(() => markovNoise({ ...valid, jitter: bad })).toThrow(/^jitter must be/);
    expect(() => markovNoise({ ...valid, kernel: { type, lengthScale: 0 } })).toThrow(ParameterError);
  }
});
