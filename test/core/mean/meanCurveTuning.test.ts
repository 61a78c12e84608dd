import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { clipCurve, penalisedMean, weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { covarianceSpectrum, quadratureWeights } from "../../../src/core/kernels/covarianceSpectrum.ts";
import type { QuadratureRule } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { gridCoordinates } from "../../../src/core/grids.ts";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { analyticNoiseMultiplier, classicalNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { functionalMeanSensitivity } from "../../../src/core/privacy/sensitivity/functionalMean.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import type { TuningColumn } from "../../../src/core/mean/meanCurveTuning.ts";
import { foldsByPlace } from "../../../src/core/privacy/choice/drawnFolds.ts";
import { planCrossValidation } from "../../../src/core/mean/meanCurveTuning.ts";
import { goldenCases } from "../../support/goldenFile.ts";
import { kernelOf } from "../../support/kernels.ts";
import { expectRelative, notPositive } from "../privacy/relative.ts";

const n = 17;
const grid = Float64Array.from({ length: 13 }, (_, i) => i / 12 + 0.02 * Math.sin(7 * i));
const m = grid.length;
const random = seededSource(12);
const curves = Float64Array.from(
  Array.from({ length: n }, () => {
    const [a, b] = [random.normal(), random.normal()];
    return Array.from(grid, (t) => 1 + a + Math.sin(6 * t + b) + 0.3 * random.normal());
  }).flat(),
);
const phis = [1e-6, 1e-3, 0.03, 0.5, 10];
const noiseMultiplier = analyticNoiseMultiplier({ epsilon: 1, delta: 1e-3 });

interface Setting {
  readonly kernel: Kernel;
  readonly rule: QuadratureRule;
  readonly power: number;
  readonly foldOf: Int32Array;
  readonly normBound: number;
  readonly curvesPerPerson: number;
}

/** Every fold left out in turn, its curves compared with the mean of the others: no closed form. */
function leaveOut(
  data: Float64Array,
  { kernel, rule, power, foldOf, normBound, curvesPerPerson }: Setting,
  penalty: number,
) {
  const weights = quadratureWeights({ grid, rule });
  const spectrum = covarianceSpectrum({ kernel, grid, weights });
  const curveAt = (i: number) => data.subarray(i * m, (i + 1) * m);
  let cv = 0;
  let noise = 0;
  for (let i = 0; i < n; i++) {
    const others = Array.from({ length: n }, (_, j) => j).filter((j) => foldOf[j] !== foldOf[i]);
    const training = others.flatMap((j) => Array.from(clipCurve({ curve: curveAt(j), weights, normBound }).clipped));
    const mean = penalisedMean({ curves: Float64Array.from(training), spectrum, penalty, power });
    cv +=
      weightedNorm(
        curveAt(i).map((x, j) => x - mean[j]!),
        weights,
      ) **
        2 /
      n;
    const { eigenvalues } = spectrum;
    const sigma =
      noiseMultiplier *
      curvesPerPerson *
      functionalMeanSensitivity({ recordCount: others.length, normBound, eigenvalues, penalty, power });
    grid.forEach((t, j) => (noise += (sigma * sigma * weights[j]! * kernel.evaluate([t], [t])) / n));
  }
  return { cv, pcv: cv + noise };
}

const folds = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: 5 });
const people = foldsByPlace({ curveCount: n, personOf: Int32Array.from({ length: n }, (_, i) => i % 4), foldCount: 3 });
const kernel = kernelOf({ type: "C2", rho: 0.3 });
const settings: Setting[] = [
  { kernel, rule: "uniform", power: 1, foldOf: folds, normBound: 1, curvesPerPerson: 1 },
  { kernel, rule: "trapezoid", power: 2, foldOf: folds, normBound: 1e6, curvesPerPerson: 1 },
  {
    kernel: kernelOf({ type: "C1", rho: 0.1 }),
    rule: "trapezoid",
    power: 1.5,
    foldOf: people,
    normBound: 1.2,
    curvesPerPerson: 5,
  },
  {
    kernel: kernelOf({ type: "C4", rho: 1 }),
    rule: "uniform",
    power: 1,
    foldOf: Int32Array.from({ length: n }, (_, i) => i),
    normBound: 2,
    curvesPerPerson: 1,
  },
  {
    kernel,
    rule: "uniform",
    power: 1,
    foldOf: Int32Array.from({ length: n }, (_, i) => (i === 3 ? -7 : 9)),
    normBound: 2,
    curvesPerPerson: 2,
  },
];

