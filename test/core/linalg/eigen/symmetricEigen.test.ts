import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { symmetricMatrices, symmetricMatrix } from "../../../support/symmetricMatrices.ts";
import { ways } from "../../../support/ways.ts";
import { triesAll } from "../../../support/fuzzing.ts";

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k]! * y[k]!;
  return sum;
}

const random = seededSource(11);

/** Around the ends of blocks; of matrices that are only variants of the first, fewer. */
const sizesOf = (name: string) =>
  triesAll || /^random|kernel/.test(name) ? [1, 2, 3, 4, 5, 32, 33, 34, 65, 66, 93, 131] : [2, 5, 33, 66];

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each(symmetricMatrices)(
    "symmetricEigen: ‖AV − VΛ‖ ≤ 10mu‖A‖ and ‖VVᵀ − 1‖ ≤ 10mu in the Frobenius norm: %s",
    (name, element) => {
      for (const m of sizesOf(name)) {
        const A = symmetricMatrix(m, (i, j) => element(i, j, m));
        const largest = A.reduce((sofar, value) => Math.max(sofar, Math.abs(value)), Number.MIN_VALUE);
        const { values, vectors } = symmetricEigen(A, m, way);
        const row = (j: number) => vectors.subarray(j * m, (j + 1) * m);
        let size = 0;
        let residual = 0;
        let skewness = 0;
        let rises = 0;
        for (let p = 0; p < m; p++) {
          if (p > 0 && !(values[p]! <= values[p - 1]!)) rises++;
          const vector = row(p);
          for (let q = 0; q < m; q++) {
            skewness += (dot(vector, row(q)) - (p === q ? 1 : 0)) ** 2;
            residual +=
              (dot(A.subarray(q * m, (q + 1) * m), vector) / largest - (values[p]! / largest) * vector[q]!) ** 2;
            size += (A[p * m + q]! / largest) ** 2;
          }
        }
        expect(rises).toBe(0);
        expect(Math.sqrt(skewness)).toBeLessThanOrEqual(10 * m * 2 ** -53);
        expect(Math.sqrt(residual)).toBeLessThanOrEqual(10 * m * 2 ** -53 * Math.sqrt(size));
      }
    },
  );

  test("symmetricEigen has the eigenvalues of ml-matrix", () => {
    for (const m of [40, 77]) {
      const A = symmetricMatrix(m, () => random.normal());
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
