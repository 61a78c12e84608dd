import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import type { SchemaColumn, TableSchema, TextLayout } from "../../src/core/tables/schema.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";

const sha256 = (content: Uint8Array | string) => Promise.resolve(createHash("sha256").update(content).digest("hex"));
const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };
const layout: TextLayout = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true };
const schemaOf = (columns: readonly SchemaColumn[], text: Partial<TextLayout> = {}): TableSchema => ({
  ...{ from: "elsewhere", columns },
  text: { ...layout, ...text },
});
const point = (name: string): SchemaColumn => ({ name, type: "point", unit: "" });
const blobOf = (bytes: Uint8Array | string) => new Blob([bytes as Uint8Array<ArrayBuffer>]);

/** The digests of a file that is held, and those of the same one scanned, which are the same. */
async function digestsOf(bytes: Uint8Array | string, schema: TableSchema): Promise<readonly string[]> {
  const file = blobOf(bytes);
  const opened = await openTableFile(file, { reading: { schema }, ...job });
  const { digests } = await fileKeys(file, opened, sha256, job.checkpoint);
  const limits = { rows: 0, cells: 0 };
  const large = await openTableFile(file, { reading: { schema }, ...job, limits });
  expect("scan" in large).toBe(true);
  expect((await fileKeys(file, large, sha256, job.checkpoint)).digests).toEqual(digests);
  return digests;
}

describe("a cell that the schema does not read, or reads as it is, refuses no keys:", () => {
  const schema = schemaOf([point("x")]);
  const rows = Array.from({ length: 9000 }, (_, i) => `${i / 200},note ${i}`);
  const file = (note: Uint8Array | string) =>
    Buffer.concat([Buffer.from("x,note\n0.5,"), Buffer.from(note), Buffer.from(`\n${rows.join("\n")}\n`)]);

  test.each([
    ["a NUL in a note", "a\0b"],
    ["a note of control characters", "\x01".repeat(900)],
    ["a note of bytes that are no UTF-8", Buffer.alloc(9000, 0x81)],
    ["a note with a byte that is no UTF-8", Buffer.alloc(1, 0x81)],
    ["a note with a quote inside", '"a ""b"" c"'],
    ["a note of many separators", `"${";".repeat(5000)}"`],
    ["a note of a thousand lines", `"${"1;2\n".repeat(9000)}"`],
  ])("%s", async (_, note) => {
    const plain = await digestsOf(file("plain"), schema);
    const digests = await digestsOf(file(note), schema);
    // The declared column has the same values.
    expect(digests.at(-1)).toBe(plain.at(-1));
    expect(plain.length).toBe(2);
  });

  test("a note of three million characters", async () => {
    const bytes = file(`"${"ab".repeat(1_500_000)}"`);
    const table = await readTableFile(blobOf(bytes), { schema }, job.checkpoint, job.progress);
    const { digests } = await fileKeys(blobOf(bytes), table, sha256, job.checkpoint);
    expect(digests.at(-1)).toBe((await digestsOf(file("plain"), schema)).at(-1));
  });

  test("a cell of JSON in Parquet that is none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "curveil-keys-"));
    const place = join(folder, "t.parquet");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(
      `COPY (SELECT i / 200.0::DOUBLE AS x, ('{"k": ' || i || '}')::JSON AS note FROM range(200) t(i))
         TO '${place}' (FORMAT parquet, COMPRESSION uncompressed)`,
    );
    const whole = readFileSync(place);
    rmSync(folder, { recursive: true });
    const damaged = Buffer.from(whole);
    const at = damaged.indexOf('{"k": 77}');
    expect(at).toBeGreaterThan(0);
    damaged.write("nothing!!", at);
    const columns: TableSchema = { from: "elsewhere", columns: [point("x")] };
    expect((await digestsOf(damaged, columns)).at(-1)).toBe((await digestsOf(whole, columns)).at(-1));
  });
});

const word = (i: number) => ["alpha", "beta", "gamma", "delta"][i % 4]! + String(i % 7);
const columns: readonly SchemaColumn[] = [{ name: "word", type: "text", unit: "" }, point("x")];
const rows = Array.from({ length: 9000 }, (_, i): [string, string] => [word(i), String(((i * 37) % 1000) / 10)]);
const csv = (header: boolean, all: readonly (readonly string[])[] = rows, separator = ",") =>
  `${[...(header ? [["word", "x"]] : []), ...all].map((row) => row.join(separator)).join("\n")}\n`;
const plain = csv(true);
const declared = schemaOf(columns);

type Written = readonly [bytes: Uint8Array | string, schema: TableSchema];

