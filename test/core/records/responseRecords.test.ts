import { expect, test } from "vitest";
import { responseRecordsFrom } from "../../../src/core/records/responseRecords.ts";
import { createTableReader } from "../../../src/core/tables/tableReader.ts";

const bytes = new TextEncoder().encode("x,y,name\n1,10,a\n2,,b\n3,1e9,c\n");
const reader = createTableReader({ totalBytes: bytes.length });
reader.push(bytes);
const table = reader.finish();

test("responseRecordsFrom gives inputs and responses as they are, without the rows that lack one", () => {
  expect(responseRecordsFrom({ table, inputs: ["x"], response: "y", missing: "drop" })).toEqual({
    points: { dimension: 1, coordinates: Float64Array.of(1, 3) },
    responses: Float64Array.of(10, 1e9),
    droppedCount: 1,
  });
  expect(responseRecordsFrom({ table, inputs: ["x"], response: "x", missing: "refuse" }).responses).toEqual(
    Float64Array.of(1, 2, 3),
  );
});

test.each([
  [{}, "column must be a finite number in every row, unless you choose to leave such rows out; got 1 row without one"],
  [{ response: "name" }, 'response must be a column of numbers; got "name"'],
  [{ response: "z" }, 'response must be one of x, y, name; got "z"'],
  [{ inputs: ["name"] }, 'column must be a column of numbers; got "name"'],
])("responseRecordsFrom(%j) is refused with a sentence", (change, sentence) => {
  expect(() => responseRecordsFrom({ table, inputs: ["x"], response: "y", missing: "refuse", ...change })).toThrow(
    sentence,
  );
});
