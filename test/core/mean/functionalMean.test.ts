import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { clipCurve, coefficientsOf, penalisedMean, weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { covarianceSpectrum, quadratureWeights } from "../../../src/core/kernels/covarianceSpectrum.ts";
import type { QuadratureRule } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { arithmetic } from "../../../src/core/arithmetic/arithmetic.ts";
import { plainArithmetic } from "../../../src/core/arithmetic/plainArithmetic.ts";
import {
  functionalMeanSensitivity,
  functionalMeanSensitivityBound,
} from "../../../src/core/privacy/sensitivity/functionalMean.ts";
import { planCrossValidation } from "../../../src/core/mean/meanCurveTuning.ts";
import { classicalNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";
import { kernelOf } from "../../support/kernels.ts";

type Name = "C1" | "C2" | "C3" | "C4";
interface Setting {
  readonly kernel: Name;
  readonly rho: number;
  readonly grid: number[];
  readonly rule: QuadratureRule;
}
const spectrumOf = ({ kernel, rho, grid, rule }: Setting) =>
  covarianceSpectrum({ kernel: kernelOf({ type: kernel, rho }), grid, weights: quadratureWeights({ grid, rule }) });

test.each(goldenCases<Setting, { eigenvalues: number[] }>("fmean-eigenvalues").map((c, i) => [i, c] as const))(
  "covarianceSpectrum agrees with fmean-eigenvalues.json, case %i",
  (_, reference) => {
    const { weights, eigenvalues, trace } = spectrumOf(reference.inputs);
    expectGolden(reference, "weights", weights);
    expectGolden(reference, "eigenvalues", eigenvalues.slice(0, reference.expected.eigenvalues.length));
    expectGolden(reference, "trace", trace);
  },
);

test.each(
  goldenCases<Setting & { X: number[][]; eta: number; phi: number }, object>("fmean-estimator").map(
    (c, i) => [i, c] as const,
  ),
)("penalisedMean agrees with fmean-estimator.json, case %i", (_, reference) => {
  const { X, eta, phi } = reference.inputs;
  const curves = Float64Array.from(X.flat());
  expectGolden(
    reference,
    "muHat",
    penalisedMean({ curves, spectrum: spectrumOf(reference.inputs), penalty: phi, power: eta }),
  );
});

test.each(
  goldenCases<{ grid: number[]; rule: QuadratureRule; x: number[]; tau: number }, object>("fmean-clipping").map(
    (c, i) => [i, c] as const,
  ),
)("clipCurve agrees with fmean-clipping.json, case %i", (_, reference) => {
  const { grid, rule, x, tau } = reference.inputs;
  const { clipped, factor, norm } = clipCurve({ curve: x, weights: quadratureWeights({ grid, rule }), normBound: tau });
  expectGolden(reference, "clipped", clipped);
  expectGolden(reference, "clipFactor", factor);
  expectGolden(reference, "norm", norm);
});

test.each(
  goldenCases<Setting & { eta: number; phi: number; tau: number; N: number }, object>("fmean-sensitivity").map(
    (c, i) => [i, c] as const,
  ),
)("functionalMeanSensitivity and its bound agree with fmean-sensitivity.json, case %i", (_, reference) => {
  const { eta, phi, tau, N } = reference.inputs;
  const sizes = { recordCount: N, normBound: tau, penalty: phi, power: eta };
  const { eigenvalues } = spectrumOf(reference.inputs);
  const exact = functionalMeanSensitivity({ ...sizes, eigenvalues });
  expectGolden(reference, "sensitivity", exact);
  expectGolden(reference, "sensitivitySimple", functionalMeanSensitivityBound(sizes));
  expect(exact).toBeLessThanOrEqual(functionalMeanSensitivityBound(sizes) * (1 + 1e-12));
});

test.each(
  goldenCases<Setting & { x: number[]; muHat: number[]; sigma: number }, object>("fmean-expected-error").map(
    (c, i) => [i, c] as const,
  ),
)(
  "the squared error of a noisy estimate, as private cross-validation has it, agrees with fmean-expected-error.json, case %i",
  (_, reference) => {
    const { x, muHat, sigma } = reference.inputs;
    const spectrum = spectrumOf(reference.inputs);
    const difference = Float64Array.from(x, (value, i) => value - muHat[i]!);
    const noiseTerm = sigma ** 2 * spectrum.trace;
    expectGolden(reference, "noiseTerm", noiseTerm);
    expectGolden(reference, "expectedSquaredError", weightedNorm(difference, spectrum.weights) ** 2 + noiseTerm);
    // The same along the eigenfunctions, where each coordinate has noise of its own.
    const sum = coefficientsOf(difference, spectrum).reduce(
      (total, c, j) => total + c ** 2 + sigma ** 2 * spectrum.eigenvalues[j]!,
      0,
    );
    expect(sum / (weightedNorm(difference, spectrum.weights) ** 2 + noiseTerm)).toBeCloseTo(1, 12);
  },
);

interface Selection extends Omit<Setting, "rho"> {
  readonly X: number[][];
  readonly folds: number[];
  readonly rhos: number[];
  readonly phis: number[];
  readonly eta: number;
  readonly tau: number;
  readonly epsilon: number;
  readonly delta: number;
}

test.each(goldenCases<Selection, object>("fmean-cv-selection").map((c, i) => [i, c] as const))(
  "planCrossValidation agrees with fmean-cv-selection.json, case %i",
  (_, reference) => {
    const { kernel, grid, rule, X, folds, rhos, phis, eta, tau, epsilon, delta } = reference.inputs;
    const plan = planCrossValidation({
      curves: Float64Array.from(X.flat()),
      grid: Float64Array.from(grid),
      weights: quadratureWeights({ grid, rule }),
      foldOf: Int32Array.from(folds),
      normBound: tau,
    });
    const noiseMultiplier = classicalNoiseMultiplier({ epsilon, delta });
    const columns = rhos.map((rho) => {
      const own = kernelOf({ type: kernel, rho });
      return plan.column({ kernel: own, noiseKernel: own, phis, power: eta, noiseMultiplier, curvesPerPerson: 1 });
    });
    expectGolden(
      reference,
      "cv",
      columns.flatMap(({ cv }) => Array.from(cv)),
    );
    expectGolden(
      reference,
      "pcv",
      columns.flatMap(({ pcv }) => Array.from(pcv)),
    );
  },
);

test.each([arithmetic(), plainArithmetic()])(
  "coefficientsOf(rows) are the inner products with the eigenfunctions, by $name arithmetic",
  (by) => {
    const grid = Float64Array.from({ length: 11 }, (_, i) => i * i + i);
    const weights = quadratureWeights({ grid, rule: "trapezoid" });
    const spectrum = covarianceSpectrum({ kernel: kernelOf({ type: "C3", rho: 30 }), grid, weights });
    const rows = Float64Array.from({ length: 3 * 11 }, (_, i) => Math.sin(i * i));
    coefficientsOf(rows, spectrum, by).forEach((c, at) => {
      const [row, j] = [Math.floor(at / 11), at % 11];
      const direct = weights.reduce(
        (sum, w, i) => sum + Math.sqrt(w) * spectrum.eigenvectors[j * 11 + i]! * rows[row * 11 + i]!,
        0,
      );
      expect(c).toBeCloseTo(direct, 13);
    });
  },
);

describe("refusals", () => {
  const grid = [0, 0.5, 1];
  const weights = quadratureWeights({ grid, rule: "trapezoid" });
  const spectrum = covarianceSpectrum({ kernel: kernelOf({ type: "C3", rho: 0.5 }), grid, weights });
  test("quadratureWeights wants an increasing grid of two points", () => {
    for (const bad of [[0], [0, 0], [1, 0], [0, NaN]])
      expect(() => quadratureWeights({ grid: bad, rule: "uniform" })).toThrow(ParameterError);
  });
  test.each([NaN, 0, -1, Infinity])("φ, τ or weight %s", (value) => {
    const curves = Float64Array.of(1, 2, 3);
    expect(() => penalisedMean({ curves, spectrum, penalty: value, power: 1 })).toThrow(ParameterError);
    expect(() => clipCurve({ curve: curves, weights, normBound: value })).toThrow(ParameterError);
    expect(() =>
      covarianceSpectrum({ kernel: kernelOf({ type: "C3", rho: 1 }), grid, weights: [1, value, 1] }),
    ).toThrow(ParameterError);
  });
  test.each([NaN, 0.5, 0, Infinity])("η = %s", (power) => {
    expect(() => penalisedMean({ curves: Float64Array.of(1, 2, 3), spectrum, penalty: 1, power })).toThrow(
      ParameterError,
    );
    expect(() =>
      functionalMeanSensitivity({ recordCount: 5, normBound: 1, penalty: 1, power, eigenvalues: [1] }),
    ).toThrow(ParameterError);
  });
  test("a curve with NaN, or of another length", () => {
    expect(() => penalisedMean({ curves: Float64Array.of(1, NaN, 3), spectrum, penalty: 1, power: 1 })).toThrow(
      ParameterError,
    );
    expect(() => penalisedMean({ curves: Float64Array.of(1, 2), spectrum, penalty: 1, power: 1 })).toThrow(
      ParameterError,
    );
  });
});
