import { expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { largestEigenvalueAbove, leastEigenvalueBelow } from "../../../../src/core/linalg/eigen/eigenvalueBounds.ts";
import { symmetricEigenvalues } from "../../../../src/core/linalg/eigen/symmetricEigenvalues.ts";

const matrix = (m: number, element: (i: number, j: number) => number) =>
  Float64Array.from({ length: m * m }, (_, at) => element(Math.floor(at / m), at % m));
const secondDifference = (m: number) => matrix(m, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0));

test.each([2, 3, 17, 90])(
  "both are close beyond the eigenvalues 2 ± 2cos(π/(m + 1)) of the second difference, m = %i",
  (m) => {
    const A = secondDifference(m);
    const computed = symmetricEigenvalues(A, m);
    const [largest, least] = [4 * Math.cos(Math.PI / (2 * m + 2)) ** 2, 4 * Math.sin(Math.PI / (2 * m + 2)) ** 2];
    const [above, below] = [largestEigenvalueAbove(A, m, computed[0]!), leastEigenvalueBelow(A, m, computed[m - 1]!)];
    expect(above).toBeGreaterThan(largest);
    expect(below).toBeLessThan(least);
    // The slack of two factors' proofs, at 4 m a trace.
    expect(Math.max(above - largest, least - below)).toBeLessThan(50 * m * m * 2 ** -53 * 4);
  },
);

test("a least eigenvalue below the rounding of the matrix is not called positive: Hilbert's of 14, of 4.6e-20", () => {
  const A = matrix(14, (i, j) => 1 / (i + j + 1));
  const below = leastEigenvalueBelow(A, 14, symmetricEigenvalues(A, 14)[13]!);
  expect(below).toBeLessThan(4.6e-20);
  expect(below).toBeGreaterThan(-1e-12);
});

test.each([-3, -0.1, 0, 0.01, 1])("what was computed need not be right: off by %d", (error) => {
  const m = 30;
  const A = secondDifference(m);
  const [largest, least] = [4 * Math.cos(Math.PI / (2 * m + 2)) ** 2, 4 * Math.sin(Math.PI / (2 * m + 2)) ** 2];
  expect(largestEigenvalueAbove(A, m, largest + error)).toBeGreaterThan(largest);
  expect(leastEigenvalueBelow(A, m, least + error)).toBeLessThan(least);
});

test.each([1e150, 1, 1e-150])("sizes do not matter: %d", (size) => {
  const A = matrix(12, (i, j) => (i === j ? 2 : 1) * size);
  expect(largestEigenvalueAbove(A, 12, 13 * size) / size).toBeCloseTo(13, 10);
  expect(leastEigenvalueBelow(A, 12, size) / size).toBeCloseTo(1, 10);
});

test("zeros have the bound 0, and what is not finite is refused", () => {
  expect(largestEigenvalueAbove(new Float64Array(9), 3, 0)).toBe(0);
  expect(() => largestEigenvalueAbove(Float64Array.of(1, NaN, NaN, 1), 2, 1)).toThrow(NumericalError);
  expect(() => largestEigenvalueAbove(Float64Array.of(1, 0, 0, 1), 2, Infinity)).toThrow(NumericalError);
});
