import { describe, expect, test, vi } from "vitest";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import type { Computation } from "../../src/core/release/contract.ts";
import type { Table } from "../../src/core/tables/table.ts";
import type { SchemaColumn, TableSchema, TextLayout } from "../../src/core/tables/schema.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { casesOf } from "../support/fuzzing.ts";
import { openedFile } from "../support/openedFile.ts";
import { saidBy } from "../support/replays.ts";
import { sheetRows, workbookBytes } from "../support/workbooks.ts";

// Files that differ in one record, under a declared schema: both are released, with the same public part, within the claim.

vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(1)) }));

const plain: TextLayout = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true };
const schemaOf = (columns: readonly SchemaColumn[], text: Partial<TextLayout> = {}): TableSchema => ({
  ...{ from: "elsewhere", text: { ...plain, ...text } },
  columns,
});
const point = (name: string): SchemaColumn => ({ name, type: "point", unit: "" });
const category = (name: string, levels?: readonly string[]): SchemaColumn => ({
  ...{ name, type: "category", unit: "" },
  ...(levels && { levels }),
});
const rows = (count: number, row: (i: number) => string) =>
  `${Array.from({ length: count }, (_, i) => row(i)).join("\n")}\n`;

/** Public part and numbers of a release. */
interface Released {
  readonly said: string;
  readonly values: ArrayLike<number>;
  readonly sigma: number;
  readonly mu: number;
}
type Content = string | Uint8Array<ArrayBuffer>;
type Release = (content: Content, schema: TableSchema) => Promise<Released>;

const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" };

interface Drawn extends Omit<Released, "said"> {
  readonly integers: ArrayLike<number>;
}

/** The shape that all studies share; methods, as each has types of its own. */
interface AnyStudy {
  readonly links: { decode(text: string): { readonly values: object } };
  readonly session: {
    choose(outline: TableOutline, own: object): object;
    choiceOf(scenario: object, outline: TableOutline): unknown;
    requestOf(scenario: object): object;
  };
}
interface AnyWorker {
  recordsFrom(table: Table, choice: unknown): unknown;
  tasksOn(records: unknown): { readonly latticeRelease: unknown };
}

function releasing(study: AnyStudy, worker: AnyWorker, change: object, isChosen = false): Release {
  return async (content, schema) => {
    const table = await openedFile(content, { schema });
    const outline = outlineOf(table);
    const own = study.links.decode("").values;
    const chosen = isChosen ? study.session.choose(outline, own) : {};
    const scenario = { ...own, ...chosen, data: ownData, person: "", ...change };
    const { latticeRelease } = worker.tasksOn(worker.recordsFrom(table, study.session.choiceOf(scenario, outline)));
    const request = { ...study.session.requestOf(scenario), budget };
    const made = saidBy(latticeRelease as Computation<object, Drawn>, request);
    if (typeof made === "string") throw new Error(made);
    const { integers, values, ...said } = made;
    return { said: JSON.stringify([integers.length, said]), values, sigma: made.sigma, mu: made.mu };
  };
}

const densityOf = (x: string, change: object = {}) =>
  releasing(density, densityWorker, { y: "", domainX: [0, 1], x, ...change });
const curvesOf = (change: object) => releasing(meanCurve, meanCurveWorker, { domain: [0, 1], ...change });
const boundaryOf = (solver: string) =>
  releasing(
    boundary,
    boundaryWorker,
    { x: "a", y: "b", response: "c", positive: "yes", task: "classification", groups: "", solver },
    true,
  );
const long = { shape: "long", curve: "curve", time: "time", value: "value" };
const ofLong = schemaOf([category("curve"), point("time"), point("value")]);
const ofWide = schemaOf(["0", "0.5", "1"].map(point));
const ofClasses = schemaOf([point("a"), point("b"), category("c", ["no", "yes"])]);
const numbered = schemaOf([point("column 1"), point("column 2")], { header: false });
const fifty = rows(50, () => "0.5,5");

