import { describe, expect, test } from "vitest";
import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import { columnTypes } from "../../src/core/tables/schemaText.ts";
import type { SchemaColumn, TableSchema, TextLayout } from "../../src/core/tables/schema.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { openTableFile } from "../../workers/tableFile.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";
import type { Chance } from "../support/fuzzing.ts";
import { publicChoice, publicOutline } from "../support/openedFile.ts";

// Random files under a fixed schema, of which one row is drawn anew: all that is public stays, and so does everybody else.

/** Cells at the edges of the rules by which a reader guesses. */
const cells = [
  ...["", "NA", "-", "1", "2", "007", "12", "1.5", "1,5", "1.500", "1,500.25", "-3", "1e5", "5 kg", "5", "$5", "13 %"],
  ...["01/02/2024", "13/02/2024", "02/13/2024", "31.12.2024", "2024-01-02", "12:30", "25:00", "a", "b", "yes", "Yes"],
  ...[
    "word in a number",
    "400",
    "401",
    "9007199254740993",
    "é",
    '"',
    "a\nb",
    "a,b",
    ";",
    "  7  ",
    "null",
    "true",
    "0.0",
  ],
];
const names = [
  "id",
  "person",
  "visit",
  "q_one",
  "q_two",
  "q_three",
  "0",
  "1",
  "2.5",
  "age",
  "rank",
  "y",
  "day",
  "class",
  "w",
  "__proto__",
  "constructor",
];

interface RandomFile {
  readonly schema: TableSchema;
  readonly rows: readonly (readonly string[])[];
  /** How its text is written, which is no part of the schema. */
  readonly isQuoted: boolean;
  readonly isEnded: boolean;
}

function randomFile({ below, one, uniform }: Chance): RandomFile {
  const chosen = names.toSorted(() => uniform() - 0.5).slice(0, 2 + below(6));
  // Half of the columns are numbers: else there is hardly anything to draw.
  const columns = chosen.map((name): SchemaColumn => {
    const type = uniform() < 0.5 ? "point" : one(columnTypes.filter((each) => each !== "count"));
    const unit = uniform() < 0.1 ? one(["kg", "%"]) : "";
    const hasLevels = type === "category" || uniform() < 0.1;
    return {
      ...{ name, type, unit },
      ...(hasLevels && { levels: ["a", "__proto__", "yes", "1", "12"].slice(0, 2 + below(4)) }),
      ...(uniform() < 0.1 && { missing: ["-3", "12"] }),
    };
  });
  const text: TextLayout = {
    ...{ encoding: "utf-8", newline: "\n", header: true },
    ...{ delimiter: one([",", ";", "\t"] as const), preamble: below(2) },
  };
  const rows = Array.from({ length: 3 + below(22) }, () => randomRow(columns, { uniform, one, below }));
  return { schema: { from: "elsewhere", text, columns }, rows, isQuoted: below(2) === 0, isEnded: below(2) === 0 };
}

/** Cells that no cell of a table is as long as, and that no line is held with. */
const [longCell, longestCell] = ["x".repeat(10_001), "7".repeat(4_100_000)];

/** Mostly cells that fit. */
function randomRow(columns: readonly SchemaColumn[], { uniform, one, below }: Chance): readonly string[] {
  return columns.map(({ type, levels }) => {
    if (uniform() < 0.0003) return uniform() < 0.02 ? longestCell : longCell;
    if (uniform() < 0.15) return one(cells);
    if (levels) return one(levels);
    if (type === "point" || type === "whole") return String(below(50));
    if (type === "comma") return `${below(50)},5`;
    if (type === "time") return `${below(24)}:15`;
    if (type === "dayFirst" || type === "monthFirst") return `2024-01-${10 + below(15)}`;
    return `p${below(6)}`;
  });
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

function bytesOf({ schema, rows, isQuoted, isEnded }: RandomFile): Uint8Array<ArrayBuffer> {
  const { delimiter, preamble } = schema.text!;
  const written = (cell: string) =>
    isQuoted || /["\n\r]/.test(cell) || cell.includes(delimiter) ? quoted(cell) : cell;
  const all = [schema.columns.map(({ name }) => name), ...rows].map((row) => row.map(written).join(delimiter));
  const lines = [...Array<string>(preamble).fill("a title"), ...all, ...(isEnded ? [""] : [])];
  return new TextEncoder().encode(lines.join("\n"));
}

function tableOf(file: RandomFile): Table {
  const { schema } = file;
  const bytes = bytesOf(file);
  const reader = createTableReader({ totalBytes: bytes.length, reading: { schema } });
  reader.push(bytes);
  return reader.finish();
}

/** The cells of a column as they were read. */
const cellsOf = ({ values, categories }: Table["columns"][number]): readonly (number | string | undefined)[] =>
  categories ? Array.from(categories.codes, (code) => categories.names[code]) : Array.from(values);

/** How many of some rows are not among others, with repetitions. */
function lost(rows: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  }).length;
}

