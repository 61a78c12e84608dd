import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { clipAndNormalise, scaleRelease } from "../../../src/core/release/scale.ts";

const release = {
  estimate: Float64Array.of(1, 2, 3),
  sensitivity: 0.5,
  unitNoise: [Float64Array.of(1, 0, -1), Float64Array.of(0, 4, 0)],
};

test("scaleRelease is estimate + multiplier · Δ · unitNoise[draw], written over what was there", () => {
  const out = new Float64Array(3).fill(NaN);
  expect(scaleRelease(release, 0, 4, out)).toBe(out);
  expect(out).toEqual(Float64Array.of(3, 2, 1));
  expect(scaleRelease(release, 1, 4, out)).toEqual(Float64Array.of(1, 10, 3));
  expect(release.estimate).toEqual(Float64Array.of(1, 2, 3));
});

test.each([0, 2, 4])("scaleRelease refuses an output of length %s for three points", (length) => {
  expect(() => scaleRelease(release, 0, 1, new Float64Array(length))).toThrow(ParameterError);
});

test("clipAndNormalise gives non-negative values of total mass 1, and changes no density", () => {
  const values = Float64Array.from({ length: 64 }, (_, i) => Math.sin(i));
  clipAndNormalise(values, 0.25);
  expect(values.every((value) => value >= 0)).toBe(true);
  expect(values.reduce((sum, value) => sum + value, 0) * 0.25).toBeCloseTo(1, 14);
  const again = clipAndNormalise(values.slice(), 0.25);
  again.forEach((value, i) => expect(value).toBeCloseTo(values[i]!, 14));
});

test("clipAndNormalise reads nothing but shape: a positive factor in a release does not matter", () => {
  const values = Float64Array.of(-1, 0.5, 2, 0);
  expect(
    clipAndNormalise(
      values.map((value) => 8 * value),
      0.5,
    ),
  ).toEqual(clipAndNormalise(values, 0.5));
});
