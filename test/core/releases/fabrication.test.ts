import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { fitAffineHullClassifier } from "../../../src/core/estimators/affineHull/affineHullClassifier.ts";
import { fitDeepAffineHullMachine } from "../../../src/core/estimators/affineHull/deepAffineHullMachine.ts";
import { fabricateRows } from "../../../src/core/estimators/fabrication.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import type { Points } from "../../../src/core/points.ts";
import { achievedDelta } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { fabricateNoisyRows } from "../../../src/core/releases/fabricatedBranches.ts";
import { fabricateTableRelease } from "../../../src/core/releases/fabrication.ts";
import type { FabricationParameters } from "../../../src/core/releases/fabricationParameters.ts";
import { nearestOf } from "../../../src/core/releases/nearestMachine.ts";
import { rowsOf } from "../../../src/core/releases/tableRows.ts";
import type { ClassifiedRecords } from "../../../src/core/releases/tableRows.ts";
import { lastOf } from "../../../src/core/slices.ts";

const parameters: FabricationParameters = {
  protection: "entry",
  epsilon: 8,
  delta: 0,
  adjacency: 1,
  ranges: [
    [0, 10],
    [-1, 1],
  ],
  origin: "corner",
  subspaceDimension: 2,
  depth: 2,
  branches: 1,
  parties: 1,
  steps: 3,
  model: "fabricated",
  testEvery: 4,
  fieldCount: 20,
  fieldMargin: 0.25,
  frames: true,
  seed: 7,
};

/** Two groups, at (3, −0.5) and (7, 0.5). */
function twoGroups(N: number, seed = 1): ClassifiedRecords {
  const random = seededSource(seed);
  const classOf = Float64Array.from({ length: N }, (_, i) => Number(i % 3 === 0));
  const coordinates = new Float64Array(2 * N);
  classOf.forEach((own, i) => {
    coordinates[2 * i] = 3 + 4 * own + random.normal();
    coordinates[2 * i + 1] = own - 0.5 + 0.15 * random.normal();
  });
  return { points: { dimension: 2, coordinates }, classOf, classCount: 2 };
}

function release(records: ClassifiedRecords, changes: Partial<FabricationParameters> = {}) {
  const steps = fabricateTableRelease(records, { ...parameters, ...changes });
  const fractions: number[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) fractions.push(step.value);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  return step.value;
}

const toUnit = ({ coordinates }: Points) => coordinates.map((x, k) => (k % 2 === 0 ? x / 10 : (x + 1) / 2));

