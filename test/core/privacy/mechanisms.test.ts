import { Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import type { RegularGrid } from "../../../src/core/grids.ts";
import { gridSize } from "../../../src/core/grids.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { classicalNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { gaussianProcessRelease } from "../../../src/core/privacy/mechanisms/gaussianProcess.ts";
import { gridNoiseSampler } from "../../../src/core/privacy/mechanisms/gridNoise.ts";
import { scatteredNoiseSampler } from "../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import type { NoiseKernel } from "../../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { covarianceOf, extremes, targetCovariance, targetOnGrid } from "../../support/covariance.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";
import { kernelOf } from "../../support/kernels.ts";
import type { KernelObject } from "../../support/kernels.ts";

const line: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 40 }] };
const plane: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 9 }, { lower: -1, upper: 2, count: 7 }] };
const small: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 5 }, { lower: 0, upper: 1, count: 4 }] };
const gaussian = (bandwidthMatrix: number[][]): NoiseKernel => ({ type: "gaussian", bandwidthMatrix });
const exponential = (...rates: number[]): NoiseKernel => ({ type: "productExponential", rates });

const cases: [string, NoiseKernel, RegularGrid][] = [
  ["Gaussian, two fifths of a step", gaussian([[0.01 ** 2]]), line],
  ["Gaussian, h = 0.05", gaussian([[0.05 ** 2]]), line],
  ["Gaussian, h = 0.3", gaussian([[0.3 ** 2]]), line],
  ["Gaussian, h = the side", gaussian([[1]]), line],
  ["Gaussian in the plane", gaussian([[0.04, 0], [0, 0.25]]), plane],
  ["Gaussian in the plane, correlation 0.9", gaussian([[0.04, 0.09], [0.09, 0.25]]), plane],
  ["Gaussian in the plane, correlation −0.95, wide", gaussian([[1, -2.85], [-2.85, 9]]), plane],
  ["Gaussian in the plane, narrow", gaussian([[0.05 ** 2, 0], [0, 0.2 ** 2]]), plane],
  ["exponential", exponential(10), line],
  ["exponential, slow", exponential(0.01), line],
  ["product exponential", exponential(5, 0.4), plane],
  ["Matérn 5/2", { type: "matern52", lengthScale: 0.3 }, line],
  ["Matérn 3/2, a fifth of a step", { type: "matern32", lengthScale: 0.005 }, line],
  ["exponential of the distance, line", { type: "exponential", lengthScale: 0.3 }, line],
  ["Matérn 5/2 in the plane", { type: "matern52", lengthScale: 0.3 }, small],
  ["Matérn 3/2 in the plane", { type: "matern32", lengthScale: 0.2 }, small],
  ["exponential of the distance, plane", { type: "exponential", lengthScale: 0.15 }, small],
];

test.each(cases)("gridNoiseSampler dominates K + τI: %s", (_, kernel, grid) => {
  for (const jitter of [0, 1e-9, 1e-4]) {
    const sampler = gridNoiseSampler({ kernel, grid, jitter });
    const m = gridSize(grid);
    const excess = Matrix.sub(covarianceOf(sampler, m), targetOnGrid(kernel, grid, jitter));
    const { least, largest } = extremes(excess);
    // Rounding of this check itself: m products of at most 1, u = 1.1e-16, and the eigenvalue solver.
    expect(least).toBeGreaterThan(-4e-16 * m * m);
    expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14 * m);
    expect(sampler.covarianceError).toBeLessThan(1e-9 + 2e-3 * jitter);
  }
});

test("circulantNoise adds variance and says how much where its circle is too short: a kernel longer than the plane", () => {
  const kernel: NoiseKernel = { type: "matern52", lengthScale: 1.5 };
  const grid: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 300 }, { lower: 0, upper: 1, count: 300 }] };
  const { covarianceError, method } = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
  expect(method).toBe("circulant");
  expect(covarianceError).toBeGreaterThan(1e-10);
  expect(covarianceError).toBeLessThan(0.2);
});

