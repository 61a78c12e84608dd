import { expect, test } from "vitest";
import { contourLabels } from "../../../src/plots/plane/contourLabels.ts";
import { levelLines } from "../../../src/plots/zeroLines.ts";

const side = 101;
const scale = 5;
const plane = { left: 0, right: 500, top: 0, bottom: 500 };
const place = (i: number, j: number) => [scale * i, 500 - scale * j] as const;

/** A field on a grid of 101 × 101 points over [−1, 1]². */
function fieldOf(f: (x: number, y: number) => number): Float64Array {
  return Float64Array.from({ length: side * side }, (_, k) => f((k % side) / 50 - 1, Math.floor(k / side) / 50 - 1));
}

function labelled(values: Float64Array, levels: readonly number[], other?: Float64Array) {
  const counts = [side, side] as const;
  const lines = levelLines(values, counts, levels);
  const others = other ? levelLines(other, counts, levels) : [];
  return { labels: contourLabels({ values, counts, lines, others, levels, place, plane }), lines, others };
}

const bump = (x: number, y: number) => Math.exp(-2 * (x * x + y * y));
const wide = (text: string) => (6.2 * text.length) / 2;

test("each label stands on the contour whose value it says, in the plane, apart from the others", () => {
  const levels = [0.2, 0.4, 0.6, 0.8];
  const { labels } = labelled(fieldOf(bump), levels);
  expect(labels.map(({ text }) => text).sort()).toEqual(levels.map(String));
  for (const { x, y, text } of labels) {
    expect(bump(x / 250 - 1, (500 - y) / 250 - 1)).toBeCloseTo(Number(text), 2);
    expect(Math.min(x, 500 - x)).toBeGreaterThan(wide(text));
    for (const other of labels)
      if (other.text !== text)
        expect(Math.abs(x - other.x) > 1.5 * (wide(text) + wide(other.text)) || Math.abs(y - other.y) >= 1.5 * 13).toBe(
          true,
        );
  }
});

test("a label covers no other contour, of this function or another; where there is no room there is none", () => {
  const levels = [0.1, 0.3, 0.5, 0.7, 0.9];
  const other = fieldOf((x, y) => bump(x - 0.3, y + 0.2));
  const { labels, lines, others } = labelled(fieldOf(bump), levels, other);
  expect(labels.length).toBeGreaterThan(1);
  for (const { x, y, text } of labels) {
    const covered = (line: Float64Array) =>
      Array.from({ length: line.length / 2 }, (_, k) => place(line[2 * k]!, line[2 * k + 1]!)).some(
        ([px, py]) => Math.abs(px - x) < wide(text) && Math.abs(py - y) < 6,
      );
    expect(lines.filter(covered).length).toBe(1); // Its own.
    expect(others.filter(covered).length).toBe(0);
  }
  const steep = fieldOf((x) => x);
  const crowded = Array.from({ length: 40 }, (_, k) => -0.04 + k * 0.002);
  expect(labelled(steep, crowded).labels.length).toBeLessThan(3);
});

test("no contour, no label; small values keep three figures", () => {
  expect(
    labelled(
      fieldOf(() => 0),
      [1, 2],
    ).labels,
  ).toEqual([]);
  const tiny = fieldOf((x, y) => 1.234e-5 * bump(x, y));
  expect(labelled(tiny, [6.25e-6]).labels.map(({ text }) => text)).toEqual(["6.25e−6"]);
});
