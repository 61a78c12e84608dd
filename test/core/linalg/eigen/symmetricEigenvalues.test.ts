import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { symmetricEigenvalues } from "../../../../src/core/linalg/eigen/symmetricEigenvalues.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { symmetricMatrices, symmetricMatrix } from "../../../support/symmetricMatrices.ts";
import { ways } from "../../../support/ways.ts";
import { farthest } from "../../../support/farthest.ts";
import { triesAll } from "../../../support/fuzzing.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each(symmetricMatrices)(
    "symmetricEigenvalues are those of symmetricEigen within 10mu‖A‖: %s",
    (name, element) => {
      const sizes = triesAll || /^random|kernel/.test(name) ? [1, 2, 3, 4, 5, 34, 93, 131] : [5, 34, 66];
      for (const m of sizes) {
        const A = symmetricMatrix(m, (i, j) => element(i, j, m));
        const { values } = symmetricEigen(A, m, way);
        const size = Math.max(Math.abs(values[0]!), Math.abs(values[m - 1]!));
        const alone = symmetricEigenvalues(A, m, way);
        expect(alone.length).toBe(m);
        expect(farthest(alone, values)).toBeLessThanOrEqual(10 * m * 2 ** -53 * size);
      }
    },
  );

  test("symmetricEigenvalues of −A are those of A turned about, and their sum and squares are trace and norm, changes that wait included", () => {
    const random = seededSource(12);
    const m = 450;
    const A = symmetricMatrix(m, () => random.normal());
    const values = symmetricEigenvalues(A, m, way);
    const turned = symmetricEigenvalues(
      A.map((a) => -a),
      m,
      way,
    );
    const within = 10 * m * 2 ** -53 * values[0]!;
    let [sum, squares, trace, norm, rises] = [0, 0, 0, 0, 0];
    for (let i = 0; i < m; i++) {
      if (i > 0 && !(values[i]! <= values[i - 1]!)) rises++;
      sum += values[i]!;
      squares += values[i]! ** 2;
      trace += A[i * m + i]!;
      for (let j = 0; j < m; j++) norm += A[i * m + j]! ** 2;
    }
    expect(rises).toBe(0);
    expect(farthest(values, turned.map((value) => -value).reverse())).toBeLessThanOrEqual(within);
    expect(Math.abs(sum - trace)).toBeLessThanOrEqual(m * within);
    expect(Math.abs(squares / norm - 1)).toBeLessThanOrEqual(20 * m * 2 ** -53);
  });

  test("symmetricEigenvalues are those of ml-matrix", () => {
    const random = seededSource(13);
    for (const m of [40, 77]) {
      const A = symmetricMatrix(m, () => random.normal());
      const peer = new EigenvalueDecomposition(Matrix.from1DArray(m, m, A), {
        assumeSymmetric: true,
      }).realEigenvalues.sort((a, b) => b - a);
      symmetricEigenvalues(A, m, way).forEach((value, j) => expect(value).toBeCloseTo(peer[j]!, 11));
    }
  });
});

test("symmetricEigenvalues of what is not finite are refused", () => {
  for (const bad of [NaN, Infinity, -Infinity]) {
    expect(() => symmetricEigenvalues(new Float64Array([1, 2, 3, 2, bad, 4, 3, 4, 5]), 3)).toThrow(NumericalError);
  }
});