type Case = readonly [name: string, release: Release, schema: TableSchema, one: string, other: string];
const cases: readonly Case[] = [
  ["a first record that is shorter", densityOf("column 1"), numbered, `0.1,5\n${fifty}`, `0.1\n${fifty}`],
  [
    "a first record of 20,001 cells",
    densityOf("column 1"),
    numbered,
    `0.1,5\n${fifty}`,
    `0.1,5${",".repeat(19_999)}\n${fifty}`,
  ],
  ...["%PDF", "PAR1", "\u001f\u008b", "<html>"].map((begin): Case => {
    const schema = schemaOf([{ name: "column 1", type: "text", unit: "" }, point("column 2")], { header: false });
    const others = rows(50, () => "a,0.5");
    return [
      `a first record that begins with ${JSON.stringify(begin)}`,
      densityOf("column 2"),
      schema,
      `fine,0.5\n${others}`,
      `${begin},0.5\n${others}`,
    ];
  }),
  [
    "a cell of nine million characters that is not used",
    ...([densityOf("x"), schemaOf([point("x")])] as const),
    ...([`x,note\n0.1,a\n${fifty}`, `x,note\n0.1,"${"a".repeat(9_000_000)}"\n${fifty}`] as const),
  ],
  [
    "the only number of a column",
    ...([densityOf("x", { fill: 0 }), schemaOf([point("x")])] as const),
    ...([`x,y\n0.5,1\n${rows(50, () => ",1")}`, `x,y\n,1\n${rows(50, () => ",1")}`] as const),
  ],
  ...["exact", "landmarks"].map((solver): Case => {
    const others = rows(50, (i) => `${i},2,no`);
    return [
      `the only record of a class, ${solver}`,
      boundaryOf(solver),
      ofClasses,
      `a,b,c\n1,1,yes\n${others}`,
      `a,b,c\n1,1,no\n${others}`,
    ];
  }),
  [
    "a time twice in a curve",
    ...([curvesOf(long), ofLong] as const),
    `curve,time,value\nz,0,1\nz,1,1\n${rows(50, (i) => `c${i >> 1},${i % 2},1`)}`,
    `curve,time,value\nz,1,1\nz,1,1.7e308\n${rows(50, (i) => `c${i >> 1},${i % 2},1`)}`,
  ],
  [
    "the only number at a time",
    ...([curvesOf({ shape: "wide" }), ofWide] as const),
    `0,0.5,1\n1,2,3\n${rows(50, () => "1,none given,3")}`,
    `0,0.5,1\n1,none given,3\n${rows(50, () => "1,none given,3")}`,
  ],
  [
    "a curve that doubles are too small for",
    ...([curvesOf({ shape: "wide" }), ofWide] as const),
    `0,0.5,1\n1,2,3\n${rows(50, () => "1,2,3")}`,
    `0,0.5,1\n1.79e308,,-1.79e308\n${rows(50, () => "1,2,3")}`,
  ],
];

/** With the same bits the difference is that of the estimates; |f(x) − f′(x)| ≤ ‖f − f′‖, as the kernel is 1 on its diagonal. */
function expectNeighbours(a: Released, b: Released, name?: string) {
  expect(b.said, name).toBe(a.said);
  const most = Array.from(a.values, (value, i) => Math.abs(value - b.values[i]!)).reduce((x, y) => Math.max(x, y), 0);
  expect(most, name).toBeLessThanOrEqual(a.sigma * a.mu);
  return most;
}

describe("files that differ in one record", () => {
  test.each(cases)("%s", async (_, release, schema, one, other) => {
    expectNeighbours(await release(one, schema), await release(other, schema));
  });
});

/** A layout of files, and how a program writes a record in it. */
interface Layout {
  readonly release: Release;
  readonly schema: TableSchema;
  /** A file with this record. */
  readonly file: (record: string) => Content;
  readonly write: (cells: readonly string[]) => string;
  readonly cells: readonly string[];
  /** Places of the cells that an enemy chooses: all but those that say which records there are. */
  readonly chosen: readonly number[];
  /** Cells that no program writes in this layout. */
  readonly isWritten?: (cell: string) => boolean;
  /** Records that no cells make. */
  readonly further?: readonly string[];
}

