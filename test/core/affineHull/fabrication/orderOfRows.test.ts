import { describe, expect, test } from "vitest";
import type { ClassifiedTable } from "../../../../src/core/records/classifiedRecords.ts";
import { uniformsOf } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { releasingTable } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import type { TableReleaseParameters } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import { tableRows } from "../../../../src/core/affineHull/fabrication/tableRows.ts";
import {
  buyingTolerance,
  summingBlocks,
  toleranceTerms,
} from "../../../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { coupledOrders, wordsOfFileOrder } from "../../../support/coupledOrders.ts";
import { sourceOfWords, wordsAfter } from "../../../support/drawnOrder.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { publicPart, recordedWords } from "../../../support/privateReleases.ts";
import { askedTable } from "../../../support/tableAudit.ts";
import { firstRowOrLast, neighbouringFiles, recordsOfRows } from "../../../support/tablesOfPersons.ts";
import type { NeighbouringFiles } from "../../../support/tablesOfPersons.ts";

// docs/proofs/tableRelease.md, Lemmas 4 to 6: neighbours whose orders are drawn alike differ in the rows of the person alone.

type Pair<T> = readonly [T, T];
type Words = readonly number[];

const shown = { epsilon: 1, delta: 1e-5, frames: false, fieldCount: 0, seed: "secure" } as const;

/** What is asked of tables of p columns, some of it by the number of the case. */
function askedOf(p: number, bound: number, seed: number): TableReleaseParameters {
  return {
    ...askedTable,
    ...{ protection: "record", origin: seed % 2 === 0 ? "corner" : "middle", recordsPerPerson: bound },
    ranges: Array.from({ length: p }, () => [0, 1] as const),
    ...{ parties: 1 + (seed % 3), sharing: (["rows", "classes", "halves"] as const)[seed % 3] },
    testEvery: seed % 4 === 0 ? 3 : 0,
    budget: { epsilon: 1, delta: 1e-5, calibration: "analytic" },
  };
}

const recordsOf = ({ files, bound }: NeighbouringFiles) =>
  files.map((rows) => recordsOfRows(rows, bound)) as unknown as Pair<ClassifiedTable>;

function rowsOf(records: ClassifiedTable, asked: TableReleaseParameters, words: Words) {
  const { budget: _, ...parameters } = asked;
  return tableRows(records, { ...parameters, ...shown }, uniformsOf(wordsAfter(words, recordedWords(1))));
}

/** In how many rows two tables differ, and how far they are apart. */
function apart(one: Float64Array, other: Float64Array, p: number) {
  const moved = one.map((x, k) => Math.abs(x - other[k]!));
  const rows = new Set([...moved.keys()].filter((k) => moved[k]! > 0).map((k) => Math.floor(k / p)));
  return { rows: rows.size, l1: moved.reduce((a, b) => a + b, 0), l2: Math.hypot(...moved) };
}

/** How far neighbours are apart, rows of the test among them. Classes and parties must be the same. */
function distance(pair: Pair<ClassifiedTable>, asked: TableReleaseParameters, words: Pair<Words>) {
  const [one, other] = pair.map((records, which) => rowsOf(records, asked, words[which]!));
  expect(other!.classOf).toEqual(one!.classOf);
  expect(other!.partyOf).toEqual(one!.partyOf);
  const all = [one!, other!].map(({ unit, test: kept }) =>
    Float64Array.from([...unit.coordinates, ...kept.coordinates]),
  );
  return apart(all[0]!, all[1]!, one!.unit.dimension);
}

const fileOrders = (pair: Pair<ClassifiedTable>) => pair.map(wordsOfFileOrder) as unknown as Pair<Words>;

/** How far sums over blocks are apart, and what is paid for: records of one person each. */
function blocks(pair: Pair<ClassifiedTable>, words: Pair<Words>) {
  const [one, other] = pair.map((records, which) => {
    const p = records.points.dimension;
    const { unit, classOf } = rowsOf(records, { ...askedOf(p, 1, 0), testEvery: 0 }, words[which]!);
    const terms = toleranceTerms({ classOf, dimension: p });
    return { terms, sum: lastOf(summingBlocks(unit, { classOf, subspaceDimension: 1, terms })) };
  });
  expect(other!.terms).toEqual(one!.terms);
  return { moved: Math.abs(one!.sum - other!.sum), most: one!.terms.blocksPerPerson * 2 ** 20 };
}

