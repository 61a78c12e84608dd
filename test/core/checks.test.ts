import { expect, test } from "vitest";
import {
  checkAllFinite,
  checkFinite,
  checkLength,
  checkNonNegative,
  checkOpenUnit,
  checkPositive,
  checkPositiveInteger,
  checkUnit,
} from "../../src/core/checks.ts";
import { ParameterError } from "../../src/core/errors.ts";

type Check = (parameter: string, value: number) => number;

const edges = [NaN, Infinity, -Infinity, 0, -0, -1, 1, 0.5, 1.5, 2 ** 53, 5e-324, Number.MAX_VALUE];

const accepted: readonly (readonly [Check, string, readonly number[]])[] = [
  [checkPositive, "positive and finite", [1, 0.5, 1.5, 2 ** 53, 5e-324, Number.MAX_VALUE]],
  [checkNonNegative, "non-negative and finite", [0, -0, 1, 0.5, 1.5, 2 ** 53, 5e-324, Number.MAX_VALUE]],
  [checkFinite, "finite", [0, -0, -1, 1, 0.5, 1.5, 2 ** 53, 5e-324, Number.MAX_VALUE]],
  [checkPositiveInteger, "an integer of at least 1", [1]],
  [checkOpenUnit, "strictly between 0 and 1", [0.5, 5e-324]],
  [checkUnit, "between 0 and 1", [0, -0, 1, 0.5, 5e-324]],
];

test.each(accepted)(
  "%o accepts what is %s and hands it back, and refuses every other edge",
  (check, requirement, good) => {
    for (const value of edges) {
      if (good.some((candidate) => Object.is(candidate, value))) expect(check("x", value)).toBe(value);
      else expect(() => check("x", value)).toThrow(new ParameterError("x", value, requirement));
    }
  },
);

test("checkPositiveInteger accepts integers up to 2⁵³ − 1", () => {
  expect(checkPositiveInteger("n", 2 ** 53 - 1)).toBe(2 ** 53 - 1);
});

test("checkLength hands the array back, and names the length it refuses", () => {
  const array = [1, 2];
  expect(checkLength("z", array, 2)).toBe(array);
  expect(() => checkLength("z", array, 3)).toThrow("z must be of length 3; got 2");
});

test("checkAllFinite hands the array back, and names the first element it refuses", () => {
  const array = Float64Array.of(1, -2);
  expect(checkAllFinite("z", array)).toBe(array);
  expect(checkAllFinite("z", [])).toEqual([]);
  for (const bad of [NaN, Infinity, -Infinity]) {
    expect(() => checkAllFinite("z", [0, bad, NaN])).toThrow(`z[1] must be finite; got ${bad}`);
  }
});
