import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { fftRoundoff } from "../../../src/core/linalg/fft.ts";
import { createRealFft } from "../../../src/core/linalg/realFft.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

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

test.each([4, 8, 16, 32, 64, 512])("createRealFft(%i).forward agrees with the definition", (N) => {
  const random = seededSource(N);
  const x = Float64Array.from({ length: N }, () => random.uniform() - 0.5);
  const re = new Float64Array(N / 2 + 1);
  const im = new Float64Array(N / 2 + 1);
  createRealFft(N).forward(x, re, im);
  const [expectedRe, expectedIm] = transformByDefinition(x);
  const total = x.reduce((sum, value) => sum + Math.abs(value), 0);
  const tolerance = (2 * fftRoundoff(N) + 2 * N * 2 ** -53) * total;
  for (let k = 0; k <= N / 2; k++) {
    expect(Math.hypot(re[k]! - expectedRe[k]!, im[k]! - expectedIm[k]!)).toBeLessThanOrEqual(tolerance);
  }
});

test.each([4, 8, 16, 128, 2048])("createRealFft(%i).sum of forward is N times the sequence", (N) => {
  const random = seededSource(N);
  const x = Float64Array.from({ length: N }, () => random.uniform() - 0.5);
  const re = new Float64Array(N / 2 + 1);
  const im = new Float64Array(N / 2 + 1);
  const back = new Float64Array(N);
  const fft = createRealFft(N);
  fft.forward(x, re, im);
  fft.sum(re, im, back);
  const distance = Math.hypot(...back.map((value, j) => value / N - x[j]!));
  expect(distance).toBeLessThanOrEqual(4.1 * fftRoundoff(N) * Math.hypot(...x));
});

test.each([0, 1, 6, 7, 15])("createRealFft(16) takes %i values for the first of a sequence, and gives as many", (count) => {
  const random = seededSource(count);
  const x = Float64Array.from({ length: count }, () => random.uniform() - 0.5);
  const padded = new Float64Array(16);
  padded.set(x);
  const fft = createRealFft(16);
  const [re, im, paddedRe, paddedIm] = [0, 0, 0, 0].map(() => new Float64Array(9)) as [Float64Array, Float64Array, Float64Array, Float64Array];
  // What an earlier transform leaves in the scratch must not enter.
  fft.forward(new Float64Array(16).fill(7), re, im);
  fft.forward(x, re, im);
  fft.forward(padded, paddedRe, paddedIm);
  expect([re, im]).toEqual([paddedRe, paddedIm]);
  const whole = new Float64Array(16);
  fft.sum(re, im, whole);
  const first = new Float64Array(count);
  fft.sum(re, im, first);
  expect(first).toEqual(whole.slice(0, count));
});

test.each([0, 1, 2.5, 7, 14, 15, NaN])("createRealFft(%s) is refused", (N) => {
  expect(() => createRealFft(N)).toThrow(ParameterError);
});
