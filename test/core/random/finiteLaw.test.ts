import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { finiteLaw } from "../../../src/core/random/finiteLaw.ts";
import { randomInteger } from "../../../src/core/random/randomInteger.ts";
import type { RandomSource } from "../../../src/core/random/randomSource.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { exponentialEnclosure } from "../../../src/core/special/exponentialEnclosure.ts";
import { rationalOf } from "../../../src/core/special/rational.ts";
import type { Rational } from "../../../src/core/special/rational.ts";
import { expectFrequencies } from "../../support/frequencies.ts";
import { casesOf } from "../../support/fuzzing.ts";

const draw = (outcomes: Parameters<typeof finiteLaw>[0], random: RandomSource) => finiteLaw(outcomes)(random);

const fraction = (numerator: number, denominator: number): Rational => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

test("rationalOf is the double, exactly", () => {
  for (const value of [0, -0.1, 3, 1e300, 5e-324, 0.5, Math.PI]) {
    const { numerator, denominator } = rationalOf("value", value);
    // 2^1074 does not fit into a double; two steps do.
    const [first, second] = [1n << BigInt(denominator.toString(2).length >> 1), 1n];
    const rest = denominator / first;
    expect(Number(numerator / second) / Number(rest) / Number(first)).toBe(value === 0 ? 0 : value);
  }
  expect(() => rationalOf("value", NaN)).toThrow(/^value must be finite/);
  expect(() => rationalOf("value", Infinity)).toThrow(ParameterError);
});

/**
 * 2^precision e^(−x) by the alternating series with 200 spare bits: another route, of which all but the last bits are
 * right.
 */
function byAlternatingSeries({ numerator, denominator }: Rational, precision: number): bigint {
  const bits = BigInt(precision + 200);
  let term = 1n << bits;
  let sum = term;
  for (let k = 1n; term !== 0n; k++) {
    term = (-term * numerator) / (denominator * k);
    sum += term;
  }
  return sum >> 200n;
}

test("exponentialEnclosure holds e^(−x) between neighbours, at any precision", () => {
  const random = seededSource(1);
  const exponents = [fraction(0, 1), fraction(1, 1), fraction(1, 3), fraction(127, 128), fraction(60, 1)];
  for (let i = 0; i < 100; i++)
    exponents.push(fraction(Math.floor(random.uniform() * 1e6), 1 + Math.floor(random.uniform() * 1e5)));
  for (const x of exponents) {
    for (const precision of [20, 128, 300]) {
      const { lower, upper } = exponentialEnclosure(x, precision);
      if (Number(x.numerator) / Number(x.denominator) > 90) continue;
      const value = byAlternatingSeries(x, precision);
      expect(upper - lower).toBeLessThanOrEqual(2n);
      expect(lower).toBeLessThanOrEqual(value);
      expect(upper).toBeGreaterThanOrEqual(value);
    }
  }
  expect(exponentialEnclosure(fraction(1e6, 1), 128)).toEqual({ lower: 0n, upper: 1n });
});

test("randomInteger uses every bit once, in order", () => {
  const draws = [0.75 + 2 ** -53, 0.5 + 2 ** -53];
  const source = () => {
    let used = 0;
    return { uniform: () => draws[used++]! } as RandomSource;
  };
  expect(randomInteger(source(), 2)).toBe(3n);
  expect(randomInteger(source(), 52)).toBe(3n << 50n);
  expect(randomInteger(source(), 54)).toBe((3n << 52n) | 2n);
  expect(randomInteger(source(), 0)).toBe(0n);
});

const outcomes = [
  { count: 1n, exponent: fraction(0, 1) },
  { count: 0n, exponent: fraction(-5, 1) },
  { count: 7n, exponent: fraction(5, 2) },
  { count: 1n, exponent: fraction(1, 3) },
  { count: 50n, exponent: fraction(6, 1) },
];
const weights = outcomes.map(
  ({ count, exponent }) => Number(count) * Math.exp(-Number(exponent.numerator) / Number(exponent.denominator)),
);
const total = weights.reduce((a, b) => a + b);
const probabilities = weights.map((weight) => weight / total);

