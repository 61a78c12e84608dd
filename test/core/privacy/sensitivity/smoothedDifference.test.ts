import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { covarianceSpectrum, gramOnLine, penalisedMean, quadratureWeights } from "../../../../src/core/estimators/functionalMean.ts";
import { functionalMeanSensitivity } from "../../../../src/core/privacy/sensitivity/functionalMean.ts";
import { smoothedDifference } from "../../../../src/core/privacy/sensitivity/smoothedDifference.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { kernelOf } from "../../../support/kernels.ts";
import { notPositive } from "../relative.ts";
import { noiseNorm, randomCurve, worstCurve } from "./curveNeighbours.ts";

const kernels = {
  C1: kernelOf({ type: "C1", rho: 0.02 }),
  C2: kernelOf({ type: "C2", rho: 0.2 }),
  C3: kernelOf({ type: "C3", rho: 0.2 }),
  C4: kernelOf({ type: "C4", rho: 0.2 }),
};
type Name = keyof typeof kernels;
const names = Object.keys(kernels) as Name[];
const grid = Float64Array.from({ length: 24 }, (_, i) => i / 23 + 0.01 * Math.sin(9 * i));
const weights = quadratureWeights({ grid, rule: "trapezoid" });
const spectrumOf = (name: Name) => covarianceSpectrum({ kernel: kernels[name], grid, weights });

function plusJitter(K: Float64Array, m: number, jitter: number): Float64Array {
  return K.map((value, at) => (at % (m + 1) === 0 ? value + jitter : value));
}

describe.each(names.flatMap((kernel) => names.map((noise) => [kernel, noise] as const)))("estimator %s, noise %s", (kernel, noiseKernel) => {
  const spectrum = spectrumOf(kernel);
  const noiseGram = gramOnLine(kernels[noiseKernel], grid);

  test.each([[1, 0.01, 1e-6], [2, 1e-4, 1e-6], [1, 0.3, 1e-9]])("smoothedDifference is what the worst curve does: η = %f, φ = %f, τ = %f", (power, penalty, jitter) => {
    const bound = smoothedDifference({ spectrum, noiseGram, jitter }).norm(penalty, power);
    const smoother = { spectrum, penalty, power, normBound: 1 };
    const noise = noiseNorm(plusJitter(noiseGram, grid.length, jitter), grid.length);
    const moved = (curve: Float64Array) => noise.norm(penalisedMean({ curves: curve, spectrum, penalty, power }));
    const random = seededSource(19);
    const curves = Array.from({ length: 30 }, () => randomCurve(random, smoother));
    const attained = moved(worstCurve(curves[0]!, smoother, noise));
    // The norm's solve is good to √(24/τ)·u < 2e-11 relative.
    for (const curve of curves) expect(moved(curve)).toBeLessThanOrEqual(bound);
    expect(attained).toBeLessThanOrEqual(bound * (1 + 1e-10));
    expect(attained).toBeGreaterThan(0.997 * bound);
  });
});

test.each(names)("smoothedDifference with the estimator's own kernel %s is Theorem 4.1's first bound, as τ → 0", (name) => {
  const spectrum = spectrumOf(name);
  const difference = smoothedDifference({ spectrum, noiseGram: gramOnLine(kernels[name], grid), jitter: 1e-10 });
  for (const power of [1, 2]) {
    for (const penalty of [0.3, 0.01]) {
      const sizes = { recordCount: 1, normBound: 0.5, penalty, power };
      const closed = functionalMeanSensitivity({ ...sizes, eigenvalues: spectrum.eigenvalues });
      // Above by the slack of a certified eigenvalue; jitter takes away a share of τ/(mλ) at most.
      expect(difference.norm(penalty, power) / closed).toBeGreaterThan(1 - 1e-6);
      expect(difference.norm(penalty, power) / closed).toBeLessThan(1 + 1e-3);
    }
  }
});

test.each(notPositive)("smoothedDifference refuses the jitter %s, penalty and power by name", (bad) => {
  const spectrum = spectrumOf("C2");
  const noiseGram = gramOnLine(kernels.C2, grid);
  expect(() => smoothedDifference({ spectrum, noiseGram, jitter: bad })).toThrow(/^jitter must/);
  const difference = smoothedDifference({ spectrum, noiseGram, jitter: 1e-9 });
  expect(() => difference.norm(bad, 1)).toThrow(/^penalty must/);
  expect(() => difference.norm(1, bad)).toThrow(/^power must/);
});

test("smoothedDifference refuses noise that is no covariance", () => {
  const noiseGram = gramOnLine(kernels.C2, grid).map((value) => -value);
  expect(() => smoothedDifference({ spectrum: spectrumOf("C2"), noiseGram, jitter: 1e-9 })).toThrow(NumericalError);
});
