import { expect, test } from "vitest";
import { tableOf } from "../../../src/core/tables/table.ts";

test("tableOf takes columns of numbers and of text", () => {
  const { columns, rowCount, notices } = tableOf([
    { name: "x", values: Float64Array.of(3, 1, 2) },
    { name: "class", values: ["b", "a", "b"] },
  ]);
  expect([rowCount, notices]).toEqual([3, []]);
  expect(columns[0]).toEqual({ name: "x", values: Float64Array.of(3, 1, 2), missingCount: 0 });
  expect(columns[1]).toEqual({
    name: "class",
    values: new Float64Array(3).fill(NaN),
    missingCount: 3,
    categories: { names: ["b", "a"], codes: Int32Array.of(0, 1, 0) },
  });
});
