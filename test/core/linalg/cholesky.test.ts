import { expect, test } from "vitest";
import { NumericalError } from "../../../src/core/errors.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test("cholesky has the exact factor of a matrix of integers", () => {
  // [[2,0,0],[6,1,0],[-8,5,3]] times its transpose.
  const A = Float64Array.of(4, 12, -16, 12, 37, -43, -16, -43, 98);
  expect(cholesky(A, 3)).toEqual(Float64Array.of(2, 0, 0, 6, 1, 0, -8, 5, 3));
});

test("cholesky(A) times its transpose is A, to the backward error of the algorithm", () => {
  const random = seededSource(5);
  for (const m of [1, 2, 7, 30]) {
    const B = Float64Array.from({ length: m * m }, () => random.normal());
    const A = new Float64Array(m * m);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) {
        for (let k = 0; k < m; k++) A[i * m + j]! += B[i * m + k]! * B[j * m + k]!;
      }
    }
    const L = cholesky(A, m);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) {
        let product = 0;
        for (let k = 0; k <= Math.min(i, j); k++) product += L[i * m + k]! * L[j * m + k]!;
        // Higham (2002), Theorem 10.3: γ_{m+1}·√(a_ii a_jj), and as much for the product formed here.
        const bound = 2 * (m + 2) * 2 ** -53 * Math.sqrt(A[i * m + i]! * A[j * m + j]!);
        expect(Math.abs(product - A[i * m + j]!)).toBeLessThanOrEqual(bound);
        if (j > i) expect(L[i * m + j]).toBe(0);
      }
    }
  }
});

test("cholesky reads the lower triangle only, and leaves its argument alone", () => {
  const A = Float64Array.of(4, NaN, 2, 5);
  expect(cholesky(A, 2)).toEqual(Float64Array.of(2, 0, 1, 2));
  expect(A).toEqual(Float64Array.of(4, NaN, 2, 5));
});

test.each([
  ["indefinite", [1, 2, 2, 1]],
  ["singular", [1, 1, 1, 1]],
  ["zero", [0, 0, 0, 0]],
  ["negative", [-1, 0, 0, 1]],
  ["NaN on the diagonal", [NaN, 0, 0, 1]],
  ["NaN below the diagonal", [1, 0, NaN, 1]],
  ["infinite", [1, 0, 0, Infinity]],
])("cholesky refuses a matrix that is %s", (_, A) => {
  expect(() => cholesky(Float64Array.from(A), 2)).toThrow(NumericalError);
});
