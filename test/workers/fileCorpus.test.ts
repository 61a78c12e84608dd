import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBDateValue, DuckDBInstance, DuckDBTimestampValue, DuckDBTimeValue } from "@duckdb/node-api";
import { afterAll, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { fileCorpus, type CorpusFile } from "../support/corpus/fileCorpus.mjs";
import { triesAll } from "../support/fuzzing.ts";
import { openedFile } from "../support/openedFile.ts";

// 300 generated files, read here and by pandas, readr and DuckDB: agreement with what was meant, or a reason by rule.

type Cell = number | string | null;
/** An error or another shape in words, or for each column 1 or the first row that is read otherwise, and how. */
type Answer = string | readonly (1 | readonly [row: number, found: Cell])[];
const recorded = JSON.parse(readFileSync(new URL("../fixtures/corpus.json", import.meta.url), "utf8")) as Record<
  "pandas" | "readr",
  Readonly<Record<string, Answer>>
>;

const folder = mkdtempSync(join(tmpdir(), "curveil-corpus-"));
afterAll(() => rmSync(folder, { recursive: true }));
const files = fileCorpus().filter((_, i) => triesAll || i % 2 === 0);

const isSame = (one: Cell, other: Cell) =>
  typeof one === "number" && typeof other === "number"
    ? Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(other))
    : one === other;

function answerOf({ columns, rows }: CorpusFile, found: readonly (readonly Cell[])[]): Answer {
  if (found.length !== columns.length || found.some((cells) => cells.length !== rows.length))
    return `${found.length} columns, ${found[0]?.length ?? 0} rows`;
  return found.map((cells, j) => {
    const row = rows.findIndex((meant, i) => !isSame(cells[i]!, meant[j]!.value));
    return row < 0 ? 1 : [row, cells[row]!];
  });
}

const cellsOf = ({ columns }: Table): readonly (readonly Cell[])[] =>
  columns.map(({ values, categories, texts }) => {
    const told = categories ?? texts;
    return told
      ? Array.from(told.codes, (code) => told.names[code] ?? null)
      : Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  });

test("all are read as they are meant, but for decimals that are also thousands: these are asked about", async () => {
  const asked: string[] = [];
  for (const file of files) {
    const table = await openedFile(file.bytes);
    const answer = answerOf(file, cellsOf(table));
    if (file.way.header) expect(table.columns.map(({ name }) => name)).toEqual(file.columns.map(({ name }) => name));
    file.columns.forEach(({ kind }, j) => {
      if (answer[j] === 1) return;
      const texts = file.rows.filter((row) => row[j]!.value !== null).map((row) => row[j]!.text);
      const isEither = texts.every((text) => /^-?\d{1,3}[.,]\d{3}$/.test(text));
      const { ambiguous } = outlineOf(table).columns[j] ?? {};
      expect([file.name, kind, answer, isEither && ambiguous !== undefined]).toEqual([
        file.name,
        "decimal",
        answer,
        true,
      ]);
      asked.push(file.name);
    });
  }
  expect(asked).toEqual(["282.txt", "284.txt"]);
});

type Program = "pandas" | "readr" | "DuckDB";
const isDate = (kind: string) => /^(isoDate|dayFirst|monthFirst)$/.test(kind);
/** Reasons for another reading, though separator, encoding, header, decimal mark and word for no value are told. */
const reasons: readonly (readonly [reason: string, Program, (kind: string, file: CorpusFile) => boolean])[] = [
  ...(["pandas", "readr", "DuckDB"] as const).map(
    (program) => ["a percent sign makes a text", program, (kind: string) => kind === "percent"] as const,
  ),
  ["dates and times are texts until they are asked for", "pandas", (kind) => isDate(kind) || kind === "time"],
  ["zeros in front of a code are dropped", "pandas", (kind) => kind === "code"],
  ["only dates as in ISO 8601 are guessed", "readr", (kind) => kind === "dayFirst" || kind === "monthFirst"],
  ["marks of thousands have to be told, too", "DuckDB", (kind) => kind === "grouped"],
  [
    "all dates of a file have one form",
    "DuckDB",
    (kind, { columns }) => isDate(kind) && new Set(columns.map((column) => column.kind).filter(isDate)).size > 1,
  ],
];
/** Refused by DuckDB's strict mode: a mark of the encoding before a quote, and two kinds of line ends, one in quotes. */
const strictlyRefused = ["288.txt", "292.txt"];

test("what other programs make of them when they are told how they are written: the same, or a reason by rule", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const byDuckDb = async (file: CorpusFile): Promise<Answer> => {
    const { separator, header, missing, decimal, encoding } = file.way;
    const path = join(folder, file.name);
    writeFileSync(path, file.bytes);
    const encoded = { "utf-16le": "utf-16", "windows-1252": "latin-1", "utf-8": "utf-8", "utf-8 with mark": "utf-8" };
    const told = `delim = '${separator}', header = ${header}, quote = '"', escape = '"', comment = '', nullstr = ['', '${missing}']`;
    const query = `FROM read_csv('${path}', ${told}, decimal_separator = '${decimal}', encoding = '${encoded[encoding]}')`;
    try {
      const columns = await (await connection.run(query)).getColumns();
      return answerOf(
        file,
        columns.map((cells) => cells.map(cellOfDuckDb)),
      );
    } catch {
      return "an error";
    }
  };
  const unexplained: unknown[] = [];
  const met = new Set<string>();
  const agreed = { pandas: 0, readr: 0, DuckDB: 0 };
  for (const file of files) {
    const { pandas, readr } = recorded;
    const answers = { pandas: pandas[file.name]!, readr: readr[file.name]!, DuckDB: await byDuckDb(file) };
    for (const [program, answer] of Object.entries(answers) as [Program, Answer][]) {
      if (typeof answer === "string") {
        if (program !== "DuckDB" || !strictlyRefused.includes(file.name))
          unexplained.push([program, file.name, answer]);
        continue;
      }
      file.columns.forEach(({ kind }, j) => {
        const why = reasons.find(([, whose, applies]) => whose === program && applies(kind, file));
        if (answer[j] === 1) agreed[program]++;
        else if (why) met.add(`${program}: ${why[0]}`);
        else unexplained.push([program, file.name, kind, answer[j]]);
      });
    }
  }
  connection.closeSync();
  expect(unexplained).toEqual([]);
  expect(met.size).toBe(reasons.length);
  // Of 1103 columns, or those of every other file.
  const all = { pandas: 673, readr: 865, DuckDB: 853 };
  expect(agreed).toEqual(triesAll ? all : { pandas: 337, readr: 436, DuckDB: 432 });
});

function cellOfDuckDb(value: unknown): Cell {
  if (value instanceof DuckDBDateValue) return value.days;
  if (value instanceof DuckDBTimeValue) return Number(value.micros) / 3.6e9;
  if (value instanceof DuckDBTimestampValue) return Number(value.micros) / 8.64e10;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "boolean" ? String(value) : (value as Cell);
}
