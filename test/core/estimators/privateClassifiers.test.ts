import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { fitAffineHullClassifier } from "../../../src/core/estimators/affineHull/affineHullClassifier.ts";
import type { ClassRows } from "../../../src/core/estimators/affineHull/affineHullClassifier.ts";
import { branchesOf } from "../../../src/core/estimators/affineHull/wideAffineHullMachine.ts";
import { fabricateRows } from "../../../src/core/estimators/fabrication.ts";
import { membershipScore } from "../../../src/core/estimators/membershipScore.ts";
import {
  branchNoisyClasses,
  fabricateClasses,
  fitFabricatedClassifier,
  fitNoisyClassifier,
} from "../../../src/core/estimators/privateClassifiers.ts";
import { branchRows, branchTable, fabricateTable } from "../../../src/core/estimators/tableFabrication.ts";
import { pointCount } from "../../../src/core/points.ts";
import type { Points } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

function rowsAround(seed: number, N: number, p: number, offset: number, deviation = 0.1): Points {
  const random = seededSource(seed);
  return {
    dimension: p,
    coordinates: Float64Array.from({ length: N * p }, () => offset + deviation * random.normal()),
  };
}

function valueOf<T>(steps: Generator<number, T>): { readonly fractions: number[]; readonly value: T } {
  const fractions: number[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) fractions.push(step.value);
  return { fractions, value: step.value };
}

const noRows: Points = { dimension: 3, coordinates: new Float64Array(0) };
const twoBranches = (rowCount: number) => Math.min(2, rowCount);
const classes = branchNoisyClasses({
  classes: [rowsAround(1, 30, 3, 0), rowsAround(2, 20, 3, 0.6), noRows],
  branches: twoBranches,
  random: seededSource(3),
});
const hull = { subspaceDimension: 2, depth: 2 };

function shareCorrect(classifier: { labels(at: Points): Float64Array }): number {
  const correct = [0, 0.6].map((offset, c) => {
    const labels = classifier.labels(rowsAround(90 + c, 100, 3, offset));
    return labels.filter((label) => label === c + 1).length;
  });
  return (correct[0]! + correct[1]!) / 200;
}

describe("private classifiers", () => {
  test("branches belong to noisy rows, ⌈N/1000⌉ of them unless said otherwise", () => {
    expect(classes.map(({ assignment }) => new Set(Array.from(assignment)).size)).toEqual([2, 2, 0]);
    const [one] = branchNoisyClasses({ classes: [rowsAround(4, 10, 3, 0)], random: seededSource(1) });
    expect(Array.from(one!.assignment)).toEqual(new Array(10).fill(0));
  });

  test("of noisy rows is the classifier of those (Definition 12)", () => {
    const at = rowsAround(5, 8, 3, 0.3);
    const classifier = fitNoisyClassifier({ classes, ...hull });
    expect(classifier.distances(at)).toEqual(fitAffineHullClassifier({ classes, ...hull }).distances(at));
    expect(shareCorrect(classifier)).toBeGreaterThan(0.95);
  });

  test("of fabricated rows is the classifier of each branch's fabrication (Definition 15)", () => {
    const fabricated = fabricateClasses({ classes, subspaceDimension: 2, tolerancePerRow: 0.01, mostSteps: 30 });
    classes.slice(0, 2).forEach(({ points, assignment }, c) => {
      expect(fabricated[c]!.assignment).toBe(assignment);
      const branches = branchesOf(fabricated[c]!);
      branchesOf({ points, assignment }).forEach((noisy, s) => {
        const alone = fabricateRows({
          points: noisy,
          subspaceDimension: 2,
          tolerance: 0.01 * pointCount(noisy),
          mostSteps: 30,
        });
        expect(branches[s]).toEqual(alone.fabricated);
      });
    });
    expect(fabricated[2]!.points).toBe(noRows);
    const classifier = fitFabricatedClassifier({ classes, ...hull, tolerancePerRow: 0.01, mostSteps: 30 });
    const at = rowsAround(6, 8, 3, 0.3);
    expect(classifier.distances(at)).toEqual(fitAffineHullClassifier({ classes: fabricated, ...hull }).distances(at));
    expect(shareCorrect(classifier)).toBeGreaterThan(0.95);
  });

  test("rows are nearer to their own machine than others of their law, and fabrication hides it", () => {
    // Noise-like rows in six dimensions: a machine on all of them follows each of its rows.
    const points = rowsAround(7, 60, 6, 0.5, 0.3);
    const others = rowsAround(8, 400, 6, 0.5, 0.3);
    const own = [{ points, assignment: new Float64Array(60) }];
    const scoreOf = (rows: readonly ClassRows[]) => {
      const classifier = fitAffineHullClassifier({ classes: rows, subspaceDimension: 6, depth: 1 });
      const members = classifier.distances(points);
      return membershipScore({ members, others: classifier.distances(others), mostCentres: 80 });
    };
    const ofNoisy = scoreOf(own).score;
    const ofFabricated = scoreOf(fabricateClasses({ classes: own, subspaceDimension: 6, mostSteps: 8 })).score;
    expect(ofNoisy).toBeGreaterThan(0.3);
    expect(ofFabricated).toBeLessThan(ofNoisy / 2);
  });

  test("refuse a number of branches that is none", () => {
    for (const count of [0, -1, NaN, 1.5]) {
      const options = { classes: [rowsAround(1, 5, 3, 0)], branches: () => count, random: seededSource(1) };
      expect(() => branchNoisyClasses(options)).toThrow(ParameterError);
    }
  });
});

