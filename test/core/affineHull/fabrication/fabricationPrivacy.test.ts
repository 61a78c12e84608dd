import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fitDeepAffineHullMachine } from "../../../../src/core/affineHull/machine/deepAffineHullMachine.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import { achievedDelta } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { fabricateNoisyRows } from "../../../../src/core/affineHull/fabrication/fabricatedBranches.ts";
import { nearestOf } from "../../../../src/core/affineHull/fabrication/nearestMachine.ts";
import { pointsAt } from "../../../../src/core/points.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { releasingTable } from "../../../../src/core/affineHull/fabrication/tableRelease.ts";
import { staircaseLattice } from "../../../../src/core/privacy/mechanisms/staircase.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import type { PrivateRelease } from "../../../../src/core/release/privateRelease.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { recordedWords } from "../../../support/privateReleases.ts";
import { parameters, twoGroups, release, toUnit } from "./fabricated.ts";

describe("privacy", () => {
  const records = twoGroups(40);

  test("an enemy who chooses ranges, ε and neighbour moves one released entry by one level of the staircase at most", () => {
    const random = seededSource(413);
    const one = <T>(of: readonly T[]): T => of[Math.floor(of.length * random.uniform())]!;
    const R = 1 / staircaseLattice;
    let most = 0;
    for (let trial = 0; trial < casesOf(10_000, 60); trial++) {
      const low = one([0, -1e15, 1e15 - 8, -1e-300, 0.1, 1e6 * random.normal()]);
      const range = [low, low + one([1, 8, 1e-3 * Math.abs(low) + 1e-300, 3])] as const;
      const value = () => one([-1e308, 1e308, ...range, range[0] + random.uniform() * (range[1] - range[0])]);
      const epsilon = one([0.05, 1, 16, 700]);
      const asked = { ...parameters, ranges: [range, range], branches: 1, parties: 1, testEvery: 0, steps: 1 };
      const budget = { epsilon, delta: 0, calibration: "analytic" } as const;
      const cells = Array.from({ length: 8 }, value);
      const entry = Math.floor(8 * random.uniform());
      const [{ integers: a, ...rest }, { integers: b, ...others }] = [cells, cells.with(entry, value())].map((table) =>
        lastOf(
          releasingTable(
            {
              points: { dimension: 2, coordinates: Float64Array.from(table) },
              classOf: Int32Array.of(0, 0, 0, 0),
              classCount: 1,
            },
            { ...asked, protection: "entry", adjacency: 1, staircase: true, budget },
            recordedWords(trial),
          ),
        ),
      ) as [PrivateRelease, PrivateRelease];
      const moved = Array.from(a, (integer, k) => Math.abs(integer - b[k]!)).filter((by) => by !== 0);
      expect(moved.length).toBeLessThanOrEqual(1);
      most = Math.max(most, moved[0] ?? 0);
      const publicOf = ({ values: _, ...told }: Omit<PrivateRelease, "integers">) => told;
      expect(publicOf(rest)).toEqual(publicOf(others));
    }
    // P(N = n) has k(|n|) factors e^(−ε), and k rises by one in R steps: |D − D′| ≤ R moves it by one at most.
    expect(most).toBe(R);
  }, 900_000);

  test("noise depends on the seed only: a neighbour has the same, and differs by at most d in its entry", () => {
    for (const protection of ["entry", "record"] as const) {
      const changes = { protection, delta: protection === "record" ? 1e-5 : 0 };
      const before = release(records, changes);
      for (const value of [-1e6, 0, 4.2, 1e6]) {
        const coordinates = records.points.coordinates.slice();
        coordinates[10] = value;
        const after = release({ ...records, points: { dimension: 2, coordinates } }, changes);
        const [a, b] = [before, after].map(({ noisy }) => toUnit(noisy)) as [Float64Array, Float64Array];
        // Entry 0 of record 5, in whichever row that stands.
        const moved = [...a.keys()].filter((k) => a[k] !== b[k]);
        expect(moved.length).toBe(1);
        expect(moved[0]! % 2).toBe(0);
        expect(Math.abs(a[moved[0]!]! - b[moved[0]!]!)).toBeLessThanOrEqual(1 + 1e-12);
        expect(after.guarantee).toEqual(before.guarantee);
        expect(after.classOf).toEqual(before.classOf);
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
      const points = pointsAt(made.fabricated, unit.rows);
      return { ...unit, machine: fitDeepAffineHullMachine({ points, subspaceDimension: 2, depth: 2 }) };
    });
    expect(field).toEqual({ grid: field!.grid, ...lastOf(nearestOf(machines, gridPoints(field!.grid))) });
    // Whatever is new in a release is public by the line above, or named here as private, or by the controls alone.
    const ofNoisyRows = ["noisy", "fabricated", "branchOf", "frames", "errors", "reached", "field", "leastDimension"];
    const ofClasses = ["guarantee", "rowCount", "testCount", "classOf", "partyOf"];
    const ofRecords = ["original", "clampedCount", "memberDistances", "testDistances", "accuracy"];
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
