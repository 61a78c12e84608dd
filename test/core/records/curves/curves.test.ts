import { expect, test } from "vitest";
import { fromWide, rowsOf } from "../../../support/curvesOfText.ts";

test("replacing one curve of the table changes that curve of the result and nothing else", () => {
  const rows = ["1,2,3", "4,,6", "7,8,9"];
  const grid = { lower: -1, upper: 3, count: 17 };
  const before = rowsOf(fromWide(`0,1,2\n${rows.join("\n")}\n`, { grid }));
  const after = rowsOf(fromWide(`0,1,2\n${[rows[0], ",1e6,", rows[2]].join("\n")}\n`, { grid }));
  expect(after[1]).toEqual(Array.from({ length: 17 }, () => 1e6));
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
});

test("interpolated values stay between the samples, at any magnitude", () => {
  const curves = fromWide("0,1\n-1.7e308,1.7e308\n5e-324,-5e-324\n", { grid: { lower: 0, upper: 1, count: 101 } });
  const [large, small] = rowsOf(curves);
  expect(large!.every((value, k) => Math.abs(value) <= 1.7e308 && (k === 0 || value >= large![k - 1]!))).toBe(true);
  expect(small!.every((value) => Math.abs(value) <= 5e-324)).toBe(true);
});

test("times too far apart to be subtracted give the value before", () => {
  const { curves } = fromWide("-1.7e308,1.7e308\n1,2\n3,4\n", { grid: { lower: 0, upper: 1e308, count: 3 } });
  expect(Array.from(curves)).toEqual([1, 1, 1, 3, 3, 3]);
});