test("scatteredNoiseSampler dominates K + τI, even where points coincide", () => {
  const random = seededSource(7);
  const rows = Array.from({ length: 30 }, () => [random.uniform(), random.uniform()]);
  const at = pointsFrom([...rows, rows[3]!, rows[3]!]);
  for (const kernel of [gaussianKernel(0.3), gaussianKernel(0.02), matern52Kernel(0.5)]) {
    for (const jitter of [0, 1e-8]) {
      const sampler = scatteredNoiseSampler({ kernel, at, jitter });
      const excess = Matrix.sub(covarianceOf(sampler, 32), targetCovariance(kernel, at, jitter));
      const { least, largest } = extremes(excess);
      expect(least).toBeGreaterThan(-1e-13);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14);
    }
  }
});

test("a method that drops directions instead of returning them fails the same check", () => {
  const kernel = gaussian([[0.05 ** 2]]);
  const honest = gridNoiseSampler({ kernel, grid: line, jitter: 0 });
  const dropped = { ...honest, sample: (z: Float64Array, out: Float64Array) => honest.sample(z.map((v, k) => (k > 60 ? 0 : v)), out) };
  const { least } = extremes(Matrix.sub(covarianceOf(dropped, 40), targetOnGrid(kernel, line, 0)));
  expect(least).toBeLessThan(-1e-3);
});

test("a drawn path deforms, and does not flicker, while the bandwidth moves", () => {
  const grid: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 1000 }] };
  const z = standardNormals(seededSource(3), 20_000);
  const pathAt = (h: number) => gridNoiseSampler({ kernel: gaussian([[h * h]]), grid, jitter: 1e-9 }).sample(z, new Float64Array(1000));
  for (const h of [0.01, 0.05, 0.1, 0.2, 0.3]) {
    const before = pathAt(h);
    const largest = pathAt(h * 1.001).reduce((most, value, i) => Math.max(most, Math.abs(value - before[i]!)), 0);
    expect(largest).toBeLessThan(0.05);
  }
});

interface Batch {
  readonly kernel: KernelObject;
  readonly points: number[][];
  readonly f: number[];
  readonly alpha: number;
  readonly beta: number;
  readonly sensitivity: number;
  readonly z: number[];
}

test("gaussianProcessRelease reproduces the batch releases of reference", () => {
  for (const golden of goldenCases<Batch, object>("gp-batch")) {
    const { kernel, points, f, alpha, beta, sensitivity, z } = golden.inputs;
    const noiseMultiplier = classicalNoiseMultiplier({ epsilon: alpha, delta: beta });
    const { values, noiseScale, jitter } = gaussianProcessRelease({
      kernel: kernelOf(kernel),
      at: pointsFrom(points),
      estimate: f,
      sensitivity,
      noiseMultiplier,
      standardNormals: z,
    });
    expectGolden(golden, "scale", noiseScale);
    expectGolden(golden, "released", values);
    expect(jitter).toBe(0);
  }
});

test("gaussianProcessRelease adds and reports the least jitter that a singular matrix needs", () => {
  const at = pointsFrom(Array.from({ length: 60 }, (_, i) => [i / 59]));
  const zeros = new Float64Array(60);
  const { jitter, values } = gaussianProcessRelease({
    kernel: gaussianKernel(0.5),
    at,
    estimate: zeros,
    sensitivity: 1,
    noiseMultiplier: 1,
    standardNormals: zeros.map((_, i) => Math.sin(i)),
  });
  expect(jitter).toBeGreaterThan(0);
  expect(jitter).toBeLessThan(1e-11);
  expect(values.every(Number.isFinite)).toBe(true);
});

test.each([NaN, Infinity, -1])("samplers and releases refuse %d", (bad) => {
  expect(() => gridNoiseSampler({ kernel: gaussian([[1]]), grid: line, jitter: bad })).toThrow(ParameterError);
  expect(() => gridNoiseSampler({ kernel: gaussian([[bad]]), grid: line, jitter: 0 })).toThrow(ParameterError);
  expect(() => gridNoiseSampler({ kernel: exponential(bad), grid: line, jitter: 0 })).toThrow(ParameterError);
  const at = pointsFrom([[0], [1]]);
  const release = { kernel: gaussianKernel(1), at, estimate: [0, 0], sensitivity: 1, noiseMultiplier: 1, standardNormals: [0, 0] };
  expect(() => gaussianProcessRelease({ ...release, sensitivity: bad })).toThrow(ParameterError);
  expect(() => gaussianProcessRelease({ ...release, noiseMultiplier: bad })).toThrow(ParameterError);
  expect(() => gaussianProcessRelease({ ...release, estimate: [0] })).toThrow(ParameterError);
});
