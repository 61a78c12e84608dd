import { expect, test } from "vitest";
import { levelLines, zeroLines } from "../../src/plots/zeroLines.ts";
import { smallGenerator } from "../state/smallGenerator.ts";
import { casesOf } from "../support/fuzzing.ts";

/** A field on the grid points 0 … nx − 1 by 0 … ny − 1. */
function fieldOf(nx: number, ny: number, f: (x: number, y: number) => number): Float64Array {
  return Float64Array.from({ length: nx * ny }, (_, k) => f(k % nx, Math.floor(k / nx)));
}

function pointsOf(line: Float64Array): readonly (readonly [x: number, y: number])[] {
  return Array.from({ length: line.length / 2 }, (_, k) => [line[2 * k]!, line[2 * k + 1]!]);
}

function lengthOf(line: Float64Array): number {
  const points = pointsOf(line);
  return points.slice(1).reduce((sum, [x, y], k) => sum + Math.hypot(x - points[k]![0], y - points[k]![1]), 0);
}

const isClosed = (line: Float64Array) => line[0] === line.at(-2) && line[1] === line.at(-1);

test("zeroLines(circle) is one closed line of the circle's length", () => {
  const R = 60.3;
  const lines = zeroLines(
    fieldOf(201, 161, (x, y) => R - Math.hypot(x - 100.2, y - 80.4)),
    201,
    161,
  );
  expect(lines).toHaveLength(1);
  const [circle] = lines;
  expect(isClosed(circle!)).toBe(true);
  // A chord across a cell is at most √2 long: an inscribed polygon is shorter by a share of at most (√2/R)²/24, and
  // linear interpolation of the distance moves a vertex by at most 1/(8R).
  expect(lengthOf(circle!) / (2 * Math.PI * R)).toBeCloseTo(1, 3);
  for (const [x, y] of pointsOf(circle!))
    expect(Math.abs(Math.hypot(x - 100.2, y - 80.4) - R)).toBeLessThan(1 / (4 * R));
});

test("zeroLines(oblique line) is exact: one open line from border to border", () => {
  const lines = zeroLines(
    fieldOf(31, 21, (x, y) => 2 * y - x - 3.3),
    31,
    21,
  );
  expect(lines).toHaveLength(1);
  expect(isClosed(lines[0]!)).toBe(false);
  // From (0, 1.65) to (30, 16.65).
  expect(lengthOf(lines[0]!)).toBeCloseTo(Math.hypot(30, 15), 10);
  for (const [x, y] of pointsOf(lines[0]!)) expect(2 * y - x - 3.3).toBeCloseTo(0, 10);
  const ends = [lines[0]!.slice(0, 2), lines[0]!.slice(-2)].map(([x]) => x).sort((a, b) => a! - b!);
  expect(ends).toEqual([0, 30]);
});

test("zeroLines(two circles) are two closed lines", () => {
  const f = (x: number, y: number) => Math.max(8.2 - Math.hypot(x - 15, y - 20), 6.1 - Math.hypot(x - 40, y - 20));
  const lines = zeroLines(fieldOf(60, 40, f), 60, 40);
  expect(lines.map(isClosed)).toEqual([true, true]);
  const total = lines.reduce((sum, line) => sum + lengthOf(line), 0);
  expect(total / (2 * Math.PI * (8.2 + 6.1))).toBeCloseTo(1, 2);
});

// Corners in the order (0, 0), (1, 0), (0, 1), (1, 1).
test.each([
  ["joins the positive corners", [3, -1, -1, 3], ["0.75,0 1,0.25", "0,0.75 0.25,1"]],
  ["joins the negative corners", [1, -3, -3, 1], ["0,0.25 0.25,0", "0.75,1 1,0.75"]],
  ["joins the positive corners", [-1, 3, 3, -1], ["0,0.25 0.25,0", "0.75,1 1,0.75"]],
  ["joins the negative corners", [-3, 1, 1, -3], ["0.75,0 1,0.25", "0,0.75 0.25,1"]],
])("zeroLines(saddle) %s where the mean of the cell has their sign: %j", (_, corners, expected) => {
  const lines = zeroLines(Float64Array.from(corners), 2, 2);
  expect(lines.map((line) => pointsOf(line).map(String).sort().join(" ")).sort()).toEqual([...expected].sort());
});

