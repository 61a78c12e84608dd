import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fabrication } from "../../../../src/core/affineHull/machine/fabrication.ts";
import { branchRows, branchTable, fabricateTable } from "../../../../src/core/affineHull/machine/tableFabrication.ts";
import type { Points } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";

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
      const alone = lastOf(fabrication({ points: noisy, subspaceDimension: 3, tolerance: 0.02 * 30, mostSteps: 12 }));
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
