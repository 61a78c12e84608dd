import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fftRoundoff } from "../../../../src/core/linalg/fourier/fft.ts";
import { radicesOf } from "../../../../src/core/linalg/fourier/fourierPlan.ts";
import { transformLengths } from "../../../support/transformLengths.ts";

test("fftRoundoff(length) grows with the logarithm of the length and stays below 1e-13", () => {
  expect(fftRoundoff(1)).toBeGreaterThan(0);
  for (let length = 2; length < 1000; length++) expect(fftRoundoff(length + 1)).toBeGreaterThan(fftRoundoff(length));
  expect(fftRoundoff(2 ** 20)).toBeLessThan(1e-13);
});

test("fftRoundoff(length) is the sum of what its doc comment proves for each stage, or more", () => {
  const costs: Record<number, number> = { 2: 10, 3: 16, 4: 10, 5: 25 };
  for (const length of transformLengths) {
    const proved = radicesOf(length).reduce((sum, radix) => sum + costs[radix]! * 2 ** -53, 0);
    expect(fftRoundoff(length)).toBeGreaterThanOrEqual(proved);
  }
});

test.each([0, -1, 2.5, NaN, Infinity])("fftRoundoff(%s) is refused", (length) => {
  expect(() => fftRoundoff(length)).toThrow(ParameterError);
});
