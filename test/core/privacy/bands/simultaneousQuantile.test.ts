import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import type { RegularGrid } from "../../../../src/core/grids.ts";
import { curveNoiseKernel } from "../../../../src/core/mean/curveKernels.ts";
import { meanCurveGrid } from "../../../../src/core/mean/meanCurveGrid.ts";
import {
  sidakQuantile,
  simultaneousBand,
  simultaneousMiss,
  simultaneousQuantile,
} from "../../../../src/core/privacy/bands/simultaneousQuantile.ts";
import type { NoiseKernel } from "../../../../src/core/privacy/mechanisms/unitNoise.ts";
import { normalCdf, normalQuantile } from "../../../../src/core/special/normal.ts";
import { notPositive } from "../relative.ts";

const gaussian = (...bandwidths: number[]): NoiseKernel => ({
  type: "gaussian",
  bandwidthMatrix: bandwidths.map((h, i) => bandwidths.map((_, j) => (i === j ? h * h : 0))),
});
const exponential = (...rates: number[]): NoiseKernel => ({ type: "productExponential", rates });

const unitGrid = (...counts: number[]): RegularGrid => ({
  axes: counts.map((count) => ({ lower: 0, upper: 1, count })),
});

/** P(|X| > u or |Y| > u) for correlation ρ, by integrating P(|Y| > u | X = x) over |x| ≤ u. */
function eitherOutside(u: number, rho: number): number {
  const s = Math.sqrt(1 - rho * rho);
  const N = 20_000;
  let both = 0;
  for (let i = 0; i < N; i++) {
    const x = -u + ((i + 0.5) * 2 * u) / N;
    const inside = normalCdf((u - rho * x) / s) - normalCdf((-u - rho * x) / s);
    both += (inside * Math.exp(-0.5 * x * x) * 2 * u) / (N * Math.sqrt(2 * Math.PI));
  }
  return 1 - both;
}

test.each([1e-4, 0.01, 0.2, 1, 5])(
  "simultaneousQuantile covers two points of correlation e^(−%d), and no more than needed",
  (t) => {
    for (const coverage of [0.5, 0.9, 0.95, 0.999]) {
      const u = simultaneousQuantile({ jitter: 0, kernel: exponential(t), grid: unitGrid(2), coverage });
      const missed = eitherOutside(u, Math.exp(-t));
      expect(missed).toBeLessThanOrEqual((1 - coverage) * (1 + 1e-6));
      if (coverage >= 0.9) expect(missed).toBeGreaterThan(0.85 * (1 - coverage));
    }
  },
);

test("simultaneousQuantile tends to the pointwise quantile for noise that is one number, to Šidák's for white noise", () => {
  const coverage = 0.95;
  const constant = simultaneousQuantile({ jitter: 0, kernel: gaussian(1e9), grid: unitGrid(1000), coverage });
  expect(constant).toBeCloseTo(normalQuantile(0.975), 8);
  const white = simultaneousQuantile({ jitter: 0, kernel: gaussian(1e-9), grid: unitGrid(1000), coverage });
  expect(white).toBeCloseTo(normalQuantile((1 + coverage ** (1 / 1000)) / 2), 8);
});

test("simultaneousQuantile is at most the bound of Rice and Davies, and near it on a fine grid", () => {
  const h = 0.05;
  const u = simultaneousQuantile({ jitter: 0, kernel: gaussian(h), grid: unitGrid(1000), coverage: 0.95 });
  const rice = 2 * normalCdf(-u) + Math.exp(-0.5 * u * u) / (Math.PI * h);
  expect(rice).toBeGreaterThanOrEqual(0.05 * (1 - 1e-6));
  expect(rice).toBeLessThan(0.05 * (1 + 1e-3));
});

test("simultaneousQuantile grows with coverage, with the domain in bandwidths and with dimension", () => {
  const at = (h: number, coverage: number) =>
    simultaneousQuantile({ jitter: 0, kernel: gaussian(h), grid: unitGrid(1000), coverage });
  expect(at(0.1, 0.99)).toBeGreaterThan(at(0.1, 0.95));
  expect(at(0.05, 0.95)).toBeGreaterThan(at(0.1, 0.95));
  const plane = simultaneousQuantile({
    jitter: 0,
    kernel: gaussian(0.1, 0.1),
    grid: unitGrid(200, 200),
    coverage: 0.95,
  });
  expect(plane).toBeGreaterThan(at(0.1, 0.95));
});

test("simultaneousQuantile does not depend on the order of the axes, nor on units", () => {
  const u = simultaneousQuantile({ jitter: 0, kernel: exponential(3, 10), grid: unitGrid(40, 60), coverage: 0.95 });
  expect(
    simultaneousQuantile({ jitter: 0, kernel: exponential(10, 3), grid: unitGrid(60, 40), coverage: 0.95 }),
  ).toBeCloseTo(u, 8);
  const grid = {
    axes: [
      { lower: 5, upper: 105, count: 40 },
      { lower: 0, upper: 1, count: 60 },
    ],
  };
  expect(simultaneousQuantile({ jitter: 0, kernel: exponential(0.03, 10), grid, coverage: 0.95 })).toBeCloseTo(u, 8);
});

test("simultaneousQuantile pays nothing for an axis along which the noise hardly varies", () => {
  const line = simultaneousQuantile({ jitter: 0, kernel: exponential(4), grid: unitGrid(60), coverage: 0.95 });
  for (const [kernel, grid] of [
    [exponential(1e-14, 4), unitGrid(40, 60)],
    [exponential(4, 1e-14), unitGrid(60, 40)],
  ] as const) {
    expect(simultaneousQuantile({ jitter: 0, kernel, grid, coverage: 0.95 })).toBeCloseTo(line, 4);
  }
});

