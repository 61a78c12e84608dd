import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fastLength, radicesOf } from "../../../../src/core/linalg/fourier/fourierPlan.ts";
import { casesOf } from "../../../support/fuzzing.ts";

function isFast(length: number): boolean {
  let left = length;
  for (const prime of [2, 3, 5]) while (left % prime === 0) left /= prime;
  return left === 1 && length % 2 === 0;
}

test("fastLength(n) is the first even product of twos, threes and fives from n on", () => {
  let next = 2;
  for (let n = 1; n <= casesOf(5000, 1500); n++) {
    while (next < n || !isFast(next)) next++;
    expect(fastLength(n)).toBe(next);
    expect(fastLength(n - 0.3)).toBe(next);
    expect(next / n).toBeLessThanOrEqual(n === 1 ? 2 : 4 / 3);
  }
});

test.each([0, -1, NaN, Infinity])("fastLength(%s) is refused", (n) => {
  expect(() => fastLength(n)).toThrow(ParameterError);
});

test("radicesOf(length) are factors of it, the even ones first", () => {
  for (const length of [1, 2, 4, 6, 8, 60, 96, 720, 6750, 2 ** 20]) {
    const radices = radicesOf(length);
    expect(radices.reduce((product, radix) => product * radix, 1)).toBe(length);
    expect(radices).toEqual([...radices].sort((a, b) => (a % 2) - (b % 2)));
  }
});
