import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { cholesky } from "../../../../src/core/linalg/cholesky.ts";
import { roundingInflatedSensitivity } from "../../../../src/core/privacy/sensitivity/roundingInflated.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { notPositive } from "../relative.ts";

test("roundingInflatedSensitivity is Δ + 2η/√τ, and Δ itself without rounding", () => {
  expect(roundingInflatedSensitivity({ sensitivity: 3, roundingError: 0.5, jitter: 0.25 })).toBe(5);
  expect(roundingInflatedSensitivity({ sensitivity: 3, roundingError: 0, jitter: 0.25 })).toBe(3);
  expect(roundingInflatedSensitivity({ sensitivity: 3, roundingError: 0, jitter: 0 })).toBe(3);
});

/** √(xᵀ(L Lᵀ)⁻¹x), by forward substitution. */
function norm(L: Float64Array, x: readonly number[]): number {
  const m = x.length;
  const y = new Array<number>(m).fill(0);
  for (let i = 0; i < m; i++) {
    let sum = x[i]!;
    for (let k = 0; k < i; k++) sum -= L[i * m + k]! * y[k]!;
    y[i] = sum / L[i * m + i]!;
  }
  return Math.hypot(...y);
}

test("roundingInflatedSensitivity bounds rounded neighbours in the norm of the noise, and is nearly reached", () => {
  const random = seededSource(31);
  const m = 8;
  const sensitivity = 1;
  let largest = 0;
  for (let i = 0; i < 3000; i++) {
    const jitter = 10 ** (-9 + 6 * random.uniform());
    const roundingError = 10 ** (-6 + 6 * random.uniform());
    const k = (s: number, t: number) => Math.exp(-0.5 * (s - t) ** 2 * 4);
    const C = Float64Array.from({ length: m * m }, (_, at) => {
      const [row, column] = [Math.floor(at / m), at % m];
      return k(row / m, column / m) + (row === column ? jitter : 0);
    });
    const L = cholesky(C, m);

    // c(k(·, a) − k(·, b)), of RKHS norm 1, and errors of norm η: random, or alternating,
    // which is close to the direction where this K has least variance.
    const [a, b] = [random.uniform(), random.uniform()];
    const c = sensitivity / Math.sqrt(-2 * Math.expm1(-2 * (a - b) ** 2));
    const binomial = [1, -7, 21, -35, 35, -21, 7, -1];
    const direction = i % 2 === 0 ? binomial : binomial.map(() => random.normal());
    const length = Math.hypot(...direction);
    const difference = direction.map((e, j) => c * (k(j / m, a) - k(j / m, b)) + (2 * roundingError * e) / length);
    const bound = roundingInflatedSensitivity({ sensitivity, roundingError, jitter });
    const ratio = norm(L, difference) / bound;
    // The condition number of C is at most 8e9: its solve is good to about 1e-6.
    expect(ratio).toBeLessThanOrEqual(1 + 1e-6);
    largest = Math.max(largest, ratio);
  }
  expect(largest).toBeGreaterThan(0.99);
});

test.each(notPositive)("roundingInflatedSensitivity refuses %s where it does not belong, by name", (bad) => {
  const at = { sensitivity: 1, roundingError: 1, jitter: 1 };
  expect(() => roundingInflatedSensitivity({ ...at, sensitivity: bad })).toThrow(/^sensitivity must/);
  expect(() => roundingInflatedSensitivity({ ...at, jitter: bad })).toThrow(/^jitter must/);
  if (bad !== 0)
    expect(() => roundingInflatedSensitivity({ ...at, roundingError: bad })).toThrow(/^roundingError must/);
});

test("roundingInflatedSensitivity refuses rounding without jitter, and never returns ∞", () => {
  expect(() => roundingInflatedSensitivity({ sensitivity: 1, roundingError: 1e-300, jitter: 0 })).toThrow(
    ParameterError,
  );
  expect(() => roundingInflatedSensitivity({ sensitivity: 1, roundingError: 1e300, jitter: 1e-300 })).toThrow(
    NumericalError,
  );
});
