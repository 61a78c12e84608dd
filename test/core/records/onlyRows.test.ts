import { describe, expect, test } from "vitest";
import { latticeAccumulation } from "../../../src/core/records/latticeAccumulation.ts";
import { isKeyOf } from "../../../src/core/records/onlyRows.ts";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { textKey } from "../../../src/core/tables/cells/textKey.ts";
import { readTable } from "../../support/readTable.ts";

const table = readTable(
  "v,region,year,name\n1,north,2020,a b\n,south,2020,c\n3,north,2021,d\nx,,2021,e\n5,south,2021,f\n",
);

describe("recordsFrom with declared values", () => {
  const of = (change: object) => {
    const { points, ...counts } = recordsFrom({ table, columns: ["v"], missing: "drop", ...change });
    return { values: [...points.coordinates], ...counts };
  };
  test("a missing value, or one that is not understood, counts as the declared one, and no row is left out", () => {
    expect(of({ missing: { countedAs: [-2] } })).toEqual({ values: [1, -2, 3, -2, 5], droppedCount: 0 });
    expect(of({})).toEqual({ values: [1, 3, 5], droppedCount: 2 });
    expect(of({ missing: { countedAs: [0] } }).values).toEqual([1, 0, 3, 0, 5]);
    expect(() => of({ missing: { countedAs: [NaN] } })).toThrow(/countedAs must be finite/);
  });

  test("a filter leaves n as it is: what it leaves out is counted, also rows without any value there", () => {
    expect(of({ only: { column: "region", value: "north" } })).toEqual({
      values: [1, 3],
      droppedCount: 2,
      outsideCount: 1,
    });
    expect(of({ missing: { countedAs: [0] }, only: { column: "region", value: " south " } })).toEqual({
      ...{ values: [0, 5], droppedCount: 0, outsideCount: 3 },
    });
    expect(of({ only: { column: "year", value: "2021" } })).toEqual({
      values: [3, 5],
      droppedCount: 2,
      outsideCount: 1,
    });
    expect(of({ only: { column: "region", value: "nowhere" } })).toEqual({
      values: [],
      droppedCount: 2,
      outsideCount: 3,
    });
    expect(() => of({ only: { column: "nothing", value: "1" } })).toThrow(/must be one of/);
  });
});

test("latticeAccumulation with a filter, a fill and persons counts each row once, inside or outside", () => {
  const axis = { lower: 0, upper: 10, cells: 11 };
  const counts = latticeAccumulation({
    ...{ axes: [axis], missing: { countedAs: [4] }, bound: 2 },
    wanted: isKeyOf({ column: "region", value: "north" }),
  });
  const [north, south] = [textKey("north"), textKey("south")];
  const rows = [
    [1, north, 7],
    [2, south, 7],
    [3, north, 7],
    [NaN, north, 8],
    [9, NaN, 9],
    [5, north, NaN],
  ];
  counts.take(Float64Array.from(rows.flat()), rows.length);
  const { points, multiplicities } = counts.counted()!;
  expect([...points.coordinates]).toEqual([1, 4]);
  expect([...multiplicities]).toEqual([1, 1]);
  expect([counts.outsideCount(), counts.droppedCount()]).toEqual([2, 2]);
});
