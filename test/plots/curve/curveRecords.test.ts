import { scaleLinear } from "d3";
import { expect, test } from "vitest";
import { spikeMarks } from "../../../src/plots/curve/curveRecords.ts";

const [left, right, top, bottom] = [40, 440, 10, 210];
const marksOf = (spikes: readonly (readonly [value: number, share: number])[]) =>
  spikeMarks(
    spikes.map(([value, share]) => ({ value, share })),
    { x: scaleLinear([0, 100], [left, right]), left, right, top, bottom },
  );

test("of values beside each other that are shared alike the most shared one says its share", () => {
  const marks = marksOf([
    [1.82, 0.05],
    [1.96, 0.067],
    [1.62, 0.058],
    [50, 0.05],
  ]);
  expect(marks.map(({ text }) => text)).toEqual(["7 %", "", "", "5 %"]);
  expect(marks.every(({ height }) => height > 10)).toBe(true);
});

test("lines of other heights, and far apart, say theirs; at the right end words stand to the left", () => {
  const marks = marksOf([
    [10, 0.6],
    [12, 0.3],
    [99, 0.1],
    [300, 0.05],
  ]);
  expect(marks.map(({ text }) => text)).toEqual(["60 %", "30 %", "10 %", ""]);
  expect(marks.map(({ atEnd }) => atEnd)).toEqual([false, false, true, true]);
  expect(marks.at(-1)!.at).toBe(right - left);
});
