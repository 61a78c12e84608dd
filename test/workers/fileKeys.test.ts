import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAlike } from "../../src/core/tables/tableKeys.ts";
import type { TableKeys } from "../../src/core/tables/tableKeys.ts";
import { joinedLedgers } from "../../src/core/privacy/accounting/joinedLedgers.ts";
import { emptyLedger, type Ledger } from "../../src/core/privacy/accounting/ledger.ts";
import { seenParametersOf, withSeenParameters } from "../../src/core/privacy/accounting/ledgerTables.ts";
import { afterChoice, afterSight, originOf, type SeenChange } from "../../src/state/ledger/origins.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";

const sha256 = (content: Uint8Array | string) => Promise.resolve(createHash("sha256").update(content).digest("hex"));
const quiet = () => Promise.resolve();
const keysOf = async (content: string | Uint8Array, { checkpoint = quiet } = {}): Promise<TableKeys> => {
  const file = new Blob([content as Uint8Array<ArrayBuffer>]);
  const opened = await openTableFile(file, { reading: {}, checkpoint: quiet, progress: () => undefined });
  return fileKeys(file, opened, sha256, checkpoint);
};

/** True for tables of which a ledger that knows the one knows the other for certain. */
const isSame = (one: TableKeys, other: TableKeys) => one.digests.some((digest) => other.digests.includes(digest));

interface Row {
  readonly weight: number | null;
  readonly kind: string;
  readonly day: string;
  readonly sown: boolean;
}

const rows: readonly Row[] = Array.from({ length: 60 }, (_, i) => ({
  weight: i % 13 === 5 ? null : Number((12_345.678 / (i + 2)).toFixed(i % 4)),
  kind: ["oak", "ash", "Birch", "an Elm of the old wood"][i % 4]!,
  day: new Date(Date.UTC(2024, i % 12, 1 + ((7 * i) % 28))).toISOString().slice(0, 10),
  sown: i % 3 === 0,
}));
const line = ({ weight, kind, day, sown }: Row) => [weight ?? "", kind, day, sown];
const csv = (head: string, cells: (row: Row, i: number) => readonly unknown[], mark = ",", end = "\n") =>
  `${head}${end}${rows.map((row, i) => cells(row, i).join(mark)).join(end)}${end}`;
const plain = csv("weight,kind,day,sown", line);
const thousands = (value: number, mark: string, decimal: string) => {
  const [whole, fraction] = String(value).split(".") as [string, string | undefined];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, mark);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
};

