import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { covarianceSpectrum, operatorMatrix } from "../../../src/core/kernels/covarianceSpectrum.ts";
import type { CovarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { spectrumDefects } from "../../../src/core/mean/spectrumDefects.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { fixed, toDouble } from "../../support/fixedPoint.ts";
import { smoothMean } from "../../support/meanCurveParameters.ts";

const operatorOf = (m: number, kernel: Kernel = matern52Kernel(0.2)) => ({
  kernel,
  grid: meanCurveGrid([0, 1], m).axes[0]!,
  weights: meanWeights(m, "trapezoid"),
});

/** ‖VVᵀ − I‖_F and ‖VS − ΛV‖_F in numbers of 240 binary places. */
function exactDefects({ eigenvalues, eigenvectors }: CovarianceSpectrum, S: Float64Array) {
  const m = eigenvalues.length;
  const rows = (M: Float64Array) =>
    Array.from({ length: m }, (_, i) => Array.from(M.subarray(i * m, (i + 1) * m), fixed));
  const [V, columns] = [rows(eigenvectors), rows(S)];
  const inner = (a: readonly bigint[], b: readonly bigint[]) => a.reduce((s, x, k) => s + x * b[k]!, 0n) >> 240n;
  const values = Array.from(eigenvalues, fixed);
  const norm = (element: (i: number, j: number) => bigint) =>
    Math.hypot(...Array.from({ length: m * m }, (_, at) => toDouble(element(Math.floor(at / m), at % m))));
  return {
    orthogonality: norm((i, j) => inner(V[i]!, V[j]!) - (i === j ? fixed(1) : 0n)),
    residual: norm((i, j) => inner(V[i]!, columns[j]!) - ((values[i]! * V[i]![j]!) >> 240n)),
  };
}

test.each([
  ["Matérn 5/2, 40 points", 40, matern52Kernel(0.2)],
  ["Gaussian, 70 points", 70, gaussianKernel(0.3)],
  ["2 points", 2, gaussianKernel(1)],
] as const)("spectrumDefects is at least what the spectrum is off by, and not much more: %s", (_, m, kernel) => {
  const operator = operatorOf(m, kernel);
  const spectrum = covarianceSpectrum(operator);
  const { matrix } = operatorMatrix(operator);
  const random = seededSource(6);
  for (const size of [0, 1e-15, 1e-9, 1e-3]) {
    const broken = { ...spectrum, eigenvectors: spectrum.eigenvectors.map((x) => x + size * random.normal()) };
    const [found, exact] = [spectrumDefects(broken, matrix), exactDefects(broken, matrix)];
    for (const key of ["orthogonality", "residual"] as const) {
      expect(found[key]).toBeGreaterThanOrEqual(exact[key]);
      // What is added is γ‖A‖_F‖B‖_F, with ‖V‖_F² = m and ‖S‖_F ≤ tr S = 1.
      expect(found[key]).toBeLessThan(1.002 * exact[key] + 45 * m * 2 ** -53);
    }
  }
});

test("provedRounding does not need symmetricEigen to be as good as it is measured to be, and is of the order of the release's", () => {
  const parameters: MeanCurveParameters = { ...smoothMean, domain: [0, 1], power: 1, normBound: 1 };
  for (const m of [2, 20, 93, 200]) {
    const plan = planMeanCurve({ curves: new Float64Array(3 * m).fill(0.1), pointCount: m });
    const { roundingError } = plan.release(parameters);
    const proved = plan.provedRounding(parameters);
    expect(proved.roundingError).toBeGreaterThan(0.5 * roundingError);
    expect(proved.roundingError).toBeLessThan(6 * roundingError);
    expect(proved.leastJitter).toBeGreaterThan(0);
    expect(proved.leastJitter).toBeLessThan(1e-8);
  }
  const plan = planMeanCurve({ curves: new Float64Array(60), pointCount: 20 });
  expect(() => plan.provedRounding({ ...parameters, penalty: NaN })).toThrow(/^penalty must/);
});

test("spectrumDefects refuses a matrix of another shape", () => {
  const operator = operatorOf(5);
  expect(() => spectrumDefects(covarianceSpectrum(operator), new Float64Array(24))).toThrow(ParameterError);
});
