// The quick half of test/statistical: each check is passed by what it checks, and fails a fault that is planted in it.
import { expect, test } from "vitest";
import { gridPoints, gridSize } from "../../../src/core/grids.ts";
import type { RegularGrid } from "../../../src/core/grids.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../../src/core/linalg/triangular.ts";
import { gaussianTradeoff } from "../../../src/core/privacy/accounting/tradeoff.ts";
import { simultaneousQuantile } from "../../../src/core/privacy/bands/simultaneousQuantile.ts";
import { gridNoiseSampler } from "../../../src/core/privacy/mechanisms/gridNoise.ts";
import { scatteredNoiseSampler } from "../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import { expectedAccuracy } from "../../../src/core/erm/boundary/boundaryUtility.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { targetCovariance, targetOnGrid } from "../../support/covariance.ts";
import { casesOf } from "../../support/fuzzing.ts";

const line: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 24 }] };
const plane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 6 },
    { lower: 0, upper: 1, count: 5 },
  ],
};
const jitter = 1e-3;
const onGrid = (kernel: NoiseKernel, grid: RegularGrid) => ({
  sampler: gridNoiseSampler({ kernel, grid, jitter }),
  covariance: targetOnGrid(kernel, grid, jitter),
});
const scattered = () => {
  const at = gridPoints(plane);
  const kernel = kernelOf("matern32", 0.3);
  return { sampler: scatteredNoiseSampler({ kernel, at, jitter }), covariance: targetCovariance(kernel, at, jitter) };
};

/** Mean squares of the whitened noise over 2000 draws: one for each direction, of independent standard normals. */
function meanSquares(sampler: UnitNoiseSampler, C: Float64Array, m: number, fault = (path: Float64Array) => path) {
  const L = cholesky(C, m);
  const random = seededSource(20261122);
  const path = new Float64Array(m);
  const squares = new Float64Array(m);
  for (let k = 0; k < 2000; k++) {
    sampler.sample(standardNormals(random, sampler.normalCount), path);
    solveLower(L, fault(path)).forEach((z, i) => (squares[i]! += (z * z) / 2000));
  }
  return { squares, mean: squares.reduce((sum, square) => sum + square / m, 0) };
}

test.each([
  ["spectral", () => onGrid({ type: "gaussian", bandwidthMatrix: [[0.01]] }, line)],
  ["recursion", () => onGrid({ type: "productExponential", rates: [6, 2] }, plane)],
  ["recursion of three states", () => onGrid({ type: "matern52", lengthScale: 0.3 }, line)],
  ["circulant", () => onGrid({ type: "matern32", lengthScale: 0.3 }, plane)],
  ["scattered points", scattered],
])("noise has the covariance of its kernel, not a tenth less in any direction: %s", (_, make) => {
  const { sampler, covariance } = make();
  const m = covariance.rows;
  const C = Float64Array.from(covariance.to1DArray());
  // The mean of 2000m squares has the deviation √(2/2000m); 5 of them are exceeded with probability 6e-7, in five cases.
  // A sampler may have a little more variance than it must: covarianceError at most, in units of the jitter.
  const tolerance = 5 * Math.sqrt(2 / (2000 * m));
  const excess = (m * sampler.covarianceError) / jitter;
  const { squares, mean } = meanSquares(sampler, C, m);
  expect(mean).toBeGreaterThan(1 - tolerance);
  expect(mean).toBeLessThan(1 + tolerance + excess);
  // Along each of at most 30 directions: 6 deviations, and a half for the skewness of a sum of 2000 squares; below 1e-6.
  const alongEach = 6.5 * Math.sqrt(2 / 2000);
  const farthest = (of: Float64Array) => of.reduce((most, square) => Math.max(most, Math.abs(square - 1)), 0);
  expect(farthest(squares)).toBeLessThan(alongEach + excess);
  // Planted: a variance a tenth too small, and two points that move together.
  const small = meanSquares(sampler, C, m, (path) => path.map((value) => Math.sqrt(0.9) * value));
  expect(small.mean).toBeLessThan(1 - tolerance);
  const tied = meanSquares(sampler, C, m, (path) => path.with(1, path[0]!));
  expect(farthest(tied.squares)).toBeGreaterThan(alongEach + excess);
});

test("95 % of 1500 paths are inside the simultaneous band; a pointwise one holds far fewer", () => {
  const kernel: NoiseKernel = { type: "gaussian", bandwidthMatrix: [[0.01]] };
  const grid: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 100 }] };
  const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
  const random = seededSource(3);
  const path = new Float64Array(gridSize(grid));
  const largest = Array.from({ length: 1500 }, () => {
    sampler.sample(standardNormals(random, sampler.normalCount), path);
    return path.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  });
  const covered = (u: number) => largest.filter((value) => value <= u).length / largest.length;
  // A band of exactly 95 % falls 4.417 standard deviations short with probability 5e-6.
  const least = 0.95 - 4.417 * Math.sqrt((0.95 * 0.05) / 1500);
  expect(covered(simultaneousQuantile({ kernel, grid, jitter: 1e-9, coverage: 0.95 }))).toBeGreaterThan(least);
  expect(covered(1.96)).toBeLessThan(least);
  expect(covered(simultaneousQuantile({ kernel, grid, jitter: 1e-9, coverage: 0.85 }))).toBeLessThan(least);
});

