import { expect, test } from "vitest";
import { gridPoints } from "../../src/core/grids.ts";
import type { RegularGrid } from "../../src/core/grids.ts";
import { anisotropicGaussianKernel } from "../../src/core/kernels/anisotropicGaussian.ts";
import { cholesky } from "../../src/core/linalg/cholesky.ts";
import { pointAt } from "../../src/core/points.ts";
import { simultaneousBand, simultaneousQuantile } from "../../src/core/privacy/bands/simultaneousQuantile.ts";
import type { NoiseKernel } from "../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";

const draws = 10_000;
// The misses are binomial. Were a band's coverage exactly 95 %, more than 500 + 4.5·√475 = 598 misses would be
// seen with probability 6e-6 (exact binomial tail), the false-alarm rate of each case.
const mostMisses = 598;

const line = (count: number): RegularGrid => ({ axes: [{ lower: 0, upper: 1, count }] });
const plane = (count: number): RegularGrid => ({
  axes: [
    { lower: 0, upper: 1, count },
    { lower: 0, upper: 1, count },
  ],
});

/** Largest |Z| of one draw, by a route that shares nothing with the samplers of the mechanism. */
type Largest = () => number;

/** Dense Cholesky factor of the kernel matrix of the grid, plus τI, scaled to unit variance. */
function gaussianByCholesky(
  bandwidthMatrix: readonly (readonly number[])[],
  grid: RegularGrid,
  jitter: number,
): Largest {
  const at = gridPoints(grid);
  const m = at.coordinates.length / at.dimension;
  const kernel = anisotropicGaussianKernel(bandwidthMatrix);
  const K = Float64Array.from({ length: m * m }, (_, k) => {
    const [i, j] = [Math.floor(k / m), k % m];
    return kernel.evaluate(pointAt(at, i), pointAt(at, j)) + (i === j ? 1e-10 + jitter : 0);
  });
  const L = cholesky(K, m).map((value) => value / Math.sqrt(1 + jitter));
  const random = seededSource(41);
  const z = new Float64Array(m);
  return () => {
    let largest = 0;
    for (let i = 0; i < m; i++) {
      z[i] = random.normal();
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += L[i * m + j]! * z[j]!;
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  };
}

/** The Markov recursion on the line, one after the other on both axes of the plane. */
function exponentialByRecursion(rates: readonly number[], { axes }: RegularGrid): Largest {
  const random = seededSource(42);
  const [nx, ny] = [axes[0]!.count, axes[1]?.count ?? 1];
  const [a, b] = axes.map(({ count }, j) => Math.exp(-rates[j]! / (count - 1)));
  const row = () => {
    const x = new Float64Array(nx);
    for (let i = 0; i < nx; i++)
      x[i] = i === 0 ? random.normal() : a! * x[i - 1]! + Math.sqrt(1 - a! * a!) * random.normal();
    return x;
  };
  return () => {
    let current = row();
    let largest = current.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    for (let j = 1; j < ny; j++) {
      const fresh = row();
      const last = current;
      current = fresh.map((x, i) => b! * last[i]! + Math.sqrt(1 - b! * b!) * x);
      largest = current.reduce((most, x) => Math.max(most, Math.abs(x)), largest);
    }
    return largest;
  };
}

const gaussian = (bandwidthMatrix: number[][]): NoiseKernel => ({ type: "gaussian", bandwidthMatrix });
const exponential = (...rates: number[]): NoiseKernel => ({ type: "productExponential", rates });

// `least` is what was measured less five standard deviations: a band that misses more rarely has become too wide.
const cases: readonly (readonly [string, NoiseKernel, RegularGrid, number])[] = [
  ["Gaussian, h = 1/3, line", gaussian([[1 / 9]]), line(120), 390],
  ["Gaussian, h = 1/10, line", gaussian([[0.01]]), line(120), 390],
  ["Gaussian, h = 1/50, line", gaussian([[0.0004]]), line(200), 360],
  [
    "Gaussian, h = 1, plane",
    gaussian([
      [1, 0],
      [0, 1],
    ]),
    plane(16),
    340,
  ],
  [
    "Gaussian, h = 1/10, plane",
    gaussian([
      [0.01, 0],
      [0, 0.01],
    ]),
    plane(24),
    280,
  ],
  [
    "Gaussian, h = 1/6 and 1/3, correlation 0.8, plane",
    gaussian([
      [1 / 36, 0.8 / 18],
      [0.8 / 18, 1 / 9],
    ]),
    plane(24),
    340,
  ],
  ["exponential, γ = 3, line", exponential(3), line(300), 145],
  ["exponential, γ = 30, line", exponential(30), line(300), 290],
  ["exponential, γ = 5, plane", exponential(5, 5), plane(40), 175],
];

const largestOf = (kernel: NoiseKernel, grid: RegularGrid, jitter: number): Largest =>
  kernel.type === "gaussian"
    ? gaussianByCholesky(kernel.bandwidthMatrix, grid, jitter)
    : exponentialByRecursion("rates" in kernel ? kernel.rates : [], grid);

const missesOf = (u: number, largest: Largest): number => {
  let misses = 0;
  for (let i = 0; i < draws; i++) if (largest() > u) misses++;
  return misses;
};

test.each(cases)("simultaneousQuantile covers the whole grid with probability 0.95: %s", (_, kernel, grid, least) => {
  const u = simultaneousQuantile({ kernel, grid, jitter: 0, coverage: 0.95 });
  const misses = missesOf(u, largestOf(kernel, grid, 0));
  expect(misses).toBeLessThanOrEqual(mostMisses);
  expect(misses).toBeGreaterThanOrEqual(least);
});

// τ as fits on landmarks have it: 10⁻⁵ where white noise is not to be seen, up to 1 for 400 landmarks.
const noisy: readonly (readonly [string, NoiseKernel, RegularGrid, number, number])[] = [
  ["h = 0.1, τ = 10⁻⁵, line", gaussian([[0.01]]), line(500), 1e-5, 250],
  ["h = 0.1, τ = 0.1, line", gaussian([[0.01]]), line(500), 0.1, 60],
  ["h = 1/3, τ = 0.1, line", gaussian([[1 / 9]]), line(500), 0.1, 40],
  ["h = 0.1, τ = 1, line", gaussian([[0.01]]), line(500), 1, 200],
  ["h = 1/6, τ = 10⁻⁵, plane", gaussian([[1 / 36, 0], [0, 1 / 36]]), plane(20), 1e-5, 250], // prettier-ignore
  ["h = 1/6, τ = 0.1, plane", gaussian([[1 / 36, 0], [0, 1 / 36]]), plane(20), 0.1, 40], // prettier-ignore
];

test.each(noisy)("simultaneousQuantile covers noise with white noise: %s", (_, kernel, grid, jitter, least) => {
  const largest = largestOf(kernel, grid, jitter);
  const { quantile } = simultaneousBand({ kernel, grid, jitter, coverage: 0.95 });
  const misses = missesOf(quantile, largest);
  expect(misses).toBeLessThanOrEqual(mostMisses);
  expect(misses).toBeGreaterThanOrEqual(least);
});

test("a band that leaves τ out of account would be seen to fall short", () => {
  const [kernel, grid] = [gaussian([[1 / 9]]), line(500)];
  const u = simultaneousQuantile({ kernel, grid, jitter: 0, coverage: 0.95 });
  expect(missesOf(u, largestOf(kernel, grid, 0.1))).toBeGreaterThan(2 * mostMisses);
});
