import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { binMultiplesOnSplines, binOnSplines } from "../../../../src/core/density/estimator/splineBinning.ts";
import { splineSpread } from "../../../../src/core/privacy/sensitivity/splineSpread.ts";
import { plainArithmetic } from "../../../../src/core/arithmetic/plainArithmetic.ts";
import { gridAxis } from "../../../../src/core/grids.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const line = { axes: [{ lower: -1, upper: 3, count: 9 }] };
const plane = {
  axes: [
    { lower: -1, upper: 3, count: 9 },
    { lower: 0, upper: 1, count: 3 },
  ],
};

test("binOnSplines shares a record among the four nodes around it, one of them beyond the box at its ends", () => {
  const { counts, total, clampedCount } = binOnSplines({ points: pointsFrom([[-1], [1.25], [3]]), mesh: line });
  expect(clampedCount).toBe(0);
  expect(counts).toHaveLength(11);
  // At a node 1/6, 2/3, 1/6; in the middle of a cell 1/48, 23/48, 23/48, 1/48.
  const expected = [1 / 6, 2 / 3, 1 / 6, 0, 1 / 48, 23 / 48, 23 / 48, 1 / 48, 1 / 6, 2 / 3, 1 / 6];
  counts.forEach((count, node) =>
    expect(Math.abs((3 * count) / total - expected[node]!)).toBeLessThanOrEqual(2 ** -14),
  );

  const onPlane = binOnSplines({ points: pointsFrom([[1.25, 0.5]]), mesh: plane });
  const [across, up] = [
    [1 / 48, 23 / 48, 23 / 48, 1 / 48],
    [1 / 6, 2 / 3, 1 / 6],
  ];
  for (let j = 0; j < 5; j++) {
    for (let i = 0; i < 11; i++) {
      expect(onPlane.counts[i + 11 * j]! / onPlane.total).toBeCloseTo((across[i - 4] ?? 0) * (up[j - 1] ?? 0), 3);
    }
  }
});