const plan = (data: Float64Array, { rule, foldOf, normBound }: Setting) =>
  planCrossValidation({ curves: data, grid, weights: quadratureWeights({ grid, rule }), foldOf, normBound });
const column = (data: Float64Array, setting: Setting) => {
  const { kernel, power, curvesPerPerson } = setting;
  return plan(data, setting).column({ kernel, noiseKernel: kernel, phis, power, noiseMultiplier, curvesPerPerson });
};

test.each(settings.map((setting, at) => [at, setting] as const))(
  "a column is what leaving out each fold gives, setting %i",
  (_, setting) => {
    const { cv, pcv } = column(curves, setting);
    phis.forEach((penalty, p) => {
      const direct = leaveOut(curves, setting, penalty);
      expectRelative(cv[p]!, direct.cv, 1e-11);
      expectRelative(pcv[p]!, direct.pcv, 1e-11);
    });
  },
);

test("a column keeps the scatter of curves that are far from zero", () => {
  const far = curves.map((x) => x + 1e7);
  const setting = { ...settings[0]!, normBound: 1e9 };
  const { cv } = column(far, setting);
  // At a large φ the mean is shrunk from 1e7, at φ = 1e-6 the error is of the size of the curves; 1e7² · u is 0.01.
  phis.forEach((penalty, p) => expectRelative(cv[p]!, leaveOut(far, setting, penalty).cv, 1e-6));
});

interface Selection {
  readonly kernel: "C1" | "C2" | "C3" | "C4";
  readonly grid: number[];
  readonly rule: QuadratureRule;
  readonly X: number[][];
  readonly folds: number[];
  readonly rhos: number[];
  readonly phis: number[];
  readonly eta: number;
  readonly tau: number;
  readonly epsilon: number;
  readonly delta: number;
}
type Best = readonly [rho: number, phi: number];

test.each(goldenCases<Selection, { cvBest: Best; pcvBest: Best }>("fmean-cv-selection").map((c, i) => [i, c] as const))(
  "the least scores of a map of columns are where fmean-cv-selection.json has them, case %i",
  (_, { inputs, expected }) => {
    const crossValidation = planCrossValidation({
      curves: Float64Array.from(inputs.X.flat()),
      grid: Float64Array.from(inputs.grid),
      weights: quadratureWeights(inputs),
      foldOf: Int32Array.from(inputs.folds),
      normBound: inputs.tau,
    });
    const columns = inputs.rhos.map((rho) => {
      const kernel = kernelOf({ type: inputs.kernel, rho });
      return crossValidation.column({
        kernel,
        noiseKernel: kernel,
        phis: inputs.phis,
        power: inputs.eta,
        noiseMultiplier: classicalNoiseMultiplier(inputs),
        curvesPerPerson: 1,
      });
    });
    const best = (score: "cv" | "pcv") => {
      const scores = columns.flatMap((c, rho) => Array.from(c[score], (value, phi) => ({ value, at: [rho, phi] })));
      return scores.reduce((a, b) => (b.value < a.value ? b : a)).at;
    };
    expect(best("cv")).toEqual(expected.cvBest);
    expect(best("pcv")).toEqual(expected.pcvBest);
  },
);

test("private cross-validation asks for more smoothing than cross-validation: noise falls with φ", () => {
  const { cv, pcv } = column(curves, settings[0]!);
  const noise = pcv.map((score, p) => score - cv[p]!);
  for (let p = 1; p < phis.length; p++) expect(noise[p]!).toBeLessThan(noise[p - 1]!);
  expect(pcv.indexOf(Math.min(...pcv))).toBeGreaterThan(cv.indexOf(Math.min(...cv)));
});

