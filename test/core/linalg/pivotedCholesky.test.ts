import { setFlagsFromString } from "node:v8";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { gram } from "../../../src/core/linalg/gram.ts";
import { fillKernelRow } from "../../../src/core/linalg/kernelRows.ts";
import { pivotedCholesky } from "../../../src/core/linalg/pivotedCholesky.ts";
import type { LowRankFactor } from "../../../src/core/linalg/pivotedCholesky.ts";
import { plainArithmetic } from "../../../src/core/linalg/simd/plainArithmetic.ts";
import { simdArithmetic } from "../../../src/core/linalg/simd/simdArithmetic.ts";
import { pointAt, pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const random = seededSource(17);
const at = pointsFrom(Array.from({ length: 25 }, () => [random.uniform(), random.uniform()]));

/** The factor of a matrix in memory, row-major. */
function factorOf(A: Float64Array, m: number, tolerance: number): LowRankFactor {
  const diagonal = Float64Array.from({ length: m }, (_, i) => A[i * m + i]!);
  return pivotedCholesky(diagonal, (i, out) => out.set(A.subarray(i * m, (i + 1) * m)), tolerance);
}

function residual(A: Float64Array, m: number, { columns }: LowRankFactor): Matrix {
  const left = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let value = A[i * m + j]!;
      for (const column of columns) value -= column[i]! * column[j]!;
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
    const factor = factorOf(A, 25, tolerance);
    const left = residual(A, 25, factor);
    const { realEigenvalues } = new EigenvalueDecomposition(left, { assumeSymmetric: true });
    // (rank + 2)·u·trace A, rank ≤ trace A = 25, for the factor; as much for the rest formed here.
    const rounding = 2 * 27 * 2 ** -53 * 25;
    expect(Math.min(...realEigenvalues)).toBeGreaterThan(-rounding);
    expect(Math.max(...realEigenvalues)).toBeLessThanOrEqual(factor.residualTrace + rounding);
    expect(Math.abs(left.trace() - factor.residualTrace)).toBeLessThanOrEqual(rounding);
    if (tolerance > 0) expect(factor.residualTrace).toBeLessThanOrEqual(tolerance);
    expect(factor.columns.length).toBeGreaterThanOrEqual(last);
    last = factor.columns.length;
  }
});

test("pivotedCholesky knows the weights that interpolate from its pivots, however large they are", () => {
  const [a, b, c] = [0.5, 0.8, 0.3];
  const A = Float64Array.of(4, a, b, a, 2, c, b, c, 1);
  expect(factorOf(A, 3, 3.9).squaredWeights).toBeCloseTo((a / 4) ** 2 + (b / 4) ** 2, 14);
  const determinant = 4 * 2 - a * a;
  expect(factorOf(A, 3, 1).squaredWeights).toBeCloseTo(((2 * b - a * c) / determinant) ** 2 + ((4 * c - a * b) / determinant) ** 2, 14);
  expect(factorOf(A, 3, 0).squaredWeights).toBe(0);
  // Six pivots near a conic: W of the one other point has a square of 22.
  const nearConic = pointsFrom([
    [0.6992648381946268, 1.2264207065222101], [0.5577614900034649, 0.9859698624164426], [0.9893655619879306, 1.4917330192414553],
    [1.4797332387531097, 0.4497309606235339], [1.0083950887946826, 0.8237713484829164], [0.8694546158456181, 1.8860126659495162],
    [0.6410771064157773, 1.846972137877184],
  ]);
  const kernel = matern52Kernel(597);
  const { columns, squaredWeights } = factorOf(gram(kernel, nearConic), 7, 7e-14);
  expect(columns.length).toBe(6);
  expect(squaredWeights).toBeGreaterThan(20);
});

test("pivotedCholesky stops at the true rank of a matrix that has one", () => {
  const coinciding = pointsFrom([[0], [1], [0], [1], [0]]);
  const { columns, residualTrace } = factorOf(gram(exponentialKernel(1), coinciding), 5, 0);
  expect(columns).toHaveLength(2);
  expect(residualTrace).toBeLessThan(5 * 2 ** -53);
});

test("pivotedCholesky is the same by each arithmetic but for rounding, its columns as many as the matrix is large", () => {
  if (!simdArithmetic("fused")) setFlagsFromString("--experimental-wasm-relaxed-simd");
  for (const m of [1, 7, 8, 9, 60, 131]) {
    const points = pointsFrom(Array.from({ length: m }, () => [random.uniform()]));
    const A = gram(exponentialKernel(0.4), points);
    const [first, ...others] = [plainArithmetic(), simdArithmetic("plain")!, simdArithmetic("fused")!].map((way) =>
      pivotedCholesky(new Float64Array(m).fill(1), (i, out) => out.set(A.subarray(i * m, (i + 1) * m)), 1e-12, { way }),
    );
    expect(first!.columns).toHaveLength(m);
    // The order of pivots is the same unless two are within rounding of each other, which these are not.
    for (const other of others) {
      expect(other.columns).toHaveLength(m);
      other.columns.forEach((column, k) => column.forEach((value, i) => expect(value).toBeCloseTo(first!.columns[k]![i]!, 11)));
    }
  }
});

test("pivotedCholesky of the zero matrix has no columns, of a tolerance above the trace neither", () => {
  expect(factorOf(new Float64Array(9), 3, 0)).toEqual({ columns: [], residualTrace: 0, squaredWeights: 0 });
  expect(factorOf(Float64Array.of(1, 0, 0, 1), 2, 2)).toEqual({ columns: [], residualTrace: 2, squaredWeights: 0 });
});

test("pivotedCholesky reads a row of each pivot only, and leaves the diagonal alone", () => {
  const asked: number[] = [];
  const diagonal = new Float64Array(25).fill(1);
  const { columns } = pivotedCholesky(
    diagonal,
    (i, out) => {
      asked.push(i);
      fillKernelRow(gaussianKernel(0.5), pointAt(at, i), at, out);
    },
    1e-3,
  );
  expect(columns.length).toBeLessThan(20);
  expect(asked).toHaveLength(columns.length);
  expect(new Set(asked).size).toBe(columns.length);
  expect(diagonal).toEqual(new Float64Array(25).fill(1));
});
