import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asciiBytes } from "../../../src/core/tables/asciiBytes.ts";
import { detectDialect } from "../../../src/core/tables/dialect.ts";
import { isoDay } from "../../../src/core/tables/cells/isoDay.ts";
import { readDate } from "../../../src/core/tables/cells/dateCell.ts";
import { createRowScan } from "../../../src/core/tables/rowScan.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import { encodingOf } from "../../../src/core/tables/textDecoding.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { casesOf, chanceOf, damaged, firstOf, triesAll } from "../../support/fuzzing.ts";
import { readTable } from "../../support/readTable.ts";

const folder = new URL("../../fixtures/tables/", import.meta.url);
const corpus = readdirSync(folder)
  .filter((name) => name !== "expected.json")
  .map((name): [string, Uint8Array] => [name, new Uint8Array(readFileSync(new URL(name, folder)))]);

/** The columns of a file as a scan reads them, in pieces of a length, with the formats of a table that was read whole. */
function scanned(bytes: Uint8Array, table: Table, pieceLength: number): { columns: number[][]; rowCount: number } {
  const original = encodingOf(bytes);
  const { encoding, convert, end } = asciiBytes(original);
  const text = new TextDecoder(original).decode(bytes);
  const columns = table.columns.map((): number[] => []);
  const scan = createRowScan({
    ...{ dialect: detectDialect(text.slice(0, 65_536)), encoding, recordWidth: table.columns.length },
    // The other way round, so that places do not stand in order.
    columns: table.columns.map(({ reading }, j) => ({ place: j, format: reading!.format })).reverse(),
    take: (values, rows) => {
      for (let row = 0; row < rows; row++)
        columns.forEach((column, j) => column.push(values[row * columns.length + (columns.length - 1 - j)]!));
    },
  });
  for (let start = 0; start < bytes.length; start += pieceLength)
    scan.push(convert(bytes.subarray(start, start + pieceLength)));
  scan.push(end());
  scan.finish();
  return { columns, rowCount: scan.rowCount() };
}

function expectSame(bytes: Uint8Array, pieceLength: number): "read" | "refused" {
  let table: Table;
  try {
    table = readTable(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ParameterError);
    return "refused";
  }
  const found = scanned(bytes, table, pieceLength);
  expect(found.rowCount).toBe(table.rowCount);
  table.columns.forEach(({ values, reading }, j) => {
    // Shares are proposed as 0.12 once all cells were read as 12 %: the next reading has them so.
    const { format } = reading!;
    if (format.type === "number" && format.isConverted === true && format.unit === "") return;
    const wrong = values.findIndex((value, row) => !Object.is(value, found.columns[j]![row]));
    expect([j, wrong, found.columns[j]![wrong]]).toEqual([j, -1, undefined]);
  });
  return "read";
}

describe("createRowScan gives bit for bit what the reader of whole tables gives", () => {
  test.each(corpus)("%s, in pieces of any length", (_, bytes) => {
    for (const pieceLength of firstOf([7, 1 << 20, 1000, 1], 2)) expect(expectSame(bytes, pieceLength)).toBe("read");
  });

  test("files with damaged bytes", () => {
    const chance = chanceOf(23);
    let read = 0;
    const cases = casesOf(3_000, 120);
    for (let i = 0; i < cases; i++) {
      const [, bytes] = chance.one(corpus);
      const text = damaged(new TextDecoder("windows-1252").decode(bytes), chance);
      const harmed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      if (expectSame(harmed, chance.one([1 << 20, 64, 3])) === "read") read++;
    }
    expect(read).toBeGreaterThan(cases / 4);
  });

  test("quotes of every kind, beside the ends of cells, rows and files", () => {
    const chance = chanceOf(29);
    const cells = [
      '"1"',
      '" 2 "',
      '"a ""b"" c"',
      '"x,y"',
      '"two\nlines"',
      'in"side',
      '"3" ',
      '""',
      "",
      " ",
      "4.5",
      "ü",
      ' "5"',
      '  "b, c"',
      ' ""',
      ' "" ',
      ' "d ""e"", f" ',
    ];
    for (let i = 0; i < casesOf(3_000, 120); i++) {
      const rows = Array.from({ length: 6 }, () =>
        Array.from({ length: 1 + chance.below(3) }, () => chance.one(cells)).join(","),
      );
      const text = `v,w,x\n1,2,3\n4,5,6\n${rows.join(chance.one(["\n", "\r\n"]))}${chance.one(["", "\n", "\r\n"])}`;
      expectSame(new TextEncoder().encode(text), chance.one([1 << 20, 5, 1]));
    }
  });
});

test("isoDay is the day of readDate, for every day of four centuries and for days that are not", () => {
  const encoder = new TextEncoder();
  let days = 0;
  for (let year = 1890; year <= 2110; year++) {
    for (let month = 0; month <= 13; month++) {
      for (const day of month === 2 || triesAll ? [0, 1, 15, 28, 29, 30, 31, 32] : [0, 1, 30, 31, 32]) {
        const two = (n: number) => String(n).padStart(2, "0");
        const text = `${year}-${two(month)}-${two(day)}`;
        const bytes = encoder.encode(text);
        const ours = isoDay(bytes, 0, bytes.length);
        if (!Object.is(ours, readDate(text, "dayFirst")))
          expect([text, ours]).toEqual([text, readDate(text, "dayFirst")]);
        if (!Number.isNaN(ours)) days++;
      }
    }
  }
  expect(days).toBeGreaterThan(casesOf(14_000, 7_000));
});
