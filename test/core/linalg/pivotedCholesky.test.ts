import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { gram } from "../../../src/core/linalg/gram.ts";
import { pivotedCholesky } from "../../../src/core/linalg/pivotedCholesky.ts";
import type { LowRankFactor } from "../../../src/core/linalg/pivotedCholesky.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const random = seededSource(17);
const at = pointsFrom(Array.from({ length: 25 }, () => [random.uniform(), random.uniform()]));

function residual(A: Float64Array, m: number, { columns, rank }: LowRankFactor): Matrix {
  const left = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let value = A[i * m + j]!;
      for (let k = 0; k < rank; k++) value -= columns[k * m + i]! * columns[k * m + j]!;
      left.set(i, j, value);
    }
  }
  return left;
}

test.each([
  ["smooth", gaussianKernel(0.5)],
  ["narrow", gaussianKernel(0.05)],
  ["rough", exponentialKernel(0.5)],
])("pivotedCholesky leaves a positive semi-definite rest of eigenvalues at most residualTrace: %s kernel", (_, kernel) => {
  const A = gram(kernel, at);
  let last = 0;
  for (const tolerance of [10, 1, 1e-3, 1e-9, 0]) {
    const factor = pivotedCholesky(A, 25, tolerance);
    const left = residual(A, 25, factor);
    const { realEigenvalues } = new EigenvalueDecomposition(left, { assumeSymmetric: true });
    // (rank + 2)·u·trace A, rank ≤ trace A = 25, for the factor; as much for the rest formed here.
    const rounding = 2 * 27 * 2 ** -53 * 25;
    expect(Math.min(...realEigenvalues)).toBeGreaterThan(-rounding);
    expect(Math.max(...realEigenvalues)).toBeLessThanOrEqual(factor.residualTrace + rounding);
    expect(Math.abs(left.trace() - factor.residualTrace)).toBeLessThanOrEqual(rounding);
    if (tolerance > 0) expect(factor.residualTrace).toBeLessThanOrEqual(tolerance);
    expect(factor.columns).toHaveLength(25 * factor.rank);
    expect(factor.rank).toBeGreaterThanOrEqual(last);
    last = factor.rank;
  }
});

test("pivotedCholesky stops at the true rank of a matrix that has one", () => {
  const coinciding = pointsFrom([[0], [1], [0], [1], [0]]);
  const { rank, residualTrace } = pivotedCholesky(gram(exponentialKernel(1), coinciding), 5, 0);
  expect(rank).toBe(2);
  expect(residualTrace).toBeLessThan(5 * 2 ** -53);
});

test("pivotedCholesky of the zero matrix has rank 0, of a tolerance above the trace too", () => {
  expect(pivotedCholesky(new Float64Array(9), 3, 0)).toEqual({ columns: new Float64Array(0), rank: 0, residualTrace: 0 });
  expect(pivotedCholesky(Float64Array.of(1, 0, 0, 1), 2, 2)).toEqual({ columns: new Float64Array(0), rank: 0, residualTrace: 2 });
});

test("pivotedCholesky leaves its argument alone", () => {
  const A = gram(exponentialKernel(1), at);
  const before = A.slice();
  pivotedCholesky(A, 25, 1e-9);
  expect(A).toEqual(before);
});
