import { expect, test } from "vitest";
import { ownData } from "../../src/state/scenario/ownData.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as curveWorker } from "../../workers/studies/meanCurve.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { point, schemaOf, worked } from "./files.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";

// One record decides whether there is anything to release: D is drawn, D′ is refused, under a declared schema, with rows that
// lack a value left out ("drop") and the same number of records kept. (ε is infinite: a release, or none.)

const densityOf = (change: object) => {
  const s = {
    ...density.links.decode("").values,
    y: "",
    domainX: [0, 1],
    data: ownData,
    person: "",
    ...change,
  } as never;
  return (content: string, schema: TableSchema) =>
    worked(content, schema, (o) => density.session.choiceOf(s, o), densityWorker as never);
};
const curvesOf = (change: object) => {
  const s = { ...meanCurve.links.decode("").values, data: ownData, person: "", domain: [0, 1], ...change } as never;
  return (content: string, schema: TableSchema) =>
    worked(content, schema, (o) => meanCurve.session.choiceOf(s, o), curveWorker as never);
};
type Make = (content: string, schema: TableSchema) => ReturnType<typeof worked>;
const rows = (n: number, row: (i: number) => string) => Array.from({ length: n }, (_, i) => row(i)).join("\n");
const numberedSchema = schemaOf([point("column 2")], { header: false });
const long = schemaOf([{ name: "curve", type: "category", unit: "" }, point("time"), point("value")]);
const wide = schemaOf(["0", "0.5", "1"].map(point));
const classes = schemaOf([point("a"), point("b"), { name: "c", type: "category", unit: "", levels: ["no", "yes"] }]);

const boundaryMake: Make = (content, schema) => {
  const s = { ...boundary.links.decode("").values, data: ownData, person: "" } as never;
  const t = (o: never) =>
    ({
      ...(s as object),
      ...boundary.session.choose(o, s),
      person: "",
      x: "a",
      y: "b",
      response: "c",
      positive: "yes",
      task: "classification",
      groups: "",
    }) as never;
  return worked(content, schema, (o) => boundary.session.choiceOf(t(o as never), o), boundaryWorker as never);
};

const cases: readonly (readonly [string, Make, TableSchema, string, string])[] = [
  [
    "without a header: the first record is shorter (an absent cell is missing, says reading.md) and another column is drawn",
    densityOf({ x: "column 1" }),
    schemaOf([point("column 1"), point("column 2")], { header: false }),
    `0.1,5\n${rows(50, () => "0.5,5")}\n`,
    `0.1\n${rows(50, () => "0.5,5")}\n`,
  ],
  [
    "without a header: the first record has 1001 cells (further ones are ignored, says reading.md)",
    densityOf({ x: "column 1" }),
    schemaOf([point("column 1"), point("column 2")], { header: false }),
    `0.1,5\n${rows(50, () => "0.5,5")}\n`,
    `0.1,5${",".repeat(999)}\n${rows(50, () => "0.5,5")}\n`,
  ],
  [
    "without a header: the first record's note begins as another kind of file does",
    densityOf({ x: "column 2" }),
    schemaOf([{ name: "column 1", type: "text", unit: "" }, point("column 2")], { header: false }),
    `fine,0.5\n${rows(50, () => "a,0.5")}\n`,
    `%PDF,0.5\n${rows(50, () => "a,0.5")}\n`,
  ],
  [
    "a cell of nine million characters in a column that is not used",
    densityOf({ x: "x" }),
    schemaOf([point("x")]),
    `x,note\n0.1,a\n${rows(50, () => "0.5,a")}\n`,
    `x,note\n0.1,"${"a".repeat(9_000_000)}"\n${rows(50, () => "0.5,a")}\n`,
  ],
  [
    "the only record of the positive class has the other one",
    boundaryMake,
    classes,
    `a,b,c\n1,1,yes\n${rows(50, (i) => `${i},2,no`)}\n`,
    `a,b,c\n1,1,no\n${rows(50, (i) => `${i},2,no`)}\n`,
  ],
  [
    "a curve has a time twice",
    curvesOf({ shape: "long", curve: "curve", time: "time", value: "value" }),
    long,
    `curve,time,value\nz,0,1\nz,1,1\n${rows(50, (i) => `c${i >> 1},${i % 2},1`)}\n`,
    `curve,time,value\nz,1,1\nz,1,1\n${rows(50, (i) => `c${i >> 1},${i % 2},1`)}\n`,
  ],
  [
    "the only number of a column whose missing values count as 0",
    densityOf({ x: "x", fill: 0 }),
    schemaOf([point("x")]),
    `x,y\n0.5,1\n${rows(50, () => ",1")}\n`,
    `x,y\n,1\n${rows(50, () => ",1")}\n`,
  ],
  [
    "the only number at a time of a wide table, where gaps are bridged",
    curvesOf({ shape: "wide" }),
    wide,
    `0,0.5,1\n1,2,3\n${rows(50, () => "1,none given,3")}\n`,
    `0,0.5,1\n1,none given,3\n${rows(50, () => "1,none given,3")}\n`,
  ],
  [
    "a curve from 1e308 to -1e308",
    curvesOf({ shape: "wide" }),
    wide,
    `0,0.5,1\n1,2,3\n${rows(50, () => "1,2,3")}\n`,
    `0,0.5,1\n1.7e308,,-1.7e308\n${rows(50, () => "1,2,3")}\n`,
  ],
  [
    "times from -1e308 to 1e308 of a curve",
    curvesOf({ shape: "long", curve: "curve", time: "time", value: "value" }),
    long,
    `curve,time,value\nz,0,1\nz,1,1\n${rows(50, (i) => `c${i >> 1},${i % 2},1`)}\n`,
    `curve,time,value\nz,-1.7e308,1\nz,1.7e308,1\n${rows(50, (i) => `c${i >> 1},${i % 2},1`)}\n`,
  ],
  [
    "one more curve beyond 20,000 that is not kept",
    curvesOf({ shape: "long", curve: "curve", time: "time", value: "value" }),
    schemaOf([{ name: "curve", type: "whole", unit: "" }, point("time"), point("value")]),
    `curve,time,value\n${rows(20_000, (i) => `${i},0,1`)}\n1,,\n`,
    `curve,time,value\n${rows(20_000, (i) => `${i},0,1`)}\n20000,0.5,\n`,
  ],
];

test.each(cases)("%s", async (_, make, schema, d, e) => {
  const [one, other] = [await make(d, schema), await make(e, schema)];
  expect(one.refused).toBeUndefined();
  expect(other.refused).toBeUndefined();
});
void numberedSchema;