test("zeroLines(negated field) are the same lines", () => {
  const random = smallGenerator(3);
  const field = fieldOf(23, 17, () => random() - 0.5);
  const ends = (values: Float64Array) =>
    zeroLines(values, 23, 17)
      .map((line) => String(pointsOf(line).map(String).sort()))
      .sort();
  expect(ends(field.map((v) => -v))).toEqual(ends(field));
});

test("zeroLines(noise) passes every sign change once, on it, and ends nowhere but at the border", () => {
  const random = smallGenerator(7);
  for (let trial = 0; trial < casesOf(40, 15); trial++) {
    const [nx, ny] = [2 + Math.floor(20 * random()), 2 + Math.floor(20 * random())];
    const values = fieldOf(nx, ny, () => random() - 0.5);
    const at = (x: number, y: number) => values[x + y * nx]!;
    const crossing = (x: number, y: number) => {
      const [x0, y0] = [Math.floor(x), Math.floor(y)];
      const [x1, y1] = [Math.ceil(x), Math.ceil(y)];
      const share = x1 > x0 ? x - x0 : y - y0;
      expect(x1 - x0 + (y1 - y0)).toBe(1);
      expect(at(x0, y0) >= 0).not.toBe(at(x1, y1) >= 0);
      expect(at(x0, y0) * (1 - share) + at(x1, y1) * share).toBeCloseTo(0, 10);
      return `${x0},${y0},${x1},${y1}`;
    };
    let changes = 0;
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        if (x + 1 < nx && at(x, y) >= 0 !== at(x + 1, y) >= 0) changes++;
        if (y + 1 < ny && at(x, y) >= 0 !== at(x, y + 1) >= 0) changes++;
      }
    }
    const seen: string[] = [];
    for (const line of zeroLines(values, nx, ny)) {
      const points = pointsOf(line);
      const closed = isClosed(line);
      seen.push(...(closed ? points.slice(1) : points).map(([x, y]) => crossing(x, y)));
      const atBorder = ([x, y]: readonly [number, number]) => x === 0 || y === 0 || x === nx - 1 || y === ny - 1;
      if (!closed) expect([points[0]!, points.at(-1)!].map(atBorder)).toEqual([true, true]);
      // Neighbours on a line are two crossings of one cell.
      for (let k = 1; k < points.length; k++) {
        expect(
          Math.max(Math.abs(points[k]![0] - points[k - 1]![0]), Math.abs(points[k]![1] - points[k - 1]![1])),
        ).toBeLessThanOrEqual(1);
      }
    }
    expect(seen).toHaveLength(changes);
    expect(new Set(seen).size).toBe(changes);
  }
});

test("zeroLines(a single point of another sign) is a diamond around it", () => {
  const lines = zeroLines(
    fieldOf(5, 5, (x, y) => (x === 2 && y === 2 ? 1 : -1)),
    5,
    5,
  );
  expect(lines).toHaveLength(1);
  expect(isClosed(lines[0]!)).toBe(true);
  expect(lengthOf(lines[0]!)).toBeCloseTo(4 * Math.SQRT1_2, 12);
});

test.each([
  ["positive", 1],
  ["negative", -1],
  ["zero, which counts as positive", 0],
])("zeroLines(a field that is %s everywhere) is nothing", (_, value) => {
  expect(zeroLines(new Float64Array(20).fill(value), 5, 4)).toEqual([]);
});

test("zeroLines(zeros beside negative values) passes through the zeros", () => {
  const lines = zeroLines(
    fieldOf(4, 3, (x) => (x < 2 ? 0 : -1)),
    4,
    3,
  );
  expect(lines.map(pointsOf)).toEqual([
    [
      [1, 0],
      [1, 1],
      [1, 2],
    ],
  ]);
});

