import { expect, test } from "vitest";
import { Buffer } from "node:buffer";
import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import type { SchemaColumn } from "../../src/core/tables/schema.ts";
import { boundaryRecordsFrom } from "../../src/core/records/boundaryRecords.ts";
import { densityRecordsFrom } from "../../src/core/density/densityRecords.ts";
import { meanCurveRecordsFrom } from "../../src/core/records/meanCurveRecords.ts";
import { chanceOf } from "../support/fuzzing.ts";
import { schemaOf } from "./files.ts";

// All rows of one person are replaced by as many or as few others, at any places, in any writing. What is kept of others stays as a
// multiset; with n the same at most `bound` records change; with another n others stay all the same.

const types = ["id", "category", "text", "whole", "point"] as const;
const ids = [
  "1",
  "1.0",
  "01",
  " 1",
  "1e0",
  "+1",
  "a",
  "A",
  "a ",
  '"a"',
  "é",
  "e\u0301",
  "NA",
  "",
  "-",
  "n/a",
  "2",
  "2.0",
  "9007199254740993",
  "9007199254740992",
  "x".repeat(205),
  `${"x".repeat(205)}y`,
  "b",
  "c",
  "d",
  "7 kg",
];

function tableOf(columns: readonly SchemaColumn[], rows: readonly (readonly string[])[]) {
  const q = (s: string) => `"${s.replaceAll('"', '""')}"`;
  const bytes = Buffer.from(
    [columns.map(({ name }) => name), ...rows].map((row) => row.map(q).join(",")).join("\n") + "\n",
  );
  const reader = createTableReader({ totalBytes: bytes.length, reading: { schema: schemaOf(columns) } });
  reader.push(bytes);
  return reader.finish();
}

function lost(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const x of b) left.set(x, (left.get(x) ?? 0) + 1);
  return a.filter((x) => {
    const c = left.get(x) ?? 0;
    left.set(x, c - 1);
    return c <= 0;
  }).length;
}

const strings = (numbers: ArrayLike<number>, d: number, ...more: ArrayLike<number>[]) =>
  Array.from({ length: numbers.length / d }, (_, i) =>
    JSON.stringify([...Array.from({ length: d }, (__, j) => numbers[i * d + j]), ...more.map((m) => m[i])]),
  );

const point = (name: string): SchemaColumn => ({ name, type: "point", unit: "" });
const kinds = {
  density: {
    further: [point("x")],
    records: (table: any, person: any) => {
      const r = densityRecordsFrom(table, { columns: ["x"], missing: "drop", person });
      return strings(r.points.coordinates, 1);
    },
  },
  boundary: {
    further: [point("x"), point("y"), { name: "c", type: "category", unit: "", levels: ["p", "q"] } as SchemaColumn],
    records: (table: any, person: any) => {
      const r = boundaryRecordsFrom(table, {
        task: "classification",
        x: "x",
        y: "y",
        response: "c",
        positive: "p",
        missing: "drop",
        person,
      });
      return strings(r.points.coordinates, 2, r.responses);
    },
  },
  fabrication: {
    further: [point("x"), point("y"), { name: "c", type: "category", unit: "", levels: ["p", "q"] } as SchemaColumn],
    records: (table: any, person: any) => {
      const r = classifiedRecordsFrom({ table, columns: ["x", "y"], label: "c", missing: "drop", person });
      return strings(r.points.coordinates, 2, r.classOf);
    },
  },
  long: {
    further: [{ name: "curve", type: "category", unit: "" } as SchemaColumn, point("t"), point("v")],
    records: (table: any, person: any) => {
      const r = meanCurveRecordsFrom(table, {
        layout: { shape: "long", curve: "curve", time: "t", value: "v", person: person.column },
        domain: [0, 1],
        points: 3,
        perPerson: person.bound,
        missing: "drop",
      });
      return strings(r.curves, 3);
    },
  },
  wide: {
    further: [point("0"), point("0.5"), point("1")],
    records: (table: any, person: any) => {
      const r = meanCurveRecordsFrom(table, {
        layout: { shape: "wide", times: ["0", "0.5", "1"], person: person.column },
        domain: [0, 1],
        points: 3,
        perPerson: person.bound,
        missing: "drop",
      });
      return strings(r.curves, 3);
    },
  },
} as const;

test.each(Object.keys(kinds) as (keyof typeof kinds)[])("%s", (kind) => {
  const { further, records } = kinds[kind];
  const found = { compared: 0, sameN: 0, otherN: 0, refusedAlike: 0, refusedOne: 0 };
  const refusals = new Set<string>();
  for (let seed = 1; seed <= 15_000; seed++) {
    const { below, one, uniform } = chanceOf(seed);
    const type = one(types);
    const columns = [{ name: "who", type, unit: "" } as SchemaColumn, ...further];
    let time = 0;
    const rest = () =>
      further.map(({ name, type: t }) => {
        if (uniform() < 0.06) return one(["", "oops", "NA"]);
        if (name === "curve") return one(["k", "l", "1", "1.0"]);
        if (name === "t") return String((time += 1e-4) % 1);
        return t === "category" ? one(["p", "q"]) : String(below(1000) / 10);
      });
    // Whose a row is, by what a declared column makes of the id: told by the reader itself, row by row.
    const keyOf = (id: string) => {
      const column = tableOf([columns[0]!], [[id], ["zz"], ["0"], ["5"]]).columns[0]!;
      return column.categories
        ? (column.categories.names[column.categories.codes[0]!] ?? "none")
        : String(column.values[0]);
    };
    const pool = Array.from({ length: 6 }, () =>
      type === "whole" || type === "point"
        ? one(["1", "2", "1.0", "9007199254740993", "9007199254740992", "3", "4", "5"])
        : one(ids),
    );
    const rows = Array.from({ length: 4 + below(14) }, () => [one(pool), ...rest()]);
    const victim = keyOf(one(rows)[0]!);
    if (victim === "none" || victim === "NaN") continue;
    const others = rows.filter(([id]) => keyOf(id!) !== victim);
    const count = rows.length - others.length;
    const name = rows.find(([id]) => keyOf(id!) === victim)![0]!;
    // The new rows are of the same person or of somebody new, anywhere; the order of the others stays or is another.
    const fresh = uniform() < 0.5 ? name : "77";
    const next = others.slice();
    for (let i = 0; i < count; i++) next.splice(below(next.length + 1), 0, [fresh, ...rest()]);
    const person = { column: "who", bound: 1 + below(3) };
    const made = [rows, next].map((all) => {
      try {
        return records(tableOf(columns, all), person);
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        return String(error);
      }
    });
    if (typeof made[0] === "string" || typeof made[1] === "string") {
      if (typeof made[0] === typeof made[1]) found.refusedAlike++;
      else {
        found.refusedOne++;
        refusals.add((typeof made[0] === "string" ? made[0] : (made[1] as string)).replace(/got.*/, ""));
      }
      continue;
    }
    found.compared++;
    const [d, e] = made as [string[], string[]];
    const change = Math.max(lost(d, e), lost(e, d));
    if (d.length === e.length) found.sameN++;
    else found.otherN++;
    expect(change, `seed ${seed} ${JSON.stringify({ rows, next, person, type })}`).toBeLessThanOrEqual(person.bound);
    outlineOf;
  }
  console.log(kind, found, [...refusals]);
});
