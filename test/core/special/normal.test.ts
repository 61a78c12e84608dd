import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { erfc, millsSlope, normalCdf, normalQuantile, scaledErfc } from "../../../src/core/special/normal.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";

const functions = { normalCdf, erfc, scaledErfc, millsSlope };

test.each(Object.entries(functions))("%s(x) has its reference value, tails included", (name, evaluate) => {
  for (const golden of goldenCases<{ x: number }, object>("normal-distribution")) {
    if (name in golden.expected) expectGolden(golden, name, evaluate(golden.inputs.x));
  }
});

test("normalQuantile(p) has its reference value from the smallest double to 1 − 2⁻⁵³", () => {
  for (const golden of goldenCases<{ p: number }, object>("normal-quantile")) {
    expectGolden(golden, "x", normalQuantile(golden.inputs.p));
  }
});

test("scaledErfc tends to 1/(x√π)", () => {
  expect(scaledErfc(1e8) * 1e8 * Math.sqrt(Math.PI)).toBeCloseTo(1, 14);
});

test("normalQuantile inverts normalCdf in the lower tail", () => {
  for (let x = -37; x < 0; x += 0.37) expect(normalQuantile(normalCdf(x))).toBeCloseTo(x, 12);
});

test("normalCdf and normalQuantile never decrease across the borders of their approximations", () => {
  for (const border of [-5.656854249492381, -0.6629126073623883, 0, 0.6629126073623883, 5.656854249492381]) {
    expect(normalCdf(border - 1e-9)).toBeLessThanOrEqual(normalCdf(border + 1e-9));
  }
  for (const border of [1.3887943864964021e-11, 0.075, 0.5, 0.925]) {
    expect(normalQuantile(border * (1 - 1e-9))).toBeLessThan(normalQuantile(border * (1 + 1e-9)));
  }
});

test("normalCdf, erfc and normalQuantile are exact at the ends and the centre", () => {
  expect([normalCdf(-Infinity), normalCdf(0), normalCdf(Infinity)]).toEqual([0, 0.5, 1]);
  expect([erfc(-Infinity), erfc(0), erfc(Infinity)]).toEqual([2, 1, 0]);
  expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([-Infinity, 0, Infinity]);
});

test("normalCdf and erfc hand NaN on", () => {
  expect([normalCdf(NaN), erfc(NaN), scaledErfc(NaN)]).toEqual([NaN, NaN, NaN]);
});

test.each([NaN, Infinity, -Infinity, -1, -5e-324, 1 + 2 ** -52])("normalQuantile refuses p = %s", (p) => {
  expect(() => normalQuantile(p)).toThrow(ParameterError);
});
