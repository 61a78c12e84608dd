import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { binLinearly } from "../../../src/core/estimators/linearBinning.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const line = { axes: [{ lower: -1, upper: 3, count: 9 }] };
const plane = {
  axes: [
    { lower: -1, upper: 3, count: 9 },
    { lower: 0, upper: 1, count: 3 },
  ],
};

test("binLinearly shares a record among the corners of its cell", () => {
  const onLine = binLinearly({ points: pointsFrom([[-1], [-0.625], [3]]), mesh: line });
  expect(onLine).toMatchObject({ recordCount: 3, clampedCount: 0 });
  expect(Array.from(onLine.counts, (count) => count / 2 ** 20)).toEqual([1.25, 0.75, 0, 0, 0, 0, 0, 0, 1]);

  const { counts } = binLinearly({ points: pointsFrom([[0.125, 0.875]]), mesh: plane });
  const found = [...counts.entries()].filter(([, count]) => count > 0).map(([node, count]) => [node, count / 2 ** 20]);
  expect(found).toEqual([[11, 0.1875], [12, 0.0625], [20, 0.5625], [21, 0.1875]]);
});

test("binLinearly keeps the mass, and the mean to half a share, of any records", () => {
  const random = seededSource(8);
  const records = Array.from({ length: 5000 }, () => [4 * random.uniform() - 1, random.uniform()]);
  const { counts, recordCount } = binLinearly({ points: pointsFrom(records), mesh: plane });
  expect(counts.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 ** 20 * recordCount);
  const mean = counts.reduce((sum, count, node) => sum + count * (-1 + 0.5 * (node % 9)), 0) / (2 ** 20 * recordCount);
  const expected = records.reduce((sum, [x = NaN]) => sum + x, 0) / recordCount;
  expect(Math.abs(mean - expected)).toBeLessThan(0.5 * 2 ** -11 + 1e-12);
});

test.each([2, 9, 1999, 70_001])("binLinearly keeps the mass, and the mean to half a share, on %i nodes and beyond a block of records", (count) => {
  const random = seededSource(9);
  const n = 150_000;
  const coordinates = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 3 : 4 * random.uniform() - 1));
  const { counts, total } = binLinearly({ points: { dimension: 1, coordinates }, mesh: { axes: [{ lower: -1, upper: 3, count }] } });
  expect(counts).toHaveLength(count);
  expect(counts.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
  expect(counts.reduce((sum, value) => sum + value, 0)).toBe(total);
  // 3 is the last node, and holds its third of the records entirely.
  expect(counts[count - 1]! / total).toBeGreaterThanOrEqual(1 / 3);
  const step = 4 / (count - 1);
  const mean = counts.reduce((sum, value, node) => sum + value * (-1 + step * node), 0) / total;
  const expected = coordinates.reduce((sum, x) => sum + x, 0) / n;
  expect(Math.abs(mean - expected)).toBeLessThan((step / 2) * (n / total) + 1e-10);
});

test("binLinearly of a union is the sum of the bins, to the last bit", () => {
  const random = seededSource(10);
  const coordinates = Float64Array.from({ length: 200_000 }, () => 4 * random.uniform() - 1);
  const bins = (from: number, to: number) => binLinearly({ points: { dimension: 1, coordinates: coordinates.subarray(from, to) }, mesh: line }).counts;
  const rest = bins(777, 200_000);
  expect(bins(0, 777).map((value, node) => value + rest[node]!)).toEqual(bins(0, 200_000));
});

test("binLinearly moves records outside to the edge and counts them", () => {
  const { counts, clampedCount } = binLinearly({ points: pointsFrom([[-9, 0.5], [1, 7], [1, 1]]), mesh: plane });
  expect(clampedCount).toBe(2);
  expect([counts[9], counts[22]]).toEqual([2 ** 20, 2 ** 21]);
});

test.each([NaN, Infinity, -Infinity])("binLinearly refuses a coordinate of %s", (value) => {
  expect(() => binLinearly({ points: pointsFrom([[0.5]]), mesh: plane })).toThrow(ParameterError);
  const points = { dimension: 2, coordinates: Float64Array.of(0, 0, 0, value) };
  expect(() => binLinearly({ points, mesh: plane })).toThrow(ParameterError);
});

test("binLinearly refuses no records and meshes of no or three axes", () => {
  expect(() => binLinearly({ points: { dimension: 1, coordinates: new Float64Array(0) }, mesh: line })).toThrow(ParameterError);
  for (const axes of [[], [...plane.axes, ...line.axes]]) {
    const points = { dimension: axes.length, coordinates: new Float64Array(6) };
    expect(() => binLinearly({ points, mesh: { axes } })).toThrow(ParameterError);
  }
});
