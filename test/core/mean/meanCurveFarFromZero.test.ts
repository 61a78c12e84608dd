import { describe, expect, test } from "vitest";
import { covarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { compatibilityCurve } from "../../../src/core/mean/compatibility.ts";
import { valueFunctional } from "../../../src/core/release/curveFunctionals.ts";
import { linearFunctional } from "../../support/linearFunctional.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import { foldsByPlace } from "../../../src/core/privacy/choice/drawnFolds.ts";
import { planCrossValidation } from "../../../src/core/mean/meanCurveTuning.ts";
import { functionalMeanSensitivity } from "../../../src/core/privacy/sensitivity/functionalMean.ts";
import { noiseNorm, randomCurve, worstCurve } from "../privacy/sensitivity/curveNeighbours.ts";

// Times of which doubles hold multiples of 2⁻²³, against steps of 0.0018: seconds since an epoch are such.
const far = [536870913, 536870913.5371] as const;
const width = far[1] - far[0]; // exact
const m = 300;
const n = 2;
const parameters: MeanCurveParameters = {
  domain: far,
  rule: "uniform",
  kernel: "gaussian",
  noiseKernel: "gaussian",
  range: 2 * (0.03 * width) ** 2,
  penalty: 0.01,
  power: 1,
  normBound: 1,
  curvesPerPerson: 1,
  drawCount: 1,
  seed: 1,
};
const axis = meanCurveGrid(far, m).axes[0]!;
const estimateOf = (curve: Float64Array) => {
  const curves = new Float64Array(n * m);
  curves.set(curve);
  return planMeanCurve({ curves, pointCount: m }).release(parameters).estimate;
};

test("far from 0, Δ bounds every neighbour in the norm of noise at exact steps; from rounded times it was 2 % too small", () => {
  const { sensitivity, jitter } = planMeanCurve({ curves: new Float64Array(n * m), pointCount: m }).release(parameters);
  const weights = meanWeights(m, "uniform");
  const kernel = curveKernel("gaussian", parameters.range);
  const step = width / (m - 1);
  const C = Float64Array.from({ length: m * m }, (_, at) => {
    const [i, j] = [Math.floor(at / m), at % m];
    return kernel.ofSquaredDistance!(((i - j) * step) ** 2) + (i === j ? jitter : 0);
  });
  const noise = noiseNorm(C, m);
  const attained = (grid: Float64Array | typeof axis) => {
    const smoother = { spectrum: covarianceSpectrum({ kernel, grid, weights }), penalty: 0.01, power: 1, normBound: 1 };
    const { eigenvalues } = smoother.spectrum;
    const bound = functionalMeanSensitivity({ ...smoother, eigenvalues, recordCount: n });
    const worst = worstCurve(randomCurve(seededSource(3), smoother), smoother, noise, 120);
    return { bound, worst, smoother };
  };

  const now = attained(axis);
  const worst = [now.worst, attained(gridCoordinates(axis)).worst].map((curve) => {
    const [a, b] = [estimateOf(curve), estimateOf(curve.map((x) => -x))];
    return noise.norm(a.map((value, i) => value - b[i]!));
  });
  expect(Math.max(...worst)).toBeLessThanOrEqual(sensitivity);
  expect(worst[0]).toBeGreaterThan(0.995 * sensitivity);

  // The smoother of rounded times moves further in the norm of the noise than its own Δ says.
  const before = attained(gridCoordinates(axis));
  const smoothed = (curve: Float64Array) => {
    const { spectrum } = before.smoother;
    const moved = new Float64Array(m);
    spectrum.eigenvalues.forEach((lambda, j) => {
      const v = spectrum.eigenvectors.subarray(j * m, (j + 1) * m);
      const c = v.reduce((sum, value, i) => sum + value * curve[i]!, 0) * (lambda / (lambda + 0.01));
      v.forEach((value, i) => (moved[i]! += (2 / n) * c * value));
    });
    return moved;
  };
  expect(noise.norm(smoothed(before.worst)) / before.bound).toBeGreaterThan(1.02);
});

describe.each([
  ["2²⁹", far],
  ["seconds since 1970", [1_700_000_000, 1_700_000_000.25]],
  ["a step of a tenth of what doubles hold there", [2 ** 52, 2 ** 52 + 8]],
] as const)("moved to %s", (_, domain) => {
  const near = [0, domain[1] - domain[0]] as const;
  const [here, there] = [near, domain].map((d) => meanCurveGrid(d, 80).axes[0]!) as [typeof axis, typeof axis];
  const range = 0.1 * near[1];
  const random = seededSource(5);
  const curves = Float64Array.from({ length: 6 * 80 }, () => random.normal());

  test.each(["matern52", "exponential"] as const)("a release is the same as at 0, with noise of %s", (noiseKernel) => {
    const plan = planMeanCurve({ curves, pointCount: 80 });
    const asked = { ...parameters, range, kernel: "matern52", noiseKernel } as const;
    expect(plan.release({ ...asked, domain })).toEqual(plan.release({ ...asked, domain: near }));
  });

  test("so are scores of cross-validation and the standard deviation of a functional", () => {
    const kernel = curveKernel("matern32", range);
    const scores = (grid: typeof axis) =>
      planCrossValidation({
        curves,
        grid,
        weights: meanWeights(80, "uniform"),
        foldOf: foldsByPlace({ curveCount: 6, personOf: undefined, foldCount: 3 }),
        normBound: 1,
      }).column({ kernel, noiseKernel: kernel, phis: [0.01], power: 1, noiseMultiplier: 1, curvesPerPerson: 1 });
    expect(scores(there)).toEqual(scores(here));

    const functional = valueFunctional(gridCoordinates(here), 0.3 * near[1]);
    const at = { functional, released: curves.subarray(0, 80), kernel, scale: 1, jitter: 0 };
    expect(linearFunctional({ ...at, grid: there })).toEqual(linearFunctional({ ...at, grid: here }));
  });
});

test("compatibility is the same far from 0 as at 0", () => {
  const curve = (domain: readonly [number, number]) => {
    const range = 0.3 * width;
    const steps = compatibilityCurve({ ...parameters, range, noiseKernel: "matern52", domain, curveCount: 9 });
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  };
  expect(curve(far)).toEqual(curve([0, width]));
});
