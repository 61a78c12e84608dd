import { expect, test } from "vitest";
import { detectLayout } from "../../../../src/core/records/curves/curveLayout.ts";
import { curvesFrom } from "../../../../src/core/records/curves/curves.ts";
import { outlineOf } from "../../../../src/core/records/outline.ts";
import { schemaText } from "../../../../src/core/tables/schemaText.ts";
import { caseFile } from "../../../support/cases.ts";
import { openedFile, publicOutline } from "../../../support/openedFile.ts";

const reading = { isForCurves: true } as const;

/** The curves of a file, in the layout that is proposed. */
async function curvesOf(content: Parameters<typeof openedFile>[0], points = 11) {
  const table = await openedFile(content, reading);
  const layout = detectLayout(outlineOf(table).columns);
  const grid = { lower: 0, upper: 1, count: points };
  return { table, layout, ...curvesFrom({ table, layout, grid, missing: "refuse" }) };
}

test("one curve a column beside a column of times (105)", async () => {
  const { table, layout, curveCount, curves } = await curvesOf(caseFile("105-curves-in-columns.csv"));
  expect(table.schema!.text).toMatchObject({ turned: true, header: true });
  expect([layout.shape, curveCount]).toEqual(["wide", 3]);
  for (let j = 0; j < 11; j++) {
    const mean = (curves[j]! + curves[11 + j]! + curves[22 + j]!) / 3;
    // The curves are sin(5t) + (0, 1, −1) with four digits.
    expect(Math.abs(mean - Math.sin(j / 2))).toBeLessThan(1e-4);
  }
});

test("names of persons over the columns are in no schema, and in nothing public", async () => {
  const table = await openedFile("time,Anna,Ben,Cem\n0,1,2,3\n0.5,2,3,4\n1,3,4,5\n", reading);
  expect(schemaText(table.schema!)).not.toMatch(/Anna|Ben|Cem/);
  expect(JSON.stringify(publicOutline(table))).not.toMatch(/Anna|Ben|Cem/);
});

test("files that differ in a column have tables that differ in a row, and the same public part", async () => {
  const of = (own: readonly string[]) => {
    const rows = ["time,a,b,c", ...["0", "0.5", "1"].map((time, i) => `${time},${i},${own[i]},${i * i}`)];
    return rows.join("\n");
  };
  const { schema } = await openedFile(of(["1", "2", "3"]), reading);
  for (const own of [
    ["", "", ""],
    ["x", "1e999", '"a\n,b"'],
    ["#", "-1", "<0.5"],
    ["99", "NA", "1,5".replace(",", ".")],
  ]) {
    const [one, other] = [
      await openedFile(of(["1", "2", "3"]), { schema: schema! }),
      await openedFile(of(own), { schema: schema! }),
    ];
    expect(publicOutline(other)).toEqual(publicOutline(one));
    expect(other.rowCount).toBe(3);
    one.columns.forEach(({ values }, j) => {
      for (const row of [0, 2]) expect(other.columns[j]!.values[row]).toBe(values[row]);
    });
  }
});

test.each([
  ["long rows", "id,time,value\n1,0,5\n1,1,6\n2,0,7\n2,1,8\n"],
  ["times in the header", "time,t0,t1,t2\n1,2,3,4\n2,3,4,5\n3,4,5,6\n"],
  ["words beside numbers", "time,a,b\n0,1,low\n1,2,high\n2,3,low\n"],
  ["times that repeat", "time,a,b\n0,1,2\n0,2,3\n1,3,4\n"],
])("%s propose a record a row", async (_, text) => {
  expect((await openedFile(text, reading)).schema!.text!.turned).toBeUndefined();
});

test("other studies propose a record a row", async () => {
  expect((await openedFile(caseFile("105-curves-in-columns.csv"))).rowCount).toBe(11);
});
