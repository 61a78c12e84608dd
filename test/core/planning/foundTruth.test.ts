import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { smoothedAt, truthOn } from "../../../src/core/planning/declaredTruth.ts";
import { evenRecords } from "../../../src/core/planning/drawnRecords.ts";
import { heightsOfCurve, heightsOfRecords, partsOfRecords } from "../../../src/core/planning/foundTruth.ts";
import { twoPeaks } from "./mixtures.ts";

test("heightsOfRecords of quantiles of a truth are that truth, smoothed by 0.6 s n^(−1/5) or a place", () => {
  const truth = truthOn(twoPeaks.truth, [0, 110]);
  const heights = heightsOfRecords(evenRecords(truth, 2000).coordinates, [0, 110]);
  // s² = 0.6·6² + 0.4·5² + 0.6·0.4·27²; the floor is 110/33.
  const h = Math.max(110 / 33, 0.6 * Math.sqrt(21.6 + 10 + 174.96) * 2000 ** -0.2);
  const most = Math.max(...heights);
  // Three digits of the largest, and 2,000 quantiles in place of all records.
  heights.forEach((height, j) =>
    expect(Math.abs(height - smoothedAt(truth, (j * 110) / 32, h))).toBeLessThan(0.01 * most),
  );
  expect(truthOn({ kind: "drawn", heights }, [0, 110]).densityAt(35)).toBeGreaterThan(0.03);
  const [one] = [heightsOfRecords(Float64Array.of(5, 5, 5), [0, 10])];
  expect(one.indexOf(Math.max(...one))).toBe(16);
});

test("heightsOfCurve is the curve between its ends, 0 beyond, and refuses another domain", () => {
  const heights = heightsOfCurve([0, 1, 2], [0, 2, 0], [0, 4]);
  expect(heights.slice(0, 17)).toEqual([
    0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 1.75, 1.5, 1.25, 1, 0.75, 0.5, 0.25, 0,
  ]);
  expect(heights.slice(17).every((height) => height === 0)).toBe(true);
  expect(() => heightsOfCurve([0, 1], [1, 1], [2, 3])).toThrow(ParameterError);
  expect(() => heightsOfCurve([0, 1], [1, 1], [NaN, 3])).toThrow(ParameterError);
});

test("partsOfRecords has means and deviations of the five largest classes, on another domain in proportion", () => {
  const points = { dimension: 2, coordinates: Float64Array.of(1, 5, 3, 5, 8, 2, 8, 6, 8, 4) };
  const classOf = [0, 0, 3, 3, 3];
  const domain = [
    [0, 10],
    [0, 10],
  ] as const;
  const wide = [
    [100, 200],
    [-1, 1],
  ] as const;
  expect(partsOfRecords(points, classOf, domain)).toEqual([
    // No spread: a 500th of the domain.
    { of: 3, weight: 3, means: [8, 4], deviations: [0.02, 1.63] },
    { of: 0, weight: 2, means: [2, 5], deviations: [1, 0.02] },
  ]);
  expect(partsOfRecords(points, classOf, domain, wide)[1]).toEqual({
    ...{ of: 0, weight: 2, means: [120, 0], deviations: [10, 0.004] },
  });
  const seven = { dimension: 1, coordinates: Float64Array.from({ length: 14 }, (_, i) => i) };
  expect(
    partsOfRecords(
      seven,
      Array.from({ length: 14 }, (_, i) => Math.min(6, i)),
      [[0, 14]],
    ),
  ).toHaveLength(5);
});
