import { expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import { createTableReader } from "../../../src/core/tables/tableReader.ts";

function read(text: string) {
  const bytes = new TextEncoder().encode(text);
  const reader = createTableReader({ totalBytes: bytes.length });
  reader.push(bytes);
  return reader.finish();
}

test("outlineOf(table) says of each column whether it has numbers, text, gaps and classes", () => {
  const { columns, rowCount } = outlineOf(read("x,who,gap,empty\n0.5,cyn,1,\n1.5,ada,,\n2.5,cyn,1,\n"));
  expect(rowCount).toBe(3);
  expect(columns.map(({ name, numeric, text, incomplete }) => [name, numeric, text, incomplete])).toEqual([
    ["x", true, false, false],
    ["who", false, true, false],
    ["gap", true, false, true],
    ["empty", false, false, true],
  ]);
  expect(columns[0]!.classes).toEqual(["0.5", "1.5", "2.5"]);
  expect(columns[2]!.classes).toEqual({ problem: expect.stringContaining('only "1"') as string });
  expect(columns[3]!.classes).toEqual({ problem: expect.stringContaining("no value") as string });
});

test("what may tell rows apart says how many different values it has", () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${101 + Math.floor(i / 4)},${i % 4},${(i / 7).toFixed(3)},s${i}`);
  const { columns } = outlineOf(read(`subject,week,value,name\n${rows.join("\n")}\n`));
  expect(columns.map(({ name, different }) => [name, different])).toEqual([
    ["subject", 15],
    ["week", 4],
    ["value", undefined],
    ["name", 60],
  ]);
});

test("a text column with an empty cell is incomplete", () => {
  const [column] = outlineOf(read("who,x\nada,1\n,2\nbob,3\n")).columns;
  expect(column).toMatchObject({ text: true, incomplete: true, classes: ["ada", "bob"] });
});

test("classes are those of the labels, in alphabetical order whatever that of the rows", () => {
  for (const rows of [
    ["b", "a", "c"],
    ["c", "b", "a"],
    ["a", "c", "b"],
  ]) {
    const table = tableOf([{ name: "label", values: rows }]);
    expect(outlineOf(table).columns[0]!.classes).toEqual(["a", "b", "c"]);
  }
  const numbers = tableOf([{ name: "label", values: Float64Array.of(1, 0, 1) }]);
  expect(outlineOf(numbers).columns[0]!.classes).toEqual(["0", "1"]);
});

test("a column of more than 20 different values tells how many, and none of them", () => {
  const values = Float64Array.from({ length: 21 }, (_, i) => 1000 + i / 8);
  const outline = outlineOf(tableOf([{ name: "x", values }]));
  expect(outline.columns[0]!.classes).toEqual({ problem: expect.stringContaining("21 different values") as string });
  for (const value of values) expect(JSON.stringify(outline)).not.toContain(String(value));
});

test("the outline is the same whatever the order of the rows", () => {
  const rows = ["1,ada,5", "2,bob,", "3,ada,7", "4,cyn,9"];
  const outline = (order: readonly number[]) =>
    outlineOf(read(`x,who,y\n${order.map((i) => `${rows[i]!}\n`).join("")}`));
  for (const order of [
    [3, 2, 1, 0],
    [1, 0, 3, 2],
    [2, 3, 1, 0],
  ])
    expect(outline(order)).toEqual(outline([0, 1, 2, 3]));
});

test("the outline crosses to the page as it is, and holds no array of the table", () => {
  const table = read("x,who\n0.5,a\n1.5,b\n");
  const outline = outlineOf(table);
  expect(structuredClone(outline)).toEqual(outline);
  const reachable = (value: unknown): unknown[] =>
    typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(reachable)] : [];
  expect(reachable(outline).filter((part) => ArrayBuffer.isView(part))).toEqual([]);
});

test("a column of more texts than are told apart is incomplete only where a cell of it is empty", () => {
  const rows = (first: string) =>
    Array.from({ length: 1200 }, (_, i) => `${i === 0 ? first : `P-${i}`},${i}`).join("\n");
  const incomplete = (first: string) => outlineOf(read(`who,x\n${rows(first)}\n`)).columns[0]!.incomplete;
  expect([incomplete("P-x"), incomplete("")]).toEqual([false, true]);
});

test.each([
  ["pay,x", ["$60,404", "$71,250"], { text: "$1,234", value: 1234 }],
  ["pay;x", ["-12.345 €", "871.250 €"], { text: "-1.234 €", value: -1234 }],
  // The fourth of March, or the third of April, of 2021 as days since 1970.
  ["born,x", ["03/11/1987", "05/12/1990"], { text: "03/04/2021", value: expect.any(Number) as number }],
])("how cells of %s like %j are read is shown by a cell of nobody", (names, cells, expected) => {
  const [column] = outlineOf(
    read(`${names}\n${cells.map((cell) => `"${cell}"${names.at(-2)!}1`).join("\n")}\n`),
  ).columns;
  expect(column!.ambiguous).toEqual(expected);
});