const written: readonly (readonly [how: string, text: string | Uint8Array])[] = [
  ["rows in another order", `${plain.split("\n")[0]!}\n${plain.trim().split("\n").slice(1).reverse().join("\n")}\n`],
  [
    "columns in another order",
    csv("day,sown,weight,kind", ({ weight, kind, day, sown }) => [day, sown, weight ?? "", kind]),
  ],
  ["lines that end as in Windows", plain.replaceAll("\n", "\r\n")],
  ["lines that end as on an old Mac", plain.replaceAll("\n", "\r")],
  ["a byte order mark", `\uFEFF${plain}`],
  ["UTF-16", Buffer.from(`\uFEFF${plain}`, "utf16le")],
  ["packed by gzip", gzipSync(plain)],
  [
    "numbers with more zeros",
    csv("weight,kind,day,sown", (row) => [
      row.weight === null ? "NA" : `${row.weight.toFixed(4)}00`,
      ...line(row).slice(1),
    ]),
  ],
  [
    "numbers with powers of ten",
    csv("weight,kind,day,sown", (row) => [row.weight?.toExponential() ?? "NaN", ...line(row).slice(1)]),
  ],
  [
    "decimal commas",
    csv("weight;kind;day;sown", (row) => [String(row.weight ?? "").replace(".", ","), ...line(row).slice(1)], ";"),
  ],
  [
    "decimal commas and points for thousands",
    csv(
      "weight;kind;day;sown",
      (row) => [row.weight === null ? "" : thousands(row.weight, ".", ","), ...line(row).slice(1)],
      ";",
    ),
  ],
  [
    "commas for thousands",
    csv(
      "weight;kind;day;sown",
      (row) => [row.weight === null ? "" : thousands(row.weight, ",", "."), ...line(row).slice(1)],
      ";",
    ),
  ],
  ["quotes", csv('"weight","kind","day","sown"', (row) => line(row).map((cell) => `"${String(cell)}"`))],
  [
    "units",
    csv("weight,kind,day,sown", (row) => [row.weight === null ? "" : `${row.weight} kg`, ...line(row).slice(1)]),
  ],
  [
    "tabs, and blanks around cells",
    csv("weight\tkind\tday\tsown", (row) => line(row).map((cell) => ` ${String(cell)} `), "\t"),
  ],
  ["texts in capitals", csv("weight,kind,day,sown", (row) => line(row).map((cell) => String(cell).toUpperCase()))],
  [
    "dates with the day first",
    csv("weight,kind,day,sown", ({ weight, kind, day, sown }) => [
      weight ?? "",
      kind,
      day.split("-").reverse().join("."),
      sown,
    ]),
  ],
  [
    "dates with the month first",
    csv("weight,kind,day,sown", ({ weight, kind, day, sown }) => [
      weight ?? "",
      kind,
      day.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1"),
      sown,
    ]),
  ],
  [
    "dates with a time",
    csv("weight,kind,day,sown", ({ weight, kind, day, sown }) => [weight ?? "", kind, `${day}T00:00:00`, sown]),
  ],
  ["a name in capitals", plain.replace("weight", "Weight")],
  ["another name", plain.replace("weight", "w2")],
  ["a number for a name", plain.replace("weight", "12")],
  ["numbers for all names", plain.replace("weight,kind,day,sown", "1,2,3,4")],
  ["no names", plain.slice(plain.indexOf("\n") + 1)],
  ["an empty column at the end", csv("weight,kind,day,sown,", (row) => [...line(row), ""])],
  ["an empty column at the beginning", csv("note,weight,kind,day,sown", (row) => ["", ...line(row)])],
  ["a constant column", csv("weight,year,kind,day,sown", (row) => [row.weight ?? "", 2024, ...line(row).slice(1)])],
  ["two constant columns", csv("source,weight,kind,day,sown,wave", (row) => ["a survey", ...line(row), "II"])],
  ["separators at the ends of rows", csv("weight,kind,day,sown", (row) => [...line(row), "", ""])],
  ["rows of separators", plain.replaceAll(/\n(?=[^\n]*Birch)/g, "\n,,,\n")],
  ["rows of words for nothing", `${plain}NA,NA,NA,NA\n,,,\n`],
  ["blank lines", plain.replaceAll("\n", "\n\n")],
  ["a remark above", `Weights of trees\n\n${plain}`],
];

