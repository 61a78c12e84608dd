import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { kMeans } from "../../../../src/core/affineHull/machine/kMeans.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const line = (values: number[]) => pointsFrom(values.map((x) => [x]));

/** The best of some starts: for a handful of rows on a line, the optimum. */
function bestOf(starts: number, points: ReturnType<typeof line>, clusterCount: number) {
  return Array.from({ length: starts }, (_, seed) =>
    kMeans({ points, clusterCount, random: seededSource(seed) }),
  ).reduce((a, b) => (a.sumsOfSquares.at(-1)! <= b.sumsOfSquares.at(-1)! ? a : b));
}

describe("kMeans", () => {
  test("one changed record changes the sizes of clusters of the records themselves (errata K4)", () => {
    const sizes = (values: number[]) => {
      const { assignment, sumsOfSquares } = bestOf(20, line(values), 2);
      const first = assignment.filter((s) => s === assignment[0]).length;
      return { first, squares: sumsOfSquares.at(-1)! };
    };
    const before = sizes([0, 0.1, 0.44, 1]);
    expect(before.first).toBe(3);
    expect(before.squares).toBeCloseTo(0.106, 3);
    const after = sizes([0, 0.1, 0.6, 1]);
    expect(after.first).toBe(2);
    expect(after.squares).toBeCloseTo(0.085, 3);
  });

  test("finds clusters that lie apart, and each round is no worse", () => {
    const random = seededSource(1);
    const rows = Array.from({ length: 300 }, (_, i) => [10 * (i % 3) + random.normal(), random.normal()]);
    const { assignment, centres, sumsOfSquares } = kMeans({ points: pointsFrom(rows), clusterCount: 3, random });
    rows.forEach((_, i) => expect(assignment[i]).toBe(assignment[i % 3]));
    expect(new Set(assignment).size).toBe(3);
    for (let k = 1; k < sumsOfSquares.length; k++) {
      expect(sumsOfSquares[k]).toBeLessThanOrEqual(sumsOfSquares[k - 1]! * (1 + 1e-12));
    }
    for (let s = 0; s < 3; s++) {
      const own = rows.filter((_, i) => assignment[i] === s);
      expect(centres.coordinates[2 * s]).toBeCloseTo(own.reduce((sum, row) => sum + row[0]!, 0) / own.length, 10);
    }
  });

  test("gives each cluster a row, even of rows that coincide", () => {
    for (const values of [
      [1, 1, 1, 1, 1],
      [1, 1, 1, 1, 2],
    ]) {
      const { assignment } = kMeans({ points: line(values), clusterCount: 4, random: seededSource(3) });
      expect(new Set(assignment)).toEqual(new Set([0, 1, 2, 3]));
    }
    const { assignment } = kMeans({ points: line([3, 1, 2]), clusterCount: 3, random: seededSource(4) });
    expect(new Set(assignment).size).toBe(3);
  });

  test("is a function of the rows and the seed", () => {
    const points = pointsFrom(Array.from({ length: 40 }, (_, i) => [Math.sin(i), Math.cos(3 * i)]));
    const once = () => kMeans({ points, clusterCount: 5, random: seededSource(9) });
    expect(once()).toEqual(once());
  });

  test("refuses", () => {
    const points = line([1, 2, 3]);
    const random = seededSource(1);
    for (const clusterCount of [0, -1, 1.5, NaN, 4]) {
      expect(() => kMeans({ points, clusterCount, random })).toThrow(ParameterError);
    }
    expect(() => kMeans({ points, clusterCount: 1, mostRounds: 0, random })).toThrow(ParameterError);
    const bad = { dimension: 1, coordinates: Float64Array.of(1, NaN) };
    expect(() => kMeans({ points: bad, clusterCount: 1, random })).toThrow(ParameterError);
  });
});
