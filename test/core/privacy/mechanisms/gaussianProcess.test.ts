import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import type { Kernel } from "../../../../src/core/kernels/kernel.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { classicalNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { gaussianProcessRelease } from "../../../../src/core/privacy/mechanisms/gaussianProcess.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { kernelOf } from "../../../support/kernels.ts";
import type { KernelObject } from "../../../support/kernels.ts";

interface Batch {
  readonly kernel: KernelObject;
  readonly points: number[][];
  readonly f: number[];
  readonly alpha: number;
  readonly beta: number;
  readonly sensitivity: number;
}

test("gaussianProcessRelease has the reference covariance and conditional deviations", () => {
  for (const golden of goldenCases<Batch, object>("gp-batch")) {
    const { kernel, points, f, alpha, beta, sensitivity } = golden.inputs;
    const m = points.length;
    // The noise is linear in the normals: unit vectors show its factor, column by column.
    const columns = f.map((_, k) =>
      gaussianProcessRelease({
        kernel: kernelOf(kernel),
        at: pointsFrom(points),
        estimate: new Float64Array(m),
        sensitivity,
        noiseMultiplier: classicalNoiseMultiplier({ epsilon: alpha, delta: beta }),
        standardNormals: f.map((_f, i) => (i === k ? 1 : 0)),
      }).values,
    );
    const covariance = f.flatMap((_, i) => f.map((_f, j) => columns.reduce((sum, column) => sum + column[i]! * column[j]!, 0)));
    expectGolden(golden, "covariance", covariance);
    expectGolden(golden, "conditionalSd", columns.map((column, i) => column[i]!));
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
