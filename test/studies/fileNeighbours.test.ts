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
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { openedFile } from "../support/openedFile.ts";
import { saidBy } from "../support/replays.ts";

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
type Release = (content: string, schema: TableSchema) => Promise<Released>;

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

describe("files that differ in one record", () => {
  test.each(cases)("%s", async (_, release, schema, one, other) => {
    const [a, b] = [await release(one, schema), await release(other, schema)];
    expect(b.said).toBe(a.said);
    // With the same bits the difference is that of the estimates; |f(x) − f′(x)| ≤ ‖f − f′‖, as the kernel is 1 on its diagonal.
    const most = Array.from(a.values, (value, i) => Math.abs(value - b.values[i]!)).reduce((x, y) => Math.max(x, y), 0);
    expect(most).toBeLessThanOrEqual(a.sigma * a.mu);
  });
});
