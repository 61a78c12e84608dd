import { expect, test } from "vitest";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { tableOf } from "../../../src/core/tables/table.ts";

const column = (name: string, ...values: number[]) => ({ name, values: Float64Array.from(values) });
const complete = tableOf([column("a", 1, 3, 5), column("b", 2, 4, 6), { name: "c", values: ["x", "y", "z"] }]);

/** As read from a file with missing cells, and one that is no number. */
const partial = {
  ...complete,
  columns: [
    complete.columns[0]!,
    { name: "b", values: Float64Array.of(2, NaN, NaN), missingCount: 2, firstProblem: { row: 3, text: "abc" } },
    { name: "d", values: Float64Array.of(7, NaN, 9), missingCount: 1 },
    { name: "e", values: Float64Array.of(NaN, 8, NaN), missingCount: 2 },
  ],
};

test("recordsFrom({ columns }) gives the rows as points, in the order of the columns chosen", () => {
  const { points, droppedCount } = recordsFrom({ table: complete, columns: ["b", "a"], missing: "refuse" });
  expect([points.dimension, Array.from(points.coordinates), droppedCount]).toEqual([2, [2, 1, 4, 3, 6, 5], 0]);
});

test("recordsFrom({ missing }) refuses or leaves out rows without a value in a chosen column, and in no other", () => {
  expect(() => recordsFrom({ table: partial, columns: ["a", "b"], missing: "refuse" })).toThrow(
    'column must be a finite number in every row, unless you choose to leave such rows out; got 2 rows without one, such as "abc" in row 3',
  );
  expect(recordsFrom({ table: partial, columns: ["d", "a"], missing: "drop" })).toEqual({
    points: { dimension: 2, coordinates: Float64Array.of(7, 1, 9, 5) },
    droppedCount: 1,
  });
  expect(Array.from(recordsFrom({ table: partial, columns: ["a"], missing: "refuse" }).points.coordinates)).toEqual([
    1, 3, 5,
  ]);
});

test.each([
  [{ table: partial, columns: ["b", "e"] }, "column must be chosen with at least one complete row; got no record"],
  [{ table: complete, columns: ["c"] }, 'column must be a column of numbers; got "c"'],
  [{ table: complete, columns: ["a", "d"] }, 'column must be one of a, b, c; got "d"'],
])("recordsFrom(…) refuses with a sentence: %#", (request, sentence) => {
  expect(() => recordsFrom({ ...request, missing: "drop" })).toThrow(sentence);
});

test("recordsFrom(…) takes a single complete row, which a holder among several may have", () => {
  const { points } = recordsFrom({ table: partial, columns: ["a", "b"], missing: "drop" });
  expect(points.coordinates).toHaveLength(2);
});

test("recordsFrom(…) takes equal rows", () => {
  const table = tableOf([column("a", 7, 7, 7)]);
  expect(Array.from(recordsFrom({ table, columns: ["a"], missing: "refuse" }).points.coordinates)).toEqual([7, 7, 7]);
});
