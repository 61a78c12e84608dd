import type { Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import type { RegularGrid } from "../../src/core/grids.ts";
import { gridSize } from "../../src/core/grids.ts";
import { exponentialKernel } from "../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { kernelOf } from "../../src/core/kernels/kernelOf.ts";
import { matern32Kernel } from "../../src/core/kernels/matern32.ts";
import { matern52Kernel } from "../../src/core/kernels/matern52.ts";
import { pointsFrom } from "../../src/core/points.ts";
import { simultaneousQuantile } from "../../src/core/privacy/bands/simultaneousQuantile.ts";
import { gridNoiseSampler } from "../../src/core/privacy/mechanisms/gridNoise.ts";
import { markovNoise } from "../../src/core/privacy/mechanisms/markovNoise.ts";
import { scatteredNoiseSampler } from "../../src/core/privacy/mechanisms/scatteredNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { targetCovariance, targetOnGrid } from "../support/covariance.ts";

const gaussian = (bandwidthMatrix: number[][]): NoiseKernel => ({ type: "gaussian", bandwidthMatrix });
const exponential = (...rates: number[]): NoiseKernel => ({ type: "productExponential", rates });

function draws(kernel: NoiseKernel, grid: RegularGrid, count: number, visit: (path: Float64Array) => void): void {
  drawsOf(gridNoiseSampler({ kernel, grid, jitter: 1e-9 }), gridSize(grid), count, visit);
}

function drawsOf(sampler: UnitNoiseSampler, m: number, count: number, visit: (path: Float64Array) => void): void {
  const random = seededSource(20261121);
  const z = new Float64Array(sampler.normalCount);
  const path = new Float64Array(m);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < z.length; i++) z[i] = random.normal();
    visit(sampler.sample(z, path));
  }
}

const line: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 24 }] };
const plane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 6 },
    { lower: 0, upper: 1, count: 5 },
  ],
};

test.each([
  ["spectral, one dimension", gaussian([[0.01]]), line],
  [
    "spectral, correlated plane",
    gaussian([
      [0.04, 0.03],
      [0.03, 0.05],
    ]),
    plane,
  ],
  ["recursion, one dimension", exponential(6), line],
  ["recursion, plane", exponential(6, 2), plane],
  ["recursion of three states", { type: "matern52", lengthScale: 0.3 }, line],
  ["circulant, plane", { type: "matern32", lengthScale: 0.3 }, plane],
  [
    "circulant, Gaussian below a step",
    gaussian([
      [0.01, 0.002],
      [0.002, 0.01],
    ]),
    plane,
  ],
] as [string, NoiseKernel, RegularGrid][])("sampled covariance is the kernel: %s", (_, kernel, grid) => {
  expectCovariance(gridNoiseSampler({ kernel, grid, jitter: 1e-9 }), targetOnGrid(kernel, grid, 0));
});

test.each([
  ["Gaussian", gaussianKernel(0.2)],
  ["Matérn 5/2", matern52Kernel(0.3)],
  ["Matérn 3/2", matern32Kernel(0.3)],
  ["exponential", exponentialKernel(0.3)],
] as [string, Kernel][])("sampled covariance is the kernel: scattered points, %s", (_, kernel) => {
  const random = seededSource(5);
  const at = pointsFrom(Array.from({ length: 25 }, () => [random.uniform(), random.uniform()]));
  expectCovariance(scatteredNoiseSampler({ kernel, at, jitter: 1e-9 }), targetCovariance(kernel, at, 0));
});

test.each(["exponential", "matern32", "matern52"] as const)(
  "sampled covariance is the kernel: sorted points of a line, %s",
  (type) => {
    const random = seededSource(6);
    const gaps = Float64Array.from({ length: 19 }, () => random.uniform() ** 3);
    const at: number[][] = [[0]];
    gaps.forEach((gap, i) => at.push([at[i]![0]! + gap]));
    const sampler = markovNoise({ kernel: { type, lengthScale: 1 }, gaps, jitter: 1e-9 });
    expectCovariance(sampler, targetCovariance(kernelOf(type, 1), pointsFrom(at), 0));
  },
);

function expectCovariance(sampler: UnitNoiseSampler, K: Matrix): void {
  const count = 20_000;
  const m = K.rows;
  const sums = new Float64Array(m * m);
  drawsOf(sampler, m, count, (path) => {
    for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) sums[i * m + j]! += path[i]! * path[j]!;
  });
  // Each sampled covariance is nearly normal with variance (K_ij² + K_ii K_jj)/count. At most 465 of them are
  // compared; 6 standard deviations are exceeded by any with probability 465 · 2e-9 < 1e-6.
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      const deviation = Math.abs(sums[i * m + j]! / count - K.get(i, j));
      expect(deviation).toBeLessThan(6 * Math.sqrt((K.get(i, j) ** 2 + 1) / count));
    }
  }
}

test.each([
  ["Gaussian, h = 0.02", gaussian([[0.02 ** 2]]), { axes: [{ lower: 0, upper: 1, count: 500 }] }, 0.004],
  ["Gaussian, h = 0.3", gaussian([[0.3 ** 2]]), { axes: [{ lower: 0, upper: 1, count: 500 }] }, 0.01],
  ["exponential", exponential(10), { axes: [{ lower: 0, upper: 1, count: 500 }] }, 0.05],
  [
    "Gaussian plane, h = 0.1",
    gaussian([
      [0.01, 0],
      [0, 0.01],
    ]),
    {
      axes: [
        { lower: 0, upper: 1, count: 60 },
        { lower: 0, upper: 1, count: 60 },
      ],
    },
    0.012,
  ],
  [
    "Gaussian plane, tilted",
    gaussian([
      [0.04, 0.05],
      [0.05, 0.09],
    ]),
    {
      axes: [
        { lower: 0, upper: 1, count: 50 },
        { lower: 0, upper: 1, count: 50 },
      ],
    },
    0.02,
  ],
] as [string, NoiseKernel, RegularGrid, number][])(
  "the simultaneous band keeps its promise: %s",
  (_, kernel, grid, excess) => {
    const count = 6000;
    const u = simultaneousQuantile({ kernel, grid, jitter: 0, coverage: 0.95 });
    let covered = 0;
    draws(kernel, grid, count, (path) => {
      if (path.every((value) => Math.abs(value) <= u)) covered++;
    });
    // A band of exactly 95 % falls 4.417 standard deviations short with probability 5e-6.
    const tolerance = 4.417 * Math.sqrt((0.95 * 0.05) / count);
    expect(covered / count).toBeGreaterThan(0.95 - tolerance);
    // And it is not needlessly wide: the bound errs by at most what is known of it.
    expect(covered / count).toBeLessThan(0.95 + excess + tolerance);
  },
);
