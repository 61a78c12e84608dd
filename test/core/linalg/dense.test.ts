import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../src/core/errors.ts";
import {
  definiteSolution,
  eigenvaluesOf,
  inverseOf,
  leastSquares,
  matrixPower,
  orthogonalTriangular,
  singularValues,
} from "../../../src/core/linalg/dense.ts";
import type { Dense } from "../../../src/core/linalg/dense.ts";
import { symmetricEigen } from "../../../src/core/linalg/symmetricEigen.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";

function dense(rows: number, columns: number, values: ArrayLike<number>): Dense {
  return { rows, columns, values: Float64Array.from(values) };
}

function randomDense(rows: number, columns: number, seed: number): Dense {
  return dense(rows, columns, standardNormals(seededSource(seed), rows * columns));
}

function transposed({ rows, columns, values }: Dense): Dense {
  return dense(
    columns,
    rows,
    values.map((_, at) => values[(at % rows) * columns + Math.floor(at / rows)]!),
  );
}

function product(A: Dense, B: Dense): Dense {
  const values = new Float64Array(A.rows * B.columns);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0; j < B.columns; j++)
      for (let s = 0; s < A.columns; s++)
        values[i * B.columns + j]! += A.values[i * A.columns + s]! * B.values[s * B.columns + j]!;
  return dense(A.rows, B.columns, values);
}

function identity(n: number): Dense {
  return dense(
    n,
    n,
    new Float64Array(n * n).map((_, at) => (at % (n + 1) === 0 ? 1 : 0)),
  );
}

/** Largest difference of elements. */
function distance(A: Dense, B: Dense): number {
  expect([A.rows, A.columns]).toEqual([B.rows, B.columns]);
  return A.values.reduce((most, value, at) => Math.max(most, Math.abs(value - B.values[at]!)), 0);
}

test("definiteSolution solves a system of any size, by its lower triangle alone, and refuses what is not definite", () => {
  for (const [n, size] of [
    [1, 1e-200],
    [4, 1],
    [30, 1e150],
  ] as const) {
    const B = randomDense(n, n + 2, n);
    const A = product(B, transposed(B));
    const b = standardNormals(seededSource(n + 1), n);
    const scaled = dense(
      n,
      n,
      A.values.map((value) => value * size),
    );
    const x = definiteSolution(scaled, b).map((value) => value * size);
    const residual = product(A, dense(n, 1, x)).values.map((value, i) => value - b[i]!);
    expect(distance(dense(n, 1, residual), dense(n, 1, new Float64Array(n)))).toBeLessThan(1e-11);
    const lower = dense(
      n,
      n,
      scaled.values.map((value, at) => (at % n > Math.floor(at / n) ? 7 : value)),
    );
    expect(definiteSolution(lower, b).map((value) => value * size)).toEqual(x);
  }
  for (const values of [
    [1, 1, 1, 1],
    [1, 2, 2, 1],
    [0, 0, 0, 1],
    [-1, 0, 0, -1],
  ])
    expect(() => definiteSolution(dense(2, 2, values), Float64Array.of(1, 1))).toThrow(NumericalError);
  for (const bad of [NaN, Infinity]) {
    expect(() => definiteSolution(identity(2), Float64Array.of(1, bad))).toThrow(ParameterError);
    expect(() => definiteSolution(dense(1, 1, [bad]), Float64Array.of(1))).toThrow(ParameterError);
  }
  expect(() => definiteSolution(identity(2), Float64Array.of(1))).toThrow(ParameterError);
  expect(() => definiteSolution(dense(1, 2, [1, 1]), Float64Array.of(1))).toThrow(ParameterError);
});

const shapes = [
  [1, 1],
  [5, 5],
  [9, 4],
  [3, 8],
] as const;

describe.each(shapes)("a random matrix of %d × %d", (rows, columns) => {
  const A = randomDense(rows, columns, 10 * rows + columns);

  test("singularValues multiply to it, with orthonormal vectors, and are the roots of the eigenvalues of AᵀA", () => {
    const { values, left, right } = singularValues(A);
    const k = values.length;
    expect(k).toBe(Math.min(rows, columns));
    const spread = { ...left, values: left.values.map((u, at) => u * values[at % k]!) };
    expect(distance(product(spread, transposed(right)), A)).toBeLessThan(1e-13);
    for (const vectors of [left, right])
      expect(distance(product(transposed(vectors), vectors), identity(k))).toBeLessThan(1e-13);
    const { values: squares } = symmetricEigen(product(transposed(A), A).values, columns);
    values.forEach((s, j) => expect(Math.abs(s * s - squares[j]!)).toBeLessThan(1e-12 * squares[0]!));
  });

  test("leastSquares leaves a residual that is orthogonal to the columns, and adds nothing from the null space", () => {
    const b = standardNormals(seededSource(3), rows);
    const { solution, rank } = leastSquares(A, b);
    expect(rank).toBe(Math.min(rows, columns));
    const x = dense(columns, 1, solution);
    const residual = dense(
      rows,
      1,
      product(A, x).values.map((value, i) => value - b[i]!),
    );
    expect(distance(product(transposed(A), residual), dense(columns, 1, new Float64Array(columns)))).toBeLessThan(
      1e-12,
    );
    // Of least norm: x is in the span of the right singular vectors.
    const { right } = singularValues(A);
    expect(distance(product(right, product(transposed(right), x)), x)).toBeLessThan(1e-12);
  });
});

