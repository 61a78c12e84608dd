import { describe, expect, test } from "vitest";
import { classifiedRecordsFrom } from "../../../src/core/records/classifiedRecords.ts";
import { curvesFrom } from "../../../src/core/records/curves/curves.ts";
import { labelledRecordsFrom } from "../../../src/core/records/labelledRecords.ts";
import { latticeAccumulation } from "../../../src/core/records/latticeAccumulation.ts";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { responseRecordsFrom } from "../../../src/core/records/responseRecords.ts";
import type { SchemaColumn, TableSchema } from "../../../src/core/tables/schema.ts";
import { createTableReader } from "../../../src/core/tables/tableReader.ts";

const text = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true } as const;
const number = (name: string): SchemaColumn => ({ name, type: "point", unit: "" });
const schema: TableSchema = {
  ...{ from: "elsewhere", text },
  columns: [
    ...["a", "b"].map(number),
    { name: "kind", type: "category", unit: "", levels: ["no", "yes"] },
    { name: "who", type: "id", unit: "" },
  ],
};
function read(lines: string, by: TableSchema = schema) {
  const bytes = new TextEncoder().encode(lines);
  const reader = createTableReader({ totalBytes: bytes.length, reading: { schema: by } });
  reader.push(bytes);
  return reader.finish();
}
const table = read("a,b,kind,who\n1,2,yes,p\n,5,no,p\nx,,maybe,q\n4,8,yes,\n");
const missing = { countedAs: [10, 20] };

describe("rows that are counted without a value", () => {
  test("are points at the declared numbers", () => {
    const { points, droppedCount } = recordsFrom({ table, columns: ["a", "b"], missing });
    expect([[...points.coordinates], droppedCount]).toEqual([[1, 2, 10, 5, 10, 20, 4, 8], 0]);
    const { responses } = responseRecordsFrom({ table, inputs: ["a"], response: "b", missing });
    expect([...responses]).toEqual([2, 5, 20, 8]);
    for (const countedAs of [[1], [1, NaN], [1, 2, 3]])
      expect(() => recordsFrom({ table, columns: ["a", "b"], missing: { countedAs } })).toThrow(/countedAs/);
  });

  test("are of no positive class, or of the first class, where they have none", () => {
    const given = { table, columns: ["a", "b"], label: "kind", missing };
    expect([...labelledRecordsFrom({ ...given, positive: "yes" }).responses]).toEqual([1, -1, -1, 1]);
    const { classOf, classNames } = classifiedRecordsFrom(given);
    expect([[...classOf], classNames]).toEqual([
      [1, 0, 0, 1],
      ["no", "yes"],
    ]);
  });

  test("are within the bound on rows of their person, and a row of nobody is left out", () => {
    const person = { column: "who", bound: 1 };
    const { points, droppedCount } = recordsFrom({ table, columns: ["a", "b"], missing, person });
    // The first row of a person is kept, whether its cells have values or not.
    expect([[...points.coordinates], droppedCount]).toEqual([[1, 2, 10, 20], 2]);
    const emptied = read("a,b,kind,who\n,,,p\n,5,no,p\nx,,maybe,q\n4,8,yes,\n");
    expect(recordsFrom({ table: emptied, columns: ["a", "b"], missing, person }).droppedCount).toBe(droppedCount);
  });

  test("are counted on a lattice, each coordinate by itself", () => {
    const axis = { lower: 0, upper: 20, cells: 21 };
    const counts = latticeAccumulation({ axes: [axis, axis], missing });
    counts.take(Float64Array.of(1, 2, NaN, 5, NaN, NaN, 4, NaN), 4);
    const { points, multiplicities } = counts.counted()!;
    expect([...points.coordinates]).toEqual([1, 2, 10, 5, 4, 20, 10, 20]);
    expect([[...multiplicities], counts.droppedCount()]).toEqual([[1, 1, 1, 1], 0]);
  });

  test("are curves at the centre where a whole curve has no number, in either layout", () => {
    const grid = { lower: 0, upper: 1, count: 2 };
    const curvesOf = (
      lines: string,
      columns: readonly SchemaColumn[],
      layout: Parameters<typeof curvesFrom>[0]["layout"],
    ) => curvesFrom({ table: read(lines, { ...schema, columns }), layout, grid, missing: { countedAs: [7, 8] } });
    const wide = curvesOf("0,1\n1,2\n,NA\n5,\n", ["0", "1"].map(number), { shape: "wide", times: ["0", "1"] });
    expect([[...wide.curves], wide.curveCount]).toEqual([[1, 2, 7, 8, 5, 5], 3]);
    const columns = [{ ...number("c"), type: "id" } as const, number("t"), number("v")];
    const layout = { shape: "long", curve: "c", time: "t", value: "v" } as const;
    const lines = "c,t,v\na,0,1\na,1,2\nb,,3\nc,0,\n,0,9\nd,0,4\n";
    expect([...curvesOf(lines, columns, layout).curves]).toEqual([1, 2, 7, 8, 7, 8, 4, 4]);
  });
});

test("a blank line is a record in a file of one column that is read by a schema, and no other blank line is", () => {
  const one: TableSchema = { ...schema, columns: [number("a")] };
  const rowsOf = (lines: string, by: TableSchema) => Array.from(read(lines, by).columns[0]!.values);
  expect(rowsOf("\na\n1\n\n3\n", one)).toEqual([1, NaN, 3]);
  expect(rowsOf("a\n1\n2\n\n", one)).toEqual([1, 2, NaN]);
  expect(rowsOf("a\r\n1\r\n \r\n3", one)).toEqual([1, NaN, 3]);
  expect(rowsOf("a,b\n1,2\n\n3,4\n,\n", { ...schema, columns: ["a", "b"].map(number) })).toEqual([1, 3, NaN]);
});