describe("a table is known to its ledger as the schema reads it,", () => {
  const holed = rows.map((row, i): readonly string[] => (i === 5 ? ["other", ""] : row));
  const umlaut = csv(
    true,
    rows.map(([, x], i) => [i === 8990 ? "süß" : word(i), x]),
  );
  const greek = csv(
    true,
    rows.map(([w, x], i) => ["αβγδεζηθικλμνξοπρστυφχψω".repeat(2).slice(i % 5, 30 + (i % 5)) + w.slice(0, 1), x]),
  );
  const three: readonly SchemaColumn[] = [{ name: "t", type: "text", unit: "" }, point("x"), columns[0]!];
  const told = rows.map(([w, x], i) => [`${i % 10},${i % 3}`, x, w]);
  const written = (all: readonly (readonly string[])[], mark: string, put: (cell: string) => string) =>
    `${[["t", "x", "word"], ...all].map((row) => row.map(put).join(mark)).join("\n")}\n`;
  const comma: readonly SchemaColumn[] = [columns[0]!, { ...columns[1]!, type: "comma" }];
  const cells = (change: (row: readonly [string, string], i: number) => readonly string[]) =>
    csv(true, rows.map(change));

  test.each<readonly [string, Written, Written]>([
    [
      "with tabs between numbers and words, which are taken for units",
      [`x,word\n${rows.map(([w, x]) => `${x},${w.slice(0, -1)}`).join("\n")}\n`, declared],
      [
        `x\tword\n${rows.map(([w, x]) => `${x}\t${w.slice(0, -1)}`).join("\n")}\n`,
        schemaOf(columns, { delimiter: "\t" }),
      ],
    ],
    [
      "with twenty-five lines above",
      [plain, declared],
      [`${"a remark\n".repeat(25)}${plain}`, schemaOf(columns, { preamble: 25 })],
    ],
    [
      "with a line of two words above",
      [plain, declared],
      [`exported,today\n${plain}`, schemaOf(columns, { preamble: 1 })],
    ],
    ["with a number above", [plain, declared], [`2024\n${plain}`, schemaOf(columns, { preamble: 1 })]],
    [
      "without its header, a row with no number first",
      [csv(true, holed), declared],
      [
        csv(false, [holed[5]!, ...holed.slice(0, 5), ...holed.slice(6)]),
        schemaOf(
          columns.map((column, j) => ({ ...column, name: `column ${j + 1}` })),
          { header: false },
        ),
      ],
    ],
    [
      "as Windows-1252, the first umlaut behind 64 kB",
      [umlaut, declared],
      [Buffer.from(umlaut, "latin1"), schemaOf(columns, { encoding: "windows-1252" })],
    ],
    [
      "as UTF-16 without a mark, of Greek texts",
      [greek, declared],
      [Buffer.from(greek, "utf16le"), schemaOf(columns, { encoding: "utf-16le" })],
    ],
    [
      "with lines that end with a carriage return, and one line feed in the beginning",
      [plain, declared],
      [plain.replaceAll("\n", "\r").replace("word,x\r", "word,x,\n\r"), schemaOf(columns, { newline: "\r" })],
    ],
    [
      "with bars between cells, in texts with commas",
      [written(told, ",", (cell) => `"${cell}"`), schemaOf(three)],
      [written(told, "|", String), schemaOf(three, { delimiter: "|" })],
    ],
    ["packed", [plain, declared], [gzipSync(plain), declared]],
    [
      "with a third cell in rows below a header of two",
      [plain, declared],
      [cells((row, i) => [...row, String((i * 7919) % 1000)]), declared],
    ],
    [
      "with decimal commas",
      [plain, declared],
      [plain.replaceAll(",", ";").replaceAll(".", ","), schemaOf(comma, { delimiter: ";" })],
    ],
    [
      "with a word for no value, where others have none",
      [cells(([w, x], i) => [w, i % 7 === 0 ? "" : x]), declared],
      [
        cells(([w, x], i) => [w, i % 7 === 0 ? "-999" : x]),
        schemaOf([columns[0]!, { ...columns[1]!, missing: ["-999"] }]),
      ],
    ],
    [
      "with cells that are not read, where others have none",
      [cells(([w, x], i) => [w, i % 7 === 0 ? "" : x]), declared],
      [cells(([w, x], i) => [w, i % 7 === 0 ? "5 kg" : x]), declared],
    ],
    [
      "with a unit, and names in another case",
      [plain, declared],
      [
        cells(([w, x]) => [w, `${x} mmHg`]).replace("word,x", "WORD,X"),
        schemaOf([
          { ...columns[0]!, name: "WORD" },
          { ...columns[1]!, name: "X", unit: "mmHg" },
        ]),
      ],
    ],
    [
      "with a column that nobody declares",
      [plain, declared],
      [`word,x,note\n${rows.map((row, i) => [...row, `note ${i}`].join(",")).join("\n")}\n`, declared],
    ],
  ])("%s", async (_, one, other) => {
    const [these, those] = [await digestsOf(...one), await digestsOf(...other)];
    expect(those).toContain(these.at(-1));
  });

  test("and as another one where a declared value is another", async () => {
    const digests = await digestsOf(plain, declared);
    for (const changed of [plain.replace("3.7", "3.8"), plain.replace("beta1", "beta2"), plain.replace("beta1", "")])
      expect((await digestsOf(changed, declared)).filter((digest) => digests.includes(digest))).toEqual([]);
  });
});