describe("neighbours whose one person has other rows, at other places, some without a number", () => {
  test("are tables that differ in that person's rows alone, by at most kp and √(kp), whatever order is drawn", () => {
    let [l1, l2, farInFileOrder] = [0, 0, 0];
    const count = casesOf(4000, 300);
    for (let seed = 1; seed <= count; seed++) {
      const found = neighbouringFiles(seed);
      const pair = recordsOf(found);
      const p = pair[0].points.dimension;
      const asked = askedOf(p, found.bound, seed);
      for (let draw = 0; draw < 3; draw++) {
        const coupled = distance(pair, asked, coupledOrders(pair, recordedWords(10 * seed + draw)));
        if (coupled.rows > found.keptCount) expect.fail(`seed ${seed}: ${coupled.rows} rows of ${found.keptCount}`);
        l1 = Math.max(l1, coupled.l1 / (p * found.bound));
        l2 = Math.max(l2, coupled.l2 / Math.sqrt(p * found.bound));
      }
      if (distance(pair, asked, fileOrders(pair)).rows > found.bound) farInFileOrder++;
    }
    expect(l1).toBeLessThanOrEqual(1);
    expect(l2).toBeLessThanOrEqual(1 + 1e-15);
    expect(Math.min(l1, l2)).toBeGreaterThan(0.99);
    // In the order of the file most of them are no neighbours.
    expect(farInFileOrder).toBeGreaterThan(count / 2);
  });

  test("are said alike by a release from the same bits, but for the integers of that person's rows", () => {
    let nearest = 0;
    for (let seed = 1; seed <= casesOf(1000, 80); seed++) {
      const found = neighbouringFiles(seed);
      const pair = recordsOf(found);
      const p = pair[0].points.dimension;
      const asked = askedOf(p, found.bound, seed);
      const orders = coupledOrders(pair, recordedWords(seed));
      const [one, other] = pair.map((records, which) =>
        lastOf(releasingTable(records, asked, wordsAfter(orders[which]!, recordedWords(7000 + seed)))),
      );
      expect(publicPart(other!)).toEqual(publicPart(one!));
      const moved = apart(one!.integers, other!.integers, p);
      expect(moved.rows).toBeLessThanOrEqual(found.keptCount);
      // Each number is rounded to the lattice, which moves a difference by at most a step.
      const claimed = one!.sensitivity.value / one!.lattice;
      expect(moved.l2).toBeLessThanOrEqual(claimed + p * found.keptCount);
      nearest = Math.max(nearest, moved.l2 / claimed);
    }
    expect(nearest).toBeGreaterThan(0.99);
  });
});

describe("a person whose first row or last one is kept", () => {
  const found = firstRowOrLast(400);
  const pair = recordsOf(found);
  const asked = askedOf(2, 1, 1);

  test("has the same number of records in both, and moves all others by a place in the order of the file", () => {
    expect(pair.map(({ classOf }) => classOf.length)).toEqual([401, 401]);
    expect(pair.map(({ droppedCount }) => droppedCount)).toEqual([1, 1]);
    const { rows, l2 } = distance(pair, asked, fileOrders(pair));
    expect(rows).toBe(401);
    expect(l2).toBeGreaterThan(11);
  });

  test("moves nobody in an order that is drawn", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { rows, l2 } = distance(pair, asked, coupledOrders(pair, recordedWords(seed)));
      expect(rows).toBe(1);
      expect(l2).toBeLessThanOrEqual(Math.SQRT2);
    }
  });

  describe("of sorted heaps", () => {
    const sorted = recordsOf(sortedHeaps(firstRowOrLast(800)));

    test("moves the sum over blocks by one block at most; in the order of the file by more", () => {
      const inFile = blocks(sorted, fileOrders(sorted));
      expect(inFile.most).toBe(2 ** 20);
      expect(inFile.moved).toBeGreaterThan(2.5 * inFile.most);
      for (let seed = 0; seed < 20; seed++) {
        const { moved, most } = blocks(sorted, coupledOrders(sorted, recordedWords(seed)));
        expect(moved).toBeLessThanOrEqual(most);
      }
    });

    test("moves a bought tolerance by no more than is paid for, from the same bits", () => {
      const { budget: _, ...parameters } = { ...asked, testEvery: 0 };
      const purchase = { ...parameters, epsilon: 1e9, delta: 1e-5 };
      const { sensitivity } = toleranceTerms({ classOf: sorted[0].classOf, dimension: 2 });
      const moved = (orders: Pair<Words>) => {
        // ε is so large that r is the average itself.
        const [one, other] = sorted.map((records, which) =>
          lastOf(buyingTolerance(records, purchase, sourceOfWords(wordsAfter(orders[which]!, recordedWords(1))))),
        );
        return Math.abs(one! - other!) / sensitivity;
      };
      expect(moved(fileOrders(sorted))).toBeGreaterThan(2.5);
      for (let seed = 0; seed < 5; seed++)
        expect(moved(coupledOrders(sorted, recordedWords(seed)))).toBeLessThanOrEqual(1 + 1e-6);
    });
  });
});

/** The rows between in heaps of 25, as blocks are of one of the files: of the other each has a row of the heap before. */
function sortedHeaps(found: NeighbouringFiles): NeighbouringFiles {
  const random = seededSource(8);
  const about = (x: number) => x + 0.05 * random.uniform();
  const between = found.files[0].slice(1, -1).map((row, i) => ({
    ...row,
    numbers: Math.floor(i / 25) % 2 === 0 ? [about(0.5), about(0)] : [about(0), about(0.9)],
  }));
  const files = found.files.map((rows) => [
    rows[0]!,
    ...between,
    rows.at(-1)!,
  ]) as unknown as NeighbouringFiles["files"];
  return { ...found, files };
}

test("tableRows: every order of the rows of a class is as likely, and classes stand one after the other", () => {
  const classOf = Float64Array.of(1, 0, 0, 1, 0);
  const records = {
    points: { dimension: 1, coordinates: Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5) },
    classOf,
    classCount: 2,
  };
  const { budget: _, ...asked } = askedOf(1, 1, 2);
  const random = uniformsOf(recordedWords(5));
  const counts = new Map<string, number>();
  for (let draw = 0; draw < casesOf(12_000, 4000); draw++) {
    const { unit, classOf: classes, released } = tableRows(records, { ...asked, ...shown }, random);
    expect([...classes]).toEqual([0, 0, 0, 1, 1]);
    expect([...unit.coordinates]).toEqual(released.map((i) => records.points.coordinates[i]));
    const order = released.join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  // 3! · 2! orders. False alarm below 10⁻⁶.
  expect(counts.size).toBe(12);
  expectFrequencies([...counts.values()], new Array<number>(12).fill(1 / 12));
});