test("zeroLines of a grid with one row or one column is nothing", () => {
  expect(zeroLines(Float64Array.of(-1, 1, -1), 3, 1)).toEqual([]);
  expect(zeroLines(Float64Array.of(-1, 1, -1), 1, 3)).toEqual([]);
});

test("levelLines(field, levels) are the zero lines of field − level, for one after the other", () => {
  const random = smallGenerator(11);
  const field = fieldOf(23, 17, () => Math.round(8 * random()) / 8);
  const levels = [-1, 0, 0.125, 0.25, 0.625, 1, 2];
  const lines = levels.map((level) =>
    zeroLines(
      field.map((v) => v - level),
      23,
      17,
    ),
  );
  expect(levelLines(field, [23, 17], levels)).toEqual(lines.flat());
  levels.forEach((level, k) => expect(levelLines(field, [23, 17], [level])).toEqual(lines[k]));
});

test.each([1, 2, 3])("zeroLines(a draw as a sum) are those of its values, from every %i-th point", (stride) => {
  const [nx, ny] = [61, 44];
  const estimate = fieldOf(nx, ny, (x, y) => Math.sin(x / 9) + Math.cos(y / 7));
  const draws = [0, 1].map((k) => fieldOf(nx, ny, (x, y) => Math.sin((x * (k + 2) + y) / 5)));
  for (const noise of draws) {
    const values = estimate.map((value, i) => value + 0.7 * noise[i]!);
    const lines = zeroLines(values, nx, ny, stride);
    expect(lines.length).toBeGreaterThan(1);
    expect(zeroLines({ estimate, noise, noiseScale: 0.7 }, nx, ny, stride)).toEqual(lines);
    expect(zeroLines({ estimate, noise, noiseScale: 0 }, nx, ny, stride)).toEqual(zeroLines(estimate, nx, ny, stride));
  }
});

test.each([2, 3])(
  "levelLines(every %j-th point) ends at the border and stays near the lines of all points",
  (stride) => {
    const [nx, ny] = [60, 47];
    const field = fieldOf(nx, ny, (x, y) => Math.sin(x / 9) + Math.cos(y / 11) + 0.02 * x);
    const levels = [-0.5, 0.1, 0.8];
    const all = levelLines(field, [nx, ny], levels).flatMap(pointsOf);
    const some = levelLines(field, [nx, ny], levels, stride);
    expect(some).toHaveLength(levelLines(field, [nx, ny], levels).length);
    const atBorder = ([x, y]: readonly [number, number]) => x === 0 || y === 0 || x === nx - 1 || y === ny - 1;
    for (const line of some) {
      const points = pointsOf(line);
      if (!isClosed(line)) expect([points[0]!, points.at(-1)!].map(atBorder)).toEqual([true, true]);
      // Points of a line are at most √2 apart, so one of them is within √½ of any place on it; longer chords deviate a little.
      for (const [x, y] of points)
        expect(Math.min(...all.map(([a, b]) => Math.hypot(a - x, b - y)))).toBeLessThan(0.75 + stride ** 2 / 20);
    }
  },
);

test.each([2, 3, 31, 32, 33, 34, 64, 65, 97, 100])(
  "one level is looked for in words of 32 signs, and several point by point: the same lines, %i points in a row",
  (nx) => {
    const random = smallGenerator(nx);
    // Smooth, rough, on one side but for a corner, and with zeros.
    const corner = fieldOf(nx, 9, (x, y) => (x === nx - 1 && y === 8 ? 1 : -1));
    const smooth = fieldOf(nx, 9, (x, y) => Math.sin(x / 5) + Math.cos(y) - 0.2);
    const rough = fieldOf(nx, 9, () => random() - 0.5);
    const odd = fieldOf(nx, 9, () => [0, -0, 1, -1][Math.floor(4 * random())]!);
    for (const field of [corner, smooth, rough, odd])
      expect(levelLines(field, [nx, 9], [0])).toEqual(levelLines(field, [nx, 9], [0, 1e9]));
  },
);
