import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { approximationBound, densityDerivatives } from "../../../../src/core/bernstein/operator/approximationBound.ts";
import { holderApproximationBound, micchelliConstant } from "../../../support/printedApproximation.ts";
import { iteratedBernstein } from "../../../support/iteratedBernstein.ts";
import { gridPoints } from "../../../../src/core/grids.ts";

function largestError(f: (...y: number[]) => number, dimension: number, degree: number, iterations: number): number {
  const onGrid = (count: number) =>
    gridPoints({ axes: Array.from({ length: dimension }, () => ({ lower: 0, upper: 1, count })) });
  const valuesOn = (count: number) => {
    const { coordinates } = onGrid(count);
    return Float64Array.from({ length: coordinates.length / dimension }, (_, i) =>
      f(...coordinates.subarray(i * dimension, (i + 1) * dimension)),
    );
  };
  const at = onGrid(dimension === 1 ? 401 : 41);
  const polynomial = iteratedBernstein({ degree, iterations, dimension, lattice: valuesOn(degree + 1) }).evaluate(at);
  const exact = valuesOn(dimension === 1 ? 401 : 41);
  return exact.reduce((largest, value, i) => Math.max(largest, Math.abs(value - polynomial[i]!)), 0);
}

describe("approximationBound", () => {
  const sine = (order: number, rate: number) => Array.from({ length: order + 1 }, (_, i) => rate ** i);
  test.each([
    [5, 1],
    [20, 1],
    [20, 2],
    [20, 4],
    [60, 3],
    [200, 2],
  ])("bounds the error for sin(4y) and cos(6y), k = %i, h = %i", (degree, iterations) => {
    for (const [f, rate] of [
      [(y: number) => Math.sin(4 * y), 4],
      [(y: number) => Math.cos(6 * y), 6],
    ] as const) {
      const bound = approximationBound({ degree, iterations, derivatives: [sine(2 * iterations, rate)] });
      const error = largestError(f, 1, degree, iterations);
      expect(error).toBeLessThanOrEqual(bound);
      expect(error).toBeGreaterThan(bound / 60);
    }
  });

  test("h = 1 is attained by y², up to nothing: y(1 − y)/k ≤ 1/4k = F₂/8k", () => {
    const bound = approximationBound({ degree: 10, iterations: 1, derivatives: [[1, 2, 2]] });
    expect(bound).toBeCloseTo(0.025, 15);
    expect(largestError((y) => y * y, 1, 10, 1)).toBeCloseTo(0.025, 12);
  });

  test("in two dimensions it bounds the tensor operator", () => {
    const derivatives = [sine(4, 3), sine(4, 2)];
    const bound = approximationBound({ degree: 12, iterations: 2, derivatives });
    const error = largestError((a, b) => Math.sin(3 * a) * Math.cos(2 * b), 2, 12, 2);
    expect(error).toBeLessThanOrEqual(bound);
    expect(error).toBeGreaterThan(bound / 40);
  });

  test("falls as k^(−h), and with the constant of Theorem 5", () => {
    for (const iterations of [1, 2, 3]) {
      const at = (degree: number) => approximationBound({ degree, iterations, derivatives: [sine(2 * iterations, 1)] });
      expect(at(2000) / at(4000)).toBeCloseTo(2 ** iterations, 8);
      expect(at(2000)).toBeCloseTo(micchelliConstant(iterations) * 2000 ** -iterations, 12);
    }
    expect([micchelliConstant(1), micchelliConstant(2)]).toEqual([1 / 8, 17 / 64]);
  });

  test("fewer derivatives than 2h still give a bound", () => {
    const few = approximationBound({ degree: 50, iterations: 4, derivatives: [sine(3, 2)] });
    expect(largestError((y) => Math.sin(2 * y), 1, 50, 4)).toBeLessThanOrEqual(few);
  });
});

test("densityDerivatives bound every derivative of a bump, and even ones exactly", () => {
  const sigma = 0.1;
  const [F] = densityDerivatives({ deviations: [sigma], order: 6, height: 1 });
  // He_i by recursion; the bump's i-th derivative is ± He_i(t) e^(−t²/2)/σ^i.
  const largest = new Float64Array(7);
  for (let t = -8; t <= 8; t += 1e-3) {
    const He = [1, t];
    for (let i = 2; i <= 6; i++) He.push(t * He[i - 1]! - (i - 1) * He[i - 2]!);
    He.forEach((value, i) => (largest[i] = Math.max(largest[i]!, Math.abs(value) * Math.exp(-0.5 * t * t))));
  }
  largest.forEach((value, i) => {
    expect(value / sigma ** i).toBeLessThanOrEqual(F![i]! * (1 + 1e-9));
    if (i % 2 === 0) expect(value / sigma ** i / F![i]!).toBeGreaterThan(0.99999);
    else expect(value / sigma ** i / F![i]!).toBeGreaterThan(0.7);
  });
});

test("holderApproximationBound bounds |y − ½|, L = γ = 1", () => {
  for (const degree of [4, 20, 100]) {
    const bound = holderApproximationBound({ degree, dimension: 1, exponent: 1, constant: 1 });
    const error = largestError((y) => Math.abs(y - 0.5), 1, degree, 1);
    expect(error).toBeLessThanOrEqual(bound);
    expect(error).toBeGreaterThan(0.7 * bound);
  }
});

test.each([NaN, 0, -1, Infinity])("%s is refused", (bad) => {
  expect(() => approximationBound({ degree: bad, iterations: 1, derivatives: [[1, 1, 1]] })).toThrow(ParameterError);
  expect(() => approximationBound({ degree: 3, iterations: bad, derivatives: [[1, 1, 1]] })).toThrow(ParameterError);
  expect(() => approximationBound({ degree: 3, iterations: 1, derivatives: [[1, 1]] })).toThrow(ParameterError);
  expect(() => micchelliConstant(bad)).toThrow(ParameterError);
  expect(() => densityDerivatives({ deviations: [bad], order: 2, height: 1 })).toThrow(ParameterError);
  const base = { degree: 3, dimension: 1, exponent: 1, constant: 1 };
  for (const key of ["degree", "dimension", "constant"] as const) {
    expect(() => holderApproximationBound({ ...base, [key]: bad })).toThrow(ParameterError);
  }
  expect(() => holderApproximationBound({ ...base, exponent: 1.1 })).toThrow(ParameterError);
});
