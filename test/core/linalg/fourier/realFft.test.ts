import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fftRoundoff } from "../../../../src/core/linalg/fourier/fft.ts";
import { createRealFft } from "../../../../src/core/linalg/fourier/realFft.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import type { RandomSource } from "../../../../src/core/random/randomSource.ts";
import { transformLengths } from "../../../support/transformLengths.ts";
import { ways } from "../../../support/ways.ts";

/** X_k summed as it is defined; its own rounding is below 2N·2⁻⁵³ Σ|x_j|. */
function transformByDefinition(x: Float64Array): [re: Float64Array, im: Float64Array] {
  const N = x.length;
  const re = new Float64Array(N / 2 + 1);
  const im = new Float64Array(N / 2 + 1);
  for (let k = 0; k <= N / 2; k++) {
    x.forEach((value, j) => {
      const angle = (2 * Math.PI * ((j * k) % N)) / N;
      re[k]! += value * Math.cos(angle);
      im[k]! -= value * Math.sin(angle);
    });
  }
  return [re, im];
}

const signals: Readonly<Record<string, (j: number, random: RandomSource) => number>> = {
  "random values": (_, random) => random.uniform() - 0.5,
  "values of 16 orders of magnitude": (_, random) => random.normal() * 10 ** (16 * random.uniform()),
  "alternating signs": (j) => (j % 3 === 0 ? 1 : -1) / 7,
};

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each(Object.keys(signals))(
    "createRealFft(2N).forward agrees with the definition, transforms of N: %s",
    (name) => {
      for (const N of [...transformLengths.map((length) => 2 * length), 54, 90, 512, 540]) {
        const random = seededSource(N);
        const x = Float64Array.from({ length: N }, (_, j) => signals[name]!(j, random));
        const re = new Float64Array(N / 2 + 1);
        const im = new Float64Array(N / 2 + 1);
        createRealFft(N, way).forward(x, re, im);
        const [expectedRe, expectedIm] = transformByDefinition(x);
        const total = x.reduce((sum, value) => sum + Math.abs(value), 0);
        const tolerance = (2 * fftRoundoff(N) + 2 * N * 2 ** -53) * total;
        for (let k = 0; k <= N / 2; k++) {
          expect(Math.hypot(re[k]! - expectedRe[k]!, im[k]! - expectedIm[k]!)).toBeLessThanOrEqual(tolerance);
        }
      }
    },
  );

  test.each([2, 4, 6, 8, 10, 16, 18, 30, 128, 1080, 2048, 4050])(
    "createRealFft(%i).sum of forward is N times the sequence",
    (N) => {
      const random = seededSource(N);
      const x = Float64Array.from({ length: N }, () => random.uniform() - 0.5);
      const re = new Float64Array(N / 2 + 1);
      const im = new Float64Array(N / 2 + 1);
      const back = new Float64Array(N);
      const fft = createRealFft(N, way);
      fft.forward(x, re, im);
      fft.sum(re, im, back);
      const distance = Math.hypot(...back.map((value, j) => value / N - x[j]!));
      expect(distance).toBeLessThanOrEqual(4.1 * fftRoundoff(N) * Math.hypot(...x));
    },
  );

  test.each([0, 1, 6, 7, 15])(
    "createRealFft(16) takes %i values for the first of a sequence, and gives as many",
    (count) => {
      const random = seededSource(count);
      const x = Float64Array.from({ length: count }, () => random.uniform() - 0.5);
      const padded = new Float64Array(16);
      padded.set(x);
      const fft = createRealFft(16, way);
      const [re, im, paddedRe, paddedIm] = [0, 0, 0, 0].map(() => new Float64Array(9)) as [
        Float64Array,
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      // What is in the memory must not enter.
      way.reserve(1000).fill(NaN, 0, 1000);
      fft.forward(x, re, im);
      fft.forward(padded, paddedRe, paddedIm);
      expect([re, im]).toEqual([paddedRe, paddedIm]);
      const whole = new Float64Array(16);
      fft.sum(re, im, whole);
      const first = new Float64Array(count);
      fft.sum(re, im, first);
      expect(first).toEqual(whole.slice(0, count));
    },
  );
});

test.each([0, 1, 2.5, 7, 14, 15, -2, NaN])("createRealFft(%s) is refused", (N) => {
  expect(() => createRealFft(N)).toThrow(ParameterError);
});

test("createRealFft(8) refuses longer sequences and shorter spectra", () => {
  const fft = createRealFft(8);
  const [four, five, eight, nine] = [4, 5, 8, 9].map((length) => new Float64Array(length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  expect(() => fft.forward(nine, five, five)).toThrow(ParameterError);
  for (const transform of [
    () => fft.forward(eight, four, five),
    () => fft.sum(five, four, eight),
    () => fft.sum(five, five, nine),
  ]) {
    expect(transform).toThrow(ParameterError);
  }
});
