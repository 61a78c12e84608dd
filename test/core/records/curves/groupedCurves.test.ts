import { expect, test } from "vitest";
import { meanCurveRecordsFrom } from "../../../../src/core/records/curves/meanCurveRecords.ts";
import { loadExample } from "../../../../src/core/examples/examples.ts";
import { readTable } from "../../../support/readTable.ts";

const groups = { column: "arm", levels: ["b", "a"] };
const common = { domain: [0, 1], points: 2, perPerson: 1, missing: "drop", groups } as const;

test("a wide table's curves have the group of their row, and none where it is another, or missing", () => {
  const table = readTable("arm,p,q\na,1,2\nb,3,4\n,5,6\nc,7,8\na,,\n");
  const { groups: found, curves } = meanCurveRecordsFrom(table, {
    ...{ ...common, layout: { shape: "wide", times: ["p", "q"] } },
  });
  expect([...found!.of]).toEqual([1, 0, -1, -1]);
  expect(found).toMatchObject(groups);
  expect(curves).toHaveLength(8);
  const withTimes = meanCurveRecordsFrom(readTable("arm,p,q\n,0,1\na,1,2\nb,3,4\n"), {
    ...{ ...common, layout: { shape: "wide", times: ["p", "q"], timesInFirstRow: true } },
  });
  expect([...withTimes.groups!.of]).toEqual([1, 0]);
});

test("a long table's curves have the group of their first row, whatever others say, and only a person's first curves", () => {
  const rows = ["1,u,0,1,a", "2,u,0,1,b", "1,u,1,2,b", "2,u,1,3,b", "3,v,0,5,b", "3,v,1,5,"];
  const table = readTable(`id,who,t,y,arm\n${rows.join("\n")}\n`);
  const layout = { shape: "long", curve: "id", time: "t", value: "y" } as const;
  expect([...meanCurveRecordsFrom(table, { ...common, layout }).groups!.of]).toEqual([1, 0, 0]);
  const owned = meanCurveRecordsFrom(table, { ...common, layout: { ...layout, person: "who" } });
  expect([[...owned.groups!.of], owned.leftOut]).toEqual([[1, 0], 1]);
});

test("without groups none are told, and a column that is not there is named", () => {
  const table = readTable("arm,p,q\na,1,2\nb,3,4\n");
  const layout = { shape: "wide", times: ["p", "q"] } as const;
  const { groups: without, ...plain } = { ...common, layout };
  expect(meanCurveRecordsFrom(table, plain).groups).toBeUndefined();
  const elsewhere = { ...plain, groups: { column: "centre", levels: ["a", "b"] } };
  expect(() => meanCurveRecordsFrom(table, elsewhere)).toThrow(/must be one of arm/);
});

test("the trial that comes along has 1,200 people in three arms of about a third each, and falls with the dose", () => {
  const table = loadExample("trial-arms");
  const arm = table.columns[0]!.categories!;
  const rowsOf = (name: string) => Array.from(arm.codes.keys()).filter((row) => arm.names[arm.codes[row]!] === name);
  const last = table.columns.at(-1)!;
  const ends = ["placebo", "low dose", "high dose"].map((name) => {
    const rows = rowsOf(name);
    expect(Math.abs(rows.length - 400)).toBeLessThan(80);
    return rows.reduce((sum, row) => sum + last.values[row]!, 0) / rows.length;
  });
  [-2, -6.6, -11.8].forEach((mean, k) => expect(Math.abs(ends[k]! - mean)).toBeLessThan(0.8));
  expect(table.columns[1]!.values.every((value) => value === 0)).toBe(true);
});