/** Rows of d numbers, with what else is said of each. */
function rowsOf(numbers: Float64Array, d: number, ...besides: readonly ArrayLike<number>[]): readonly string[] {
  return Array.from({ length: numbers.length / d }, (_, i) =>
    JSON.stringify([...numbers.subarray(i * d, (i + 1) * d), ...besides.map((each) => each[i])]),
  );
}

interface Place {
  /** What of the records is public, and each record as a text; undefined where there is nothing to draw. */
  readonly recordsIn: (
    table: Table,
    outline: TableOutline,
    chance: Chance,
  ) => { readonly choice: unknown; readonly records?: readonly string[]; readonly said?: unknown };
  /** How many records a row may be in. */
  readonly most: number;
}

/** Records, unless the table has none. */
function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

const unowned = { data: ownData, person: "" } as const;
const curvesIn =
  (shape: "wide" | "long"): Place["recordsIn"] =>
  (table, outline) => {
    const own = meanCurve.links.decode("").values;
    const chosen = { ...own, ...meanCurve.session.choose(outline, own), ...unowned };
    const [curve = "", time = "", value = ""] = outline.columns.map(({ name }) => name);
    const scenario = { ...chosen, shape, domain: [0, 50] as const, ...(shape === "long" && { curve, time, value }) };
    const choice = meanCurve.session.choiceOf(scenario, outline);
    const records = choice && orNone(() => meanCurveWorker.recordsFrom(table, choice));
    return {
      choice: [scenario, choice && publicChoice(choice)],
      ...(records && { records: rowsOf(records.curves, records.pointCount), said: records.pointCount }),
    };
  };

const places: Readonly<Record<string, Place>> = {
  density: {
    most: 1,
    recordsIn: (table, outline) => {
      const own = density.links.decode("").values;
      const scenario = { ...own, ...density.session.choose(outline, own), ...unowned };
      const choice = density.session.choiceOf(scenario, outline);
      const records = choice && orNone(() => densityWorker.recordsFrom(table, choice));
      return {
        choice: [scenario, choice && publicChoice(choice)],
        ...(records && { records: rowsOf(records.points.coordinates, records.points.dimension) }),
      };
    },
  },
  boundary: {
    most: 1,
    recordsIn: (table, outline) => {
      const own = boundary.links.decode("").values;
      const scenario = { ...own, ...boundary.session.choose(outline, own), ...unowned };
      const choice = boundary.session.choiceOf(scenario, outline);
      const records = choice && orNone(() => boundaryWorker.recordsFrom(table, choice));
      return {
        choice: [scenario, choice && publicChoice(choice)],
        ...(records && {
          records: rowsOf(records.points.coordinates, records.points.dimension, records.responses),
          said: records.classNames,
        }),
      };
    },
  },
  fabrication: {
    most: 1,
    recordsIn: (table, outline) => {
      const own = fabrication.links.decode("").values;
      const scenario = { ...own, ...fabrication.session.choose(outline, own), ...unowned };
      const choice = fabrication.session.choiceOf(scenario, outline);
      const records =
        choice && "columns" in choice ? orNone(() => classifiedRecordsFrom({ table, ...choice })) : undefined;
      return {
        choice: [scenario, choice && publicChoice(choice)],
        ...(records && {
          records: rowsOf(records.points.coordinates, records.points.dimension, records.classOf),
          said: [records.classNames, records.classCount],
        }),
      };
    },
  },
  "mean curve, wide": { most: 1, recordsIn: curvesIn("wide") },
  // A row may go from one curve to another.
  "mean curve, long": { most: 2, recordsIn: curvesIn("long") },
};

