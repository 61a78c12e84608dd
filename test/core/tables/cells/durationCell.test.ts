import { expect, test } from "vitest";
import { readDuration } from "../../../../src/core/tables/cells/durationCell.ts";

test("readDuration reads clocks over a day, ISO 8601, words and plain numbers in the unit of its column", () => {
  for (const [cell, seconds] of [
    ["25:10:00", 90_600],
    ["01:30:15", 5415],
    ["-0:45:10.5", -2710.5],
    ["101:00:00", 363_600],
    ["2 days 03:00:01", 183_601],
    ["1 day, 2:03", 93_780],
    ["PT1H30M", 5400],
    ["P1DT0.5H", 88_200],
    ["p2w", 1_209_600],
    ["PT90.5S", 90.5],
    ["1 h 30 min", 5400],
    ["1h30", 5400],
    ["2d 3h", 183_600],
    ["1 hour 5 s", 3605],
    ["5min", 300],
  ] as const) {
    expect(readDuration(cell, "s"), cell).toBe(seconds);
    expect(readDuration(cell, "h"), cell).toBe(seconds / 3600);
  }
  for (const unit of ["s", "min", "h"] as const) expect(readDuration("12,5", unit)).toBe(12.5);
});

test("readDuration takes the first of two fields for the unit, or the one above seconds", () => {
  const of = (cell: string) => (["h", "min", "s"] as const).map((unit) => readDuration(cell, unit));
  expect(of("1:30")).toEqual([1.5, 1.5, 90]);
  expect(of("90:15.5")).toEqual([NaN, 90 + 15.5 / 60, 5415.5]);
});

test("readDuration reads no month, no field beyond 59, no range and no word alone", () => {
  for (const cell of ["P1M", "P1Y", "PT", "P", "1:60", "1:30:60", "1:2", "5-10", "h", "", "x", "1:30:15:10", "3 weeks"])
    expect(readDuration(cell, "h"), cell).toBeNaN();
});