test("with a noise of another kernel the column has the σ that planMeanCurve would release it with", () => {
  const phis = Array.from({ length: 26 }, (_, i) => 10 ** (i / 5 - 4));
  const pointCount = 21;
  const random = seededSource(8);
  const own = Float64Array.from({ length: 30 * pointCount }, (_, at) =>
    Math.sin((at % pointCount) / 4 + 0.3 * random.normal()),
  );
  const parameters: MeanCurveParameters = {
    domain: [0, 1],
    rule: "uniform",
    kernel: "gaussian",
    noiseKernel: "exponential",
    range: 0.1,
    penalty: 1,
    power: 1,
    normBound: 2,
    curvesPerPerson: 1,
    drawCount: 1,
    seed: 1,
  };
  const kernel = curveKernel("gaussian", parameters.range);
  const columnWith = (noiseKernel: Kernel) =>
    planCrossValidation({
      curves: own,
      grid: gridCoordinates(meanCurveGrid([0, 1], pointCount).axes[0]!),
      weights: meanWeights(pointCount, "uniform"),
      foldOf: foldsByPlace({ curveCount: 30, personOf: undefined, foldCount: 10 }),
      normBound: parameters.normBound,
    }).column({ kernel, noiseKernel, phis, power: 1, noiseMultiplier, curvesPerPerson: 1 });
  const rough = columnWith(curveKernel("exponential", parameters.range));
  const ofTraining = planMeanCurve({ curves: own.subarray(0, 27 * pointCount), pointCount });
  phis.forEach((penalty, p) => {
    const { curveSensitivity } = ofTraining.release({ ...parameters, penalty });
    // Kernels have k(t, t) = 1 and weights add up to 1; the bound on the operator norm is within a thousandth.
    expectRelative(rough.pcv[p]! - rough.cv[p]!, (noiseMultiplier * curveSensitivity) ** 2, 4e-3);
  });
  const smooth = columnWith(kernel);
  expect(rough.cv).toEqual(smooth.cv);
  const best = ({ pcv }: TuningColumn) => pcv.indexOf(Math.min(...pcv));
  // The cell that the noise of the estimator's own kernel would have proposed is another one.
  expect(best(rough)).not.toBe(best(smooth));
});

test("foldsByPlace spreads curves evenly, keeps those of a person together, and reads no value", () => {
  expect(Array.from(foldsByPlace({ curveCount: 7, personOf: undefined, foldCount: 3 }))).toEqual([0, 1, 2, 0, 1, 2, 0]);
  const personOf = Int32Array.of(0, 0, 1, 2, 2, 2, 3);
  expect(Array.from(foldsByPlace({ curveCount: 7, personOf, foldCount: 3 }))).toEqual([0, 0, 1, 2, 2, 2, 0]);
});

test.each(notPositive)("planCrossValidation and column refuse %s by name", (bad) => {
  const setting = settings[0]!;
  const made = plan(curves, setting);
  const at = { ...setting, noiseKernel: setting.kernel, phis, noiseMultiplier };
  expect(() => made.column({ ...at, phis: [0.1, bad] })).toThrow(/^penalty must/);
  expect(() => made.column({ ...at, power: bad })).toThrow(/^power must/);
  expect(() => made.column({ ...at, noiseMultiplier: bad })).toThrow(/^noiseMultiplier must/);
  expect(() => made.column({ ...at, curvesPerPerson: bad })).toThrow(/^curvesPerPerson must/);
  expect(() => plan(curves, { ...setting, normBound: bad })).toThrow(/^normBound must/);
  expect(() => foldsByPlace({ curveCount: 5, personOf: undefined, foldCount: bad })).toThrow(/^foldCount must/);
});

test("planCrossValidation refuses one fold, folds of another number, half a curve and a curve of NaN", () => {
  const setting = settings[0]!;
  expect(() => column(curves, { ...setting, foldOf: new Int32Array(n) })).toThrow(/^foldOf must be at least two folds/);
  expect(() => column(curves, { ...setting, foldOf: new Int32Array(n - 1) })).toThrow(/^foldOf must/);
  expect(() => column(curves.subarray(1), setting)).toThrow(ParameterError);
  expect(() =>
    column(
      curves.map((x, i) => (i === 40 ? NaN : x)),
      setting,
    ),
  ).toThrow(ParameterError);
});
