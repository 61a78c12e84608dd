import { expect, test } from "vitest";
import { ParameterError } from "../../src/core/errors.ts";
import { gridAxis, gridCoordinates, gridPoints, gridSize, gridStep } from "../../src/core/grids.ts";

test("gridCoordinates includes both ends exactly and is strictly increasing", () => {
  for (const axis of [
    { lower: 0, upper: 1, count: 1000 },
    { lower: -0.1, upper: 0.7, count: 7 },
    { lower: 1e9, upper: 1e9 + 1, count: 200 },
    { lower: 0, upper: 1, count: 2 },
  ]) {
    const values = gridCoordinates(axis);
    expect(values).toHaveLength(axis.count);
    expect([values[0], values[axis.count - 1]]).toEqual([axis.lower, axis.upper]);
    expect(values.every((value, i) => i === 0 || value > values[i - 1]!)).toBe(true);
  }
});

test("gridStep is the side over the number of cells", () => {
  expect(gridStep({ lower: -1, upper: 1, count: 5 })).toBe(0.5);
});

test("gridPoints runs through the first axis fastest: (i, j, k) is at i + j·count₀ + k·count₀·count₁", () => {
  const counts = [3, 2, 4];
  const grid = { axes: counts.map((count) => ({ lower: 0, upper: count - 1, count })) };
  const { dimension, coordinates } = gridPoints(grid);
  expect([dimension, coordinates.length, gridSize(grid)]).toEqual([3, 72, 24]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 2; j++) {
      for (let k = 0; k < 4; k++) {
        const at = 3 * (i + 3 * j + 6 * k);
        expect(Array.from(coordinates.subarray(at, at + 3))).toEqual([i, j, k]);
      }
    }
  }
});

test("gridAxis hands a valid axis on", () => {
  expect(gridAxis({ lower: -1, upper: 2, count: 2 })).toEqual({ lower: -1, upper: 2, count: 2 });
});

test.each([
  ["lower", { lower: NaN }],
  ["lower", { lower: -Infinity }],
  ["upper", { upper: NaN }],
  ["upper", { upper: Infinity }],
  ["upper", { upper: 0 }],
  ["upper", { upper: -1 }],
  ["count", { count: NaN }],
  ["count", { count: Infinity }],
  ["count", { count: 0 }],
  ["count", { count: -1 }],
  ["count", { count: 1 }],
  ["count", { count: 2.5 }],
])("gridAxis refuses a bad %s by name: %o", (parameter, change) => {
  const refused = () => gridAxis({ lower: 0, upper: 1, count: 3, ...change });
  expect(refused).toThrow(ParameterError);
  expect(refused).toThrow(new RegExp(`^${parameter} must be`));
});
