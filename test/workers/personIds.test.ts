import { describe, expect, test } from "vitest";
import { codesOf } from "../../src/core/records/columnCodes.ts";
import type { SchemaColumn, TableSchema } from "../../src/core/tables/schema.ts";
import { textKey } from "../../src/core/tables/cells/textKey.ts";
import { recordsOfLarge } from "../../workers/largeRecords.ts";
import { studyWorker as curveWorker } from "../../workers/studies/meanCurve.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";
import { openedFile } from "../support/openedFile.ts";

/** Pairs of ids with one `textKey`: a program finds one in a second. */
const collisions = [
  ["pipynlI8P3", "pi6Tci2_Q9"],
  ["p8wCUsjqf5", "pAFUShrjyJ"],
  ["pDt79Gk6G9", "phiXnJUeM2"],
  ["pPtz7bmi-9", "pMFR6BHhUS"],
] as const;

const point = (name: string): SchemaColumn => ({ name, type: "point", unit: "" });
const schemaOf = (...columns: readonly SchemaColumn[]): TableSchema => ({
  ...{ from: "elsewhere", columns },
  text: { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true },
});
const persons = (type: SchemaColumn["type"]) => schemaOf({ name: "person", type, unit: "" }, point("x"));
const text = (rows: readonly string[]) => `person,x\n${rows.join("\n")}\n`;
const choice = { columns: ["x"], missing: "drop", person: { column: "person", bound: 1 } } as const;
const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };

/** Values of the records of a file, each as often as it occurs, of a table that is held or of a file that is scanned. */
async function recordsOf(rows: readonly string[], type: SchemaColumn["type"], how: "held" | "scanned") {
  const schema = persons(type);
  if (how === "held") {
    const { points } = studyWorker.recordsFrom(await openedFile(text(rows), { schema }), choice);
    return Array.from(points.coordinates).sort();
  }
  // As long as the beginning of a file of which the rest is scanned; rows without a value are left out.
  const file = new Blob([text([...rows, ...Array<string>(20_000).fill("nobody,")])]);
  const limits = { rows: 0, cells: 0 };
  const opened = await openTableFile(file, { reading: { schema }, ...job, limits });
  if (!("scan" in opened)) return expect.unreachable();
  const large = { ...opened, columns: () => Promise.reject(new Error("read whole")) };
  const lattice = [{ lower: 0, upper: 1, cells: 11 }];
  const wanted = { large, worker: studyWorker as never, choice: { ...choice, lattice }, part: () => undefined };
  const records = (await recordsOfLarge(wanted, job.checkpoint, job.progress)) as ReturnType<
    typeof studyWorker.recordsFrom
  >;
  const rounded = Array.from(records.points.coordinates, (x) => Number(x.toFixed(1)));
  return rounded.flatMap((x, i) => Array<number>(records.multiplicities![i]!).fill(x)).sort();
}

describe.each(["held", "scanned"] as const)("persons of a file that is %s", (how) => {
  test("are as many as they are, also beyond a thousand", async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `q${i},0.5`);
    expect(await recordsOf([...rows, "q0,0.5"], "id", how)).toHaveLength(1000);
    expect(await recordsOf([...rows, "new,0.5"], "id", how)).toHaveLength(1001);
  });

  test("are told apart where somebody has chosen their ids", async () => {
    expect(collisions.filter(([a, b]) => textKey(a) !== textKey(b))).toEqual([]);
    const [[a, b], [c, d]] = collisions;
    const rest = Array.from({ length: 2000 }, (_, i) => `q${i},0.5`);
    // The first row's person has another id: nobody else's row may change.
    const one = await recordsOf([`${a},0.5`, `${b},0.0`, `${d},1.0`, ...rest], "id", how);
    expect(one.filter((x) => x !== 0.5)).toEqual([0, 1]);
    expect(await recordsOf([`${c},0.5`, `${b},0.0`, `${d},1.0`, ...rest], "id", how)).toEqual(one);
  });

  test("have no number for an id that is another one's text", async () => {
    const ids = collisions.flat();
    const rows = [...ids, ...ids.map(textKey)].map((id) => `${id},0.5`);
    expect(await recordsOf(rows, "category", how)).toHaveLength(ids.length + collisions.length);
  });

  test.each(["whole", "point", "comma", "category", "id"] as const)(
    "with digits beyond 2⁵³, declared %s",
    async (type) => {
      const rows = ["9007199254740992,0.1", "9007199254740993,0.9", "1,0.5", "9007199254740993,0.7", "1,0.4"];
      expect(await recordsOf(rows, type, how)).toEqual([0.1, 0.5, 0.9]);
    },
  );

  test("with long ids that begin alike", async () => {
    const long = "x".repeat(300);
    expect(await recordsOf([`${long}a,0.1`, `${long}b,0.2`, `${long}a,0.3`], "text", how)).toEqual([0.1, 0.2]);
  });
});

test("a 1001st id merges nobody else", async () => {
  const ids = [...collisions.flat(), ...Array.from({ length: 992 }, (_, i) => `q${i}`)];
  const countOf = async (last: string) => {
    const table = await openedFile(text([...ids, last].map((id) => `${id},1`)), { schema: persons("id") });
    return codesOf(table.columns[0]!).count;
  };
  expect([await countOf("q0"), await countOf("new")]).toEqual([1000, 1001]);
});

test("a file of 1001 persons that proposes its own schema has records", async () => {
  const rows = Array.from({ length: 3003 }, (_, i) => `q${i % 1001},${i / 3003}`);
  const table = await openedFile(text(rows));
  expect(table.schema!.person).toBe("person");
  expect(studyWorker.recordsFrom(table, choice).points.coordinates).toHaveLength(1001);
});

test("a table of more than a thousand curves in rows has them all", async () => {
  const schema = schemaOf({ name: "curve", type: "category", unit: "" }, point("time"), point("value"));
  const rows = Array.from({ length: 1001 }, (_, i) => `c${i},0,1\nc${i},1,2`);
  const file = new Blob([`curve,time,value\n${rows.join("\n")}\n`]);
  const table = await readTableFile(file, { schema }, job.checkpoint, job.progress);
  const records = curveWorker.recordsFrom(table, {
    layout: { shape: "long", curve: "curve", time: "time", value: "value" },
    ...{ domain: [0, 1], points: 5, perPerson: 1, missing: "drop" },
  } as never);
  expect(records.curves).toHaveLength(5 * 1001);
});
