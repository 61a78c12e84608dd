import { describe, expect, test } from "vitest";
import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import { writtenOutRows } from "../../src/core/records/countedRows.ts";
import { repeatedTimes } from "../../src/core/records/curves/curves.ts";
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
import { withoutEndMarks } from "../../workers/files/filePieces.ts";
import type { Chance } from "../support/fuzzing.ts";
import { bytesOf, isCounted, randomFile, withOneAnew, type RandomFile } from "../support/layoutFiles.ts";
import { publicChoice, publicOutline } from "../support/openedFile.ts";

// Random files under a fixed schema, of which one row is drawn anew: all that is public stays, and so does everybody else.

function tableOf(file: RandomFile, bytes = bytesOf(file)): Table {
  const { schema } = file;
  const reader = createTableReader({ totalBytes: bytes.length, reading: { schema } });
  reader.push(bytes);
  return writtenOutRows(reader.finish());
}

/** The cells of a column as they were read. */
const cellsOf = ({ values, categories }: Table["columns"][number]): readonly (number | string | undefined)[] =>
  categories ? Array.from(categories.codes, (code) => categories.names[code]) : Array.from(values);

const rowTexts = ({ columns, rowCount }: Table) => {
  const cells = columns.map(cellsOf);
  return Array.from({ length: rowCount }, (_, i) => JSON.stringify(cells.map((column) => column[i])));
};

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
  (table, outline, { one }) => {
    const own = meanCurve.links.decode("").values;
    const chosen = { ...own, ...meanCurve.session.choose(outline, own), ...unowned };
    const [curve = "", time = "", value = ""] = outline.columns.map(({ name }) => name);
    const layout = { shape, repeats: one(repeatedTimes), ...(shape === "long" && { curve, time, value }) };
    const scenario = { ...chosen, ...layout, domain: [0, 50] as const };
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
const [parts, filesOfPart] = [casesOf(20, 1), casesOf(1000, 100)];

describe("one row drawn anew under a fixed schema", () => {
  test.each(Array.from({ length: parts }, (_, part) => part))(
    "what is public stays, and so does everybody else, in all places: part %i",
    (part) => {
      const counts = Object.fromEntries(Object.keys(places).map((name) => [name, { compared: 0, moved: 0 }]));
      for (let seed = part * filesOfPart + 1; seed <= (part + 1) * filesOfPart; seed++) {
        const chance = chanceOf(20_261_127 + seed);
        const file = randomFile(chance);
        const row = chance.below(file.rows.length);
        const changed = withOneAnew(file, row, chance);
        const tables = [tableOf(file), tableOf(changed)] as const;
        expect(publicOutline(tables[1]), `seed ${seed}`).toEqual(publicOutline(tables[0]));
        expect(tables[1].rowCount).toBe(tables[0].rowCount);
        if (isCounted(file))
          expect(lost(rowTexts(tables[0]), rowTexts(tables[1])), `seed ${seed}`).toBeLessThanOrEqual(1);
        else
          tables[0].columns.forEach((column, j) => {
            const other = cellsOf(tables[1].columns[j]!);
            expect(other.toSpliced(row, 1), `seed ${seed}`).toEqual(cellsOf(column).toSpliced(row, 1));
          });
        for (const [name, { recordsIn, most }] of Object.entries(places)) {
          const [one, other] = tables.map((table) => recordsIn(table, outlineOf(table), chanceOf(seed)));
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
  const count = casesOf(5_000, 60);
  let compared = 0;
  for (let seed = 1; seed <= count; seed++) {
    const chance = chanceOf(20_261_128 + seed);
    const file = randomFile(chance);
    if (file.schema.text!.turned || isCounted(file)) continue;
    const row = chance.below(file.rows.length);
    const changed = withOneAnew(file, row, chance);
    const read = await withoutEndMarks(new Blob([bytesOf(file)]), file.schema.text!.encoding);
    const { columns } = tableOf(file, new Uint8Array(await read.arrayBuffer()));
    const numbers = columns.filter(({ categories, texts }) => !categories && !texts);
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
