import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { cryptographicSource } from "../../../src/core/random/cryptographicSource.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { averagingBlocks, buyingTolerance, toleranceTerms } from "../../../src/core/releases/tolerancePurchase.ts";
import type { TolerancePurchase } from "../../../src/core/releases/tolerancePurchase.ts";
import { lastOf } from "../../../src/core/slices.ts";

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
  expect([terms.candidates.length, terms.candidates[49]]).toEqual([50, terms.distanceBound]);
  // Ten rows of one person may be in all four blocks.
  expect(toleranceTerms({ classOf, dimension: 2, recordsPerPerson: 10 }).sensitivity).toBe(terms.distanceBound);
  // A class without rows has no block, one of few rows has one.
  expect(toleranceTerms({ classOf: [0, 2, 2], dimension: 1 }).blocksOf).toEqual([1, 0, 1]);
});

test("averagingBlocks: a changed record moves it by at most B/k, and by nearly that", () => {
  const random = seededSource(6);
  let largest = 0;
  let most = 0;
  for (let trial = 0; trial < 200; trial++) {
    const { points, classOf } = recordsOf(100 + trial, 50, 1e-3);
    const terms = toleranceTerms({ classOf, dimension: 2 });
    most = terms.sensitivity;
    const changed = { dimension: 2, coordinates: points.coordinates.slice() };
    const size = trial % 2 === 0 ? 1 : 1e6;
    changed.coordinates.set([size * random.normal(), size * random.normal()], 2 * Math.floor(50 * random.uniform()));
    const [a, b] = [points, changed].map((rows) =>
      lastOf(averagingBlocks(rows, { classOf, subspaceDimension: 2, terms })),
    ) as [number, number];
    largest = Math.max(largest, Math.abs(a - b));
  }
  expect(largest).toBeLessThanOrEqual(most * (1 + 1e-12));
  expect(largest).toBeGreaterThan(0.9 * most);
});

test("averagingBlocks: rows that no machine can be made of count as far, and nothing is refused", () => {
  const { classOf } = recordsOf(1, 4);
  const terms = toleranceTerms({ classOf, dimension: 1 });
  const average = (values: number[]) =>
    lastOf(
      averagingBlocks(
        { dimension: 1, coordinates: Float64Array.from(values) },
        { classOf, subspaceDimension: 1, terms },
      ),
    );
  // Squares that underflow are refused by the machine.
  expect(average([1e-200, 0.5, 2e-200, 0.5])).toBeCloseTo(terms.distanceBound / 2, 12);
  expect(average([0, 0, 0, 0])).toBe(0);
});

test("buyingTolerance: near the average where ε is large, one of the public values always", () => {
  const records = recordsOf(7, 60, 0.8);
  const terms = toleranceTerms({ classOf: records.classOf, dimension: 2 });
  const exact = lastOf(averagingBlocks(records.points, { classOf: records.classOf, subspaceDimension: 2, terms }));
  expect(exact).toBeLessThan(terms.distanceBound);
  expect(exact).toBeGreaterThan(0);
  const random = seededSource(8);
  const buy = (epsilon: number) => lastOf(buyingTolerance(records, { ...purchase, epsilon }, random));
  expect(Math.abs(buy(1e6) - exact)).toBeLessThanOrEqual(0.51 * terms.candidates[0]!);
  for (let k = 0; k < 20; k++) expect(terms.candidates).toContain(buy(0.01));
  expect(terms.candidates).toContain(lastOf(buyingTolerance(records, purchase, cryptographicSource())));
});

test("buyingTolerance: draws of neighbours differ, by less than a factor of e^ε", () => {
  const records = { ...recordsOf(3, 10, 0.05), classOf: new Float64Array(10), classCount: 1 };
  const coordinates = records.points.coordinates.slice();
  coordinates.set([1, 1], 4);
  const neighbour = { ...records, points: { dimension: 2, coordinates } };
  const terms = toleranceTerms({ classOf: records.classOf, dimension: 2 });
  const [low, high] = [records, neighbour].map(({ points, classOf }) =>
    lastOf(averagingBlocks(points, { classOf, subspaceDimension: 2, terms })),
  ) as [number, number];
  const [draws, epsilon] = [400, 20];
  const shares = [records, neighbour].map((of, which) => {
    const random = seededSource(40 + which);
    const drawn = Array.from({ length: draws }, () => lastOf(buyingTolerance(of, { ...purchase, epsilon }, random)));
    return drawn.filter((r) => r <= (low + high) / 2).length / draws;
  }) as [number, number];
  // By the law e^{−ε|a − r|/2s} they are 0.58 and 0.23, with deviations of 0.025 at most: 5 of each leave a factor of 1.2.
  expect(Math.log(shares[0] / shares[1])).toBeGreaterThan(0.2);
  expect(Math.log(shares[0] / shares[1])).toBeLessThan(epsilon);
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
