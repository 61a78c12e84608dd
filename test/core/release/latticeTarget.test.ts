import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { unitRecords } from "../../../src/core/release/latticeTarget.ts";

const column = (...coordinates: number[]) => ({ dimension: 1, coordinates: Float64Array.from(coordinates) });

test("unitRecords moves whatever is finite onto the box, however far out: no record is refused for where it is", () => {
  // Their quotients by the side overflow.
  const far = [1.7e308, -1.7e308, Number.MAX_VALUE, -Number.MAX_VALUE];
  const { points, clampedCount } = unitRecords(column(0.0005, ...far), [[0, 1e-3]]);
  expect(Array.from(points.coordinates)).toEqual([0.5, 1, 0, 1, 0]);
  expect(clampedCount).toBe(4);
  expect(unitRecords(column(-Number.MAX_VALUE), [[1, Number.MAX_VALUE]]).points.coordinates[0]).toBe(0);
});

test.each([NaN, Infinity, -Infinity])("unitRecords refuses %d, which no table is read with", (x) => {
  expect(() => unitRecords(column(0, x), [[0, 1]])).toThrow(ParameterError);
});
