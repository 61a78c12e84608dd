import { describe, expect, test } from "vitest";
import { denseProduct, largestRowSum } from "../../../src/core/linalg/denseProduct.ts";
import { plainArithmetic } from "../../../src/core/arithmetic/plainArithmetic.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

describe("denseProduct", () => {
  test.each([
    [1, 1, 1],
    [5, 7, 3],
    [40, 33, 1],
    [1, 64, 50],
    [61, 61, 61],
  ])("is the sum over products, whichever arithmetic: %i × %i by %i columns", (rows, terms, columns) => {
    const random = seededSource(rows + terms);
    const A = Float64Array.from({ length: rows * terms }, () => random.normal());
    const B = Float64Array.from({ length: terms * columns }, () => random.normal());
    const [C, plain] = [
      denseProduct({ A, B, rows, terms, columns }),
      denseProduct({ A, B, rows, terms, columns }, plainArithmetic()),
    ];
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let [sum, size] = [0, 0];
        for (let s = 0; s < terms; s++) {
          sum += A[i * terms + s]! * B[s * columns + j]!;
          size += Math.abs(A[i * terms + s]! * B[s * columns + j]!);
        }
        const allowed = 2 * (terms + 2) * 2 ** -53 * size;
        expect(Math.abs(C[i * columns + j]! - sum)).toBeLessThanOrEqual(allowed);
        expect(Math.abs(plain[i * columns + j]! - sum)).toBeLessThanOrEqual(allowed);
      }
    }
  });
});

test("largestRowSum is ‖A‖_∞ and does not pass NaN over", () => {
  expect(largestRowSum(Float64Array.of(1, -2, 3, -4, 5, 0.5), 3)).toBe(9.5);
  expect(largestRowSum(Float64Array.of(1, NaN, 2, 3), 2)).toBeNaN();
});
