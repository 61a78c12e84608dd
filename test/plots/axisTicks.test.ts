import { scaleLinear } from "d3";
import { describe, expect, test } from "vitest";
import { placeText } from "../../src/panels/controls/words.ts";
import { axisName, bottomAxis, axisTicks, clockText, fittingTicks } from "../../src/plots/axisTicks.ts";
import { typedClock } from "../../src/state/typedNumber.ts";

const day = (text: string) => Date.parse(`${text}Z`) / 86_400_000;
const ticksOf = (domain: readonly [number, number], unit: string) => {
  const { values, format } = axisTicks(scaleLinear([...domain], [0, 800]), 6, unit);
  return values.map(format);
};

describe("ticks of dates and times of day", () => {
  test.each([
    ["a day", [0, 24], "time", ["0:00", "3:00", "6:00", "9:00", "12:00", "15:00", "18:00", "21:00", "24:00"]],
    [
      "two minutes",
      [9, 9 + 2 / 60],
      "time",
      ["9:00", "9:00:15", "9:00:30", "9:00:45", "9:01", "9:01:15", "9:01:30", "9:01:45", "9:02"],
    ],
    ["a second", [9, 9 + 1 / 3600], "time", ["9:00", "9:00:00.2", "9:00:00.4", "9:00:00.6", "9:00:00.8", "9:00:01"]],
    [
      "an afternoon",
      [day("2024-01-03T14:30"), day("2024-01-03T15:30")],
      "date",
      ["14:30", "14:45", "15:00", "15:15", "15:30"],
    ],
    ["years", [day("2000-01-01"), day("2030-01-01")], "date", ["2000", "2005", "2010", "2015", "2020", "2025", "2030"]],
  ] as const)("of %s are round", (_, domain, unit, expected) => {
    expect(ticksOf(domain, unit)).toEqual(expected);
  });

  test("an axis within one day has the day in its name, a longer one in its ticks", () => {
    expect(axisName("at", "date", [day("2024-01-03T14:30"), day("2024-01-03T15:30")])).toBe("at (2024-01-03)");
    const midnight = [day("2024-01-03T23:00"), day("2024-01-04T01:00")] as const;
    expect(axisName("at", "date", midnight)).toBe("at");
    expect(ticksOf(midnight, "date")).toContain("Thu 04");
  });

  test("clockText rounds as finely as its axis needs, and what it writes exactly is typed back", () => {
    expect(clockText(14.504166, 24)).toBe("14:30");
    expect(clockText(14.504166, 2)).toBe("14:30:15");
    expect(clockText(23.99999)).toBe("24:00");
    expect(clockText(-1.5)).toBe("−1:30");
    for (const hours of [0, 9.5, 14 + 30 / 60 + 15 / 3600, 101.25, -1.5])
      expect(typedClock(clockText(hours, 0))?.value).toBeCloseTo(hours, 9);
    for (const wrong of ["", "9", "9:60", "9:5", "9:05:61", "9:05x"]) expect(typedClock(wrong)).toBeUndefined();
  });

  test("a place has a time of day where its axis is short, and the digits that tell its neighbours apart", () => {
    const at = day("2024-01-03T14:30:15");
    expect(placeText(at, "date")).toBe("2024-01-03");
    expect(placeText(at, "date", 7)).toBe("2024-01-03 14:30");
    expect(placeText(at, "date", 0.05)).toBe("2024-01-03 14:30:15");
    expect(placeText(day("2024-01-03T23:59:50"), "date", 7)).toBe("2024-01-04 0:00");
    expect(placeText(1_700_000_000.25, "", 1)).toBe("1700000000.25");
    expect(placeText(1234.5, "", 2000)).toBe("1230");
  });
});

test("ticks whose labels are long are fewer, so that they stand side by side", () => {
  const scale = scaleLinear([1.7e9, 1.7e9 + 1], [44, 378]);
  const { values, format } = fittingTicks(scale, 8);
  const step = scale(values[1]!) - scale(values[0]!);
  const [first, second] = values.map((value) => format(value));
  expect([first, second]).toEqual(["1,700,000,000.0", "+0.5"]);
  expect(3.5 * (first! + second!).length).toBeLessThan(step);
  expect(bottomAxis(scale, 8).tickValues()).toEqual(values);
});