const points = { dimension: 1, coordinates: Float64Array.from({ length: 40 }, (_, i) => (i + 0.5) / 4) };
const labels = points.coordinates.map((x) => (x > 5 ? 1 : -1));
const releaseWith = (responses: Float64Array, seed: number) =>
  lastOf(
    planBoundary({ points, responses }).releasing({
      domain: [[0, 10]],
      kernel: "exponential",
      lengthScale: 0.3,
      loss: "hinge",
      lossParameter: 0.5,
      penalty: 0.1,
      solver: "exact",
      drawCount: 50,
      seed,
    }),
  );

test("the share of positive releases is the certainty that is drawn; that of half the noise is another", () => {
  const { estimate, sensitivity, jitter: tau } = releaseWith(labels, 0);
  const last = estimate.length - 1;
  const at = [0, Math.round(0.2 * last), Math.round(0.42 * last), last];
  const multiplier = 3;
  const out = new Float64Array(estimate.length);
  const count = 1000;
  const shares = (scale: number) => {
    const positive = new Float64Array(at.length);
    for (let block = 0; block < count / 50; block++) {
      const answer = releaseWith(labels, block + 1);
      for (let k = 0; k < 50; k++) {
        scaleRelease(answer, k, scale * multiplier, out);
        at.forEach((index, i) => (positive[i]! += out[index]! > 0 ? 1 / count : 0));
      }
    }
    return positive;
  };
  const expected = at.map((index) =>
    expectedAccuracy(
      estimate.slice(index, index + 1),
      Float64Array.of(1),
      multiplier * sensitivity * Math.sqrt(1 + tau),
    ),
  );
  const farthest = (found: Float64Array) => expected.reduce((most, p, i) => Math.max(most, Math.abs(found[i]! - p)), 0);
  // The deviation of a share of 1000 is 1/(2√1000) at most; four of them, each 5 deviations: together below 3e-6.
  const tolerance = 5 / (2 * Math.sqrt(count));
  expect(farthest(shares(1))).toBeLessThan(tolerance);
  expect(farthest(shares(0.5))).toBeGreaterThan(tolerance);
});

test("the best attacker on two records errs no less than the trade-off curve, and would with half the noise", () => {
  // Two neighbours whose fits differ at the ends: told apart by the values at all points, whitened.
  const other = labels.with(0, 1);
  const [D, E] = [releaseWith(labels, 0), releaseWith(other, 0)];
  const m = 30;
  const last = D.estimate.length - 1;
  const places = Array.from({ length: m }, (_, i) => Math.round((i * last) / (m - 1)));
  const at = { dimension: 1, coordinates: Float64Array.from(places, (i) => i / last) };
  const C = Float64Array.from(targetCovariance(kernelOf("exponential", 0.3), at, D.jitter).to1DArray());
  const L = cholesky(C, m);
  const difference = solveLower(
    L,
    Float64Array.from(places, (i) => E.estimate[i]! - D.estimate[i]!),
  );
  const distance = Math.hypot(...difference);
  // The records' distance in the norm of the noise is at most Δ, and these two come close enough to test it.
  expect(distance).toBeLessThanOrEqual(D.sensitivity);
  expect(distance).toBeGreaterThan(0.2 * D.sensitivity);

  const multiplier = distance / D.sensitivity; // So that σ is the distance itself: μ = 1 for these two.
  const blocks = casesOf(40, 20);
  const draws = 50 * blocks;
  const scoresWith = (from: typeof D, scale: number, seed: number) => {
    const out = new Float64Array(last + 1);
    const scores: number[] = [];
    for (let block = 0; block < blocks; block++) {
      const made = releaseWith(from === D ? labels : other, 100 * seed + block);
      for (let k = 0; k < 50; k++) {
        scaleRelease(made, k, scale * multiplier, out);
        const white = solveLower(
          L,
          Float64Array.from(places, (i) => out[i]! - D.estimate[i]!),
        );
        scores.push(white.reduce((sum, z, i) => sum + z * difference[i]!, 0));
      }
    }
    return scores;
  };
  const typeTwoError = (scale: number) => {
    const threshold = scoresWith(D, scale, 1).sort((a, b) => a - b)[0.9 * draws]!; // Type I error 0.1.
    return scoresWith(E, scale, 2).filter((score) => score <= threshold).length / draws;
  };
  const promised = gaussianTradeoff({ mu: 1, typeOneError: 0.1 });
  // The share is binomial, and the threshold a quantile of as many: with the slope 2 of the curve, a deviation of
  // √(0.25 + 4·0.09)/√draws = 0.78/√draws at most; 5 of them are exceeded with probability 6e-7.
  const tolerance = (5 * 0.782) / Math.sqrt(draws);
  expect(Math.abs(typeTwoError(1) - promised)).toBeLessThan(tolerance);
  expect(typeTwoError(0.5)).toBeLessThan(promised - tolerance);
});
