import { expect, test } from "vitest";
import { covarianceSpectrum } from "../../src/core/kernels/covarianceSpectrum.ts";
import { weightedNorm } from "../../src/core/mean/functionalMean.ts";
import { gramOnLine } from "../../src/core/kernels/gramOnLine.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import { gaussianTradeoff } from "../../src/core/privacy/accounting/tradeoff.ts";
import { analyticNoiseMultiplier } from "../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { valueOf } from "../../src/core/release/curveFunctionals.ts";
import { slopeAt } from "../../src/core/release/gridFunctionals.ts";
import { functionalDeviation } from "../../src/core/release/noiseLaw.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../src/core/mean/meanCurveGrid.ts";
import { curveKernel, curveNoiseKernel } from "../../src/core/mean/curveKernels.ts";
import type { MeanCurveRelease } from "../../src/core/mean/meanCurve.ts";
import type { MeanCurveParameters } from "../../src/core/mean/meanCurveParameters.ts";
import { foldsByPlace } from "../../src/core/privacy/choice/drawnFolds.ts";
import { planCrossValidation } from "../../src/core/mean/meanCurveTuning.ts";
import { scaleRelease } from "../../src/core/release/scale.ts";
import { noiseNorm, randomCurve, worstCurve } from "../core/privacy/sensitivity/curveNeighbours.ts";

const paths = 5000;
const m = 21;
const n = 10;
const random = seededSource(21);
const curves = Float64Array.from(
  Array.from({ length: n }, () => {
    const [a, b] = [random.normal(), random.normal()];
    return Array.from({ length: m }, (_, i) => Math.sin((3 * i) / m) + 0.3 * a + 0.3 * Math.cos(b + (6 * i) / m));
  }).flat(),
);
const parameters: MeanCurveParameters = {
  domain: [0, 1],
  rule: "trapezoid",
  kernel: "matern32",
  noiseKernel: "matern32",
  range: 0.4,
  penalty: 0.05,
  power: 1.5,
  normBound: 1.5,
  curvesPerPerson: 1,
  drawCount: paths,
  seed: 2026,
};
const times = gridCoordinates(meanCurveGrid(parameters.domain, m).axes[0]!);
const noiseMultiplier = analyticNoiseMultiplier({ epsilon: 1, delta: 1e-3 });
const release = (change: Partial<MeanCurveParameters> = {}, data = curves) =>
  planMeanCurve({ curves: data, pointCount: m }).release({ ...parameters, ...change });
const released = (made: MeanCurveRelease) =>
  made.unitNoise.map((_, draw) => scaleRelease(made, draw, noiseMultiplier, new Float64Array(m)));

test.each<[string, Partial<MeanCurveParameters>]>([
  ["C1", { kernel: "gaussian", noiseKernel: "gaussian", range: 0.05 }],
  ["C2", { kernel: "matern52", noiseKernel: "matern52" }],
  ["C3", {}],
  ["C4", { kernel: "exponential", noiseKernel: "exponential" }],
  ["C2, noise C4", { kernel: "matern52", noiseKernel: "exponential" }],
])("released curves have the mean μ̂ and the covariance σ²(K + τI): %s", (_, change) => {
  const asked = { ...parameters, ...change };
  const made = release(change);
  const sigma = noiseMultiplier * made.sensitivity;
  const K = gramOnLine(curveKernel(asked.noiseKernel, asked.range), times);
  const sums = new Float64Array(m * m);
  const mean = new Float64Array(m);
  for (const path of released(made)) {
    for (let i = 0; i < m; i++) {
      mean[i]! += (path[i]! - made.estimate[i]!) / paths;
      for (let j = 0; j <= i; j++) sums[i * m + j]! += (path[i]! - made.estimate[i]!) * (path[j]! - made.estimate[j]!);
    }
  }
  // Means are normal with variance σ²/paths; a sampled covariance is nearly normal with variance σ⁴(K_ij² + 1)/paths.
  // 6 standard deviations are exceeded by one of 21 + 231 values with probability 252 · 2e-9 < 1e-6.
  for (let i = 0; i < m; i++) {
    expect(Math.abs(mean[i]!)).toBeLessThan(6 * sigma * Math.sqrt(1 / paths));
    for (let j = 0; j <= i; j++) {
      const deviation = sums[i * m + j]! / paths / sigma ** 2 - K[i * m + j]! - (i === j ? made.jitter : 0);
      expect(Math.abs(deviation)).toBeLessThan(6 * Math.sqrt((K[i * m + j]! ** 2 + 1) / paths));
    }
  }
});

