import { expect, test } from "vitest";
import { recordsFromCounts } from "../../../src/core/records/countedRecords.ts";
import { levelName, levelOfKey, levelOfRow } from "../../../src/core/records/declaredLevels.ts";
import { latticeAccumulation } from "../../../src/core/records/latticeAccumulation.ts";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { readTable } from "../../support/readTable.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { seededKeys } from "../../support/cellKeys.ts";

const keys = seededKeys();
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

test("spellings of one level are one, named by the first; a value that is left out is in none", () => {
  const file = readTable("x,y,class\n1,2,yes\n2,1,Yes\n3,1,YES\n4,2,no\n5,3,No\n6,2,unknown\n7,2,a | b\n");
  const levels = ["yes | Yes | YES", "no|No | No | no", "a | b"];
  const of = levelOfRow(file, { column: "class", levels });
  expect(Array.from({ length: 7 }, (_, row) => of(row))).toEqual([0, 0, 0, 1, 1, -1, 2]);
  const numbers = readTable("v,n\n1,1\n2,1.0\n3,0\n4,2\n");
  expect([0, 1, 2, 3].map(levelOfRow(numbers, { column: "n", levels: ["1 | true | 1.0", "0 | false"] }))).toEqual([
    ...[0, 0, 1, -1],
  ]);
  const byKey = levelOfKey({ column: "class", levels }, keys);
  expect(["Yes", "No", "unknown", "a | b"].map((text) => byKey(keys.ofText(text)))).toEqual([0, 1, -1, 2]);
  expect(() => levelOfRow(file, { column: "class", levels: ["yes | Yes", "Yes | no"] })).toThrow(/levels must be diff/);
  expect(levels.map(levelName)).toEqual(["yes", "no|No", "a"]);
});

test("levelOfKey does the same with the key of a cell", () => {
  const of = levelOfKey({ column: "c", levels: ["south", "2021", "0"] }, keys);
  expect(() => levelOfKey({ column: "c", levels: ["1", "1.0"] }, keys)).toThrow(/levels must be different/);
  expect([keys.ofText("south"), 2021, 0, -0, keys.ofText("2021"), keys.ofText("north"), NaN, 7].map(of)).toEqual([
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
  expect(of({ groups, missing: { countedAs: [9] } })).toEqual({
    ...{ values: [1, 2, 3, 9], levels: [1, 0, 1, 0], droppedCount: 0, elsewhereCount: 2 },
  });
  expect(of({ groups, only: { column: "year", value: "2021" } })).toEqual({
    ...{ values: [3], levels: [1], droppedCount: 1, outsideCount: 2, elsewhereCount: 2 },
  });
});

test("latticeAccumulation counts each group on its own lattice, and an atom as it is, before it is rounded", () => {
  const axis = { lower: 0, upper: 10, cells: 11 };
  const [north, south, east] = ["north", "south", "east"].map(keys.ofText) as [number, number, number];
  const groups = { count: 2, of: levelOfKey({ column: "region", levels: ["south", "north"] }, keys) };
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

  const apart = latticeAccumulation({ axes: [axis], missing: { countedAs: [0] }, pointMass: 0 });
  apart.take(Float64Array.of(0, 0.1, -3, -0, NaN, 4), 6);
  const counted = apart.counted()!;
  // −3 is moved to the end of the domain, where the atom is: it is no atom.
  expect([[...counted.points.coordinates], [...counted.multiplicities]]).toEqual([
    [0, 4],
    [2, 1],
  ]);
  expect([apart.pointMassCount(), apart.droppedCount()]).toEqual([3, 0]);
  expect(counted.levels).toBeUndefined();
});

test("who has which value changes the level of no other row: a word among numbers, a thousand words, numbers written in other ways", () => {
  const random = seededSource(19);
  const one = (list: readonly string[]) => list[Math.floor(list.length * random.uniform())]!;
  const cells = ["1", "1.0", "01", " 1 ", "2", "2.00", "3", "-0", "0", "1e1", "10", "", "NA", "x", "1.5"];
  const levels = ["1.0", "2", "10.0", "-0", "x", "word 7"];
  let found = 0;
  for (let trial = 0; trial < casesOf(120, 40); trial++) {
    // Of numbers alone, so that one word makes it a column of words; or of so many words that only their keys are kept.
    const many = trial % 10 === 0;
    const own = Array.from({ length: many ? 1010 : 12 }, (_, i) =>
      many && i % 101 !== 0 ? `word ${i}` : one(trial % 2 === 0 ? cells.slice(0, 11) : cells),
    );
    const replaced = own.with(0, many ? `word ${5000 + trial}` : one(["x", "word 7", "", "1.50", "2"]));
    const [before, after] = [own, replaced].map((column) => {
      const read = readTable(`v,c\n${column.map((cell, i) => `row ${i},${cell}`).join("\n")}\n`);
      expect(read.rowCount).toBe(column.length);
      const of = levelOfRow(read, { column: "c", levels });
      return Array.from({ length: read.rowCount - 1 }, (_, i) => of(i + 1));
    });
    expect(after).toEqual(before);
    found += before!.filter((level) => level >= 0).length;
  }
  expect(found).toBeGreaterThan(300);
  for (const same of [
    ["1", "1.0"],
    ["x", " x"],
    ["0", "-0"],
  ]) {
    expect(() => levelOfRow(table, { column: "region", levels: same })).toThrow(/levels must be different/);
  }
});

test("records that an engine counted have their levels by their own label, however many other labels there are, or none", () => {
  const read = (rows: readonly string[]) =>
    recordsFromCounts(readTable(`cell_of_v,label_of_region,counts_0_1_11_per_1\n${rows.join("\n")}\n`), false, {
      levels: ["north", "1.0"],
    });
  const shared = ["3,north,5", "4,1,2", "4,north,1", "9,east,2"];
  const others = Array.from({ length: 1001 }, (_, i) => `7,word ${i},1`);
  for (const [rows, count] of [
    [shared, 4],
    [[...shared, "5,NA,1"], 5],
    [[...shared, ...others], 1005],
  ] as const) {
    const { points, multiplicities, levels } = read(rows);
    expect(levels).toHaveLength(count);
    const told = [...levels!.entries()].filter(([, level]) => level >= 0);
    expect(told.map(([i, level]) => [level, points.coordinates[i], multiplicities[i]]).toSorted()).toEqual([
      [0, 0.3, 5],
      [0, 0.4, 1],
      [1, 0.4, 2],
    ]);
  }
});