test("a scaled matrix has scaled singular values, up to the ends of the doubles", () => {
  const A = randomDense(6, 4, 1);
  const { values } = singularValues(A);
  for (const power of [-1000, -300, 300, 1000]) {
    const scaled = singularValues({ ...A, values: A.values.map((value) => value * 2 ** power) });
    scaled.values.forEach((s, j) => expect(s / 2 ** power).toBeCloseTo(values[j]!, 12));
  }
});

test("orthogonalTriangular multiplies to the matrix, Q with orthonormal columns, R triangular", () => {
  for (const [rows, columns] of [
    [1, 1],
    [6, 6],
    [9, 4],
  ] as const) {
    const A = randomDense(rows, columns, 7 * rows);
    const { Q, R } = orthogonalTriangular(A);
    expect(distance(product(Q, R), A)).toBeLessThan(1e-13);
    expect(distance(product(transposed(Q), Q), identity(columns))).toBeLessThan(1e-13);
    for (let i = 0; i < columns; i++) for (let j = 0; j < i; j++) expect(R.values[i * columns + j]).toBe(0);
  }
});

test("leastSquares of a matrix of rank 2 has the least norm", () => {
  // Columns a, b and a + b: x, y and z of least norm for 1·a + 2·b solve x + z = 1, y + z = 2.
  const A = dense(4, 3, [1, 0, 1, 0, 1, 1, 1, 1, 2, 2, -1, 1]);
  const { solution, rank } = leastSquares(A, Float64Array.of(1, 2, 3, 0));
  expect(rank).toBe(2);
  [0, 1, 1].forEach((value, j) => expect(solution[j]).toBeCloseTo(value, 13));
});

test("inverseOf is exact for a rotation and a shear, and multiplies to 1 for a Hilbert matrix of 6", () => {
  expect(distance(inverseOf(dense(2, 2, [0, -1, 1, 0])), dense(2, 2, [0, 1, -1, 0]))).toBe(0);
  expect(distance(inverseOf(dense(2, 2, [1, 3, 0, 1])), dense(2, 2, [1, -3, 0, 1]))).toBe(0);
  const hilbert = dense(
    6,
    6,
    Float64Array.from({ length: 36 }, (_, at) => 1 / (Math.floor(at / 6) + (at % 6) + 1)),
  );
  expect(distance(product(inverseOf(hilbert), hilbert), identity(6))).toBeLessThan(1e-8);
});

test("eigenvaluesOf a companion matrix are the roots of its polynomial", () => {
  // (x − 2)(x² + 1) = x³ − 2x² + x − 2.
  const { re, im } = eigenvaluesOf(dense(3, 3, [2, -1, 2, 1, 0, 0, 0, 1, 0]));
  const roots = Array.from(re, (x, j) => [x, im[j]!] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  [
    [0, -1],
    [0, 1],
    [2, 0],
  ].forEach(([x, y], j) => {
    expect(roots[j]![0]).toBeCloseTo(x!, 13);
    expect(roots[j]![1]).toBeCloseTo(y!, 13);
  });
});

test("matrixPower counts paths: Fibonacci numbers", () => {
  expect(Array.from(matrixPower(dense(2, 2, [1, 1, 1, 0]), 1).values)).toEqual([1, 1, 1, 0]);
  expect(Array.from(matrixPower(dense(2, 2, [1, 1, 1, 0]), 70).values)).toEqual([
    308061521170129, 190392490709135, 190392490709135, 117669030460994,
  ]);
});

describe("refusals", () => {
  const all = { singularValues, orthogonalTriangular, inverseOf, eigenvaluesOf };
  test.each(Object.entries(all))("%s refuses what is not finite, empty, or of another shape", (_, compute) => {
    for (const wrong of [NaN, Infinity, -Infinity])
      expect(() => compute(dense(2, 2, [1, 2, wrong, 4]))).toThrow(ParameterError);
    expect(() => compute(dense(0, 0, []))).toThrow(ParameterError);
    expect(() => compute(dense(2, 2, [1, 2, 3]))).toThrow(ParameterError);
  });

  test("each says what cannot be computed", () => {
    expect(() => inverseOf(dense(2, 2, [1, 2, 2, 4]))).toThrow(NumericalError);
    expect(() => inverseOf(dense(2, 2, [1, 2, 2, 4 + 1e-15]))).toThrow(NumericalError);
    expect(() => inverseOf(dense(2, 2, [0, 0, 0, 0]))).toThrow(NumericalError);
    expect(() => orthogonalTriangular(dense(3, 2, [1, 2, 2, 4, 3, 6]))).toThrow(NumericalError);
    expect(() => matrixPower(dense(1, 1, [1e200]), 2)).toThrow(NumericalError);
    expect(() => inverseOf(dense(1, 2, [1, 2]))).toThrow(ParameterError);
    expect(() => orthogonalTriangular(dense(1, 2, [1, 2]))).toThrow(ParameterError);
    for (const power of [0, -1, 0.5, NaN]) expect(() => matrixPower(identity(2), power)).toThrow(ParameterError);
    expect(() => leastSquares(identity(2), Float64Array.of(1))).toThrow(ParameterError);
    expect(() => leastSquares(identity(2), Float64Array.of(1, NaN))).toThrow(ParameterError);
  });
});
