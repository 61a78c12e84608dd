import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fitAffineHullClassifier } from "../../../support/affineHullClassifier.ts";
import { fabrication } from "../../../../src/core/affineHull/machine/fabrication.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { twoGroups, release, toUnit } from "./fabricated.ts";
import { lastOf } from "../../../../src/core/slices.ts";

describe("fabricateTableRelease", () => {
  const records = twoGroups(80);
  const result = release(records);

  /** Which record each row is of, by its first number. */
  const recordsBehind = ({ original }: typeof result) => {
    const first = original.coordinates.filter((_, k) => k % 2 === 0);
    const distance = (i: number, x: number) => Math.abs(records.points.coordinates[2 * i]! - x);
    return Array.from(first, (x) => Array.from(records.classOf, (_, i) => i).find((i) => distance(i, x) < 1e-12)!);
  };

  test("keeps every fourth record of a class for the test, and has the rest class by class in a drawn order", () => {
    // Of 53 and 27 records.
    expect(result.testCount).toBe(13 + 6);
    expect(result.rowCount).toBe(40 + 21);
    expect([...result.classOf]).toEqual([...new Array<number>(40).fill(0), ...new Array<number>(21).fill(1)]);
    const behind = recordsBehind(result);
    expect(behind.map((i) => records.classOf[i])).toEqual([...result.classOf]);
    expect(new Set(behind).size).toBe(61);
    expect(behind).not.toEqual(behind.toSorted((a, b) => a - b));
    expect(recordsBehind(release(records, { epsilon: 1 }))).toEqual(behind);
    expect(recordsBehind(release(records, { seed: 8 }))).not.toEqual(behind);
  });

  test.each(["rows", "halves"] as const)(
    "classes that take turns are all kept for the test, and shared (%s)",
    (sharing) => {
      const turns = { ...records, classOf: Float64Array.from({ length: 80 }, (_, i) => i % 2) };
      const { classOf, partyOf, testCount } = release(turns, { parties: 2, sharing, fieldCount: 0 });
      expect(testCount).toBe(20);
      // Ten of each class are kept, and each party of "rows" has half of each.
      const rows = Array.from(classOf.keys());
      for (const own of [0, 1]) {
        expect(rows.filter((row) => classOf[row] === own).length).toBe(30);
        expect(rows.filter((row) => classOf[row] === own && partyOf[row] === 1).length).toBe(15);
      }
    },
  );

  test("fabricates each class on its own, on the scale of the declared ranges", () => {
    for (const own of [0, 1]) {
      const rows = [...result.classOf.keys()].filter((row) => result.classOf[row] === own);
      const pick = (values: Float64Array) =>
        Float64Array.from(rows.flatMap((row) => [values[2 * row]!, values[2 * row + 1]!]));
      const points = { dimension: 2, coordinates: pick(toUnit(result.noisy)) };
      const alone = lastOf(fabrication({ points, subspaceDimension: 2, mostSteps: 3 }));
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

  function classifierOf(modelled: typeof result.fabricated) {
    const unit = toUnit(modelled);
    const classes = [0, 1].map((own) => {
      const rows = [...result.classOf.keys()].filter((row) => result.classOf[row] === own);
      const coordinates = Float64Array.from(rows.flatMap((row) => [unit[2 * row]!, unit[2 * row + 1]!]));
      return { points: { dimension: 2, coordinates }, assignment: rows.map(() => 0) };
    });
    return fitAffineHullClassifier({ classes, subspaceDimension: 2, depth: 2 });
  }

  test("has the field, the distances and the labels of the classifier of the fabricated rows", () => {
    const classifier = classifierOf(result.fabricated);
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
    expect(result.accuracy).toBeGreaterThan(0.7);
  });

  test("of the noisy rows themselves (Definition 12) has the field of the classifier of those", () => {
    const ofNoisy = release(records, { model: "noisy" });
    expect(ofNoisy.noisy).toEqual(result.noisy);
    expect(ofNoisy.fabricated).toEqual(result.fabricated);
    expect(ofNoisy.field!.distance).not.toEqual(result.field!.distance);
    const distances = classifierOf(ofNoisy.noisy).distances({
      dimension: 2,
      coordinates: toUnit(gridPoints(ofNoisy.field!.grid)),
    });
    ofNoisy.field!.distance.forEach((d, q) =>
      expect(d).toBeCloseTo(Math.min(distances[2 * q]!, distances[2 * q + 1]!), 8),
    );
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
