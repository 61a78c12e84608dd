import { describe, expect, test } from "vitest";
import { theorem7Multiplier } from "../../../../src/core/privacy/calibration/laplace.ts";
import { latticeLaplaceRelease } from "../../../../src/core/privacy/mechanisms/latticeLaplace.ts";
import { latticeOfLoss } from "../../../../src/core/privacy/mechanisms/latticeScale.ts";
import { wordsOf } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

// docs/proofs/composedLaplace.md, Lemmas 1 and 2: each integer is ε₀-private as bits, and the integers are independent.

const [S, count, budget] = [0.02, 100, { epsilon: 2, delta: 1e-5 }] as const;
const lattice = latticeOfLoss({
  ...{ sensitivity: S * Math.sqrt(count), roundingError: 0 },
  loss: 1 / theorem7Multiplier(budget),
});
const { lattice: g, multiplier: r } = lattice;

/** P(⌊x + r L + ½⌋ ≤ n): the exact law, without the sampler. */
function below(n: number, x: number): number {
  const z = (n + 0.5 - x) / r;
  return z < 0 ? Math.exp(z) / 2 : 1 - Math.exp(-z) / 2;
}

/** P(⌊x + r L + ½⌋ = n), with no difference of numbers near 1. */
function probability(n: number, x: number): number {
  const [from, to] = [(n - 0.5 - x) / r, (n + 0.5 - x) / r];
  if (from >= 0) return (-Math.exp(-from) * Math.expm1(from - to)) / 2;
  if (to <= 0) return (Math.exp(from) * Math.expm1(to - from)) / 2;
  return -(Math.expm1(from) + Math.expm1(-to)) / 2;
}

test("an integer is no more than e^ε₀ times as probable under a neighbour, wherever values lie, and nearly that much", () => {
  const random = seededSource(7);
  const one = S / (r * g);
  let closest = 0;
  for (let trial = 0; trial < 60; trial++) {
    // Lattice points, halves, and anything between.
    const x = trial % 3 === 0 ? trial : trial % 3 === 1 ? trial + 0.5 : 1000 * random.normal();
    const other = x + (trial % 2 === 0 ? 1 : -1) * r * one;
    for (let k = -60; k <= 60; k++) {
      const n = Math.floor(x) + Math.round(k * r * 0.2) + (k % 5);
      const ratio = Math.log(probability(n, x) / probability(n, other));
      expect(Math.abs(ratio)).toBeLessThanOrEqual(one * (1 + 1e-9));
      closest = Math.max(closest, Math.abs(ratio) / one);
    }
  }
  expect(closest).toBeGreaterThan(1 - 1e-6);
});

describe("what is drawn has that law, one number and two together", () => {
  const draws = 40_000;
  const estimate = Float64Array.of(0.3 * g, -17.5 * g, 5e4 * g);
  const words = wordsOf(seededSource(31));
  const drawn = Array.from({ length: draws }, () => latticeLaplaceRelease({ estimate, lattice, words }));
  /** Which of so many cells of about equal probability an integer is in. */
  const cellsOf = (cells: number, i: number) => {
    const x = estimate[i]! / g;
    const ends = Array.from({ length: cells - 1 }, (_, k) => {
      const p = (k + 1) / cells;
      return Math.floor(x + r * (p < 0.5 ? Math.log(2 * p) : -Math.log(2 * (1 - p))));
    });
    const edges = [0, ...ends.map((end) => below(end, x)), 1];
    return {
      cellOf: (n: number) => ends.filter((end) => n > end).length,
      shares: edges.slice(1).map((edge, k) => edge - edges[k]!),
    };
  };

  test.each([0, 1, 2])("number %i: chi-squared of 16 cells", (i) => {
    const { cellOf, shares } = cellsOf(16, i);
    const counts = shares.map(() => 0);
    for (const integers of drawn) counts[cellOf(integers[i]!)]!++;
    const chi = counts.reduce((sum, n, k) => sum + (n - draws * shares[k]!) ** 2 / (draws * shares[k]!), 0);
    // 15 degrees of freedom: exceeded with probability 10⁻⁶ when the law is right.
    expect(chi).toBeLessThan(56.5);
  });

  test("two numbers are independent: chi-squared of 8 × 8 cells", () => {
    const [a, b] = [cellsOf(8, 0), cellsOf(8, 2)];
    const counts = new Float64Array(64);
    for (const integers of drawn) counts[8 * a.cellOf(integers[0]!) + b.cellOf(integers[2]!)]!++;
    const chi = counts.reduce((sum, n, k) => {
      const expected = draws * a.shares[Math.floor(k / 8)]! * b.shares[k % 8]!;
      return sum + (n - expected) ** 2 / expected;
    }, 0);
    // 63 degrees of freedom, probability 10⁻⁶.
    expect(chi).toBeLessThan(131.4);
  });
});