const enemies = [
  ...[
    "",
    " ",
    "0.75",
    "-0",
    '"',
    '"a',
    "#",
    "# b",
    '#"',
    "//",
    "!x",
    "a,b",
    "a;b",
    "a\tb",
    "a b",
    "a\nb",
    "a\r\nb",
    "\r",
  ],
  ...["#\n#", "\n\n", "x", "curve", "sep=;", "1e400", "<0.5", "90+", "=", "-1.7976931348623157e308", "4.9e-324", "NaN"],
  ...["\ufeff1", "a\u0000b", "\u2028", "０٫٥", "1:30", "45292.5", "2024-02-30", "9".repeat(400), "z".repeat(10_001)],
];
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const separated =
  (separator: string) =>
  (cells: readonly string[]): string =>
    cells.map((cell) => (cell.includes(separator) || /["\r\n]/.test(cell) ? quoted(cell) : cell)).join(separator);
const commas = separated(",");
/** As R writes tables: texts in quotes, quotes behind a backslash. */
const asInR = (cells: readonly string[]) =>
  cells.map((cell) => (/^-?[\d.]+$/.test(cell) ? cell : `"${cell.replaceAll(/["\\]/g, "\\$&")}"`)).join(" ");
const isOnALine = (cell: string) => !/[\r\n]/.test(cell);
const between = (first: string, record: string, others: string) => `${first}${record}\n${others}`;

const fabricated = releasing(
  fabrication,
  fabricationWorker,
  { x: "a", y: "b", label: "c", domainX: [0, 10], domainY: [0, 10], protection: "record" },
  true,
);
const wideCurves = curvesOf({ shape: "wide" });
const named = (names: readonly string[], type: SchemaColumn["type"] = "point") =>
  names.map((name): SchemaColumn => ({ name, type, unit: "" }));
const turnedRows = (separator: string, record: string) => {
  const [a, b, c] = record.split("\u0001");
  const others = Array.from({ length: 20 }, (_, i) => [i % 3, "5", "0.5"]);
  return [
    ["t0", a, 0],
    ["t1", b, 1],
    ["t2", c, 2],
  ]
    .map(([name, own, k]) => [name, own, ...others.map((cells) => cells[k as number])].join(separator))
    .join("\n");
};
const classRows = rows(40, (i) => `${i % 7},${i % 5},${i % 2 ? "yes" : "no"}`);
const marked = schemaOf([...named(["note"], "text"), point("x"), point("w")], { comment: "#" });
const oneOf = (release: Release, column: SchemaColumn, others: string): Layout => ({
  ...{ release, schema: schemaOf([column, point("w")]), write: commas, cells: ["", "1"], chosen: [0, 1] },
  file: (record) =>
    between(
      "x,w\n",
      record,
      rows(40, (i) => commas([i % 3 ? others : "", `${i % 4}`])),
    ),
});
const inRecord = (cells: readonly string[]) => JSON.stringify({ x: cells[0], w: cells[1] });
const asSheet = (record: string) =>
  workbookBytes({
    sheets: [
      {
        name: "S",
        rows: sheetRows([
          ["x", "w"],
          ...Array.from({ length: 10 }, (_, i) => [i / 20, "b"]),
          JSON.parse(record) as (string | null)[],
          ...Array.from({ length: 10 }, (_, i) => [i / 40, 1]),
        ]),
      },
    ],
  });
const ofTwo: TableSchema = { from: "elsewhere", columns: [point("x"), ...named(["w"], "category")] };

const layouts: Readonly<Record<string, Layout>> = {
  "lines with a mark among records": {
    ...{ release: densityOf("x"), schema: marked, write: commas, cells: ["a", "0.1", "3"], chosen: [0, 1, 2] },
    file: (record) =>
      between(
        "# by us\nnote,x,w\n#1,0.5,1\n# a remark\n",
        record,
        `##,0.5,\n# end\n${rows(30, (i) => `b,0.${1 + (i % 8)},1`)}`,
      ),
  },
  "marked records without names": {
    ...{ release: densityOf("column 2"), write: commas, cells: ["a", "0.1"], chosen: [0, 1] },
    schema: schemaOf([...named(["column 1"], "text"), point("column 2")], { header: false, comment: "%" }),
    file: (record) => between("", record, `%,0.5\n% end\n${rows(30, (i) => `b,0.${1 + (i % 8)}`)}`),
  },
  "units below the names, and names of rows": {
    ...{ release: densityOf("x"), write: separated(";"), cells: ["7", "0.1", "3"], chosen: [0, 1, 2] },
    schema: schemaOf([...named(["row"], "id"), point("x"), point("w")], {
      delimiter: ";",
      rowNames: true,
      below: "units",
    }),
    file: (record) =>
      between(
        "x;w\n;kg;s\n",
        record,
        rows(30, (i) => `${i};0.${1 + (i % 8)};1`),
      ),
  },
  "a fixed width": {
    ...{
      release: densityOf("x"),
      write: (cells) => cells.map((cell) => cell.padStart(9)).join(" "),
      cells: ["0.1", "3"],
    },
    ...{ chosen: [0, 1], isWritten: (cell) => /^[^\s"#]+$/.test(cell) && cell !== "\ufeff1" },
    schema: schemaOf([point("x"), point("w")], { delimiter: " " }),
    file: (record) => between("x         w\n", record, `# end\n${rows(30, (i) => `    0.${1 + (i % 8)}         1`)}`),
  },
  "savetxt, no names": {
    ...{
      release: densityOf("column 1"),
      write: (cells) => cells.join(" "),
      cells: ["1.0e-01", "3.0e+00"],
      chosen: [0, 1],
    },
    isWritten: (cell) => /^[^\s"#]+$/.test(cell) && cell !== "\ufeff1",
    schema: schemaOf([point("column 1"), point("column 2")], { delimiter: " ", header: false }),
    file: (record) =>
      between(
        "# x w\n",
        record,
        rows(30, (i) => `${1 + (i % 8)}.0e-01 1.0e+00`),
      ),
  },
  "write.table with names of rows": {
    ...{ release: densityOf("x"), write: asInR, cells: ["p", "0.1", "3"], chosen: [0, 1, 2], isWritten: isOnALine },
    schema: schemaOf([...named(["row"], "text"), point("x"), point("w")], { delimiter: " ", rowNames: true }),
    file: (record) =>
      between(
        '"x" "w"\n',
        record,
        rows(30, (i) => `"${i}" 0.${1 + (i % 8)} 1`),
      ),
  },
  "a curve a column": {
    ...{
      release: wideCurves,
      write: (cells) => cells.map((cell) => commas([cell])).join("\u0001"),
      cells: ["1", "2", "3"],
    },
    ...{ chosen: [0, 1, 2], schema: schemaOf(named(["t0", "t1", "t2"]), { turned: true, comment: "#" }) },
    file: (record) => `# one curve a column\n${turnedRows(",", record)}\n`,
  },
  "a curve a column, between blanks": {
    ...{
      release: wideCurves,
      write: (cells) => cells.map((cell) => asInR([cell])).join("\u0001"),
      cells: ["1", "2", "3"],
    },
    ...{ chosen: [0, 1, 2], isWritten: isOnALine },
    schema: schemaOf(named(["t0", "t1", "t2"]), { turned: true, delimiter: " " }),
    file: (record) => turnedRows(" ", record),
    further: [`${"z".repeat(4_100_000)}\u00012\u00013`],
  },
  "named times": {
    ...{ release: wideCurves, write: commas, cells: ["1", "2", "3"], chosen: [0, 1, 2] },
    schema: schemaOf(named(["Week 2", "Week 0", "Week 1"])),
    file: (record) =>
      between(
        "Week 2,Week 0,Week 1\n",
        record,
        rows(20, (i) => `${i % 4},,2`),
      ),
  },
  "counted records": {
    ...{ release: densityOf("x"), write: commas, cells: ["0.1", "b"], chosen: [0, 1] },
    schema: schemaOf([point("x"), ...named(["w"], "category"), ...named(["n"], "count")]),
    file: (record) =>
      between(
        "x,w,n\n0.5,b,2\n",
        `${record},1`,
        rows(9, () => "0.25,b,3"),
      ),
  },
  "counted values of curves": {
    ...{ release: curvesOf(long), write: commas, cells: ["0.5", "2"], chosen: [0, 1] },
    schema: schemaOf([category("curve"), ...named(["time", "value"]), ...named(["n"], "count")]),
    file: (record) =>
      between(
        "curve,time,value,n\nz,0,1,2\n",
        `z,${record},1`,
        rows(40, (i) => `c${i >> 1},${i % 2},1,2`),
      ),
  },
  limits: oneOf(densityOf("x"), { ...point("x"), beyond: "limit" }, "<0.5"),
  "limits that are missing": oneOf(densityOf("x"), point("x"), "0.5"),
  durations: oneOf(densityOf("x", { domainX: [0, 100] }), { name: "x", type: "minutes", unit: "" }, "1:30"),
  "days of spreadsheets": oneOf(
    densityOf("x", { domainX: [19_000, 20_000] }),
    { name: "x", type: "serial", unit: "" },
    "45292.5",
  ),
  "other digits": oneOf(densityOf("x"), { name: "x", type: "comma", unit: "" }, "٠٫٥"),
  "lines of JSON": {
    ...{ release: densityOf("x"), schema: ofTwo, write: inRecord, cells: ["0.1", "b"], chosen: [0, 1] },
    file: (record) =>
      between(
        "",
        record,
        rows(20, (i) => `{"x":0.${1 + (i % 8)},"w":"é"}`),
      ),
    further: [
      "{}",
      '{"x":{"x":1},"w":[[]]}',
      '{" x":0.1,"x":1e400}',
      '{"w":"b","x":0.2,"x":0.1}',
      '{"y":1,"__proto__":2,"x\\u0000":3}',
    ],
  },
  "a workbook": {
    ...{
      release: densityOf("x"),
      write: (cells) => JSON.stringify(cells),
      cells: ["0.1", "b"],
      chosen: [0, 1],
      file: asSheet,
    },
    schema: { ...ofTwo, rows: { sheet: "S", preamble: 0, header: true } },
    further: ["[null,null]", '[true,"a","b"]', "[]"],
  },
  "a boundary": {
    ...{
      release: boundaryOf("landmarks"),
      schema: ofClasses,
      write: commas,
      cells: ["0.1", "2", "no"],
      chosen: [0, 1, 2],
    },
    file: (record) => between("a,b,c\n", record, classRows),
  },
  "a fabricated table": {
    ...{ release: fabricated, schema: ofClasses, write: commas, cells: ["0.1", "2", "no"], chosen: [0, 1, 2] },
    file: (record) => between("a,b,c\n", record, classRows),
  },
};

describe("a record whose cells an enemy chooses", () => {
  test.each(Object.entries(layouts))("%s", async (_, layout) => {
    const { release, schema, file, write, cells, chosen, isWritten = () => true, further = [] } = layout;
    const one = await release(file(write(cells)), schema);
    let most = 0;
    const compare = async (record: string) => {
      most = Math.max(most, expectNeighbours(one, await release(file(record), schema), record.slice(0, 200)));
    };
    for (const [k, cell] of enemies.filter(isWritten).entries())
      for (let form = k; form < k + casesOf(chosen.length + 1, 1); form++) {
        const single = chosen[form % (chosen.length + 1)];
        await compare(write(cells.map((given, j) => ((single ?? j) === j && chosen.includes(j) ? cell : given))));
      }
    for (const record of further) await compare(record);
    expect(most).toBeGreaterThan(0);
  });
});