test("the best attacker on the worst neighbours errs as the trade-off curve of Δ says, and not less", () => {
  const { noiseKernel, range, penalty, power, normBound } = parameters;
  const { jitter } = release({ drawCount: 1 });
  const spectrum = covarianceSpectrum({
    kernel: curveKernel(noiseKernel, range),
    grid: times,
    weights: meanWeights(m, parameters.rule),
  });
  const K = gramOnLine(curveKernel(noiseKernel, range), times);
  for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
  const noise = noiseNorm(K, m);
  const smoother = { spectrum, penalty, power, normBound };
  const worst = worstCurve(randomCurve(random, smoother), smoother, noise);
  const withFirst = (sign: number, seed: number) => {
    const data = curves.slice();
    data.set(
      worst.map((x) => sign * x),
      0,
    );
    return release({ seed }, data);
  };
  const [D, other] = [withFirst(1, 5), withFirst(-1, 6)];
  const direction = noise.solve(other.estimate.map((value, i) => value - D.estimate[i]!));
  const scores = (made: MeanCurveRelease) =>
    released(made)
      .map((path) => path.reduce((sum, value, i) => sum + direction[i]! * value, 0))
      .sort((a, b) => a - b);
  const [ofD, ofOther] = [scores(D), scores(other)];
  for (const typeOneError of [0.02, 0.1, 0.3, 0.6]) {
    const threshold = ofD[Math.floor((1 - typeOneError) * paths)]!;
    const typeTwoError = ofOther.filter((score) => score <= threshold).length / paths;
    const promised = gaussianTradeoff({ mu: 1 / noiseMultiplier, typeOneError });
    // The share of the other scores below the threshold is binomial; the level of the threshold, a quantile of the first
    // scores, errs by as much as a binomial share, times the slope of the curve. 5 standard deviations are exceeded at
    // one of four levels with probability 4 · 6e-7 < 1e-5; the worst curve misses Δ by less than 0.002 of it.
    const slope = (gaussianTradeoff({ mu: 1 / noiseMultiplier, typeOneError: typeOneError - 1e-6 }) - promised) / 1e-6;
    const deviation = Math.sqrt(
      (promised * (1 - promised) + slope * slope * typeOneError * (1 - typeOneError)) / paths,
    );
    expect(Math.abs(typeTwoError - promised)).toBeLessThan(5 * deviation + 0.002);
  }
});

test("the closed form of private cross-validation is what simulated releases of the training folds give", () => {
  const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: 3 });
  const weights = meanWeights(m, parameters.rule);
  const { kernel, range, penalty, power, normBound } = parameters;
  const plan = planCrossValidation({ curves, grid: times, weights, foldOf, normBound });
  for (const curvesPerPerson of [1, 2]) {
    const own = curveKernel(kernel, range);
    const { pcv } = plan.column({
      kernel: own,
      noiseKernel: own,
      phis: [penalty],
      power,
      noiseMultiplier,
      curvesPerPerson,
    });
    const scores = new Float64Array(paths);
    for (let fold = 0; fold < 3; fold++) {
      const rows = (inside: boolean) =>
        Array.from({ length: n }, (_, i) => i).filter((i) => (foldOf[i] === fold) === inside);
      const training = Float64Array.from(rows(false).flatMap((i) => Array.from(curves.subarray(i * m, (i + 1) * m))));
      released(release({ curvesPerPerson, seed: 100 + fold }, training)).forEach((path, draw) => {
        for (const i of rows(true))
          scores[draw]! +=
            weightedNorm(
              path.map((value, j) => curves[i * m + j]! - value),
              weights,
            ) **
              2 /
            n;
      });
    }
    const mean = scores.reduce((sum, score) => sum + score, 0) / paths;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (paths - 1);
    // The mean of 5000 independent scores is nearly normal; 5 standard deviations are exceeded with probability 6e-7,
    // twice that with the skewness of the scores. Rounding and jitter raise σ² by less than a thousandth.
    expect(Math.abs(mean - pcv[0]!)).toBeLessThan(5 * Math.sqrt(variance / paths) + 0.001 * pcv[0]!);
    expect(5 * Math.sqrt(variance / paths)).toBeLessThan(0.1 * pcv[0]!);
  }
});

test("linear functionals of released curves have the standard deviation that functionalDeviation says", () => {
  const made = release();
  const variance = (noiseMultiplier * made.sensitivity) ** 2;
  const law = {
    kernel: curveNoiseKernel(parameters.noiseKernel, parameters.range),
    grid: meanCurveGrid(parameters.domain, m),
    variance,
    white: variance * made.jitter,
  };
  const all = released(made);
  for (const functional of [
    meanWeights(m, "trapezoid"),
    slopeAt(times, times[10]!),
    times.map((t) => Math.cos(9 * t)),
  ]) {
    const value = valueOf(functional, made.estimate);
    const standardDeviation = functionalDeviation(law, [functional]);
    const standardised = all.map((path) => (valueOf(functional, path) - value) / standardDeviation);
    const mean = standardised.reduce((sum, z) => sum + z, 0) / paths;
    const meanSquare = standardised.reduce((sum, z) => sum + z * z, 0) / paths;
    // z is normal: 5 standard deviations, 1/√paths and √(2/paths), are exceeded by one of six with probability 4e-6.
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(paths));
    expect(Math.abs(meanSquare - 1)).toBeLessThan(5 * Math.sqrt(2 / paths));
  }
});
