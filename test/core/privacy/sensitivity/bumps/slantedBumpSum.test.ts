import { expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { slantedBumpSum } from "../../../../../src/core/privacy/sensitivity/bumps/slantedBumpSum.ts";
import { bumpSum } from "../../../../../src/core/privacy/sensitivity/bumps/bumpSum.ts";
import { notPositive } from "../../relative.ts";

test.each([
  [11, 0.038, -1.3, 0.449],
  [10, 0.027, 0.03, 1],
  [15, 0.02, 0.65, 0.035],
  [4, 0.05, 0.5, 0.3],
  [1, 0.4, 3, 0.2],
  [6, 0.3, 0.2, 0.3],
  [2, 0.004, 0.1, 0.6],
  [14, 0.0013, -0.004, 0.97],
  [3, 0.005, -0.9, 0.1],
])(
  "k = %i, s = %d, r = %d, σ = %d: no centre has a larger sum, and one comes within 0.4 %",
  (degree, across, slope, along) => {
    const bound = slantedBumpSum({ degree, across, slope, along });
    const reach = Math.ceil((Math.abs(slope) + 9 * across + 1) * degree) + 1;
    let most = 0;
    const sumAt = (a1: number, a2: number) => {
      let sum = 0;
      for (let y = 0; y <= degree; y++) {
        const mu = a1 + slope * (y / degree - a2);
        const weight = Math.exp(-0.5 * ((y / degree - a2) / along) ** 2);
        for (let x = -reach; x <= reach + degree; x++)
          sum += weight * Math.exp(-0.5 * ((x / degree - mu) / across) ** 2);
      }
      return sum;
    };
    for (let i = 0; i <= 60; i++) {
      for (let j = 0; j <= 60; j++) {
        // Anywhere, and where a point of the lattice has the middle of its line.
        const [a1, a2, nearest] = [i / 60 / degree, j / 60, Math.round((degree * j) / 60) / degree];
        most = Math.max(most, sumAt(a1, a2), sumAt(slope * (a2 - nearest), a2));
      }
    }
    expect(most).toBeLessThanOrEqual(bound);
    expect(most / bound).toBeGreaterThan(0.996);
  },
);

test("upright it is the product of both axes, and slanted it is less", () => {
  const shape = { degree: 40, across: 0.01, along: 0.1 };
  const product = bumpSum(0.4) * bumpSum(4);
  expect(slantedBumpSum({ ...shape, slope: 0 }) / product).toBeCloseTo(1, 2);
  expect(slantedBumpSum({ ...shape, slope: 0.37 }) / product).toBeLessThan(0.93);
});

test.each(notPositive)("%s is refused", (value) => {
  const shape = { degree: 4, across: 0.1, slope: 1, along: 0.2 };
  expect(() => slantedBumpSum({ ...shape, degree: value })).toThrow(ParameterError);
  expect(() => slantedBumpSum({ ...shape, across: value })).toThrow(ParameterError);
  expect(() => slantedBumpSum({ ...shape, along: value })).toThrow(ParameterError);
});
