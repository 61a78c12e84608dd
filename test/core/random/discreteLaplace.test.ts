import { expect, test } from "vitest";
import { drawDiscreteLaplace, drawExponentialTrial } from "../../../src/core/random/discreteLaplace.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { expectFrequencies } from "../../support/frequencies.ts";

test.each([
  [1n, 1n],
  [1n, 7n],
  [5n, 2n],
  [1n, 40n],
])("drawDiscreteLaplace has P(k) ∝ e^(−x|k|), x = %s/%s", (numerator, denominator) => {
  const x = Number(numerator) / Number(denominator);
  const random = seededSource(1);
  const most = 200;
  const counts = new Float64Array(2 * most + 1);
  for (let i = 0; i < 4000; i++) {
    const k = Number(drawDiscreteLaplace({ numerator, denominator }, random));
    counts[Math.max(-most, Math.min(most, k)) + most]!++;
  }
  const law = Float64Array.from(counts, (_, i) => Math.tanh(x / 2) * Math.exp(-x * Math.abs(i - most)));
  expectFrequencies(counts, law);
});

test("drawExponentialTrial succeeds with probability e^(−x), and always for x = 0", () => {
  const random = seededSource(2);
  const trials = 5000;
  const counts = [0, 0];
  for (let i = 0; i < trials; i++) counts[Number(drawExponentialTrial({ numerator: 2n, denominator: 3n }, random))]!++;
  expectFrequencies(counts, [1 - Math.exp(-2 / 3), Math.exp(-2 / 3)]);
  expect(drawExponentialTrial({ numerator: 0n, denominator: 1n }, random)).toBe(true);
  expect(drawExponentialTrial({ numerator: 10n ** 9n, denominator: 1n }, random)).toBe(false);
});
