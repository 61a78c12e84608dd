import { expect, test } from "vitest";
import { normalCdf, normalQuantile, scaledErfc } from "../../../src/core/special/normal.ts";

// Values to 17 digits from an independent arbitrary-precision library.
test.each([
  [0, 0.5],
  [-1, 0.15865525393145705],
  [1.5, 0.9331927987311419],
  [-3, 0.0013498980316300945],
  [-8, 6.220960574271785e-16],
  [-20, 2.7536241186062337e-89],
  [-37, 5.725571222524577e-300],
])("normalCdf(%d)", (x, value) => {
  expect(Math.abs(normalCdf(x) / value - 1)).toBeLessThan(5e-15 * Math.max(1, x * x));
});

test("normalQuantile undoes normalCdf, from the centre to the far tails", () => {
  for (let x = -37; x <= 5; x += 0.37) expect(Math.abs(normalQuantile(normalCdf(x)) - x)).toBeLessThan(1e-9);
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  expect(() => normalQuantile(NaN)).toThrow("p must be between 0 and 1; got NaN");
});

test("scaledErfc is continuous where its approximations meet, and tends to 1/(x√π)", () => {
  for (const seam of [0.46875, 4]) {
    expect(Math.abs(scaledErfc(seam * (1 + 1e-15)) / scaledErfc(seam) - 1)).toBeLessThan(2e-14);
  }
  expect(scaledErfc(1e8) * 1e8 * Math.sqrt(Math.PI)).toBeCloseTo(1, 14);
  expect(scaledErfc(0)).toBe(1);
});
