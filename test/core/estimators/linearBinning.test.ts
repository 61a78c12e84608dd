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