describe("fabricateTableRelease", () => {
  const records = twoGroups(80);
  const result = release(records);

  test("keeps every fourth record of a class for the test, and the rest in order", () => {
    // Of 53 and 27 records.
    expect(result.testCount).toBe(13 + 6);
    expect(result.rowCount).toBe(40 + 21);
    expect(Array.from(result.recordOf.slice(0, 6))).toEqual([0, 1, 2, 3, 4, 6]);
    result.recordOf.forEach((i, row) => {
      expect(result.classOf[row]).toBe(records.classOf[i]);
      expect(result.original.coordinates[2 * row]).toBeCloseTo(records.points.coordinates[2 * i]!, 12);
    });
  });

  test.each(["rows", "halves"] as const)(
    "classes that take turns are all kept for the test, and shared (%s)",
    (sharing) => {
      const turns = { ...records, classOf: Float64Array.from({ length: 80 }, (_, i) => i % 2) };
      const { classOf, partyOf, testCount, recordOf } = release(turns, { parties: 2, sharing, fieldCount: 0 });
      expect(testCount).toBe(20);
      // Ten of each class are kept, and each party of "rows" has half of each.
      const rows = Array.from(classOf.keys());
      for (const own of [0, 1]) {
        expect(rows.filter((row) => classOf[row] === own).length).toBe(30);
        expect(rows.filter((row) => classOf[row] === own && partyOf[row] === 1).length).toBe(15);
      }
      expect(new Set(recordOf).size).toBe(60);
    },
  );

  test("fabricates each class on its own, on the scale of the declared ranges", () => {
    for (const own of [0, 1]) {
      const rows = [...result.classOf.keys()].filter((row) => result.classOf[row] === own);
      const pick = (values: Float64Array) =>
        Float64Array.from(rows.flatMap((row) => [values[2 * row]!, values[2 * row + 1]!]));
      const points = { dimension: 2, coordinates: pick(toUnit(result.noisy)) };
      const alone = fabricateRows({ points, subspaceDimension: 2, mostSteps: 3 });
      pick(toUnit(result.fabricated)).forEach((x, k) => expect(x).toBeCloseTo(alone.fabricated.coordinates[k]!, 10));
      const last = pick(toUnit(result.frames.at(-1)!));
      last.forEach((x, k) => expect(x).toBeCloseTo(alone.smoothed.coordinates[k]!, 10));
    }
    expect(result.frames.length).toBe(4);
    expect(result.frames[0]).toEqual(result.noisy);
    expect(result.errors.length).toBe(4);
    expect(result.errors[3]).toBeLessThan(result.errors[0]!);
    expect(result.reached).toBe(true);
  });

  test("has the field, the distances and the labels of the classifier of the fabricated rows", () => {
    const unit = toUnit(result.fabricated);
    const classes = [0, 1].map((own) => {
      const rows = [...result.classOf.keys()].filter((row) => result.classOf[row] === own);
      const coordinates = Float64Array.from(rows.flatMap((row) => [unit[2 * row]!, unit[2 * row + 1]!]));
      return { points: { dimension: 2, coordinates }, assignment: rows.map(() => 0) };
    });
    const classifier = fitAffineHullClassifier({ classes, subspaceDimension: 2, depth: 2 });
    const field = result.field!;
    expect(field.grid.axes[0]).toEqual({ lower: -2.5, upper: 12.5, count: 20 });
    const at = { dimension: 2, coordinates: toUnit(gridPoints(field.grid)) };
    const distances = classifier.distances(at);
    const labels = classifier.labels(at);
    field.distance.forEach((d, q) => expect(d).toBeCloseTo(Math.min(distances[2 * q]!, distances[2 * q + 1]!), 8));
    field.label.forEach((label, q) => {
      const clear = Math.abs(distances[2 * q]! - distances[2 * q + 1]!) > 1e-8;
      if (clear) expect(label).toBe(labels[q]! - 1);
    });
    const members = classifier.distances({ dimension: 2, coordinates: toUnit(result.original) });
    result.memberDistances.forEach((d, row) =>
      expect(d).toBeCloseTo(Math.min(members[2 * row]!, members[2 * row + 1]!), 8),
    );
    expect(result.accuracy).toBeGreaterThan(0.8);
    expect(result.score!.score).toBeGreaterThanOrEqual(0);
  });

  test("of the noisy rows themselves (Definition 12) has another field", () => {
    const ofNoisy = release(records, { model: "noisy" });
    expect(ofNoisy.noisy).toEqual(result.noisy);
    expect(ofNoisy.fabricated).toEqual(result.fabricated);
    expect(ofNoisy.field!.distance).not.toEqual(result.field!.distance);
  });

  test("stops each branch at a public tolerance", () => {
    const branched = release(records, { branches: 3, tolerancePerRow: 0.02, steps: 40 });
    expect(branched.reached).toBe(true);
    expect(branched.errors.at(-1)).toBeLessThanOrEqual(0.02 * 60);
    expect(new Set(branched.branchOf)).toEqual(new Set([0, 1, 2]));
    const capped = release(records, { tolerancePerRow: 1e-9, steps: 2 });
    expect(capped.reached).toBe(false);
    expect(capped.frames.length).toBe(3);
  });

  test("of several parties takes the nearest of theirs", () => {
    const three = release(records, { parties: 3 });
    expect(new Set(three.partyOf)).toEqual(new Set([0, 1, 2]));
    expect(new Set(three.field!.party).size).toBeGreaterThan(1);
    // Parties have noise from the same draws.
    expect(three.noisy).toEqual(result.noisy);
  });

  test("without field, test and frames, and in one or five dimensions", () => {
    const plain = release(records, { testEvery: 0, fieldCount: 0, frames: false });
    expect(plain.field).toBeUndefined();
    expect(plain.score).toBeUndefined();
    expect(plain.accuracy).toBeUndefined();
    expect(plain.frames).toEqual([]);
    expect(plain.rowCount).toBe(80);
    const random = seededSource(4);
    for (const p of [1, 5]) {
      const points = { dimension: p, coordinates: Float64Array.from({ length: 30 * p }, () => random.uniform()) };
      const ranges = Array.from({ length: p }, () => [0, 1] as const);
      const one = { points, classOf: new Float64Array(30), classCount: 1 };
      const some = release(one, { ranges, subspaceDimension: 1, depth: 1 });
      expect(some.fabricated.coordinates.length).toBe(p * 23);
      expect(some.field === undefined).toBe(p < 2);
    }
  });

  test("draws the plane of the first two columns, the others held, and fabricates all", () => {
    const random = seededSource(9);
    const points = { dimension: 3, coordinates: Float64Array.from({ length: 90 }, () => random.uniform()) };
    const three = { points, classOf: new Float64Array(30), classCount: 1 };
    const ranges = [
      [0, 1],
      [0, 2],
      [0, 4],
    ] as const;
    const held = (heldAt?: readonly number[]) => release(three, { ranges, testEvery: 0, ...(heldAt && { heldAt }) });
    const [low, high, middle] = [held([0.5]), held([3.5]), held()];
    expect(low.fabricated).toEqual(high.fabricated);
    expect(low.field!.grid.axes.length).toBe(2);
    expect(low.field!.distance.length).toBe(400);
    expect(low.field!.distance).not.toEqual(high.field!.distance);
    expect(middle.field).toEqual(held([2]).field);
    expect(low.field!.image.dimension).toBe(3);
    for (const heldAt of [[], [1, 2], [NaN]]) expect(() => held(heldAt)).toThrow(ParameterError);
  });

  test("protects a person with k records: √k and k times the noise, k times the ε of an entry's noise", () => {
    const one = release(records, { protection: "record", delta: 1e-5 });
    const four = release(records, { protection: "record", delta: 1e-5, recordsPerPerson: 4 });
    expect(four.guarantee.deviation / one.guarantee.deviation).toBeCloseTo(2, 12);
    expect(four.guarantee.recordLaplaceDeviation / one.guarantee.recordLaplaceDeviation).toBeCloseTo(4, 12);
    const entry = release(records, { recordsPerPerson: 4 });
    expect(entry.guarantee.record.epsilon).toBeCloseTo(4 * 2 * 8, 10);
    expect(entry.noisy).toEqual(release(records).noisy);
    for (const recordsPerPerson of [0, -1, 1.5, NaN]) {
      expect(() => release(records, { recordsPerPerson })).toThrow(ParameterError);
    }
  });

  test("says where machines have fewer directions than were asked for", () => {
    const coordinates = Float64Array.of(0.1, 0.2, 0.5, 0.3, 0.8, 0.1, 0.4, 0.6, 0.9, 0.9);
    const lone = { points: { dimension: 2, coordinates }, classOf: [0, 0, 0, 0, 1], classCount: 2 };
    const ranges = [
      [0, 1],
      [0, 1],
    ] as const;
    expect(release(lone, { ranges, testEvery: 0 }).leastDimension).toBe(0);
    expect(release(records).leastDimension).toBe(2);
  });

  test("of classes that nobody has, of one record, of equal records", () => {
    const coordinates = Float64Array.of(5, 0, 5, 0, 5, 0, 1, 0.5);
    const few = { points: { dimension: 2, coordinates }, classOf: [0, 0, 0, 2], classCount: 4 };
    const some = release(few, { testEvery: 0 });
    expect(new Set(some.field!.label)).toEqual(new Set([0, 2]));
    expect(some.fabricated.coordinates.every((x) => Number.isFinite(x))).toBe(true);
  });
});

