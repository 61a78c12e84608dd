import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../src/core/errors.ts";
import { symmetricEigen } from "../../../src/core/linalg/symmetricEigen.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { ways } from "../../support/ways.ts";

function symmetric(m: number, element: (i: number, j: number) => number): Float64Array {
  const A = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) A[i * m + j] = A[j * m + i] = element(i, j);
  return A;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k]! * y[k]!;
  return sum;
}

const random = seededSource(11);
const scattered = Float64Array.from({ length: 400 }, () => random.uniform());

/** Name and element (i, j), i ≥ j, of an m × m matrix. */
const matrices: readonly (readonly [string, (i: number, j: number, m: number) => number])[] = [
  ["random", () => random.normal()],
  ["Gaussian kernel on a grid", (i, j, m) => Math.exp(-50 * ((i - j) / m) ** 2)],
  ["exponential kernel on a grid", (i, j, m) => Math.exp((-3 * (i - j)) / m)],
  ["Gaussian kernel of scattered points", (i, j) => Math.exp(-20 * (scattered[i]! - scattered[j]!) ** 2)],
  ["exponential kernel of scattered points", (i, j) => Math.exp(-3 * Math.abs(scattered[i]! - scattered[j]!))],
  ["zero", () => 0],
  ["identity", (i, j) => (i === j ? 1 : 0)],
  ["all ones", () => 1],
  ["two values, each many times", (i, j, m) => (i === j ? 1 : 0) + (i < m / 2 === j < m / 2 ? 1 : 0)],
  ["second difference", (i, j) => (i === j ? 2 : i - j === 1 ? -1 : 0)],
  ["Wilkinson's W", (i, j, m) => (i === j ? Math.abs(i - (m - 1) / 2) : i - j === 1 ? 1 : 0)],
  ["glued Wilkinson", (i, j) => (i === j ? Math.abs((i % 21) - 10) : i - j === 1 ? (i % 21 === 0 ? 1e-9 : 1) : 0)],
  ["graded", (i, j) => 10 ** (-(i + j) / 8)],
  ["block diagonal", (i, j) => (i >> 3 === j >> 3 ? 1 / (1 + i + j) : 0)],
  ["rank one and a diagonal", (i, j) => Math.cos(i) * Math.cos(j) + (i === j ? i : 0)],
  ["rank three", (i, j) => 1 + Math.cos(i) * Math.cos(j) + Math.sin(i * i) * Math.sin(j * j)],
  ["nothing in the first row", (i, j) => (j === 0 ? 0 : 1 / (i + j))],
  [
    "a block of 10⁻¹² beside one of 1",
    (i, j, m) => (i < m / 2 === j < m / 2 ? (i < m / 2 ? 1 : 1e-12) * Math.cos(i * j) : 0),
  ],
  [
    "a block of 10⁻¹⁵ before one of 1",
    (i, j, m) => (i < m / 2 === j < m / 2 ? (i < m / 2 ? 1e-15 : 1) * Math.cos(i * j) : 0),
  ],
  [
    "a row of 10⁻¹⁴ that couples two blocks of 1",
    (i, j) => (i % 9 === 8 || j % 9 === 8 ? 1e-14 : i % 9 < 4 === j % 9 < 4 ? Math.cos(i + j) : 0),
  ],
  ["small", (i, j) => 1e-290 * Math.cos(i * j)],
  ["large", (i, j) => 1e290 * Math.cos(i * j)],
];

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each(matrices)(
    "symmetricEigen: ‖AV − VΛ‖ ≤ 10mu‖A‖ and ‖VVᵀ − 1‖ ≤ 10mu in the Frobenius norm: %s",
    (_, element) => {
      for (const m of [1, 2, 3, 4, 5, 32, 33, 34, 65, 66, 93, 131]) {
        const A = symmetric(m, (i, j) => element(i, j, m));
        const largest = A.reduce((sofar, value) => Math.max(sofar, Math.abs(value)), Number.MIN_VALUE);
        const { values, vectors } = symmetricEigen(A, m, way);
        const row = (j: number) => vectors.subarray(j * m, (j + 1) * m);
        let size = 0;
        let residual = 0;
        let skewness = 0;
        for (let p = 0; p < m; p++) {
          if (p > 0) expect(values[p]!).toBeLessThanOrEqual(values[p - 1]!);
          for (let q = 0; q < m; q++) {
            skewness += (dot(row(p), row(q)) - (p === q ? 1 : 0)) ** 2;
            residual +=
              (dot(A.subarray(q * m, (q + 1) * m), row(p)) / largest - (values[p]! / largest) * row(p)[q]!) ** 2;
            size += (A[p * m + q]! / largest) ** 2;
          }
        }
        expect(Math.sqrt(skewness)).toBeLessThanOrEqual(10 * m * 2 ** -53);
        expect(Math.sqrt(residual)).toBeLessThanOrEqual(10 * m * 2 ** -53 * Math.sqrt(size));
      }
    },
  );

  test("symmetricEigen has the eigenvalues of ml-matrix", () => {
    for (const m of [40, 77]) {
      const A = symmetric(m, () => random.normal());
      const peer = new EigenvalueDecomposition(Matrix.from1DArray(m, m, A), {
        assumeSymmetric: true,
      }).realEigenvalues.sort((a, b) => b - a);
      symmetricEigen(A, m, way).values.forEach((value, j) => expect(value).toBeCloseTo(peer[j]!, 11));
    }
  });
});

test("symmetricEigen of what is not finite is refused", () => {
  for (const bad of [NaN, Infinity, -Infinity]) {
    const A = new Float64Array([1, 2, 3, 2, bad, 4, 3, 4, 5]);
    expect(() => symmetricEigen(A, 3)).toThrow(NumericalError);
  }
});
