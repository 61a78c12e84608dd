import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { textKey } from "../../src/core/tables/cells/textKey.ts";
import { codesOf } from "../../src/core/records/columnCodes.ts";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import { openTableFile } from "../../workers/tableFile.ts";
import { recordsOfLarge } from "../../workers/largeRecords.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as curveWorker } from "../../workers/studies/meanCurve.ts";
import { point, schemaOf, worked } from "./files.ts";

const pairs = readFileSync(new URL("collisions.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [string, string]);

const schema = schemaOf([{ name: "person", type: "id", unit: "" }, point("x")]);
const own = density.links.decode("").values;
const scenario = {
  ...own,
  x: "x",
  y: "",
  domainX: [0, 1],
  h: 0.05,
  data: ownData,
  person: "person",
  perPerson: 1,
} as typeof own;
const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };
const text = (rows: readonly string[]) => `person,x\n${rows.join("\n")}\n`;

// BREAK 1. Of more than 1000 different texts keys are kept and no categories; every text counts as missing, and `codesOf` says
// that there is "nothing in person". So one cell of one record, a 1001st id, decides whether anything is drawn.
test("a density of 1000 persons and of 1001 is drawn or not alike", async () => {
  const choose = (o: never) => density.session.choiceOf(scenario, o);
  const rows = Array.from({ length: 1000 }, (_, i) => `q${i},0.5`);
  const d = await worked(text([...rows, "q0,0.5"]), schema, choose as never, densityWorker as never);
  const e = await worked(text([...rows, "new,0.5"]), schema, choose as never, densityWorker as never);
  console.log(d.refused ?? "drawn", "|", e.refused ?? "drawn");
  expect(e.refused).toBe(d.refused);
});

test("a file of 1001 persons that proposes its own schema", async () => {
  const opened = await openTableFile(
    new Blob([text(Array.from({ length: 3003 }, (_, i) => `q${i % 1001},${i / 3003}`))]),
    { reading: {}, ...job },
  );
  if ("scan" in opened) throw new Error("large");
  expect(opened.schema!.person).toBe("person");
  expect(() =>
    densityWorker.recordsFrom(opened, { columns: ["x"], missing: "drop", person: { column: "person", bound: 1 } }),
  ).not.toThrow();
});

test("so of curves in rows: the 1001st curve", async () => {
  const long = schemaOf([{ name: "curve", type: "category", unit: "" }, point("time"), point("value")]);
  const base = meanCurve.links.decode("").values;
  const s = {
    ...base,
    data: ownData,
    shape: "long",
    curve: "curve",
    time: "time",
    value: "value",
    person: "",
    domain: [0, 1],
  } as never;
  const rows = Array.from({ length: 1000 }, (_, i) => `c${i},0,1\nc${i},1,2`);
  const made = (last: string) =>
    worked(
      `curve,time,value\n${[...rows, last].join("\n")}\n`,
      long,
      (o) => meanCurve.session.choiceOf(s, o),
      curveWorker as never,
    );
  const [d, e] = [await made("c0,0.5,1"), await made("c1000,0.5,1")];
  console.log(d.refused ?? "drawn", "|", e.refused ?? "drawn");
  expect(e.refused).toBe(d.refused);
});

// BREAK 2. Keys are of 53 bits without a secret: an enemy makes two ids with one key in a second (collisions.c).
test("no two ids of an enemy have one key", () => {
  expect(pairs.filter(([a, b]) => a !== b && textKey(a) === textKey(b)).length).toBe(0);
});

/** Records of a file that is scanned, as those above 32 MB are. */
async function scanned(rows: readonly string[]) {
  const file = new Blob([text(rows)]);
  const large = await openTableFile(file, { reading: { schema }, ...job, limits: { rows: 0, cells: 0 } });
  if (!("scan" in large)) throw new Error("held");
  const choice = density.session.choiceOf(scenario, large.outline);
  return recordsOfLarge(
    { large: large as never, worker: densityWorker as never, choice, part: () => undefined },
    job.checkpoint,
    job.progress,
  ) as Promise<any>;
}

test("scanned, bound 1: one person's other id changes one record, n being the same", async () => {
  const [[a, b], [c, d]] = pairs as [[string, string], [string, string]];
  const rest = Array.from({ length: 20_000 }, (_, i) => `q${i},0.5`);
  // The first row's person is a, who shares a key with b; or c, who shares one with d.
  const one = await scanned([`${a},0.5`, `${b},0.0`, `${d},1.0`, ...rest]);
  const other = await scanned([`${c},0.5`, `${b},0.0`, `${d},1.0`, ...rest]);
  const all = (records: any) => records.multiplicities.reduce((sum: number, m: number) => sum + m, 0);
  const counts = (records: any) =>
    Object.fromEntries(
      Array.from(records.points.coordinates as Float64Array, (x, i) => [x.toFixed(2), records.multiplicities[i]]),
    );
  console.log(counts(one), counts(other));
  expect(all(other)).toBe(all(one));
  // The person's own record is at 0.5 in both: nothing may change at all.
  expect(counts(other)).toEqual(counts(one));
});

test("held: a 1001st id does not merge others", () => {
  const persons = [...pairs.flat(), ...Array.from({ length: 1000 - 2 * pairs.length }, (_, i) => `q${i}`)];
  const countOf = (last: string) => {
    const bytes = new TextEncoder().encode(text([...persons, last].map((id) => `${id},1`)));
    const reader = createTableReader({ totalBytes: bytes.length, reading: { schema } });
    reader.push(bytes);
    const column = reader.finish().columns[0]!;
    // As it will be once texts do not count as missing (break 1).
    return codesOf({ ...column, missingCount: 0 }).count;
  };
  const [d, e] = [countOf("q0"), countOf("new")];
  console.log({ persons: d, other: e });
  expect(e - d).toBe(1);
});

test.each(["whole", "point"] as const)(
  "ids of digits beyond 2^53 are told apart where the column is declared %s",
  async (type) => {
    const numbers = schemaOf([{ name: "person", type, unit: "" }, point("x")]);
    const made = await worked(
      "person,x\n9007199254740992,0.1\n9007199254740993,0.9\n1,0.5\n",
      numbers,
      (o) => density.session.choiceOf(scenario, o),
      densityWorker as never,
    );
    expect(made.records.points.coordinates.length).toBe(3);
  },
);
