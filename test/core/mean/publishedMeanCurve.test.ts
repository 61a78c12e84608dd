import { expect, test } from "vitest";
import { covarianceSpectrum, quadratureWeights } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { penalisedMean, weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { classicalNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { foldsByPlace } from "../../../src/core/privacy/choice/drawnFolds.ts";
import { leastRangeForEachPenalty, planCrossValidation } from "../../../src/core/mean/meanCurveTuning.ts";
import { lastOf } from "../../../src/core/slices.ts";
import type { ScoreParameters } from "../../../src/core/mean/meanCurveTuning.ts";
import { publishedNoiseShare } from "../../../src/core/mean/publishedMeanCurve.ts";
import { publishedEpsilon } from "../../support/publishedEpsilon.ts";
import { goldenCases } from "../../support/goldenFile.ts";
import { kernelOf } from "../../support/kernels.ts";
import { expectRelative, notPositive } from "../privacy/relative.ts";

test.each([
  ["C1", 0.005, 0.03, 0.229, 3.15],
  ["C3", 0.005, 0.25, 0.31, 1.89],
  ["C4", 0.01, 0.467, 0.473, 0.89],
] as const)(
  "errata M13: at the cells of Table 2 the noise has the stated share, and the ε that it has: %s",
  (type, penalty, rho, share, epsilon) => {
    const grid = gridCoordinates({ lower: 0, upper: 1, count: 93 });
    const kernel = kernelOf({ type, rho });
    const spectrum = covarianceSpectrum({ kernel, grid, weights: quadratureWeights({ grid, rule: "uniform" }) });
    // Printed with three digits.
    expect(Math.abs(publishedNoiseShare({ spectrum, penalty, power: 1 }) - share)).toBeLessThan(6e-4);
    const noiseMultiplier = classicalNoiseMultiplier({ epsilon: 1, delta: 0.1 });
    const found = publishedEpsilon({ kernel, grid, penalty, power: 1, noiseMultiplier, delta: 0.1 });
    expect(Math.abs(found - epsilon)).toBeLessThan(0.011);
  },
);

const m = 15;
const n = 24;
const grid = Float64Array.from({ length: m }, (_, i) => i / (m - 1));
const random = seededSource(3);
const curves = Float64Array.from(
  { length: n * m },
  (_, at) => 0.5 + Math.sin((at % m) / 3) * (1 + 0.4 * Math.sin(at)) + 0.2 * random.normal(),
);
const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: 5 });
const weights = quadratureWeights({ grid, rule: "trapezoid" });
const plan = planCrossValidation({ curves, grid, weights, foldOf, normBound: 1.4 });
const kernel = kernelOf({ type: "C3", rho: 0.4 });
const shared = {
  kernel,
  noiseKernel: kernel,
  phis: [1e-4, 0.01, 0.3],
  power: 1,
  noiseMultiplier: 2,
  curvesPerPerson: 1,
};
const scored = (changed: Partial<ScoreParameters>) =>
  lastOf(plan.scoring({ ...shared, measure: "square", against: "curves", recipe: "theorem", ...changed }));

test("squares against every curve are the column", () => {
  const column = plan.column(shared);
  const { cv, pcv } = scored({});
  cv.forEach((score, p) => {
    expectRelative(score, column.cv[p]!, 1e-11);
    expectRelative(pcv[p]!, column.pcv[p]!, 1e-11);
  });
});