test.each([1e-9, 1e-3, 0.1, 1, 10])("simultaneousQuantile covers two points with white noise of τ = %d", (jitter) => {
  for (const t of [1e-4, 0.2, 5]) {
    const u = simultaneousQuantile({ jitter, kernel: exponential(t), grid: unitGrid(2), coverage: 0.95 });
    const missed = eitherOutside(u, Math.exp(-t) / (1 + jitter));
    expect(missed).toBeLessThanOrEqual(0.05 * (1 + 1e-6));
    expect(missed).toBeGreaterThan(0.85 * 0.05);
  }
});

test("simultaneousQuantile hardly moves for a τ that nobody sees, and grows to Šidák's", () => {
  for (const grid of [unitGrid(500), unitGrid(60, 60)]) {
    const kernel = grid.axes.length === 1 ? gaussian(0.1) : gaussian(0.1, 0.1);
    const at = (jitter: number) => simultaneousQuantile({ jitter, kernel, grid, coverage: 0.95 });
    expect(at(1e-9)).toBeGreaterThan(at(0));
    expect(at(1e-9)).toBeLessThan(at(0) * (1 + 2e-4));
    expect(at(1e-5)).toBeLessThan(at(0) * 1.01);
    const taus = [1e-9, 1e-5, 1e-3, 0.1, 1];
    taus.slice(1).forEach((tau, k) => expect(at(tau)).toBeGreaterThan(at(taus[k]!)));
    const sidak = normalQuantile((1 + 0.95 ** (1 / (grid.axes.length === 1 ? 500 : 3600))) / 2);
    expect(at(1e9)).toBeCloseTo(sidak, 8);
    expect(at(1e9)).toBeLessThanOrEqual(sidak + 2e-9);
  }
});

test("simultaneousBand says that coverage is proved on a line, and in the plane where a proved bound is as good", () => {
  const isProved = (kernel: NoiseKernel, grid: RegularGrid, jitter = 1e-9) =>
    simultaneousBand({ kernel, grid, jitter, coverage: 0.95 }).isProved;
  expect(isProved(gaussian(0.1), unitGrid(500))).toBe(true);
  expect(isProved(exponential(3, 3), unitGrid(50, 50))).toBe(true);
  expect(isProved(gaussian(0.1, 0.1), unitGrid(200, 200))).toBe(false);
  expect(isProved(gaussian(1e-3, 1e-3), unitGrid(200, 200))).toBe(true);
  expect(isProved(gaussian(0.1, 0.1), unitGrid(200, 200), 10)).toBe(true);
});

test.each([NaN, Infinity, -Infinity, -1])("simultaneousQuantile refuses a jitter of %s", (jitter) => {
  const at = { kernel: gaussian(1), grid: unitGrid(2), coverage: 0.95 };
  expect(() => simultaneousQuantile({ ...at, jitter })).toThrow(/^jitter must/);
});

test.each([NaN, Infinity, -Infinity, 0, 1, -1])("simultaneousQuantile refuses a coverage of %s", (coverage) => {
  expect(() => simultaneousQuantile({ jitter: 0, kernel: gaussian(1), grid: unitGrid(2), coverage })).toThrow(
    /^coverage must/,
  );
});

test.each(notPositive)("simultaneousQuantile refuses a rate or a bandwidth matrix of %s", (bad) => {
  const at = { grid: unitGrid(2), jitter: 0, coverage: 0.95 };
  expect(() => simultaneousQuantile({ ...at, kernel: exponential(bad) })).toThrow(/^rates\[0\] must/);
  expect(() => simultaneousQuantile({ ...at, kernel: { type: "gaussian", bandwidthMatrix: [[bad]] } })).toThrow(
    /^bandwidthMatrix/,
  );
});

test("simultaneousQuantile refuses a kernel of another dimension than the grid's", () => {
  const at = { grid: unitGrid(2, 2), jitter: 0, coverage: 0.95 };
  expect(() => simultaneousQuantile({ ...at, kernel: exponential(1) })).toThrow(ParameterError);
  expect(() => simultaneousQuantile({ ...at, kernel: gaussian(1) })).toThrow(ParameterError);
});

test("simultaneousMiss is what simultaneousQuantile solves", () => {
  const noise = { kernel: curveNoiseKernel("matern52", 0.2), grid: meanCurveGrid([0, 1], 50), jitter: 1e-6 };
  for (const coverage of [0.5, 0.95, 1 - 1e-6]) {
    const miss = simultaneousMiss(noise, simultaneousQuantile({ ...noise, coverage }));
    expect(miss / (1 - coverage)).toBeGreaterThan(0.99);
    expect(miss / (1 - coverage)).toBeLessThan(1.01);
  }
});

// scipy: −norm.ppf(−expm1(log(0.95)/40000)/2), whose tail is good to 13 digits.
test("sidakQuantile of 200 × 200 points", () => {
  const axis = { lower: 0, upper: 1, count: 200 };
  expect(sidakQuantile({ grid: { axes: [axis, axis] }, coverage: 0.95 })).toBeCloseTo(4.842472862037, 8);
  expect(() => sidakQuantile({ grid: { axes: [axis] }, coverage: NaN })).toThrow(ParameterError);
});
