import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { anisotropicGaussianKernel } from "../../../../src/core/kernels/anisotropicGaussian.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/core/kernels/kernel.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { pointAt, pointsFrom } from "../../../../src/core/points.ts";
import { classicalNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { gaussianProcessRelease } from "../../../support/gaussianProcess.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { extremes, targetCovariance } from "../../../support/covariance.ts";
import { expOfNegative, fixed, innerProduct, times, toDouble } from "../../../support/fixedPoint.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { kernelOf } from "../../../support/kernels.ts";
import type { FunctionCase } from "../../../support/goldenInputs.ts";

test("gaussianProcessRelease has the reference covariance and conditional deviations", () => {
  for (const golden of goldenCases<FunctionCase, object>("gp-batch")) {
    const { kernel, points, f, alpha, beta, sensitivity } = golden.inputs;
    const m = points.length;
    // The noise is linear in the normals: unit vectors show its factor, column by column.
    const columns = f.map(
      (_, k) =>
        gaussianProcessRelease({
          kernel: kernelOf(kernel),
          at: pointsFrom(points),
          estimate: new Float64Array(m),
          sensitivity,
          noiseMultiplier: classicalNoiseMultiplier({ epsilon: alpha, delta: beta }),
          standardNormals: f.map((_f, i) => (i === k ? 1 : 0)),
        }).values,
    );
    const covariance = f.flatMap((_, i) =>
      f.map((_f, j) => columns.reduce((sum, column) => sum + column[i]! * column[j]!, 0)),
    );
    expectGolden(golden, "covariance", covariance);
    expectGolden(
      golden,
      "conditionalSd",
      columns.map((column, i) => column[i]!),
    );
  }
});

const valid = {
  kernel: exponentialKernel(1),
  at: pointsFrom([[0], [1]]),
  estimate: [3, 4],
  sensitivity: 0.5,
  noiseMultiplier: 2,
  standardNormals: [1, -1],
};

test("gaussianProcessRelease of normals that are all 0 is the estimate; noise grows with Δ and multiplier alike", () => {
  expect(gaussianProcessRelease({ ...valid, standardNormals: [0, 0] }).values).toEqual(Float64Array.of(3, 4));
  const noise = (change: object) => gaussianProcessRelease({ ...valid, estimate: [0, 0], ...change }).values;
  expect(noise({ sensitivity: 2 })).toEqual(noise({ noiseMultiplier: 8 }));
});

test("gaussianProcessRelease gives up on a kernel that is not positive definite", () => {
  const indefinite: Kernel = { diagonalBound: 1, evaluate: (x, y) => (x[0] === y[0] ? 1 : 2) };
  expect(() => gaussianProcessRelease({ ...valid, kernel: indefinite })).toThrow(NumericalError);
});

test.each([NaN, Infinity, -Infinity, 0, -1])("gaussianProcessRelease refuses Δ and multiplier of %s by name", (bad) => {
  expect(() => gaussianProcessRelease({ ...valid, sensitivity: bad })).toThrow(/^sensitivity must be/);
  expect(() => gaussianProcessRelease({ ...valid, noiseMultiplier: bad })).toThrow(/^noiseMultiplier must be/);
});

test("gaussianProcessRelease refuses estimates and normals that are not finite, or not one per point", () => {
  for (const name of ["estimate", "standardNormals"] as const) {
    for (const values of [[], [1], [1, 2, 3], [1, NaN], [1, Infinity], [-Infinity, 1]]) {
      expect(() => gaussianProcessRelease({ ...valid, [name]: values })).toThrow(ParameterError);
      expect(() => gaussianProcessRelease({ ...valid, [name]: values })).toThrow(new RegExp(`^${name}`));
    }
  }
});

test.each([1e-6, 1e-9])(
  "gaussianProcessRelease has noise of at least the covariance K, for a Gaussian kernel of correlation 1 − %f too",
  (off) => {
    const random = seededSource(6);
    const c = Math.sqrt(15) * (1 - off);
    const kernel = anisotropicGaussianKernel([
      [3, c],
      [c, 5],
    ]);
    const determinant = fixed(15) - times(fixed(c), fixed(c));
    const m = 8;
    for (let trial = 0; trial < 12; trial++) {
      const at = pointsFrom(
        Array.from({ length: m }, () => {
          const x = random.uniform();
          return [x, Math.sqrt(5 / 3) * x + 3 * Math.sqrt(off) * random.normal()];
        }),
      );
      const columns = Array.from(
        { length: m },
        (_, k) =>
          gaussianProcessRelease({
            ...{ kernel, at, estimate: new Float64Array(m), sensitivity: 1, noiseMultiplier: 1 },
            standardNormals: Array.from({ length: m }, (_z, i) => (i === k ? 1 : 0)),
          }).values,
      );
      const points = Array.from({ length: m }, (_, i) => Array.from(pointAt(at, i), fixed) as [bigint, bigint]);
      const rows = points.map((_, i) => columns.map((column) => fixed(column[i]!)));
      const excess = points.map(([a, b], i) =>
        points.map(([p, q], j) => {
          const form = 5n * times(a - p, a - p) - 2n * times(fixed(c), times(a - p, b - q)) + 3n * times(b - q, b - q);
          return toDouble(innerProduct(rows[i]!, rows[j]!) - expOfNegative((form << 239n) / determinant));
        }),
      );
      expect(
        Math.min(...new EigenvalueDecomposition(new Matrix(excess), { assumeSymmetric: true }).realEigenvalues),
      ).toBeGreaterThan(0);
    }
  },
);

interface Batch extends FunctionCase {
  readonly z: number[];
}

test("gaussianProcessRelease reproduces the batch releases of reference", () => {
  for (const golden of goldenCases<Batch, object>("gp-batch")) {
    const { kernel, points, f, alpha, beta, sensitivity, z } = golden.inputs;
    const noiseMultiplier = classicalNoiseMultiplier({ epsilon: alpha, delta: beta });
    const { values, noiseScale, jitter } = gaussianProcessRelease({
      kernel: kernelOf(kernel),
      at: pointsFrom(points),
      estimate: f,
      sensitivity,
      noiseMultiplier,
      standardNormals: z,
    });
    expectGolden(golden, "scale", noiseScale);
    expectGolden(golden, "released", values);
    expect(jitter).toBe(0);
  }
});

/** The exact covariance L Lᵀ of a release, from its columns. */
function releaseCovariance(kernel: Kernel, rows: number[][]): { covariance: Matrix; jitter: number } {
  const m = rows.length;
  let jitter = 0;
  const columns = rows.map((_, k) => {
    const release = gaussianProcessRelease({
      kernel,
      at: pointsFrom(rows),
      estimate: new Float64Array(m),
      sensitivity: 1,
      noiseMultiplier: 1,
      standardNormals: rows.map((_row, i) => (i === k ? 1 : 0)),
    });
    jitter = release.jitter;
    return Array.from(release.values);
  });
  const L = new Matrix(columns).transpose();
  return { covariance: L.mmul(L.transpose()), jitter };
}

test("gaussianProcessRelease factors more than K by what the factorisation may round away", () => {
  // 1 + 2⁻⁵³·16(1 + 2): a single point shows it, since √ and square err by 2u at most.
  expect(releaseCovariance(gaussianKernel(1), [[0]]).covariance.get(0, 0)).toBeGreaterThan(1 + 8 * 2 ** -53);
  const rows = Array.from({ length: 60 }, (_, i) => [i / 59]);
  for (const kernel of [gaussianKernel(0.5), gaussianKernel(20), matern52Kernel(3)]) {
    const { covariance, jitter } = releaseCovariance(kernel, rows);
    const { least, largest } = extremes(Matrix.sub(covariance, targetCovariance(kernel, pointsFrom(rows), jitter)));
    // The check errs by 60·60u = 4e-13 in the sum of products and some 60·60u in the eigenvalues, the slack is 1.6e-12.
    expect(least).toBeGreaterThan(8e-13);
    expect(largest).toBeLessThan(3e-12);
    expect(jitter).toBeLessThan(1e-12);
  }
});

test("gaussianProcessRelease reports the jitter that an indefinite matrix needs", () => {
  const slightlyIndefinite: Kernel = { diagonalBound: 1, evaluate: (x, y) => (x[0] === y[0] ? 1 : 1 + 3e-9) };
  const { covariance, jitter } = releaseCovariance(slightlyIndefinite, [[0], [1]]);
  expect(jitter).toBe(1e-8);
  expect(covariance.get(0, 0)).toBeGreaterThan(1 + 1e-8);
});