/** Scores by definition, noise drawn: 2000 draws for each fold. */
function byDrawing(
  { measure, against, recipe }: Pick<ScoreParameters, "measure" | "against" | "recipe">,
  penalty: number,
) {
  const isPublished = recipe === "published";
  const operator = isPublished ? quadratureWeights({ grid, rule: "uniform" }) : weights;
  const spectrum = covarianceSpectrum({ kernel, grid, weights: operator });
  const L = cholesky(gramOnLine(kernel, grid), m);
  const source = seededSource(77);
  const curveAt = (i: number) => curves.subarray(i * m, (i + 1) * m);
  const draws = 2000;
  let [cv, pcv, variance] = [0, 0, 0];
  for (let fold = 0; fold < 5; fold++) {
    const all = Array.from({ length: n }, (_, i) => i);
    const training = all.filter((i) => foldOf[i] !== fold);
    const left = all.filter((i) => foldOf[i] === fold);
    const norms = training.map((i) => weightedNorm(curveAt(i), weights));
    const used = training.flatMap((i, k) => {
      const factor = isPublished ? 1 : Math.min(1, 1.4 / norms[k]!);
      return Array.from(curveAt(i), (x) => factor * x);
    });
    const estimate = penalisedMean({ curves: Float64Array.from(used), spectrum, penalty, power: 1 });
    const terms = Array.from(spectrum.eigenvalues, (lambda) => lambda / (lambda + penalty) ** 2);
    const tau = isPublished ? Math.max(...norms) : 1.4;
    const squared = isPublished ? terms.reduce((a, b) => a + b) / m : Math.max(...terms);
    const sigma = ((2 * 2 * tau) / training.length) * Math.sqrt(squared);
    const mean = Float64Array.from({ length: m }, (_, j) =>
      left.reduce((sum, i) => sum + curveAt(i)[j]! / left.length, 0),
    );
    const targets = against === "mean" ? [mean] : left.map(curveAt);
    const weight = against === "mean" || isPublished ? 1 / (5 * targets.length) : 1 / n;
    const distance = (from: Float64Array, to: Float64Array) =>
      weightedNorm(
        from.map((x, j) => x - to[j]!),
        weights,
      ) ** (measure === "square" ? 2 : 1);
    for (const target of targets) cv += weight * distance(estimate, target);
    const values: number[] = [];
    for (let draw = 0; draw < draws; draw++) {
      const z = standardNormals(source, m);
      const noisy = estimate.map((value, i) => {
        let path = 0;
        for (let k = 0; k <= i; k++) path += L[i * m + k]! * z[k]!;
        return value + sigma * path;
      });
      values.push(targets.reduce((sum, target) => sum + weight * distance(noisy, target), 0));
    }
    const average = values.reduce((a, b) => a + b) / draws;
    pcv += average;
    variance += values.reduce((sum, v) => sum + (v - average) ** 2, 0) / draws / draws;
  }
  return { cv, pcv, deviation: Math.sqrt(variance) };
}

test.each([
  ["norm", "curves", "theorem"],
  ["norm", "mean", "theorem"],
  ["square", "mean", "theorem"],
  ["norm", "curves", "published"],
  ["norm", "mean", "published"],
] as const)("scores are those of the definition, with noise drawn: %s, %s, %s", (measure, against, recipe) => {
  const { cv, pcv } = scored({ measure, against, recipe });
  [0, 2].forEach((p) => {
    const direct = byDrawing({ measure, against, recipe }, shared.phis[p]!);
    expectRelative(cv[p]!, direct.cv, 1e-10);
    // Five deviations of the mean of the draws are exceeded with probability 6·10⁻⁷.
    expect(Math.abs(pcv[p]! - direct.pcv)).toBeLessThan(5 * direct.deviation);
  });
});

test("leastRangeForEachPenalty finds the ρ of fmean-cv-selection.json for each φ", () => {
  interface Scores {
    readonly cv: number[][];
    readonly cvBestRhoForEachPhi: number[];
  }
  for (const { expected } of goldenCases<object, Scores>("fmean-cv-selection")) {
    expect(Array.from(leastRangeForEachPenalty(expected.cv))).toEqual(expected.cvBestRhoForEachPhi);
  }
});

test.each(notPositive)("published scores refuse %s by name", (bad) => {
  expect(() => scored({ phis: [bad] })).toThrow(/^penalty must/);
  expect(() => scored({ noiseMultiplier: bad })).toThrow(/^noiseMultiplier must/);
  expect(() => scored({ recipe: "published", noiseKernel: kernelOf({ type: "C4", rho: 1 }) })).toThrow(
    /^noiseKernel must/,
  );
  expect(() => leastRangeForEachPenalty([])).toThrow(/^columns.length must/);
  expect(() => publishedEpsilon({ kernel, grid, penalty: bad, power: 1, noiseMultiplier: 1, delta: 0.1 })).toThrow(
    /^penalty must/,
  );
});
