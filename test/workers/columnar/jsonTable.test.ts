import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openTableFile } from "../../../workers/tableFile.ts";
import { readCase, shownCells, tableOfBytes } from "../../support/cases.ts";

const expected = { x: [1.5, 2.5, 3.5], g: ["a", "b", "a"] };
const records = [
  { x: 1.5, g: "a" },
  { x: 2.5, g: "b" },
  { x: 3.5, g: "a" },
];

describe("JSON", () => {
  test("of the cases: records, and lines whose nested value is left out by name", async () => {
    expect(shownCells(await readCase("55-records.json"))).toEqual({
      x: [1.5, 2.5, 3.5, 4.5, NaN],
      g: ["a", "b", "a", "b", "a"],
    });
    const lines = await readCase("56-lines.jsonl");
    expect(shownCells(lines)).toEqual({ x: [1.5, 2.5, 3.5, 4.5], g: ["a", "b, c", "a", "b"] });
    expect(lines.notices).toEqual(["Left out: extra (nested)."]);
  });

  test.each<[string, string]>([
    ["records", JSON.stringify(records)],
    ["records in many lines", `\n ${JSON.stringify(records, undefined, 2)}\r\n`],
    ["lines", records.map((record) => JSON.stringify(record)).join("\n")],
    ["lines of rows", '["x","g"]\n[1.5,"a"]\n[2.5,"b"]\n[3.5,"a"]\n'],
    ["columns", '{"x":[1.5,2.5,3.5],"g":["a","b","a"]}'],
    ["rows below names", '[["x","g"],[1.5,"a"],[2.5,"b"],[3.5,"a"]]'],
    ["rows below a title and names", '[["Weights"],["x","g"],[1.5,"a"],[2.5,"b"],[3.5,"a"]]'],
    ["pandas' default", '{"x":{"0":1.5,"1":2.5,"2":3.5},"g":{"0":"a","1":"b","2":"a"}}'],
    ["pandas' default, an index in another order", '{"x":{"p":1.5,"q":2.5,"r":3.5},"g":{"r":"a","q":"b","p":"a"}}'],
    ["pandas by row", '{"0":{"x":1.5,"g":"a"},"1":{"x":2.5,"g":"b"},"2":{"g":"a","x":3.5}}'],
    ["pandas' split", '{"columns":["x","g"],"index":[0,1,2],"data":[[1.5,"a"],[2.5,"b"],[3.5,"a"]]}'],
    ["an answer of a server", `{"count":3,"next":null,"results":${JSON.stringify(records)}}`],
    ["pandas' table", `{"schema":{"fields":[{"name":"x"}],"primaryKey":["x"]},"data":${JSON.stringify(records)}}`],
  ])("as %s is one table, also packed, in UTF-16 and with a byte order mark", async (_, text) => {
    expect(shownCells(await tableOfBytes(text))).toEqual(expected);
    expect(shownCells(await tableOfBytes(`\uFEFF${text}`))).toEqual(expected);
    expect(shownCells(await tableOfBytes(new Uint8Array(gzipSync(text))))).toEqual(expected);
    expect(shownCells(await tableOfBytes(new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"))))).toEqual(expected);
  });

  test("numbers are the doubles of their digits, whole ones beyond 2^53 stay apart, and there are no infinite ones", async () => {
    const text =
      '[{"v":0.1,"id":9007199254740993},{"v":1e-7,"id":9007199254740992},{"v":1e999,"id":1},{"v":NaN,"id":-Infinity}]';
    const { v } = shownCells(await tableOfBytes(text));
    expect(v).toEqual([0.1, 1e-7, NaN, NaN]);
    const schema = { from: "elsewhere", columns: [{ name: "id", type: "id", unit: "" }] } as const;
    expect(shownCells(await tableOfBytes(text, { schema }))["id"]).toEqual([
      "9007199254740993",
      "9007199254740992",
      "1",
      null,
    ]);
  });

  test("escapes, quotes and braces in texts are texts", async () => {
    const texts = ['a"b', "c\\", "{[,:]}", "é\u2028\ud83d\ude00", "line\nbreak", "\\u0041\\\\"];
    const text = JSON.stringify(texts.map((name, x) => ({ ['k"}']: name, x })));
    const [column] = (await tableOfBytes(text)).columns;
    expect([column!.name, column!.categories!.names]).toEqual(['k"}', texts.map((each) => each.trim())]);
  });

  test("a record without a name has nothing there, and one with a name twice has the last", async () => {
    const table = await tableOfBytes('[{"x":1},{"y":2},{"x":3,"x":4}]');
    expect(shownCells(table)).toEqual({ x: [1, NaN, 4], y: [NaN, 2, NaN] });
    expect(table.notices).toEqual(["A record has “x” twice: the last value counts."]);
  });

  test("by a schema, a column that no record names has no values, and is told: no record decides whether a file is read", async () => {
    const column = (name: string) => ({ name, type: "point", unit: "" }) as const;
    const schema = { from: "elsewhere", columns: [column("x"), column("z")] } as const;
    expect(shownCells(await tableOfBytes(JSON.stringify(records), { schema }))).toEqual({
      x: [1.5, 2.5, 3.5],
      z: [NaN, NaN, NaN],
    });
    const other = { from: "elsewhere", columns: [column("z")] } as const;
    const table = await tableOfBytes(JSON.stringify(records), { schema: other });
    expect(shownCells(table)).toEqual({ z: [NaN, NaN, NaN] });
    expect(table.notices).toEqual(["No record names “z”."]);
  });

  test("of more cells than are held at once is scanned to the same values", async () => {
    const long = Array.from({ length: 3000 }, (_, i) => ({ x: i / 7, g: `g${i % 5}`, n: i % 11 === 0 ? null : i }));
    const file = new Blob([JSON.stringify(long)]);
    const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };
    const opened = await openTableFile(file, { reading: {}, ...job, limits: { rows: 1000, cells: 1e9 } });
    if (!("scan" in opened)) throw new Error("it was held");
    const found: number[] = [];
    const take = (values: Float64Array, rows: number) => found.push(...values.subarray(0, 2 * rows));
    const columns = ["x", "n"].map((name) => ({ name, asKey: false }));
    await opened.scan({ columns, take }, job.checkpoint, job.progress);
    expect(found).toEqual(long.flatMap(({ x, n }) => [x, n ?? NaN]));
  });

  test("stops where it is told to", async () => {
    const checkpoint = () => Promise.reject(new Error("left"));
    await expect(
      openTableFile(new Blob(['[{"x":1}]']), { reading: {}, checkpoint, progress: () => undefined }),
    ).rejects.toThrow("left");
  });

  test.each([
    ['{"a":[{"x":1}],"b":[{"x":1}]}', "several tables: “a”, “b”"],
    ['{"x":1}', "one JSON object without a table"],
    ["{}", "one JSON object without a table"],
    ["[]", "an empty list"],
    ['[{"x":1},{"x":2}', "cut off"],
    ['[{"x":1},{"x":2}]]', "out of place"],
    ['[{"x":1},{"x":02}]', "no value"],
    ['[{"x":1},{"x":2},]', "out of place"],
    ['[{"x":"\\q"},{"x":2}]', "wrong escape"],
    ["[".repeat(100_000), "nested more than 64 deep"],
    [`[${'{"a":'.repeat(65)}`, "nested more than 64 deep"],
    [`[{${Array.from({ length: 20_001 }, (_, k) => `"k${k}":1`).join(",")}},{}]`, "more than 20,000 columns"],
  ])("%#: is refused with the reason", async (text, message) => {
    await expect(tableOfBytes(text)).rejects.toThrow(message);
  });
});
