import { describe, expect, test } from "vitest";
import { detectLayout } from "../../../../src/core/records/curves/curveLayout.ts";
import { outlineOf } from "../../../../src/core/records/outline.ts";
import type { Table } from "../../../../src/core/tables/table.ts";
import { readNamed, readTable } from "../../../support/readTable.ts";

/** The layout that a table's outline suggests, as a page is told of it. */
function layoutOf(table: Table) {
  return detectLayout(outlineOf(table).columns);
}

describe("detectLayout", () => {
  test.each([
    ["0,0.5,1\n1,2,3\n", { shape: "wide", times: ["0", "0.5", "1"] }],
    ["person,0,1\n7,2,3\n", { shape: "wide", times: ["0", "1"], person: "person" }],
    ["id,a,b\n7,2,3\n", { shape: "wide", times: ["a", "b"], person: "id" }],
    ["id,patient,0,1\n7,5,2,3\n", { shape: "wide", times: ["0", "1"], person: "patient" }],
    ["column 1,column 2\n1,2\n", { shape: "wide", times: ["column 1", "column 2"] }],
    ["id,time,value\na,0,1\n", { shape: "long", curve: "id", time: "time", value: "value" }],
    ["patient,visit,age,fa\n1,1,0,1\n", { shape: "long", curve: "visit", time: "age", value: "fa", person: "patient" }],
    ["subject,t,y\ns1,0,1\n", { shape: "long", curve: "subject", time: "t", value: "y" }],
    ["weight,Time,Chick,Diet\n1,0,1,1\n", { shape: "long", curve: "Chick", time: "Time", value: "weight" }],
    ["time,y\n0,1\n", { shape: "wide", times: ["time", "y"] }],
  ])("of %j", (content, layout) => {
    expect(layoutOf(readNamed(`${content}${content.slice(content.indexOf("\n") + 1)}`))).toEqual(layout);
  });

  test("does not depend on values", () => {
    const layout = (rows: string) => layoutOf(readTable(`who,time,y\n${rows}`));
    expect(layout("1,0,1\n1,1,2\n")).toEqual(layout("1,9,-5\n2,3,7\n"));
  });
});
