import { expect, test } from "vitest";
import type { RegularGrid } from "../../src/core/grids.ts";
import { gridSize } from "../../src/core/grids.ts";
import { simultaneousQuantile } from "../../src/core/privacy/bands/simultaneousQuantile.ts";
import { gridNoiseSampler } from "../../src/core/privacy/mechanisms/gridNoise.ts";
import type { NoiseKernel } from "../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { targetOnGrid } from "../support/covariance.ts";

const gaussian = (bandwidthMatrix: number[][]): NoiseKernel => ({ type: "gaussian", bandwidthMatrix });
const exponential = (...rates: number[]): NoiseKernel => ({ type: "productExponential", rates });

function draws(kernel: NoiseKernel, grid: RegularGrid, count: number, visit: (path: Float64Array) => void): void {
  const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
  const random = seededSource(20261121);
  const z = new Float64Array(sampler.normalCount);
  const path = new Float64Array(gridSize(grid));
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < z.length; i++) z[i] = random.normal();
    visit(sampler.sample(z, path));
  }
}

const line: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 24 }] };
const plane: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 6 }, { lower: 0, upper: 1, count: 5 }] };

test.each([
  ["spectral, one dimension", gaussian([[0.01]]), line],
  ["spectral, correlated plane", gaussian([[0.04, 0.03], [0.03, 0.05]]), plane],
  ["recursion, one dimension", exponential(6), line],
  ["recursion, plane", exponential(6, 2), plane],
] as [string, NoiseKernel, RegularGrid][])("sampled covariance is the kernel: %s", (_, kernel, grid) => {
  const count = 20_000;
  const m = gridSize(grid);
  const K = targetOnGrid(kernel, grid, 0);
  const sums = new Float64Array(m * m);
  draws(kernel, grid, count, (path) => {
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
});

test.each([
  ["Gaussian, h = 0.02", gaussian([[0.02 ** 2]]), { axes: [{ lower: 0, upper: 1, count: 500 }] }, 0.004],
  ["Gaussian, h = 0.3", gaussian([[0.3 ** 2]]), { axes: [{ lower: 0, upper: 1, count: 500 }] }, 0.01],
  ["exponential", exponential(10), { axes: [{ lower: 0, upper: 1, count: 500 }] }, 0.05],
  ["Gaussian plane, h = 0.1", gaussian([[0.01, 0], [0, 0.01]]), { axes: [{ lower: 0, upper: 1, count: 60 }, { lower: 0, upper: 1, count: 60 }] }, 0.012],
  ["Gaussian plane, tilted", gaussian([[0.04, 0.05], [0.05, 0.09]]), { axes: [{ lower: 0, upper: 1, count: 50 }, { lower: 0, upper: 1, count: 50 }] }, 0.02],
] as [string, NoiseKernel, RegularGrid, number][])("the simultaneous band keeps its promise: %s", (_, kernel, grid, excess) => {
  const count = 6000;
  const u = simultaneousQuantile({ kernel, grid, coverage: 0.95 });
  let covered = 0;
  draws(kernel, grid, count, (path) => {
    if (path.every((value) => Math.abs(value) <= u)) covered++;
  });
  // A band of exactly 95 % falls 4.417 standard deviations short with probability 5e-6.
  const tolerance = 4.417 * Math.sqrt((0.95 * 0.05) / count);
  expect(covered / count).toBeGreaterThan(0.95 - tolerance);
  // And it is not needlessly wide: the bound errs by at most what is known of it.
  expect(covered / count).toBeLessThan(0.95 + excess + tolerance);
});
