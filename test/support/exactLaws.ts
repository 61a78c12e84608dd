import { expect } from "vitest";
import { seededSource } from "../../src/core/random/seededSource.ts";
import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { chiSquareLimit } from "./chiSquare.ts";
import type * as oracle from "./lazyOracle.ts";

/** Words from a few values only, so that uniform numbers often share their first digits; `position` counts what was taken. */
export function crowdedWords(seed: number, values: readonly number[]): RandomWords & { position: number } {
  const random = seededSource(seed);
  return {
    position: 0,
    word() {
      this.position++;
      return values[Math.floor(random.uniform() * values.length)]!;
    },
  };
}

/** Values of words: few, so that ties are common; and many. */
export const alphabets = [
  [0, 1, 0x7fffffff, 0x80000000, 0xffffffff],
  [0x30000000, 0x90000000],
  [0, 0x7fffffff, 0xffffffff, 0xfffffffe, 5, 0x12345678],
  // No ties to speak of.
  Array.from({ length: 4096 }, (_, i) => (i * 1048573 + 12345) % 2 ** 32),
];

/** Probabilities of the values of `run`, from below, and the probability of all that was not followed to its end. */
export function enumerate(run: (from: oracle.Chooser) => number): { mass: Map<number, number>; left: number } {
  const mass = new Map<number, number>();
  let left = 0;
  const stack: { path: number[]; weight: number }[] = [{ path: [], weight: 1 }];
  while (stack.length > 0) {
    const { path, weight } = stack.pop()!;
    let used = 0;
    let wanted = 0;
    const choose = (n: number) => {
      if (used < path.length) return path[used++]!;
      wanted = n;
      throw new Error("more choices are needed");
    };
    try {
      const value = run({ bits: 1, digit: () => BigInt(choose(2)), choose, sign: () => choose(2) === 1 });
      mass.set(value, (mass.get(value) ?? 0) + weight);
    } catch (error) {
      if (wanted === 0) throw error;
      if (weight < 2 ** -17) left += weight;
      else for (let i = 0; i < wanted; i++) stack.push({ path: [...path, i], weight: weight / wanted });
    }
  }
  return { mass, left };
}

/**
 * That a probability lies between a mass and what is left beside it. Weights are sums of at most 10⁵ products of halves and
 * thirds: right to 10⁻¹¹.
 */
export function expectBetween(probability: number, mass: number, left: number): void {
  expect(mass).toBeLessThanOrEqual(probability + 1e-11);
  expect(mass + left).toBeGreaterThanOrEqual(probability - 1e-11);
}

/** Chi-square against a law given by its distribution function; cells of less than 20 expected are joined to the tails. */
export function expectLaw(
  observed: ReadonlyMap<number, number>,
  cell: (value: number) => readonly [number, number],
  centre: number,
  count: number,
): void {
  const expectedAt = (value: number) => (cell(value)[1] - cell(value)[0]) * count;
  let [first, last] = [centre, centre];
  while (expectedAt(first - 1) >= 20) first--;
  while (expectedAt(last + 1) >= 20) last++;
  let statistic = 0;
  let inside = 0;
  for (let value = first; value <= last; value++) {
    const seen = observed.get(value) ?? 0;
    inside += seen;
    statistic += (seen - expectedAt(value)) ** 2 / expectedAt(value);
  }
  const expectedOutside = (cell(first)[0] + 1 - cell(last)[1]) * count;
  statistic += (count - inside - expectedOutside) ** 2 / expectedOutside;
  expect(statistic).toBeLessThan(chiSquareLimit(last - first + 1));
}

/** The Kolmogorov–Smirnov distance of numbers from a law. */
export function largestDeviation(values: Float64Array, cdf: (x: number) => number): number {
  const sorted = values.toSorted();
  let largest = 0;
  sorted.forEach((value, i) => {
    const p = cdf(value);
    largest = Math.max(largest, p - i / sorted.length, (i + 1) / sorted.length - p);
  });
  return largest;
}

/** The distribution function of the standard Laplace law. */
export function laplaceCdf(x: number): number {
  return x < 0 ? 0.5 * Math.exp(x) : 1 - 0.5 * Math.exp(-x);
}
