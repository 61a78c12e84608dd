import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { largestSignedSum } from "../../../../src/core/privacy/sensitivity/largestSignedSum.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

function gramOf(n: number, rank: number, seed: number, shift: number): Float64Array {
  const random = seededSource(seed);
  const rows = Array.from({ length: n }, () => Array.from({ length: rank }, () => random.normal() + shift));
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [a, b] = [rows[Math.floor(at / n)]!, rows[at % n]!];
    return a.reduce((sum, value, k) => sum + value * b[k]!, 0);
  });
}

/** Over all 2ⁿ signs. */
function exact(M: Float64Array, n: number): number {
  let most = 0;
  for (let signs = 0; signs < 2 ** n; signs++) {
    let sum = 0;
    // prettier-ignore
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const same = ((signs >> i) & 1) === ((signs >> j) & 1);
        sum += same ? M[i * n + j]! : -M[i * n + j]!;
      }
    }
    most = Math.max(most, sum);
  }
  return most;
}

test("it is never below the largest of all signs, and near it where few elements are negative", () => {
  for (let seed = 0; seed < 30; seed++) {
    const M = gramOf(8, 1 + (seed % 5), seed, seed % 3);
    const most = exact(M, 8);
    const bound = largestSignedSum(M, 8);
    expect(bound).toBeGreaterThanOrEqual(most * (1 - 1e-12));
    if (seed % 3 === 2) expect(bound).toBeLessThan(1.02 * most);
  }
});

test("of a matrix without negative elements it is the sum, and it grows in proportion", () => {
  const M = gramOf(5, 3, 1, 9);
  const sum = M.reduce((total, value) => total + value, 0);
  expect(largestSignedSum(M, 5)).toBeCloseTo(sum, 9);
  const mixed = gramOf(9, 3, 2, 1);
  expect(
    largestSignedSum(
      mixed.map((value) => 100 * value),
      9,
    ),
  ).toBeCloseTo(100 * largestSignedSum(mixed, 9), 6);
});

test("shapes that differ and numbers that are none are refused", () => {
  expect(() => largestSignedSum(new Float64Array(5), 2)).toThrow(ParameterError);
  for (const bad of [0, -1, NaN, 1.5]) expect(() => largestSignedSum(new Float64Array(4), bad)).toThrow(ParameterError);
  expect(() => largestSignedSum(Float64Array.of(1, -1, -1, NaN), 2)).toThrow(NumericalError);
});
