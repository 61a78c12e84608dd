import { describe, expect, test } from "vitest";
import { detectLayout, type WideLayout } from "../../../../src/core/records/curves/curveLayout.ts";
import { curvesFrom } from "../../../../src/core/records/curves/curves.ts";
import { outlineOf } from "../../../../src/core/records/outline.ts";
import { tableOf } from "../../../../src/core/tables/table.ts";
import { fromWide, rowsOf } from "../../../support/curvesOfText.ts";
import { readTable } from "../../../support/readTable.ts";

describe("curvesFrom, wide", () => {
  test("takes the header's times as the grid, and the values as they are", () => {
    const curves = fromWide("0,0.5,2\n1,2,3\n4,0.1,6\n");
    expect(Array.from(curves.grid)).toEqual([0, 0.5, 2]);
    expect(rowsOf(curves)).toEqual([
      [1, 2, 3],
      [4, 0.1, 6],
    ]);
    expect(curves.notices).toEqual([]);
    expect(curves.personOf).toBeUndefined();
  });

  test("a header without times stands for 0 to 1, and says so", () => {
    const curves = fromWide("a,b,c\n1,2,3\n4,5,6\n");
    expect(Array.from(curves.grid)).toEqual([0, 0.5, 1]);
    expect(rowsOf(curves)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(curves.notices).toEqual([
      "The header has no times: its 3 columns stand for equally spaced times from 0 to 1.",
    ]);
  });

  test("times may stand in the first row, if the person says so", () => {
    const table = readTable("0,0.5,2\n1,2,3\n4,,6\n");
    const layout: WideLayout = { shape: "wide", times: table.columns.map(({ name }) => name), timesInFirstRow: true };
    const curves = curvesFrom({ table, layout, grid: "header", missing: "refuse" });
    expect(Array.from(curves.grid)).toEqual([0, 0.5, 2]);
    expect(rowsOf(curves)).toEqual([
      [1, 2, 3],
      [4, 4.5, 6],
    ]);
    expect(
      rowsOf(curvesFrom({ table, layout: { ...layout, timesInFirstRow: false }, grid: "header", missing: "refuse" })),
    ).toHaveLength(3);
    const unsorted = curvesFrom({
      table: readTable("0,2,1\n1,2,3\n4,5,6\n"),
      layout,
      grid: "header",
      missing: "refuse",
    });
    expect(rowsOf(unsorted)).toEqual([
      [1, 3, 2],
      [4, 6, 5],
    ]);
    expect(() =>
      curvesFrom({ table: readTable("0,,1\n1,2,3\n4,5,6\n"), layout, grid: "header", missing: "refuse" }),
    ).toThrow("column must be chosen with a time in the first row; got none in column 2");
  });

  test("times in the first row go with persons of text", () => {
    const table = readTable("who,0,1\nada,1,2\nbob,3,4\nada,5,6\n");
    const layout: WideLayout = {
      shape: "wide",
      times: ["column 2", "column 3"],
      person: "column 1",
      timesInFirstRow: true,
    };
    const curves = curvesFrom({ table, layout, grid: "header", missing: "refuse" });
    expect(rowsOf(curves)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(Array.from(curves.personOf!, (code) => code - curves.personOf![0]!)).toEqual([0, 1, 0]);
  });

  test("interpolates linearly onto a declared grid and holds the ends, by hand", () => {
    const curves = fromWide("0,1,3\n10,20,40\n0,-2,6\n", { grid: { lower: -1, upper: 4, count: 6 } });
    expect(rowsOf(curves)).toEqual([
      [10, 10, 20, 30, 40, 40],
      [0, 0, -2, 2, 6, 6],
    ]);
    expect(curves.notices).toEqual([
      "2 curves interpolated linearly onto 6 points from -1 to 4.",
      "2 curves not reaching from -1 to 4: held constant beyond the ends.",
    ]);
  });

  test("continues a curve across missing cells, and counts them", () => {
    const curves = fromWide("0,1,4\n1,,5\n,2,NA\n3,3,3\n");
    expect(rowsOf(curves)).toEqual([
      [1, 2, 5],
      [2, 2, 2],
      [3, 3, 3],
    ]);
    expect(curves.notices).toEqual([
      "3 cells without a number: the curves are continued across the gaps.",
      "2 curves interpolated linearly onto 3 points from 0 to 4.",
      "1 curve not reaching from 0 to 4: held constant beyond the ends.",
    ]);
  });

  test("says which curves reach beyond the declared interval", () => {
    const curves = fromWide("0,1,2\n0,1,4\n0,-1,0\n", { grid: { lower: 0.5, upper: 1.5, count: 2 } });
    expect(rowsOf(curves)).toEqual([
      [0.5, 2.5],
      [-0.5, -0.5],
    ]);
    expect(curves.notices.at(-1)).toBe("2 curves reaching beyond 0.5 to 1.5: not used there.");
  });

  test("the column of the person may be text or numbers", () => {
    const text = fromWide("who,0,1\nada,1,2\nbob,3,4\nada,5,6\n", { times: ["0", "1"], person: "who" });
    const numbers = fromWide("who,0,1\n7,1,2\n9,3,4\n7,5,6\n", { times: ["0", "1"], person: "who" });
    expect(Array.from(text.personOf!)).toEqual([0, 1, 0]);
    expect(numbers).toEqual(text);
  });

  test("what is incomplete is refused, or left out with its person", () => {
    const content = "who,0,1\nada,1,2\nbob,,\n,3,4\ncyn,5,6\n";
    const layout = { times: ["0", "1"], person: "who" };
    expect(() => fromWide(content, layout)).toThrow(
      "file must be one with a value in every curve, unless you choose to leave such curves out; got no number in row 2",
    );
    const kept = fromWide(content, { ...layout, missing: "drop" });
    expect(rowsOf(kept)).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(Array.from(kept.personOf!)).toEqual([0, 2]);
    expect(kept.notices).toContain("2 incomplete curves: left out.");
    expect(kept.curves.buffer.byteLength).toBe(32);
  });

  test("curves of different length without times are refused, or left out", () => {
    const content = "a,b,c\n1,2,3\n4,5\n6,,8\n";
    expect(() => fromWide(content)).toThrow(
      "file must be curves of equal length, as its header has no times, unless you choose to leave shorter ones out; got 2 of 3 values in row 2",
    );
    expect(rowsOf(fromWide(content, { missing: "drop" }))).toEqual([
      [1, 2, 3],
      [6, 7, 8],
    ]);
  });

  test("text among the numbers is refused with its place, or a gap", () => {
    const content = "0,1,2\n1,high,3\n4,5,6\n";
    expect(() => fromWide(content)).toThrow(
      'column must be a number in every cell that is not empty, unless you choose to leave out what is none; got "high" in row 1 of 1',
    );
    expect(rowsOf(fromWide(content, { missing: "drop" }))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  test.each([
    ["a column of text", "0,1\n1,low\n2,high\n", 'column must be a column of numbers; got "1"'],
    [
      "one column",
      "0\n1\n2\n",
      "column must be chosen with at least two columns of values for each curve; text in one of its cells makes a column one of text; got one column of values",
    ],
  ])("%s: refused", (_, content, message) => {
    expect(() => fromWide(content)).toThrow(message);
  });

  test("columns are taken in the order of time (106), and a time that the header has twice has the mean of its values", () => {
    for (const [text, grid, expected] of [
      [
        "0,10,5,2.5\n1,11,6,3.5\n2,12,7,4.5\n",
        [0, 2.5, 5, 10],
        [
          [1, 3.5, 6, 11],
          [2, 4.5, 7, 12],
        ],
      ],
      [
        "id,0,1,1\n7,1,2,3\n8,4,5,6\n",
        [0, 1],
        [
          [1, 2.5],
          [4, 5.5],
        ],
      ],
    ] as const) {
      const table = readTable(text, { header: true });
      const layout = detectLayout(outlineOf(table).columns);
      const read = curvesFrom({ table, layout, grid: "header", missing: "refuse" });
      expect([...read.grid]).toEqual(grid);
      expect(rowsOf(read)).toEqual(expected);
    }
  });

  test("a single curve is taken, which a holder among several may have", () => {
    const table = tableOf([
      { name: "0", values: Float64Array.of(1) },
      { name: "1", values: Float64Array.of(2) },
    ]);
    const layout = detectLayout(outlineOf(table).columns);
    const read = curvesFrom({ table, layout, grid: "header", missing: "refuse" });
    expect([read.curveCount, ...read.curves]).toEqual([1, 1, 2]);
  });

  test("100,000 curves are refused with what to do", () => {
    const values = new Float64Array(100_000);
    const table = tableOf([
      { name: "0", values },
      { name: "1", values },
    ]);
    expect(() =>
      curvesFrom({ table, layout: detectLayout(outlineOf(table).columns), grid: "header", missing: "refuse" }),
    ).toThrow("file must be at most 20,000 curves: take a random sample of them; got 100,000 curves");
  });

  test.each([
    [{ lower: 0, upper: 1, count: 1 }, "count must be an integer of at least 2; got 1"],
    [{ lower: 0, upper: 1, count: NaN }, "count must be an integer of at least 2; got NaN"],
    [{ lower: 0, upper: 1, count: 1001 }, "count must be at most 1,000 points; got 1001"],
    [{ lower: 1, upper: 1, count: 5 }, "upper must be greater than lower = 1; got 1"],
    [{ lower: NaN, upper: 1, count: 5 }, "lower must be finite; got NaN"],
    [{ lower: 0, upper: Infinity, count: 5 }, "upper must be finite; got Infinity"],
  ])("the grid %o is refused", (grid, message) => {
    expect(() => fromWide("0,1\n1,2\n3,4\n", { grid })).toThrow(message);
  });
});
