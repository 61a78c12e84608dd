import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { cryptographicSource } from "../../../../src/core/random/cryptographicSource.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import {
  buyingTolerance,
  drawTolerance,
  summingBlocks,
  toleranceError,
  toleranceTerms,
} from "../../../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import type { TolerancePurchase } from "../../../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const purchase: TolerancePurchase = {
  ...{ protection: "entry", epsilon: 5, delta: 0, adjacency: 1, origin: "corner", subspaceDimension: 2, depth: 1 },
  ranges: [
    [0, 1],
    [0, 1],
  ],
  ...{ branches: 1, parties: 1, steps: 3, model: "fabricated", testEvery: 0, fieldMargin: 0 },
};

function recordsOf(seed: number, count: number, spread = 1) {
  const random = seededSource(seed);
  const coordinates = Float64Array.from({ length: 2 * count }, () => 0.5 + spread * (random.uniform() - 0.5));
  const classOf = Float64Array.from({ length: count }, (_, i) => i % 2);
  return { points: { dimension: 2, coordinates }, classOf, classCount: 2 };
}

test("toleranceTerms: blocks of 25 rows of a class, and what a person moves of their average", () => {
  const { classOf } = recordsOf(1, 110);
  const terms = toleranceTerms({ classOf, dimension: 2 });
  expect([terms.blocksOf, terms.blockCount]).toEqual([[2, 2], 4]);
  expect(terms.distanceBound).toBeCloseTo(Math.SQRT2 / 20, 15);
  expect(terms.sensitivity).toBeCloseTo(Math.SQRT2 / 80, 15);
  expect([terms.blocksPerPerson, terms.least]).toEqual([1, terms.distanceBound / 50]);
  // Ten rows of one person may be in all four blocks.
  expect(toleranceTerms({ classOf, dimension: 2, recordsPerPerson: 10 }).sensitivity).toBe(terms.distanceBound);
  // A class without rows has no block, one of few rows has one.
  expect(toleranceTerms({ classOf: [0, 2, 2], dimension: 1 }).blocksOf).toEqual([1, 0, 1]);
});

test("summingBlocks: a changed record moves it by at most B, a whole number, and by nearly that", () => {
  const random = seededSource(6);
  let largest = 0;
  for (let trial = 0; trial < casesOf(200, 60); trial++) {
    const { points, classOf } = recordsOf(100 + trial, 50, 1e-3);
    const terms = toleranceTerms({ classOf, dimension: 2 });
    const changed = { dimension: 2, coordinates: points.coordinates.slice() };
    const size = trial % 2 === 0 ? 1 : 1e6;
    changed.coordinates.set([size * random.normal(), size * random.normal()], 2 * Math.floor(50 * random.uniform()));
    const [a, b] = [points, changed].map((rows) =>
      lastOf(summingBlocks(rows, { classOf, subspaceDimension: 2, terms })),
    ) as [number, number];
    expect(Number.isInteger(a)).toBe(true);
    largest = Math.max(largest, Math.abs(a - b));
  }
  expect(largest).toBeLessThanOrEqual(2 ** 20);
  expect(largest).toBeGreaterThan(0.9 * 2 ** 20);
});

test("summingBlocks: rows that no machine can be made of count as far, and nothing is refused", () => {
  const { classOf } = recordsOf(1, 4);
  const terms = toleranceTerms({ classOf, dimension: 1 });
  const sum = (values: number[]) =>
    lastOf(
      summingBlocks({ dimension: 1, coordinates: Float64Array.from(values) }, { classOf, subspaceDimension: 1, terms }),
    );
  // Squares that underflow are refused by the machine.
  expect(sum([1e-200, 0.5, 2e-200, 0.5])).toBe(2 ** 20);
  expect(sum([0, 0, 0, 0])).toBe(0);
});

test("buyingTolerance: near the average where ε is large, inside its bounds always", () => {
  const records = recordsOf(7, 60, 0.8);
  const terms = toleranceTerms({ classOf: records.classOf, dimension: 2 });
  const { blockCount, distanceBound, least } = terms;
  const sum = lastOf(summingBlocks(records.points, { classOf: records.classOf, subspaceDimension: 2, terms }));
  const exact = (distanceBound * sum) / 2 ** 20 / blockCount;
  expect(exact).toBeLessThan(distanceBound);
  expect(exact).toBeGreaterThan(0);
  const random = seededSource(8);
  const buy = (epsilon: number) => lastOf(buyingTolerance(records, { ...purchase, epsilon }, random));
  expect(Math.abs(buy(1e6) - exact)).toBeLessThan(1e-4 * distanceBound);
  for (let k = 0; k < 40; k++) {
    const r = buy(0.01);
    expect(r).toBeGreaterThanOrEqual(least);
    expect(r).toBeLessThanOrEqual(distanceBound);
  }
  const fresh = lastOf(buyingTolerance(records, purchase, cryptographicSource()));
  expect(fresh >= least && fresh <= distanceBound).toBe(true);
});

test("drawTolerance: Laplace noise on whole numbers, of ε and of the blocks of one person, held between B/50 and B", () => {
  const { classOf } = recordsOf(1, 500);
  for (const recordsPerPerson of [1, 3]) {
    const terms = toleranceTerms({ classOf, dimension: 2, recordsPerPerson });
    const { blockCount, distanceBound, sensitivity, least } = terms;
    const random = seededSource(9);
    const epsilon = 2;
    const count = casesOf(3000, 1000);
    const half = (2 ** 20 * blockCount) / 2;
    const ends = [-Infinity, -2, -1, -0.5, 0, 0.5, 1, 2, Infinity].map(
      (t) => distanceBound / 2 + (t * sensitivity) / epsilon,
    );
    const draws = Array.from({ length: count }, () => drawTolerance(half, terms, { epsilon, random }));
    const cdf = (t: number) => (t < 0 ? Math.exp(t) / 2 : 1 - Math.exp(-t) / 2);
    const shares = ends.map((end) => cdf(((end - distanceBound / 2) * epsilon) / sensitivity));
    expectFrequencies(
      ends.slice(1).map((end, k) => draws.filter((r) => r >= ends[k]! && r < end).length),
      shares.slice(1).map((share, k) => share - shares[k]!),
    );
    const error = toleranceError({ sensitivity, epsilon, failure: 0.05 });
    // 0.05 of them, with the deviation of a binomial number: six of those.
    const beyond = draws.filter((r) => Math.abs(r - distanceBound / 2) > error).length;
    expect(Math.abs(beyond - 0.05 * count)).toBeLessThan(6 * Math.sqrt(0.0475 * count));
    const at = (sum: number) => drawTolerance(sum, terms, { epsilon: 1e9, random });
    expect([at(0), at(2 ** 20 * blockCount)]).toEqual([least, distanceBound]);
  }
});

test.each([
  ["ε of 0", { epsilon: 0 }],
  ["ε of NaN", { epsilon: NaN }],
  ["n beyond p", { subspaceDimension: 3 }],
  ["an empty range", { ranges: [[0, 1] as const, [1, 1] as const] }],
  ["half a person", { recordsPerPerson: 0.5 }],
])("buyingTolerance refuses %s, whatever the records", (_, change) => {
  const bad = () => lastOf(buyingTolerance(recordsOf(1, 10), { ...purchase, ...change }, seededSource(1)));
  expect(bad).toThrow(ParameterError);
});
