import { expect, test } from "vitest";
import { detectLayout, headerTimes, wideTimes } from "../../../src/core/records/curves/curveLayout.ts";
import { namedTimes } from "../../../src/core/records/timeNames.ts";

test.each([
  [["t0", "t1", "t2"], [0, 1, 2], ""],
  [["hour_0", "hour_6", "hour_12"], [0, 6, 12], "h"],
  [["Week 1", "Week 2", "Week 4"], [1, 2, 4], "weeks"],
  [["0min", "15min", "30 min"], [0, 15, 30], "min"],
  [["0[h]", "0.5[h]", "12 (h)"], [0, 0.5, 12], "h"],
  [["00:00", "00:30", "01:00"], [0, 0.5, 1], "time"],
  [["X0", "X0.1", "X0.25"], [0, 0.1, 0.25], ""],
  [["day1", "day2", "day10"], [1, 2, 10], "days"],
  [["2024-05-01", "2024-05-03"], [19844, 19846], "date"],
  [["10", "2.5", "5"], [2.5, 5, 10], ""],
  [["0", "5", "5 (2)", "10"], [0, 5, 5, 10], ""],
])("%j are times", (names, times, unit) => {
  const found = namedTimes(["person", ...names, "note"]);
  expect([Array.from(found!.times), found!.unit]).toEqual([times, unit]);
});

test.each([[["x1", "y2", "z3"]], [["height", "mass"]], [["q1", "q2", "q3"]], [["t0", "t1"]], [["v0", "v1", "v2"]]])(
  "%j are none",
  (names) => expect(namedTimes(names)).toBeUndefined(),
);

test("a column of ages beside curves in rows is no time of rows", () => {
  const columns = ["id", "age", "t0", "t1", "t2", "t3"].map((name) => ({ name, text: false }));
  const layout = detectLayout(columns);
  expect(layout.shape).toBe("wide");
  expect(wideTimes(columns)).toEqual(["t0", "t1", "t2", "t3"]);
  expect(layout.shape === "wide" && headerTimes(layout)).toEqual(Float64Array.of(0, 1, 2, 3));
});
