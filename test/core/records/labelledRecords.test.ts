import { expect, test } from "vitest";
import { labelClasses, labelledRecordsFrom } from "../../../src/core/records/labelledRecords.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import { createTableReader } from "../../../src/core/tables/tableReader.ts";

function read(text: string): Table {
  const bytes = new TextEncoder().encode(text);
  const reader = createTableReader({ totalBytes: bytes.length });
  reader.push(bytes);
  return reader.finish();
}

/** A file with inputs x = 1, 2, … and y = −x, and the given labels. */
const labelled = (...labels: (string | number)[]) =>
  read(`x,y,label\n${labels.map((label, i) => `${i + 1},${-i - 1},${label}\n`).join("")}`);

const plane = { columns: ["x", "y"], label: "label" };

test.each([
  [["no", "yes", "no"], "yes", ["no", "yes"], [-1, 1, -1]],
  [["no", "yes", "no"], "no", ["yes", "no"], [1, -1, 1]],
  [[0, 1, 0], "1", ["0", "1"], [-1, 1, -1]],
  [[1, 2, 1], "1", ["2", "1"], [1, -1, 1]],
  [[-1, "1.0", "-1e0"], "1", ["-1", "1"], [-1, 1, -1]],
  [['"ja, sicher"', "naïve", '"ja, sicher"'], "naïve", ["ja, sicher", "naïve"], [-1, 1, -1]],
  [["a", "b", "c"], "b", ["not b", "b"], [-1, 1, -1]],
])(
  "labelledRecordsFrom gives +1 for the positive class and −1 for every other: %j, %s",
  (labels, positive, classNames, responses) => {
    const records = labelledRecordsFrom({ table: labelled(...labels), ...plane, positive, missing: "refuse" });
    expect(records).toEqual({
      points: { dimension: 2, coordinates: Float64Array.of(1, -1, 2, -2, 3, -3) },
      responses: Float64Array.from(responses),
      classNames,
      droppedCount: 0,
    });
  },
);

test("labelledRecordsFrom({ missing }) counts a row without a label as one without a number", () => {
  for (const [some, other] of [
    ["a", "b"],
    [0, 1],
  ] as const) {
    const table = read(`x,y,label\n1,1,${some}\n2,2,NA\n3,,${other}\n4,4,${other}\n`);
    const request = { table, ...plane, positive: String(other) };
    expect(() => labelledRecordsFrom({ ...request, missing: "refuse" })).toThrow(
      "column must be a finite number or a label in every row, unless you choose to leave such rows out; got 2 rows without one",
    );
    expect(labelledRecordsFrom({ ...request, missing: "drop" })).toEqual({
      points: { dimension: 2, coordinates: Float64Array.of(1, 1, 4, 4) },
      responses: Float64Array.of(-1, 1),
      classNames: [String(some), String(other)],
      droppedCount: 2,
    });
  }
});

test("labelledRecordsFrom takes points that are all equal", () => {
  const table = read("x,y,label\n1,1,a\n1,1,b\n1,1,a\n");
  const { points } = labelledRecordsFrom({ table, ...plane, positive: "b", missing: "refuse" });
  expect(Array.from(points.coordinates)).toEqual([1, 1, 1, 1, 1, 1]);
});

test("labelClasses(table, label) are the different values with their counts, in the order of their first appearance", () => {
  expect(labelClasses(labelled("b", "a", "b", "NA"), "label")).toEqual([
    { name: "b", count: 2 },
    { name: "a", count: 1 },
  ]);
  expect(labelClasses(labelled(1, 0, "", 1, "-0"), "label")).toEqual([
    { name: "1", count: 2 },
    { name: "0", count: 2 },
  ]);
  expect(labelClasses(labelled(1, "b", 1), "label")).toEqual([
    { name: "1", count: 2 },
    { name: "b", count: 1 },
  ]);
  expect(labelClasses(labelled(...Array.from({ length: 60 }, (_, i) => `c${i % 20}`)), "label")).toHaveLength(20);
});

const different = (count: number, prefix: string) =>
  labelled(...Array.from({ length: count }, (_, i) => `${prefix}${i}`));

test.each([
  ["one text", labelled("a", "a", ""), 'response must be a column with at least two different values; got only "a"'],
  ["one number", labelled(1, 1, 1), 'response must be a column with at least two different values; got only "1"'],
  ["no value", labelled("", "NA", "-"), "response must be a column with at least two different values; got no value"],
  ["50 texts", different(50, "c"), "response must be a column of at most 20 classes; got 50 different values"],
  ["50 numbers", different(50, ""), "response must be a column of at most 20 classes; got 50 different values"],
  ["1000 numbers", different(1000, ""), "response must be a column of at most 20 classes; got 1000 different values"],
  [
    "1001 numbers",
    different(1001, ""),
    "response must be a column of at most 20 classes; got more than 1,000 different values",
  ],
  [
    "1001 texts",
    different(1001, "c"),
    "response must be a column of at most 20 classes; got more than 1,000 different values",
  ],
])("a label column of %s is refused with a sentence", (_, table, sentence) => {
  expect(() => labelClasses(table, "label")).toThrow(sentence);
  expect(() => labelledRecordsFrom({ table, ...plane, positive: "a", missing: "drop" })).toThrow(sentence);
});

test.each([
  [{ label: "species" }, 'response must be one of x, y, label; got "species"'],
  [{ positive: "c" }, 'positive must be one of a, b; got "c"'],
  [{ columns: ["x", "label"] }, 'column must be a column of numbers; got "label"'],
  [{ columns: ["x", "z"] }, 'column must be one of x, y, label; got "z"'],
])("labelledRecordsFrom(%j) is refused with a sentence", (change, sentence) => {
  const request = { table: labelled("a", "b"), ...plane, positive: "b", missing: "drop", ...change } as const;
  expect(() => labelledRecordsFrom(request)).toThrow(sentence);
});

test("what remains when rows are left out must be of two classes", () => {
  const request = { ...plane, positive: "b", missing: "drop" } as const;
  expect(() => labelledRecordsFrom({ table: read("x,y,label\n1,1,a\n2,2,a\n3,,b\n"), ...request })).toThrow(
    "response must be a column of which two classes remain in the complete rows; got one class only",
  );
  expect(() => labelledRecordsFrom({ table: read("x,y,label\n1,,a\n2,,a\n3,,b\n"), ...request })).toThrow();
});
