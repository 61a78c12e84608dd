import { expect, test } from "vitest";
import { addColumns } from "../../../src/core/linalg/addColumns.ts";

test.each([0, 1, 3, 4, 5, 8, 11])("addColumns(out, columns, weights, from) adds %d columns, each with its weight", (count) => {
  const columns = Array.from({ length: count }, (_, k) => Float64Array.of(k + 1, -k, 2 * k));
  const weights = Float64Array.from({ length: count + 2 }, (_, k) => 3 * k - 4);
  const out = Float64Array.of(1, 2, 3);
  addColumns(out, columns, weights, 2);
  const expected = [1, 2, 3].map((value, i) => columns.reduce((sum, column, k) => sum + weights[k + 2]! * column[i]!, value));
  expect([...out]).toEqual(expected); // small integers: no rounding
});