/** Files in a part of the test: all of them are 10⁵ cases, of five places each. */
const [parts, filesOfPart] = [casesOf(20, 1), casesOf(1000, 700)];

describe("one row drawn anew under a fixed schema", () => {
  test.each(Array.from({ length: parts }, (_, part) => part))(
    "what is public stays, and so does everybody else, in all places: part %i",
    (part) => {
      const counts = Object.fromEntries(Object.keys(places).map((name) => [name, { compared: 0, moved: 0 }]));
      for (let seed = part * filesOfPart + 1; seed <= (part + 1) * filesOfPart; seed++) {
        const chance = chanceOf(20_261_127 + seed);
        const file = randomFile(chance);
        const row = chance.below(file.rows.length);
        const changed = { ...file, rows: file.rows.with(row, randomRow(file.schema.columns, chance)) };
        const tables = [tableOf(file), tableOf(changed)] as const;
        expect(publicOutline(tables[1]), `seed ${seed}`).toEqual(publicOutline(tables[0]));
        expect(tables[1].rowCount).toBe(tables[0].rowCount);
        tables[0].columns.forEach((column, j) => {
          const other = cellsOf(tables[1].columns[j]!);
          expect(other.toSpliced(row, 1), `seed ${seed}`).toEqual(cellsOf(column).toSpliced(row, 1));
        });
        for (const [name, { recordsIn, most }] of Object.entries(places)) {
          const [one, other] = tables.map((table) => recordsIn(table, outlineOf(table), chance));
          expect(other!.choice, `${name}, seed ${seed}`).toEqual(one!.choice);
          if (!one!.records || !other!.records) continue;
          expect(other!.said, `${name}, seed ${seed}`).toEqual(one!.said);
          if (most === 1) expect(other!.records.length, `${name}, seed ${seed}`).toBe(one!.records.length);
          const difference = Math.max(lost(one!.records, other!.records), lost(other!.records, one!.records));
          expect(difference, `${name}, seed ${seed}`).toBeLessThanOrEqual(most);
          counts[name]!.compared++;
          if (difference > 0) counts[name]!.moved++;
        }
      }
      // The test looks at something.
      for (const [name, { compared, moved }] of Object.entries(counts)) {
        expect(compared, name).toBeGreaterThan(filesOfPart / 20);
        expect(moved, name).toBeGreaterThan(compared / 10);
      }
    },
  );
});

test("one row drawn anew under a fixed schema, scanned: every other row has the same numbers, which are those of the table", async () => {
  const count = casesOf(5_000, 300);
  let compared = 0;
  for (let seed = 1; seed <= count; seed++) {
    const chance = chanceOf(20_261_128 + seed);
    const file = randomFile(chance);
    const row = chance.below(file.rows.length);
    const changed = { ...file, rows: file.rows.with(row, randomRow(file.schema.columns, chance)) };
    const numbers = tableOf(file).columns.filter(({ categories, texts }) => !categories && !texts);
    if (numbers.length === 0) continue;
    const [one, other] = await Promise.all([file, changed].map((each) => scanned(each, numbers)));
    const table = Array.from({ length: file.rows.length }, (_, i) => numbers.map(({ values }) => values[i]!));
    expect(one, `seed ${seed}`).toEqual(table);
    expect(other!.toSpliced(row, 1), `seed ${seed}`).toEqual(one!.toSpliced(row, 1));
    compared++;
  }
  expect(compared).toBeGreaterThan(count / 2);
});

/** The rows of some columns of a file that is too large to be held. */
async function scanned(file: RandomFile, columns: readonly { readonly name: string }[]): Promise<readonly number[][]> {
  const quiet = () => Promise.resolve();
  const limits = { rows: 0, cells: 0 };
  const reading = { schema: file.schema };
  const how = { reading, checkpoint: quiet, progress: () => undefined, limits };
  const large = await openTableFile(new Blob([bytesOf(file)]), how);
  if (!("scan" in large)) throw new Error("a table that is held");
  const found: number[][] = [];
  const take = (values: Float64Array, rows: number) => {
    for (let i = 0; i < rows; i++) found.push([...values.subarray(i * columns.length, (i + 1) * columns.length)]);
  };
  await large.scan({ columns: columns.map(({ name }) => ({ name })), take }, quiet, () => undefined);
  return found;
}
