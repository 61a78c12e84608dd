import { expect, test } from "vitest";
import { levelOfKey, levelOfRow } from "../../../src/core/datasets/declaredLevels.ts";
import { latticeAccumulation } from "../../../src/core/datasets/latticeAccumulation.ts";
import { recordsFrom } from "../../../src/core/datasets/records.ts";
import { textKey } from "../../../src/core/datasets/textKey.ts";
import { readTable } from "../../support/readTable.ts";

const table = readTable("v,region,year\n1,north,2020\n2,south,2020\n3,north,2021\n4,,2021\n,south,2022\n6,east,2021\n");

test("levelOfRow gives each row the place of its value among the declared ones, and −1 to all others", () => {
  const of = (column: string, levels: readonly string[]) =>
    Array.from({ length: table.rowCount }, (_, row) => levelOfRow(table, { column, levels })(row));
  expect(of("region", ["south", " north "])).toEqual([1, 0, 1, -1, 0, -1]);
  expect(of("year", ["2021", "2020"])).toEqual([1, 1, 0, 0, -1, 0]);
  expect(of("region", ["nowhere", "north"])).toEqual([1, -1, 1, -1, -1, -1]);
  expect(() => of("region", ["north", "north "])).toThrow(/levels must be different/);
  expect(() => of("nothing", ["a", "b"])).toThrow(/must be one of/);
});

test("levelOfKey does the same with the key of a cell", () => {
  const of = levelOfKey({ column: "c", levels: ["south", "2021", "0"] });
  expect(() => levelOfKey({ column: "c", levels: ["1", "1.0"] })).toThrow(/levels must be different/);
  expect([textKey("south"), 2021, 0, -0, textKey("2021"), textKey("north"), NaN, 7].map(of)).toEqual([
    ...[0, 1, 2, 2, 1, -1, -1, -1],
  ]);
});

test("recordsFrom counts rows of no group, and keeps n as it is; a filter comes first", () => {
  const of = (change: object) => {
    const { points, levels, ...counts } = recordsFrom({ table, columns: ["v"], missing: "drop", ...change });
    return { values: [...points.coordinates], levels: levels && [...levels], ...counts };
  };
  const groups = { column: "region", levels: ["south", "north"] };
  expect(of({ groups })).toEqual({ values: [1, 2, 3], levels: [1, 0, 1], droppedCount: 1, elsewhereCount: 2 });
  expect(of({ groups, fill: 9 })).toEqual({
    ...{ values: [1, 2, 3, 9], levels: [1, 0, 1, 0], droppedCount: 0, elsewhereCount: 2 },
  });
  expect(of({ groups, only: { column: "year", value: "2021" } })).toEqual({
    ...{ values: [3], levels: [1], droppedCount: 1, outsideCount: 2, elsewhereCount: 2 },
  });
});

test("latticeAccumulation counts each group on its own lattice, and an atom as it is, before it is rounded", () => {
  const axis = { lower: 0, upper: 10, cells: 11 };
  const [north, south, east] = ["north", "south", "east"].map(textKey) as [number, number, number];
  const groups = { count: 2, of: levelOfKey({ column: "region", levels: ["south", "north"] }) };
  const grouped = latticeAccumulation({ axes: [axis], missing: "drop", groups, bound: 1 });
  const rows = [
    [1, north, 1],
    [1.2, south, 2],
    [1, north, 3],
    [5, east, 4],
    [6, north, 1],
    [NaN, south, 5],
    [7, NaN, 6],
  ];
  grouped.take(Float64Array.from(rows.flat()), rows.length);
  const { points, multiplicities, levels } = grouped.counted()!;
  expect([[...points.coordinates], [...multiplicities], [...levels!]]).toEqual([
    [1, 1],
    [1, 2],
    [0, 1],
  ]);
  expect([grouped.elsewhereCount(), grouped.droppedCount()]).toEqual([2, 2]);

  const apart = latticeAccumulation({ axes: [axis], missing: "drop", atom: 0, fill: 0 });
  apart.take(Float64Array.of(0, 0.1, -3, -0, NaN, 4), 6);
  const counted = apart.counted()!;
  // −3 is moved to the end of the domain, where the atom is: it is no atom.
  expect([[...counted.points.coordinates], [...counted.multiplicities]]).toEqual([
    [0, 4],
    [2, 1],
  ]);
  expect([apart.atomCount(), apart.droppedCount()]).toEqual([3, 0]);
  expect(counted.levels).toBeUndefined();
});