describe("privacy", () => {
  const records = twoGroups(40);

  test("noise depends on the seed only: a neighbour has the same, and differs by at most d in its entry", () => {
    for (const protection of ["entry", "record"] as const) {
      const changes = { protection, delta: protection === "record" ? 1e-5 : 0 };
      const before = release(records, changes);
      for (const value of [-1e6, 0, 4.2, 1e6]) {
        const coordinates = records.points.coordinates.slice();
        // Entry 0 of record 5, which is row 4.
        coordinates[10] = value;
        const after = release({ ...records, points: { dimension: 2, coordinates } }, changes);
        const [a, b] = [before, after].map(({ noisy }) => toUnit(noisy)) as [Float64Array, Float64Array];
        a.forEach((x, k) => {
          if (k === 8) expect(Math.abs(x - b[k]!)).toBeLessThanOrEqual(1 + 1e-12);
          else expect(x).toBe(b[k]);
        });
        expect(after.guarantee).toEqual(before.guarantee);
        expect(after.recordOf).toEqual(before.recordOf);
        expect(after.frames.length).toBe(before.frames.length);
        expect(after.field!.grid).toEqual(before.field!.grid);
      }
    }
  });

  test("all that is public is made of the noisy rows and public numbers, bit for bit", () => {
    // On [0, 1] with the origin at 0 noisy rows are shown as the doubles that they are.
    const asked = { ...parameters, ranges: [[0, 1] as const, [0, 1] as const], branches: 2, parties: 2 };
    const coordinates = toUnit(records.points);
    const result = release({ ...records, points: { dimension: 2, coordinates } }, asked);
    const { classOf, partyOf, noisy, field, fabricated, branchOf, frames, errors, reached } = result;
    const made = lastOf(fabricateNoisyRows(noisy, { classOf, partyOf, classCount: 2 }, asked));
    expect([fabricated, branchOf, frames, errors, reached]).toEqual([
      ...[made.fabricated, made.branchOf, made.frames, made.errors, made.reached],
    ]);
    const machines = made.units.map((unit) => {
      const points = rowsOf(made.fabricated, unit.rows);
      return { ...unit, machine: fitDeepAffineHullMachine({ points, subspaceDimension: 2, depth: 2 }) };
    });
    expect(field).toEqual({ grid: field!.grid, ...lastOf(nearestOf(machines, gridPoints(field!.grid))) });
    // Whatever is new in a release is public by the line above, or named here as private, or by the controls alone.
    const ofNoisyRows = ["noisy", "fabricated", "branchOf", "frames", "errors", "reached", "field", "leastDimension"];
    const ofClasses = ["guarantee", "rowCount", "testCount", "recordOf", "classOf", "partyOf"];
    const ofRecords = ["original", "clampedCount", "memberDistances", "testDistances", "score", "accuracy"];
    expect(Object.keys(result).sort()).toEqual([...ofNoisyRows, ...ofClasses, ...ofRecords].sort());
  });

  test("a smaller ε scales the same noise", () => {
    const [one, four] = [1, 4].map((epsilon) => release(records, { epsilon }));
    const noiseOf = ({ noisy, original }: ReturnType<typeof release>) =>
      toUnit(noisy).map((x, k) => x - toUnit(original)[k]!);
    const large = noiseOf(one!);
    noiseOf(four!).forEach((v, k) => expect(4 * v).toBeCloseTo(large[k]!, 10));
  });

  test("says what a record pays for the protection of entries, and what its own would cost (errata K1)", () => {
    const { guarantee } = release(records, { epsilon: 0.5, delta: 0.01 });
    expect(guarantee.entry).toEqual({ epsilon: 0.5, delta: 0.01 });
    expect(guarantee.record.epsilon).toBe(1);
    expect(guarantee.record.delta).toBeCloseTo(1 - 0.99 ** 2, 14);
    expect(guarantee.expectedExactEntries).toBeCloseTo(31 * 2 * 0.01, 12);
    expect(guarantee.recordLaplaceDeviation).toBeCloseTo((2 * Math.SQRT2) / 0.5, 10);
    const own = release(records, { protection: "record", epsilon: 0.5, delta: 1e-6 }).guarantee;
    expect(own.record).toEqual({ epsilon: 0.5, delta: 1e-6 });
    expect(own.deviation).toBe(own.recordGaussianDeviation);
    expect(achievedDelta({ epsilon: 0.5, noiseMultiplier: own.deviation / Math.SQRT2 })).toBeLessThanOrEqual(1e-6);
  });

  test("secure draws are never repeated", () => {
    const [a, b] = [0, 1].map(() => release(records, { seed: "secure", fieldCount: 0 }).noisy.coordinates);
    expect(a!.some((x, k) => x === b![k])).toBe(false);
  });
});

