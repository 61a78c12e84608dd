import { expect, test } from "vitest";
import { ParameterError } from "../../src/core/errors.ts";
import { pointAt, pointCount, pointsFrom } from "../../src/core/points.ts";

test("pointsFrom stores rows one after the other; pointAt is a view of one of them", () => {
  const points = pointsFrom([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  expect(points).toEqual({ dimension: 2, coordinates: Float64Array.of(1, 2, 3, 4, 5, 6) });
  expect(pointCount(points)).toBe(3);
  const view = pointAt(points, 1);
  expect(view).toEqual(Float64Array.of(3, 4));
  expect(view.buffer).toBe(points.coordinates.buffer);
});

test.each([
  ["no row", [], "rows.length"],
  ["rows without coordinates", [[], []], "rows[0].length"],
  ["a row of another length", [[1, 2], [3]], "rows[1]"],
  [
    "NaN",
    [
      [0, 0],
      [0, NaN],
    ],
    "rows[1][1]",
  ],
  ["Infinity", [[Infinity]], "rows[0][0]"],
  ["−Infinity", [[1], [-Infinity]], "rows[1][0]"],
])("pointsFrom refuses %s, naming where", (_, rows, parameter) => {
  let error: unknown;
  try {
    pointsFrom(rows);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ParameterError);
  expect(error).toMatchObject({ parameter });
});