test("binOnSplines: at each of the 2048 positions in a cell the weights are whole, not negative, add up to 1, keep the mean, and have the moments of splineSpread", () => {
  const axis = { lower: 0, upper: 4096, count: 3 };
  for (let position = 0; position <= 2048; position++) {
    const { counts, total } = binOnSplines({ points: pointsFrom([[position]]), mesh: { axes: [axis] } });
    const moment = (power: number) =>
      counts.reduce((sum, count, node) => sum + count * (node - 1 - position / 2048) ** power, 0) / total;
    expect(counts.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
    expect(moment(0)).toBe(1);
    expect(Math.abs(moment(1))).toBeLessThan(1e-15);
    expect(moment(2)).toBeGreaterThanOrEqual(splineSpread.leastVariance);
    expect(moment(2)).toBeLessThanOrEqual(splineSpread.mostVariance);
    // Of the difference of two nodes.
    expect(2 * moment(4) + 6 * moment(2) ** 2).toBeLessThanOrEqual(splineSpread.mostFourthMoment);
  }
});

test("binOnSplines keeps the mass, and the mean to half a position, of any records, in plain arithmetic as in SIMD", () => {
  const random = seededSource(8);
  const records = Array.from({ length: 5001 }, () => [4 * random.uniform() - 1, random.uniform()]);
  for (const [mesh, points] of [
    [plane, pointsFrom(records)],
    [line, pointsFrom(records.map(([x = NaN]) => [x]))],
  ] as const) {
    const bins = binOnSplines({ points, mesh });
    const { counts, total, recordCount } = bins;
    expect(binOnSplines({ points, mesh }, plainArithmetic())).toEqual(bins);
    expect(counts.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(total).toBe(2 ** (14 * points.dimension) * recordCount);
    const mean = counts.reduce((sum, count, node) => sum + count * (-1.5 + 0.5 * (node % 11)), 0) / total;
    const expected = records.reduce((sum, [x = NaN]) => sum + x, 0) / recordCount;
    expect(Math.abs(mean - expected)).toBeLessThan(0.5 * 0.5 * 2 ** -11 + 1e-12);
  }
});

test.each([2, 9, 1999, 70_001])("binOnSplines on %i nodes: a record at the last one stays around it", (count) => {
  const points = { dimension: 1, coordinates: new Float64Array(9001).fill(3) };
  const { counts, total } = binOnSplines({ points, mesh: { axes: [{ lower: -1, upper: 3, count }] } });
  expect(counts).toHaveLength(count + 2);
  expect(Array.from(counts.subarray(count - 1), (value) => value / total)).toEqual(
    [1 / 6, 2 / 3, 1 / 6].map((share) => expect.closeTo(share, 4) as number),
  );
});

test("binOnSplines of a union is the sum of the bins, to the last bit", () => {
  const random = seededSource(10);
  for (const mesh of [line, plane]) {
    const dimension = mesh.axes.length;
    const coordinates = Float64Array.from({ length: 40_000 }, () => 5 * random.uniform() - 1.5);
    const bins = (from: number, to: number) =>
      binOnSplines({ points: { dimension, coordinates: coordinates.subarray(from, to) }, mesh }).counts;
    const rest = bins(778, 40_000);
    expect(bins(0, 778).map((value, node) => value + rest[node]!)).toEqual(bins(0, 40_000));
  }
});

test("binOnSplines moves records outside to the edge and counts them", () => {
  const outside = binOnSplines({
    points: pointsFrom([
      [-9, 0.5],
      [1, 7],
      [1, 1],
    ]),
    mesh: plane,
  });
  expect(outside.clampedCount).toBe(2);
  expect(outside.counts).toEqual(
    binOnSplines({
      points: pointsFrom([
        [-1, 0.5],
        [1, 1],
        [1, 1],
      ]),
      mesh: plane,
    }).counts,
  );
  expect(binOnSplines({ points: pointsFrom([[-1e308], [3.0000001], [3], [0]]), mesh: line }).clampedCount).toBe(2);
});

test.each([NaN, Infinity, -Infinity])("binOnSplines refuses a coordinate of %s", (value) => {
  expect(() => binOnSplines({ points: pointsFrom([[0.5]]), mesh: plane })).toThrow(ParameterError);
  const points = { dimension: 2, coordinates: Float64Array.of(0, 0, 0, value) };
  expect(() => binOnSplines({ points, mesh: plane })).toThrow(/^points must be finite/);
  const many = { dimension: 1, coordinates: new Float64Array(10_000) };
  many.coordinates[9999] = value;
  expect(() => binOnSplines({ points: many, mesh: line })).toThrow(/^points must be finite/);
});

test("binOnSplines refuses no records, meshes of no or three axes, and axes of one node or too many", () => {
  expect(() => binOnSplines({ points: { dimension: 1, coordinates: new Float64Array(0) }, mesh: line })).toThrow(
    /^points must be from 1 to/,
  );
  for (const axes of [[], [...plane.axes, ...line.axes]]) {
    const points = { dimension: axes.length, coordinates: new Float64Array(6) };
    expect(() => binOnSplines({ points, mesh: { axes } })).toThrow(ParameterError);
  }
  for (const count of [NaN, 1, 2 ** 21]) {
    expect(() => binOnSplines({ points: pointsFrom([[0]]), mesh: { axes: [{ lower: 0, upper: 1, count }] } })).toThrow(
      /^mesh\.axes\.count must be/,
    );
  }
});

test("binMultiplesOnSplines are the bins of records written out as often as they occur", () => {
  const random = seededSource(11);
  const coordinates = Float64Array.from({ length: 40 }, () => 1.4 * random.uniform() - 0.2);
  const multiplicities = coordinates.map((_, i) => 1 + ((i * i * 37) % 200));
  const mesh = { axes: [gridAxis({ lower: 0, upper: 1, count: 101 })] };
  const written = Float64Array.from(
    Array.from(coordinates).flatMap((x, i) => Array.from({ length: multiplicities[i]! }, () => x)),
  );
  expect(binMultiplesOnSplines({ points: { dimension: 1, coordinates }, multiplicities, mesh })).toEqual(
    binOnSplines({ points: { dimension: 1, coordinates: written }, mesh }),
  );
  for (const wrong of [0, -1, 1.5, NaN, Infinity]) {
    const bad = Float64Array.from(multiplicities);
    bad[3] = wrong;
    expect(() => binMultiplesOnSplines({ points: { dimension: 1, coordinates }, multiplicities: bad, mesh })).toThrow(
      /multiplicities must be/,
    );
  }
});
