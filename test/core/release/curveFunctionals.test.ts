import { expect, test } from "vitest";
import { weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { matern32Kernel } from "../../../src/core/kernels/matern32.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { highestOf } from "../../../src/core/release/curveFunctionals.ts";
import { slopeAt } from "../../../src/core/release/gridFunctionals.ts";
import { linearFunctional } from "../../support/linearFunctional.ts";
import { meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { expectRelative } from "../privacy/relative.ts";

const m = 101;
const grid = Float64Array.from({ length: m }, (_, i) => 2 + (3 * i) / (m - 1));
const kernel = matern52Kernel(0.4);
const at = { grid, kernel, scale: 0.7, jitter: 1e-9 };
const integral = meanWeights(grid.length, "trapezoid").map((w) => 3 * w);

test("linearFunctional integrates a straight line exactly, and a parabola to the error of trapezia", () => {
  expect(linearFunctional({ ...at, functional: integral, released: grid.map((t) => 4 - t) }).value).toBeCloseTo(
    1.5,
    12,
  );
  // ∫₂⁵ t² = 39; trapezia add h²(b − a)f″/12 = 0.0009 · 3 · 2/12.
  expect(linearFunctional({ ...at, functional: integral, released: grid.map((t) => t * t) }).value).toBeCloseTo(
    39 + 0.00045,
    10,
  );
});

test("linearFunctional of one point has the noise of one point, σ√(1 + τ), and of a difference of two √2σ√(1 − k + τ)", () => {
  const functional = new Float64Array(m);
  functional[30] = 1;
  expectRelative(
    linearFunctional({ ...at, functional, released: grid }).standardDeviation,
    0.7 * Math.sqrt(1 + 1e-9),
    1e-15,
  );
  expect(linearFunctional({ ...at, functional, released: grid }).value).toBe(grid[30]);
  functional[60] = -1;
  const expected = 0.7 * Math.sqrt(2 * (1 - kernel.evaluate([grid[30]!], [grid[60]!]) + 1e-9));
  expectRelative(linearFunctional({ ...at, functional, released: grid }).standardDeviation, expected, 1e-13);
});

test("linearFunctional: the integral of exponential noise has the variance 2ρ²(L/ρ − 1 + e^{−L/ρ})", () => {
  const exponential = exponentialKernel(0.5);
  const { standardDeviation } = linearFunctional({
    ...at,
    kernel: exponential,
    scale: 2,
    functional: integral,
    released: grid,
  });
  // L = 3, ρ = 1/2; trapezia for a kernel with a kink err by about h²L/(6ρ) = 1e-3 of 2ρL.
  const exact = 2 * Math.sqrt(2 * 0.25 * (6 - 1 + Math.exp(-6)));
  expectRelative(standardDeviation, exact, 1e-3);
});

test("linearFunctional has the standard deviation σ√(aᵀ(K + τI)a), for any a", () => {
  const functional = grid.map((t) => Math.sin(5 * t));
  const K = gramOnLine(kernel, grid);
  let variance = 0;
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) variance += functional[i]! * functional[j]! * (K[i * m + j]! + (i === j ? 0.1 : 0));
  const { standardDeviation } = linearFunctional({ ...at, jitter: 0.1, functional, released: grid });
  expectRelative(standardDeviation, 0.7 * Math.sqrt(variance), 1e-12);
});

test("slopeAt takes the slope of a line exactly and of a parabola at its point, on any grid", () => {
  const uneven = grid.map((t, i) => t + 0.01 * Math.sin(i));
  for (const i of [1, 50, m - 2]) {
    const { value } = linearFunctional({
      ...at,
      grid: uneven,
      functional: slopeAt(uneven, uneven[i]!),
      released: uneven.map((t) => 7 - 2 * t),
    });
    expect(value).toBeCloseTo(-2, 11);
    expect(
      linearFunctional({ ...at, functional: slopeAt(grid, grid[i]!), released: grid.map((t) => t * t) }).value,
    ).toBeCloseTo(2 * grid[i]!, 10);
  }
});

test.each([
  ["Gaussian", gaussianKernel(0.5), 1 / 0.25],
  ["Matérn 5/2", matern52Kernel(0.5), 5 / 3 / 0.25],
  ["Matérn 3/2", matern32Kernel(0.5), 3 / 0.25],
] as const)("the slope of %s noise has the variance −k″(0) on a fine grid", (_, smooth, curvature) => {
  const fine = Float64Array.from({ length: 41 }, (__, i) => i / 10_000);
  const { standardDeviation } = linearFunctional({
    grid: fine,
    kernel: smooth,
    scale: 3,
    jitter: 0,
    functional: slopeAt(fine, fine[20]!),
    released: fine,
  });
  // Matérn 3/2 is the roughest: k(h) falls off by −k″h²/2 + (√3h/ρ)³/3, a share of 2·√3·h/(3ρ) of it; h = 2e-4.
  expectRelative(standardDeviation, 3 * Math.sqrt(curvature), 1e-3);
});

test("highestOf is the maximum and its first place: of a line its end, of a tie the earlier", () => {
  expect(
    highestOf(
      grid.map((t) => 3 * t - 1),
      grid,
    ),
  ).toEqual({ at: 5, value: 14 });
  expect(
    highestOf(
      grid.map((t) => -t),
      grid,
    ),
  ).toEqual({ at: 2, value: -2 });
  expect(highestOf([1, 4, 4, 0], [0, 1, 2, 3])).toEqual({ at: 1, value: 4 });
  expect(highestOf([-3], [9])).toEqual({ at: 9, value: -3 });
});

test("weightedNorm of a constant and of a line is the root mean square over the interval", () => {
  const weights = meanWeights(grid.length, "trapezoid");
  expect(weightedNorm(new Float64Array(m).fill(-2), weights)).toBeCloseTo(2, 14);
  // (1/3)∫₂⁵ t² = 13, and h²f″/12 for the trapezia.
  expect(weightedNorm(grid, weights)).toBeCloseTo(Math.sqrt(13 + 0.00015), 10);
});

test.each([NaN, Infinity, -1, 0])("linearFunctional refuses %s by name", (bad) => {
  const functional = slopeAt(grid, grid[5]!);
  expect(() => linearFunctional({ ...at, functional, released: grid, scale: bad })).toThrow(/^scale must/);
  if (bad !== 0)
    expect(() => linearFunctional({ ...at, functional, released: grid, jitter: bad })).toThrow(/^jitter must/);
  if (!Number.isFinite(bad)) {
    const broken = functional.slice();
    broken[3] = bad;
    expect(() => linearFunctional({ ...at, functional: broken, released: grid })).toThrow(/^functional\[3\] must/);
  }
});

test("linearFunctional refuses other shapes", () => {
  expect(() => linearFunctional({ ...at, functional: new Float64Array(m - 1), released: grid })).toThrow(
    /^functional must/,
  );
  expect(() => linearFunctional({ ...at, functional: grid, released: new Float64Array(2) })).toThrow(/^released must/);
});
