import { expect, test } from "vitest";
import { Buffer } from "node:buffer";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import { createRowScan } from "../../src/core/tables/rowScan.ts";
import { formatOfColumn, type SchemaColumn } from "../../src/core/tables/schema.ts";
import { chanceOf } from "../support/fuzzing.ts";
import { schemaOf } from "./files.ts";

// Files as RFC 4180 has them, cells quoted or not, in pieces of any length; one record replaced. Under a fixed schema all other rows
// are the same, in the reader of tables and in the scan.

const columns: readonly SchemaColumn[] = [
  { name: "a", type: "point", unit: "kg" },
  { name: "b", type: "text", unit: "" },
  { name: "c", type: "category", unit: "", levels: ["x", "y"] },
  { name: "d", type: "dayFirst", unit: "" },
  { name: "e", type: "comma", unit: "", missing: ["-9"] },
];
const atoms = [
  "",
  " ",
  "1",
  "1.5",
  "1,5",
  "5 kg",
  "x",
  "X",
  "y",
  "NA",
  "-9",
  "01/02/2024",
  "é",
  "\ufffd",
  "😀",
  "\u2028",
  "\u0085",
  "\u00a0",
  "\ufeff",
  "\0",
  "\r",
  "'",
  "#",
  "a,b",
  'q"q',
  '"',
  '""',
  "a\nb",
  "\n",
  "\r\n",
  ";",
  "\t",
  "  7  ",
  "1.000",
  "1e5",
  "0x10",
  "Infinity",
  "1e400",
  "９",
  "١",
  "1_000",
  "12:30",
  "\v",
  "\x1a",
  "﻿1",
];

test.each([",", ";", "\t"] as const)("rows stay, separator %j", (delimiter) => {
  let compared = 0;
  const count = Number(process.env["CASES"] ?? 6000);
  for (let seed = 1; seed <= count; seed++) {
    const { below, one, uniform } = chanceOf(seed * 31 + delimiter.charCodeAt(0));
    const end = one(["\n", "\r\n"]);
    const header = uniform() < 0.7;
    const cell = () => {
      let text = one(atoms) + (uniform() < 0.2 ? one(atoms) : "");
      const needs = text.includes('"') || text.includes("\n") || text.includes("\r") || text.includes(delimiter);
      return needs || uniform() < 0.3 ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const row = () => {
      const width = uniform() < 0.9 ? 5 : 2 + below(6);
      return Array.from({ length: width }, cell).join(delimiter);
    };
    const first = Array.from({ length: 5 }, () => one(["1", "x"])).join(delimiter);
    const rows = [first, ...Array.from({ length: 3 + below(8) }, row)];
    const at = 1 + below(rows.length - 1);
    const last = uniform() < 0.5 ? end : "";
    const text = (all: readonly string[]) =>
      (header ? ["a", "b", "c", "d", "e"].join(delimiter) + end : "") + all.join(end) + last;
    const names = header ? columns : columns.map((column, j) => ({ ...column, name: `column ${j + 1}` }));
    const schema = schemaOf(names, { delimiter, header });
    const read = (content: string, piece: number) => {
      const bytes = Buffer.from(content);
      const reader = createTableReader({ totalBytes: bytes.length, reading: { schema } });
      for (let i = 0; i < bytes.length; i += piece) reader.push(bytes.subarray(i, i + piece));
      const table = reader.finish();
      return Array.from({ length: table.rowCount }, (_, i) =>
        JSON.stringify(
          table.columns.map(({ values, categories }) =>
            categories ? (categories.names[categories.codes[i]!] ?? null) : String(values[i]),
          ),
        ),
      );
    };
    const scan = (content: string, piece: number) => {
      const bytes = Buffer.from(content);
      const found: string[] = [];
      const scanning = createRowScan({
        dialect: { delimiter, newline: "\n", preamble: 0, hasHeader: header },
        encoding: "utf-8",
        columns: names.map((column, place) => ({
          place,
          format: formatOfColumn(column),
          asKey: true,
          ...(column.missing && { missing: column.missing }),
        })),
        take: (values, n) => {
          for (let i = 0; i < n; i++) found.push(JSON.stringify(Array.from(values.subarray(5 * i, 5 * i + 5), String)));
        },
      });
      for (let i = 0; i < bytes.length; i += piece) scanning.push(bytes.subarray(i, i + piece));
      scanning.finish();
      return found;
    };
    const changed = rows.with(at, row());
    // With a last row of nothing, whether there is one is told by the end.
    for (const way of [read, scan]) {
      const one1 = way(text(rows), 1 + below(60));
      const other = way(text(changed), 1 + below(60));
      const whole = way(text(rows), 1e9);
      if (JSON.stringify(whole) !== JSON.stringify(one1))
        expect(one1, `pieces ${seed} ${JSON.stringify(text(rows))}`).toEqual(whole);
      const rest = (all: readonly string[]) => all.toSpliced(at, 1);
      const bad =
        one1.length !== rows.length ||
        other.length !== rows.length ||
        JSON.stringify(rest(one1)) !== JSON.stringify(rest(other));
      if (bad) {
        expect({ way: way.name, seed, D: text(rows), E: text(changed), n: other.length, rest: rest(other) }).toEqual({
          way: way.name,
          seed,
          D: text(rows),
          E: text(changed),
          n: one1.length,
          rest: rest(one1),
        });
        expect(one1.length, `${way.name} ${JSON.stringify(text(rows))}`).toBe(rows.length);
      }
      compared++;
    }
  }
  console.log({ compared });
});