describe("refusals", () => {
  const records = twoGroups(8);
  test.each([
    ["epsilon", [0, -1, NaN, Infinity]],
    ["delta", [-0.1, 1, NaN]],
    ["adjacency", [0, 1.1, NaN]],
    [
      "ranges",
      [
        [],
        [[0, 1]],
        [
          [0, 1],
          [1, 1],
        ],
        [
          [0, 1],
          [NaN, 1],
        ],
        [
          [0, Infinity],
          [0, 1],
        ],
      ],
    ],
    ["subspaceDimension", [0, 3, NaN]],
    ["depth", [0, 3, NaN]],
    ["branches", [0, NaN]],
    ["parties", [0, NaN]],
    ["steps", [-1, NaN, 1.5, Infinity]],
    ["tolerancePerRow", [0, NaN]],
    ["testEvery", [1, -1, NaN]],
    ["fieldCount", [1, -1, NaN]],
    ["fieldMargin", [-1, NaN]],
    ["seed", [-1, NaN]],
  ] as const)("%s", (name, values) => {
    for (const value of values) expect(() => release(records, { [name]: value })).toThrow(ParameterError);
  });

  test("a record level without δ, records that are none, classes that are none", () => {
    expect(() => release(records, { protection: "record", delta: 0 })).toThrow(ParameterError);
    const bad = { dimension: 2, coordinates: Float64Array.of(1, NaN) };
    expect(() => release({ points: bad, classOf: [0], classCount: 1 })).toThrow(ParameterError);
    const none = { dimension: 2, coordinates: new Float64Array(0) };
    expect(() => release({ points: none, classOf: [], classCount: 1 })).toThrow(ParameterError);
    expect(() => release({ ...records, classOf: [0] })).toThrow(ParameterError);
    expect(() => release({ ...records, classCount: 1 })).toThrow(ParameterError);
    expect(() => release({ ...records, classCount: NaN })).toThrow(ParameterError);
  });
});
