import { describe, expect, test } from "vitest";
import { smallDigits } from "../../../../src/core/examples/smallDigits.ts";
import { ParameterError } from "../../../../src/core/errors.ts";
import { rocCurve } from "../../../../src/core/affineHull/machine/classMatching.ts";
import {
  digitAccuracy,
  digitCurves,
  digitTestEvery,
  meanArea,
  measuringDigits,
  nearestDistances,
} from "../../../../src/core/affineHull/digits/digitDistances.ts";
import { picturingDigits } from "../../../../src/core/affineHull/digits/digitPictures.ts";
import type { DigitModel } from "../../../../src/core/affineHull/digits/digitNoise.ts";
import { lastOf } from "../../../../src/core/slices.ts";

const digits = smallDigits();
const model: DigitModel = {
  ...{ protection: "entry", epsilon: 16, delta: 0, adjacency: 1, subspaceDimension: 10, depth: 2, steps: 2, seed: 1 },
};
const deviation = (a: Float64Array, b: Float64Array) =>
  Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]!) ** 2, 0) / a.length);

describe("picturingDigits", () => {
  test("gives the digits of a class, with noise of the size it says, and fabricated ones", () => {
    const pictures = lastOf(picturingDigits(digits, { ...model, digit: 8, most: 50, shown: 50 }));
    expect(pictures.original.length).toBe(50 * 64);
    expect(Array.from(pictures.original.subarray(0, 64))).toEqual(Array.from(digits.entries.subarray(8 * 64, 9 * 64)));
    expect(pictures.deviation).toBeCloseTo(Math.SQRT2 / 16, 12);
    // 3200 Laplace draws: the standard deviation of their mean square is √5/√3200 = 4 %, so of its root 2 %; 5 of them are 10⁻⁶.
    expect(Math.abs(deviation(pictures.noisy, pictures.original) / pictures.deviation - 1)).toBeLessThan(0.1);
    expect(pictures.record.epsilon).toBe(64 * 16);
    expect(pictures.fabricated).not.toEqual(pictures.noisy);
    // The record, its image, and eight layers, of which one gave the image.
    const image = (k: number) => Array.from(pictures.layers.subarray(64 * k, 64 * (k + 1)));
    expect(pictures.layers.length).toBe(10 * 64);
    expect(image(0)).toEqual(Array.from(pictures.original.subarray(0, 64)));
    const distances = Array.from({ length: 9 }, (_, k) =>
      deviation(Float64Array.from(image(k + 1)), pictures.original.subarray(0, 64)),
    );
    expect(distances[0]).toBe(Math.min(...distances.slice(1)));
    expect(distances[0]).toBeGreaterThan(0);
  });

  test("protects a whole digit by Gaussian noise for √p", () => {
    const asked = { ...model, protection: "record", epsilon: 5, delta: 1e-5 } as const;
    const pictures = lastOf(picturingDigits(digits, { ...asked, digit: 0, most: 50, shown: 50 }));
    expect(Math.abs(deviation(pictures.noisy, pictures.original) / pictures.deviation - 1)).toBeLessThan(0.08);
    expect(pictures.record).toEqual({ epsilon: 5, delta: 1e-5 });
    expect(pictures.deviation).toBeGreaterThan(5);
  });

  test("refuses a class that is not there", () => {
    for (const digit of [10, -1, NaN, 0.5]) {
      expect(() => lastOf(picturingDigits(digits, { ...model, digit, most: 5, shown: 1 }))).toThrow(ParameterError);
    }
  });
});

describe("measuringDigits", () => {
  test("of all classes together finds most digits that were kept apart, and chance under much noise", () => {
    const accuracyAt = (epsilon: number) => {
      const classes = Array.from({ length: 10 }, (_, digit) =>
        lastOf(measuringDigits(digits, { ...model, epsilon, digit })),
      );
      const labels = classes[0]!.testLabels;
      // Digits that come in turn are kept alike: of each class every sixth.
      for (let digit = 0; digit < 10; digit++) {
        expect(labels.filter((label) => label === digit).length).toBe(Math.floor(50 / digitTestEvery));
      }
      const accuracy = digitAccuracy(
        classes.map(({ ofFabricated }) => ofFabricated.test),
        labels,
      );
      // Chance has 1/2 and, with 80 digits of which 8 are of a class, a deviation of .11 a class: five of their mean are .17.
      const area = meanArea(
        digitCurves(
          classes.map(({ ofFabricated }) => ofFabricated.test),
          labels,
        ),
      );
      if (epsilon > 1) expect(area).toBeGreaterThan(0.95);
      else expect(Math.abs(area - 0.5)).toBeLessThan(0.25);
      const members = nearestDistances(classes.map(({ ofNoisy }) => ofNoisy.members));
      expect(members.length).toBe(500 - labels.length);
      return accuracy;
    };
    expect(accuracyAt(30)).toBeGreaterThan(0.85);
    expect(accuracyAt(0.05)).toBeLessThan(0.35);
  });

  test("takes a test set of its own", () => {
    const few = { ...digits, entries: digits.entries.subarray(0, 20 * 64), classOf: digits.classOf.subarray(0, 20) };
    const { testLabels, ofNoisy } = lastOf(measuringDigits(digits, { ...model, digit: 3 }, few));
    expect([testLabels.length, ofNoisy.test.length, ofNoisy.members.length]).toEqual([20, 20, 500]);
  });
});

test("rocCurve has the area of all pairs, ties as half, and runs from 0 to 1", () => {
  const scores = [0.9, 0.4, 0.4, 0.4, 0.1, 0.9];
  const isOwn = [true, true, false, true, false, false];
  const { others, own, area } = rocCurve(scores, isOwn);
  // Pairs: .9 wins 2 and ties 1; each .4 wins 1, ties 1, loses 1.
  expect(area).toBeCloseTo((2.5 + 1.5 + 1.5) / 9, 15);
  expect(Array.from(others)).toEqual([0, 1 / 3, 2 / 3, 1]);
  expect(Array.from(own)).toEqual([0, 1 / 3, 1, 1]);
  expect(rocCurve([1, 2], [true, true]).area).toBeNaN();
});

test("digitAccuracy counts nearest classes, and the first of equally near ones", () => {
  const distances = [Float64Array.of(1, 3, 2), Float64Array.of(2, 1, 2)];
  expect(digitAccuracy(distances, Float64Array.of(0, 1, 1))).toBeCloseTo(2 / 3, 12);
  expect(Array.from(nearestDistances([Float64Array.of(1, Infinity), Float64Array.of(2, Infinity)]))).toEqual([1]);
});