describe("large tables", () => {
  const points = rowsAround(11, 90, 4, 0.5, 0.2);

  test("are cut into branches, and large clusters are cut again", () => {
    // Two far groups of 80 and 10: with branches of at most 25 rows.
    const entries = points.coordinates.slice();
    for (let k = 80 * 4; k < entries.length; k++) entries[k]! += 100;
    const table = { dimension: 4, entries };
    const steps = branchTable({ table, rowsPerBranch: 20, mostRows: 25, random: seededSource(12) });
    const { fractions, value } = valueOf(steps);
    const sizes = Array.from({ length: value.branchCount }, (_, s) => value.assignment.filter((b) => b === s).length);
    expect(sizes.reduce((a, b) => a + b)).toBe(90);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  test.each(["double", "single"])("are fabricated in place, branch by branch, in %s precision", (precision) => {
    const entries = precision === "single" ? Float32Array.from(points.coordinates) : points.coordinates.slice();
    const table = { dimension: 4, entries };
    const branching = { assignment: Float64Array.from({ length: 90 }, (_, i) => i % 3), branchCount: 3 };
    const before = [0, 1, 2].map((s) => branchRows(table, branching.assignment, s));
    const { fractions, value: reports } = valueOf(
      fabricateTable({ table, branching, subspaceDimension: 3, tolerancePerRow: 0.02, mostSteps: 12 }),
    );
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    before.forEach((noisy, s) => {
      const alone = fabricateRows({ points: noisy, subspaceDimension: 3, tolerance: 0.02 * 30, mostSteps: 12 });
      expect(reports[s]).toEqual({
        rowCount: 30,
        steps: alone.steps,
        reached: alone.reached,
        error: alone.errors.at(-1),
      });
      branchRows(table, branching.assignment, s).coordinates.forEach((x, k) => {
        const exact = alone.fabricated.coordinates[k]!;
        expect(x).toBe(precision === "single" ? Math.fround(exact) : exact);
      });
    });
  });

  test("refuse rows that are not whole, and branches that are none", () => {
    const random = seededSource(1);
    const table = { dimension: 4, entries: points.coordinates };
    expect(() => valueOf(branchTable({ table: { dimension: 7, entries: new Float64Array(8) }, random }))).toThrow(
      ParameterError,
    );
    expect(() => valueOf(branchTable({ table: { dimension: 2, entries: Float64Array.of(1, NaN) }, random }))).toThrow(
      ParameterError,
    );
    for (const bad of [{ rowsPerBranch: 0 }, { rowsPerBranch: NaN }, { rowsPerBranch: 10, mostRows: 9 }]) {
      expect(() => valueOf(branchTable({ table, ...bad, random }))).toThrow(ParameterError);
    }
    const branching = { assignment: new Float64Array(90), branchCount: 1 };
    for (const tolerancePerRow of [0, -1, NaN]) {
      const options = { table, branching, subspaceDimension: 2, tolerancePerRow };
      expect(() => valueOf(fabricateTable(options))).toThrow(ParameterError);
    }
  });
});
