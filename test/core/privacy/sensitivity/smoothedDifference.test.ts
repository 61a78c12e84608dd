import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { covarianceSpectrum, quadratureWeights, shrinkage } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import { penalisedMean } from "../../../../src/core/mean/functionalMean.ts";
import { gramOnLine } from "../../../../src/core/kernels/gramOnLine.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { functionalMeanSensitivity } from "../../../../src/core/privacy/sensitivity/functionalMean.ts";
import { smoothedDifference } from "../../../../src/core/privacy/sensitivity/smoothedDifference.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { kernelOf } from "../../../support/kernels.ts";
import { notPositive } from "../relative.ts";
import { noiseNorm, randomCurve, worstCurve } from "./curveNeighbours.ts";
import { casesOf, firstOf } from "../../../support/fuzzing.ts";

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

describe.each(names.flatMap((kernel) => names.map((noise) => [kernel, noise] as const)))(
  "estimator %s, noise %s",
  (kernel, noiseKernel) => {
    const spectrum = spectrumOf(kernel);
    const noiseGram = gramOnLine(kernels[noiseKernel], grid);

    test.each([
      [1, 0.01, 1e-6],
      [2, 1e-4, 1e-6],
      [1, 0.3, 1e-9],
    ])("smoothedDifference is what the worst curve does: η = %f, φ = %f, τ = %f", (power, penalty, jitter) => {
      const bound = smoothedDifference({ spectrum, noiseGram, jitter }).norm(penalty, power);
      const smoother = { spectrum, penalty, power, normBound: 1 };
      const noise = noiseNorm(plusJitter(noiseGram, grid.length, jitter), grid.length);
      const moved = (curve: Float64Array) => noise.norm(penalisedMean({ curves: curve, spectrum, penalty, power }));
      const random = seededSource(19);
      const curves = Array.from({ length: casesOf(30, 8) }, () => randomCurve(random, smoother));
      const attained = moved(worstCurve(curves[0]!, smoother, noise));
      // The norm's solve is good to √(24/τ)·u < 2e-11 relative.
      expect(Math.max(...curves.map(moved))).toBeLessThanOrEqual(bound);
      expect(attained).toBeLessThanOrEqual(bound * (1 + 1e-10));
      expect(attained).toBeGreaterThan(0.997 * bound);
    });
  },
);

test.each(names)(
  "smoothedDifference with the estimator's own kernel %s is Theorem 4.1's first bound, as τ → 0",
  (name) => {
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
  },
);

const even = (count: number) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));
const size = casesOf(60, 30);
const uneven = Float64Array.from({ length: size }, (_, i) => i / (size - 1) + 0.005 * Math.sin(9 * i));
const grids: [string, Float64Array][] = [
  ...firstOf([17, 3, 2, 60], 2).map((count): [string, Float64Array] => [
    `${count} even points, in two halves`,
    even(count),
  ]),
  ["uneven points, in one part", uneven],
];

describe.each(grids)("on %s", (_, points) => {
  const count = points.length;
  const w = new Float64Array(count).fill(1 / count);

  test.each(names.flatMap((kernel) => names.map((noise) => [kernel, noise] as const)))(
    "smoothedDifference is the largest singular value, for the estimator %s and noise %s",
    (kernel, noiseKernel) => {
      const spectrum = covarianceSpectrum({ kernel: kernels[kernel], grid: points, weights: w });
      const noiseGram = gramOnLine(kernels[noiseKernel], points);
      const jitter = 1e-6;
      const difference = smoothedDifference({ spectrum, noiseGram, jitter });
      const noise = noiseNorm(plusJitter(noiseGram, count, jitter), count);
      const v = Array.from({ length: count }, (_, j) =>
        w.map((weight, i) => spectrum.eigenvectors[j * count + i]! / Math.sqrt(weight)),
      );
      const solved = v.map((column) => noise.solve(column));
      const C = v.flatMap((column) => solved.map((other) => column.reduce((sum, x, i) => sum + x * other[i]!, 0)));
      // A small φ counts every direction; a large one, or a power, few, and the rest is cut away.
      for (const [penalty, power] of [
        [1e-6, 1],
        [1e-3, 1],
        [0.3, 1],
        [0.01, 3],
      ] as const) {
        const s = shrinkage(spectrum, penalty, power);
        const M = Float64Array.from(
          C,
          (c, at) =>
            (s[Math.floor(at / count)]! * s[at % count]! * (c + C[(at % count) * count + Math.floor(at / count)]!)) / 2,
        );
        const exact = Math.sqrt(symmetricEigen(M, count).values[0]!);
        // Two solves with a condition of 60/τ: 60 · 6e7 · u < 1e-6.
        expect(difference.norm(penalty, power) / exact).toBeGreaterThan(1 - 1e-6);
        expect(difference.norm(penalty, power) / exact).toBeLessThan(1.0015);
      }
    },
  );
});

test("smoothedDifference is inversely proportional to a large φ, though squares of what is left underflow", () => {
  const difference = smoothedDifference({
    spectrum: spectrumOf("C4"),
    noiseGram: gramOnLine(kernels.C2, grid),
    jitter: 1e-9,
  });
  const scaled = [1e6, 1e80, 1e160, 1e250].map((penalty) => penalty * difference.norm(penalty, 1));
  for (const value of scaled) expect(value / scaled[0]!).toBeCloseTo(1, 5);
  expect(difference.norm(1e-3, 1e4)).toBe(0);
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