describe("what a ledger knows a table by is the same", () => {
  test.each(written)("with %s", async (_, content) => {
    const [one, other] = await Promise.all([keysOf(plain), keysOf(content)]);
    expect(isSame(one, other)).toBe(true);
  });

  const folder = { path: "" };
  beforeAll(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "curveil-keys-"));
  });
  afterAll(() => rm(folder.path, { recursive: true }));

  test("as Parquet, with dates, truth values, doubles, numbers of 32 bits and decimals in place of texts", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const [to, table] = ["table.parquet", "table.csv"].map((name) => join(folder.path, name));
    const query = `SELECT i AS id, CASE WHEN i % 10 = 3 THEN NULL ELSE sin(i) * 1e4 END AS x, (cos(i) * 100)::FLOAT AS f,
      (i / 7)::DECIMAL(9, 4) AS d, DATE '2024-01-01' + CAST(i % 365 AS INTEGER) AS day, (i * 900719925474)::BIGINT AS big,
      TIMESTAMP '2024-01-01 10:00:00' + to_seconds(i * 977) + to_microseconds(i * 123457 % 1000000) AS moment,
      'person ' || (i % 5) AS who, i % 2 = 0 AS even FROM range(3000) r(i)`;
    await connection.run(`COPY (${query}) TO '${to}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
    await connection.run(`COPY (${query}) TO '${table}' (HEADER)`);
    const nested = join(folder.path, "nested.parquet");
    await connection.run(`COPY (SELECT {'a': i} AS s FROM range(9) r(i)) TO '${nested}' (FORMAT parquet)`);
    connection.closeSync();
    // A file without any column that is read has keys, too.
    expect((await keysOf(await readFile(nested))).look!.rows).toBe(0);
    const [typed, text] = await Promise.all([to, table].map(async (path) => keysOf(await readFile(path!))));
    expect(typed).toEqual(text);
    expect(text!.look!.rows).toBe(3000);
  });

  test("as Arrow, packed in any way", async () => {
    const fixture = (name: string) => readFile(new URL(`../fixtures/arrow/${name}`, import.meta.url));
    const all = await Promise.all(
      ["file.arrow", "stream.arrows", "lz4.feather", "zstd.arrow"].map(async (name) => keysOf(await fixture(name))),
    );
    for (const each of all) expect(each).toEqual(all[0]);
  });

  test("read piece by piece, whatever the pieces, and stops where it is told to", async () => {
    const long = `v,w\n${Array.from({ length: 30_000 }, (_, i) => `${i / 8},t${i % 7}`).join("\n")}\n`;
    let pieces = 0;
    const checkpoint = () => {
      pieces++;
      return Promise.resolve();
    };
    const whole = await keysOf(long, { checkpoint });
    expect(pieces).toBeGreaterThan(2);
    expect(isSame(whole, await keysOf(gzipSync(long)))).toBe(true);
    const left = () => Promise.reject(new Error("left"));
    await expect(keysOf(long, { checkpoint: left })).rejects.toThrow("left");
  });
});

test("every kind of file that is read as a table has keys, of as many rows", async () => {
  const folder = new URL("../fixtures/tables/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => !name.endsWith(".json"));
  expect(names.length).toBeGreaterThan(40);
  const named = new Map<string, readonly string[]>();
  for (const name of names) {
    const bytes = await readFile(new URL(name, folder));
    const table = await readTableFile(new Blob([bytes]), {}, quiet, () => undefined);
    const keys = await keysOf(bytes);
    // One of them has a row without any cell.
    expect([name, keys.look!.rows]).toEqual([name, table.rowCount - (name === "unread.csv" ? 1 : 0)]);
    for (const digest of keys.digests) named.set(digest, [...(named.get(digest) ?? []), name]);
  }
  // One table in three of them.
  expect([...named.values()].filter((files) => files.length > 1)).toEqual([
    ["excel-sep-line.csv", "mac-line-ends.csv", "trailing-separators.csv"],
  ]);
});

describe("it is another", () => {
  test.each([
    ["with a cell changed", plain.replace(/oak/, "elm")],
    ["with a number changed in its tenth digit", plain.replace(/\n[\d.]+/, "\n1234567.891")],
    ["with a row less", plain.slice(0, plain.lastIndexOf("\n", plain.length - 2) + 1)],
    ["with a row twice", `${plain}${plain.trim().split("\n").at(-1)!}\n`],
    ["with a cell left out", plain.replace(/\noak/, "\n")],
    ["with a column less", csv("weight,kind,day", (row) => line(row).slice(0, 3))],
    ["with a column that counts rows", csv("id,weight,kind,day,sown", (row, i) => [i, ...line(row)])],
    [
      "with cells of two rows exchanged",
      csv("weight,kind,day,sown", (row, i) => [rows[i < 2 ? 1 - i : i]!.weight ?? "", ...line(row).slice(1)]),
    ],
  ])("%s", async (_, content) => {
    expect(isSame(await keysOf(plain), await keysOf(content))).toBe(content === plain);
  });

  test("but looks alike with the same names and about as many rows, and not with others", async () => {
    const before = await keysOf(plain);
    const looks = async (content: string) => isAlike(before.look, (await keysOf(content)).look);
    const less = plain.trim().split("\n");
    expect(await looks(plain.replace("oak", "elm"))).toBe(true);
    expect(await looks(plain.replace("weight", " WEIGHT ").replace("oak", "elm"))).toBe(true);
    expect(
      await looks(csv("kind,weight,day,sown", ({ weight, kind, day, sown }) => [kind, (weight ?? 0) + 1, day, sown])),
    ).toBe(true);
    expect(await looks(csv("weight,kind,day,sown,c", (row) => [(row.weight ?? 0) + 1, ...line(row).slice(1), 1]))).toBe(
      true,
    );
    expect(await looks(`${less.slice(0, -5).join("\n")}\n`)).toBe(true);
    expect(await looks(`${less.slice(0, 40).join("\n")}\n`)).toBe(false);
    expect(await looks(plain.replace("weight", "length").replace("oak", "elm"))).toBe(false);
    expect(isAlike(undefined, before.look)).toBe(false);
  });
});

test("names that are exchanged in the header after a picture leave no choice declared, until it is affirmed of them", async () => {
  const cells = rows.map((_, i) => `${i},${(i * 7) % 11}`).join("\n");
  const [before, exchanged] = [await keysOf(`a,b\n${cells}\n`), await keysOf(`b,a\n${cells}\n`)];
  expect(isSame(before, exchanged)).toBe(true);
  const changed = (ledger: Ledger, keys: TableKeys, change: SeenChange) =>
    withSeenParameters(ledger, keys, { change, alike: false });
  const originIn = (ledger: Ledger, keys: TableKeys) => originOf(seenParametersOf(ledger, keys), "density", "x", "a");
  const empty = emptyLedger(before.digests[0]!);
  expect(
    originIn(
      changed(empty, before, (none) => none),
      exchanged,
    ),
  ).toBeUndefined();
  const seen = changed(empty, before, afterSight("density", { x: "a" }));
  expect([before, exchanged].map((keys) => originIn(seen, keys))).toEqual([undefined, "looked"]);
  const others = await keysOf(`c,d\n${cells}\n`);
  expect(
    originIn(
      changed(seen, others, (record) => record),
      others,
    ),
  ).toBeUndefined();
  expect(
    originIn(
      changed(seen, others, (record) => record),
      exchanged,
    ),
  ).toBe("looked");
  const affirmed = changed(seen, exchanged, afterChoice("density", "x", "a", "affirmed"));
  expect([before, exchanged].map((keys) => originIn(affirmed, keys))).toEqual(["looked", "affirmed"]);
  // A record of two browsers that saw different orders holds for neither.
  const both = joinedLedgers(seen, affirmed);
  expect([before, exchanged].map((keys) => originIn(both, keys))).toEqual(["looked", "looked"]);
});

test("random tables: a ledger knows them after any change of form, and no other one", async () => {
  const chance = chanceOf(23);
  const seen = new Set<string>();
  for (let k = 0; k < casesOf(400, 30); k++) {
    const [width, height] = [2 + chance.below(4), 3 + chance.below(30)];
    const cells = Array.from({ length: height }, (_, i) =>
      Array.from({ length: width }, (__, j) =>
        j === 0 ? String(i + k * 100) : chance.one(["1", "2.5", "", "a", "-3e2", "b c"]),
      ),
    );
    const text = (names: readonly string[], table: readonly (readonly string[])[]) =>
      `${[names, ...table].map((row) => row.join(",")).join("\n")}\n`;
    const names = cells[0]!.map((_, j) => `c${j}`);
    const before = await keysOf(text(names, cells));
    const order = names.map((_, j) => j).sort(() => chance.uniform() - 0.5);
    const shuffled = [...cells].sort(() => chance.uniform() - 0.5);
    const moved = shuffled.map((row) => [...order.map((j) => row[j]!), "same"]);
    const after = await keysOf(text([...order.map((j) => `n${j}`), "all"], moved));
    expect(isSame(before, after)).toBe(true);
    expect(seen.has(before.digests[0]!)).toBe(false);
    for (const digest of before.digests) seen.add(digest);
  }
});
