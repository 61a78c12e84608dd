import { expect, test } from "vitest";
import { classifiedRecordsFrom } from "../../../src/core/records/classifiedRecords.ts";
import { labelledRecordsFrom } from "../../../src/core/records/labelledRecords.ts";
import { openedFile } from "../../support/openedFile.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { ParameterError } from "../../../src/core/errors.ts";

const table = tableOf([
  { name: "u", values: Float64Array.of(1, 2, 3, 4) },
  { name: "v", values: Float64Array.of(5, 6, 7, 8) },
  { name: "kind", values: ["z", "a", "z", "b"] },
  { name: "same", values: ["s", "s", "s", "s"] },
]);
const missing = "refuse";

test("classifiedRecordsFrom names classes in alphabetical order and keeps the order of rows", () => {
  const records = classifiedRecordsFrom({ table, columns: ["v", "u"], label: "kind", missing });
  expect(Array.from(records.points.coordinates)).toEqual([5, 1, 6, 2, 7, 3, 8, 4]);
  expect([...records.classOf]).toEqual([2, 0, 2, 1]);
  expect([records.classNames, records.classCount]).toEqual([["a", "b", "z"], 3]);
});

test("classifiedRecordsFrom has a row of a class that is left out in the first one, so that n stays", async () => {
  const file = "x,c\n1,b\n2,unknown\n3,a\n4,B\n5,\n";
  const read = await openedFile(file);
  expect(read.columns[1]!.declared!.levels).toEqual(["B | b", "a"]);
  const counted = { countedAs: [0] };
  const { classOf, classNames } = classifiedRecordsFrom({ table: read, columns: ["x"], label: "c", missing: counted });
  expect([[...classOf], classNames]).toEqual([
    [0, 0, 1, 0, 0],
    ["B", "a"],
  ]);
  const { responses } = labelledRecordsFrom({
    ...{ table: read, columns: ["x"], label: "c", positive: "B", missing: counted },
  });
  expect([...responses]).toEqual([1, -1, -1, 1, -1]);
});

test("classifiedRecordsFrom without a label has one class", () => {
  const { classOf, classNames, classCount } = classifiedRecordsFrom({ table, columns: ["u"], label: "", missing });
  expect([[...classOf], classNames, classCount]).toEqual([[0, 0, 0, 0], [], 1]);
});

test("classifiedRecordsFrom refuses one class, unknown columns and missing numbers, and leaves out what it may", () => {
  const asked = { table, columns: ["u", "v"], label: "kind", missing } as const;
  expect(() => classifiedRecordsFrom({ ...asked, label: "same" })).toThrow(
    'classes must be a column with at least two different values; got only "s"',
  );
  expect(() => classifiedRecordsFrom({ ...asked, columns: ["w"] })).toThrow(ParameterError);
  expect(() => classifiedRecordsFrom({ ...asked, columns: ["kind"] })).toThrow(ParameterError);
  const holed = tableOf([
    ...table.columns.map(({ name, values, categories }) => ({
      name,
      values: categories ? Array.from(categories.codes, (c) => categories.names[c]!) : values,
    })),
  ]);
  const columns = holed.columns.map((column) =>
    column.name === "u" ? { ...column, values: Float64Array.of(1, NaN, 3, 4), missingCount: 1 } : column,
  );
  const withHole = { ...holed, columns };
  expect(() => classifiedRecordsFrom({ ...asked, table: withHole })).toThrow(/1 row/);
  const dropped = classifiedRecordsFrom({ ...asked, table: withHole, missing: "drop" });
  expect([dropped.droppedCount, dropped.classNames]).toEqual([1, ["b", "z"]]);
});