test("finiteLaw has the law", () => {
  const random = seededSource(2);
  const counts = new Float64Array(outcomes.length);
  for (let i = 0; i < casesOf(20_000, 1_000); i++) counts[draw(outcomes, random)]!++;
  expect(counts[1]).toBe(0);
  expectFrequencies(counts, probabilities);
});

test("finiteLaw has the law within a draw or two of evenly spread U: a weight that is a hundredth too large is found", () => {
  // The first 52 bits of U are in the i-th of n equal parts, all others are random. A part of [0, 1) of length p then holds
  // np ± 2 of them, however the others fall: this has no false alarm.
  const n = casesOf(20_000, 3_000);
  const random = seededSource(4);
  const counts = new Float64Array(outcomes.length);
  for (let i = 0; i < n; i++) {
    let used = 0;
    const uniform = () => (used++ > 0 ? random.uniform() : (i + random.uniform()) / n);
    counts[draw(outcomes, { uniform } as RandomSource)]!++;
  }
  const farthest = (law: readonly number[]) => Math.max(...law.map((p, i) => Math.abs(counts[i]! - n * p)));
  expect(farthest(probabilities)).toBeLessThanOrEqual(2);
  const wrong = probabilities.map((p, i) => (i === 3 ? 1.01 * p : p));
  const sum = wrong.reduce((a, b) => a + b);
  expect(farthest(wrong.map((p) => p / sum))).toBeGreaterThan(2);
});

/**
 * Bernoulli(e^(−x)) for a fraction x, from exact Bernoulli trials alone: Canonne, Kamath & Steinke (2020), Algorithm 1.
 */
function bernoulliExponential({ numerator, denominator }: Rational, random: RandomSource): boolean {
  for (let whole = numerator / denominator; whole > 0n; whole--) if (!smallExponential(1n, 1n, random)) return false;
  return smallExponential(numerator % denominator, denominator, random);
}

function smallExponential(numerator: bigint, denominator: bigint, random: RandomSource): boolean {
  let k = 1n;
  while (below(denominator * k, random) < numerator) k++;
  return k % 2n === 1n;
}

function below(bound: bigint, random: RandomSource): bigint {
  const bits = bound.toString(2).length;
  for (;;) {
    const k = randomInteger(random, bits);
    if (k < bound) return k;
  }
}

test("finiteLaw and rejection with exact Bernoulli(e^(−x)) trials agree", () => {
  const random = seededSource(3);
  const all = outcomes.reduce((sum, { count }) => sum + count, 0n);
  const counts = new Float64Array(outcomes.length);
  for (let drawn = 0; drawn < 2000;) {
    let place = below(all, random);
    const i = outcomes.findIndex(({ count }) => (place -= count) < 0n);
    if (!bernoulliExponential(outcomes[i]!.exponent, random)) continue;
    counts[i]!++;
    drawn++;
  }
  expectFrequencies(counts, probabilities);
});

test("finiteLaw takes more bits where the first ones do not decide, and the parts of U are those of the law", () => {
  // The parts end near ½ and near 1: of U = 0.0111… no beginning decides until a bit is 0.
  const even = [1, 1, 0].map((count) => ({ count: BigInt(count), exponent: fraction(1, 7) }));
  even[2] = { count: 1n, exponent: fraction(300, 1) };
  const scripted = (bits: string) => {
    let used = 0;
    const uniform = () => {
      const word = bits.slice(52 * used, 52 * ++used).padEnd(52, "0");
      return (Number(BigInt(`0b${word}`)) + 0.5) * 2 ** -52;
    };
    return { source: { uniform } as RandomSource, used: () => used };
  };
  // The third draw of 128 bits gives its 24 upper bits.
  const ones = "0" + "1".repeat(127) + "1".repeat(28);
  const undecided = scripted(ones);
  expect(draw(even, undecided.source)).toBe(0);
  expect(undecided.used()).toBeGreaterThan(3);
  expect(draw(even, scripted("11").source)).toBe(1);
  expect(draw(even, scripted("01").source)).toBe(0);
});

test("finiteLaw refuses no outcomes, and none that can occur", () => {
  expect(() => draw([], seededSource(1))).toThrow(/^outcomes.length must/);
  expect(() => draw([{ count: 0n, exponent: fraction(1, 1) }], seededSource(1))).toThrow(ParameterError);
  expect(draw([{ count: 3n, exponent: fraction(1, 1) }], seededSource(1))).toBe(0);
});
