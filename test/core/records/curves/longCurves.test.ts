import { describe, expect, test } from "vitest";
import { curvesFrom } from "../../../../src/core/records/curves/curves.ts";
import { fromLong, long, rowsOf } from "../../../support/curvesOfText.ts";
import { readTable } from "../../../support/readTable.ts";

describe("curvesFrom, long", () => {
  test("gathers each curve from its rows, wherever they stand, and interpolates by hand", () => {
    const curves = fromLong("id,time,y\na,0,1\nb,0.5,10\na,2,5\nb,1.5,30\n");
    expect(rowsOf(curves)).toEqual([
      [1, 3, 5],
      [10, 20, 30],
    ]);
    expect(Array.from(curves.grid)).toEqual([0, 1, 2]);
    expect(curves.notices).toEqual([
      "2 curves interpolated linearly onto 3 points from 0 to 2.",
      "1 curve not reaching from 0 to 2: held constant beyond the ends.",
    ]);
  });

  test("a curve's name may be a number, and unique within a person only", () => {
    const content = "who,visit,time,y\np,1,0,1\np,2,0,2\nq,1,0,3\np,1,2,1\n";
    const curves = fromLong(content, { curve: "visit", person: "who" });
    expect(rowsOf(curves)).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]);
    expect(Array.from(curves.personOf!)).toEqual([0, 0, 1]);
  });

  test("a row without a value is a gap; a row without time or curve is refused, or left out", () => {
    const content = "id,time,y\na,0,1\na,1,\na,2,5\n,1,7\nb,,8\nb,1,9\n";
    expect(() => fromLong(content)).toThrow(
      "column must be a curve and a time in every row, unless you choose to leave such rows out; got row 4 without one",
    );
    const curves = fromLong(content, { missing: "drop" });
    expect(rowsOf(curves)).toEqual([
      [1, 3, 5],
      [9, 9, 9],
    ]);
    expect(curves.notices.slice(0, 2)).toEqual([
      "2 rows without a time or a curve: left out.",
      "1 row without a number: the curves are continued across the gaps.",
    ]);
  });

  test("a curve without any number is refused by name, or left out", () => {
    const content = "id,time,y\na,0,1\nb,0,NA\nb,1,nan\nc,0,2\n";
    expect(() => fromLong(content)).toThrow("got no number in id b");
    expect(rowsOf(fromLong(content, { missing: "drop" }))).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
    expect(() => fromLong("who,id,time,y\n3,1,0,NA\n3,2,0,1\n4,1,0,1\n", { person: "who" })).toThrow(
      "got no number in id 1 of who 3",
    );
  });

  test.each([
    ["values as text", "id,time,y\na,0,low\na,1,high\nb,0,low\n", 'column must be a column of numbers; got "y"'],
    ["times as text", "id,time,y\na,monday,1\nb,tuesday,2\n", 'column must be a column of numbers; got "time"'],
    ["an absent column", "id,t,y\na,0,1\nb,1,2\n", 'column must be one of id, t, y; got "time"'],
  ])("%s are refused", (_, content, message) => {
    expect(() => fromLong(content)).toThrow(message);
  });

  test("the values of a curve at one time count as their mean", () => {
    const { curves, notices } = fromLong("id,time,y\na,0,1\na,2,1.7e308\na,0,4\na,2,1.7e308\nb,0,2\nb,0,2\nb,0,8\n");
    expect(Array.from(curves)).toEqual([2.5, 8.5e307, 1.7e308, 4, 4, 4]);
    expect(notices).toContain("2 curves with a time twice: the mean of its values counts there.");
  });

  test("rows of a curve may come in any order", () => {
    const sorted = fromLong("id,time,y\na,0,2\na,1,1\na,2,5\nb,0,1\nb,2,3\n");
    const shuffled = fromLong("id,time,y\na,2,5\nb,2,3\na,0,2\nb,0,1\na,1,1\n");
    expect(shuffled.curves).toEqual(sorted.curves);
  });

  test("any number of names tells curves apart, in text or in numbers", () => {
    const rows = (name: (i: number) => string) =>
      `id,time,y\n${Array.from({ length: 4500 }, (_, i) => `${name(i % 1500)},${Math.floor(i / 1500)},${i}\n`).join("")}`;
    const byText = fromLong(rows((i) => `c${i}`));
    expect(byText.curveCount).toBe(1500);
    expect(byText.curves).toEqual(fromLong(rows(String)).curves);
  });

  test("the header gives no grid", () => {
    expect(() =>
      curvesFrom({ table: readTable("id,time,y\na,0,1\nb,0,2\n"), layout: long, grid: "header", missing: "refuse" }),
    ).toThrow('grid must be an interval and a count, as a long table has no times in its header; got "header"');
  });
});
