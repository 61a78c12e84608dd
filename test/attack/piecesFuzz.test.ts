import { expect, test } from "vitest";
import { Buffer } from "node:buffer";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import { createRowScan } from "../../src/core/tables/rowScan.ts";
import { formatOfColumn, type SchemaColumn } from "../../src/core/tables/schema.ts";
import { chanceOf } from "../support/fuzzing.ts";
import { schemaOf } from "./files.ts";

// More than the 64 kB that a reader waits for, read in pieces of random length: quotes, line breaks in quotes, CR LF, at the boundaries
// of pieces; one record replaced by another length. All other rows are the same; table and scan agree.

const columns: readonly SchemaColumn[] = [
  { name: "a", type: "point", unit: "" },
  { name: "b", type: "comma", unit: "kg" },
  { name: "c", type: "dayFirst", unit: "" },
];
const atoms = [
  "1",
  "1.5",
  '"1"',
  '"2,5"',
  "3",
  '"a\nb"',
  '"a""b"',
  '""',
  '"\n\n"',
  '" 7 "',
  "é",
  '"😀,"',
  "31.12.2024",
  "",
  '"2,5 kg"',
  "x",
  '"\r\n"',
  '"1\r"',
  "2e3",
];

test.each(["\n", "\r\n", "\r"])("pieces, lines end with %j", (end) => {
  let compared = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const { below, one, uniform } = chanceOf(seed * 7 + end.length);
    const row = () => Array.from({ length: uniform() < 0.95 ? 3 : 2 + below(4) }, () => one(atoms)).join(",");
    const rows = Array.from({ length: 9000 }, row);
    const at = 1 + below(rows.length - 1);
    const changed = rows.with(at, Array.from({ length: 3 }, () => `"${"z\n".repeat(below(3000))}"`).join(","));
    const newline = end === "\r" ? "\r" : "\n";
    const clean = (all: readonly string[]) => Buffer.from("a,b,c" + end + all.join(end) + (uniform() < 0.5 ? end : ""));
    const schema = schemaOf(columns, { newline });
    const read = (bytes: Buffer) => {
      const reader = createTableReader({ totalBytes: bytes.length, reading: { schema } });
      for (let i = 0; i < bytes.length;) {
        const length = 1 + below(one([10, 5000, 70_000]));
        reader.push(bytes.subarray(i, i + length));
        i += length;
      }
      const table = reader.finish();
      return Array.from({ length: table.rowCount }, (_, i) =>
        table.columns.map(({ values }) => String(values[i])).join(),
      );
    };
    const scan = (bytes: Buffer) => {
      const found: string[] = [];
      const scanning = createRowScan({
        ...{ dialect: { delimiter: ",", newline, preamble: 0, hasHeader: true }, encoding: "utf-8" },
        columns: columns.map((column, place) => ({ place, format: formatOfColumn(column), asKey: false })),
        take: (values, n) => {
          for (let i = 0; i < n; i++) found.push(Array.from(values.subarray(3 * i, 3 * i + 3), String).join());
        },
      });
      for (let i = 0; i < bytes.length;) {
        const length = 1 + below(one([10, 5000, 70_000]));
        scanning.push(bytes.subarray(i, i + length));
        i += length;
      }
      scanning.finish();
      return found;
    };
    const [d, e] = [clean(rows), clean(changed)];
    const [one1, other] = [read(d), read(e)];
    const difference = (x: string[], y: string[]) => x.findIndex((v, i) => v !== y[i] && i !== at);
    expect([one1.length, other.length], `${seed}`).toEqual([rows.length, rows.length]);
    expect(difference(one1, other), `${seed}`).toBe(-1);
    const [s, t] = [scan(d), scan(e)];
    expect(s.findIndex((v, i) => v !== one1[i])).toBe(-1);
    expect(t.findIndex((v, i) => v !== other[i])).toBe(-1);
    expect([s.length, t.length]).toEqual([rows.length, rows.length]);
    compared++;
  }
  console.log({ compared });
});
