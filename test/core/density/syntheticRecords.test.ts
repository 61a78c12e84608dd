import { expect, test } from "vitest";
import { gridAxis, gridCoordinates, gridSize } from "../../../src/core/grids.ts";
import { pointAt } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { cleanedDensity, syntheticRecords } from "../../../src/core/density/syntheticRecords.ts";
import { expectFrequencies } from "../../support/frequencies.ts";
import { expectRelative, notPositive } from "../privacy/relative.ts";

const line = { axes: [gridAxis({ lower: -1, upper: 2, count: 4 })] };
const plane = { axes: [gridAxis({ lower: 0, upper: 1, count: 3 }), gridAxis({ lower: 10, upper: 30, count: 2 })] };

test("cleanedDensity clips and renormalises, and says how much", () => {
  const { values, mass, clippedShare } = cleanedDensity({ grid: line, released: [1, -3, 1, 2] });
  // Trapezia of 1, 0, 1, 2 and of 0, 3, 0, 0.
  expect(mass).toBe(0.5 + 0.5 + 1.5);
  expect(clippedShare).toBeCloseTo(3 / 2.5, 15);
  expect(Array.from(values)).toEqual([0.4, 0, 0.4, 0.8]);
});

test("records on a line have the piecewise linear density", () => {
  const density = Float64Array.of(2, 0, 1, 1);
  const { coordinates } = syntheticRecords({ grid: line, density, count: 20_000, random: seededSource(1) });
  // Of the distribution function, cell by cell: 1 − (1 − t)², t²/2, t; in quarters of cells.
  const cdf = (x: number) => {
    const t = Math.min(1, Math.max(0, x + 1));
    const s = Math.min(1, Math.max(0, x));
    return (1 - (1 - t) ** 2 + (s * s) / 2 + Math.max(0, x - 1)) / 2.5;
  };
  const ends = Array.from({ length: 13 }, (_, i) => -1 + i / 4);
  const classes = ends.slice(1).map((end, i) => [ends[i]!, end] as const);
  expectFrequencies(
    classes.map(([from, to]) => coordinates.filter((x) => x >= from && x < to).length),
    classes.map(([from, to]) => cdf(to) - cdf(from)),
  );
  expect(Math.min(...coordinates)).toBeGreaterThanOrEqual(-1);
  expect(Math.max(...coordinates)).toBeLessThanOrEqual(2);
});

test("records in a plane have the bilinear density", () => {
  const density = Float64Array.of(1, 4, 0, 3, 0, 2);
  const points = syntheticRecords({ grid: plane, density, count: 20_000, random: seededSource(2) });
  const at = (x: number, y: number) => {
    const i = Math.min(1, Math.floor(2 * x));
    const s = 2 * x - i;
    const t = (y - 10) / 20;
    const [a, b, c, e] = [density[i]!, density[i + 1]!, density[i + 3]!, density[i + 4]!];
    return (1 - t) * ((1 - s) * a + s * b) + t * ((1 - s) * c + s * e);
  };
  // 8 × 4 classes; the mass of one by the midpoint rule, which is exact for a bilinear function.
  const counts = new Float64Array(32);
  for (let r = 0; r < 20_000; r++) {
    const [x = 0, y = 0] = pointAt(points, r);
    counts[Math.min(7, Math.floor(8 * x)) + 8 * Math.min(3, Math.floor((y - 10) / 5))]!++;
  }
  const masses = counts.map((_, k) => at(((k % 8) + 0.5) / 8, 10 + 5 * (Math.floor(k / 8) + 0.5)));
  const total = masses.reduce((a, b) => a + b);
  expectFrequencies(
    counts,
    masses.map((mass) => mass / total),
  );
});

test("a million records of a fine field have its means", () => {
  const grid = { axes: [gridAxis({ lower: 0, upper: 1, count: 200 }), gridAxis({ lower: 0, upper: 1, count: 200 })] };
  const axis = gridCoordinates(grid.axes[0]!);
  const density = Float64Array.from({ length: gridSize(grid) }, (_, k) => axis[k % 200]! + 0.1);
  const { coordinates } = syntheticRecords({ grid, density, count: 200_000, random: seededSource(3) });
  let [x, y] = [0, 0];
  for (let k = 0; k < coordinates.length; k += 2) {
    x += coordinates[k]! / 200_000;
    y += coordinates[k + 1]! / 200_000;
  }
  // ∫x(x + 0.1)/0.6; deviations of at most 0.3/√200,000 = 7·10⁻⁴, five of them.
  expect(Math.abs(x - (1 / 3 + 0.05) / 0.6)).toBeLessThan(3.5e-3);
  expect(Math.abs(y - 0.5)).toBeLessThan(3.5e-3);
});

test("a density of one cell keeps its records there", () => {
  const { coordinates } = syntheticRecords({
    grid: line,
    density: Float64Array.of(0, 0, 0, 1e-300),
    count: 100,
    random: seededSource(4),
  });
  expect(Math.min(...coordinates)).toBeGreaterThanOrEqual(1);
  expectRelative(cleanedDensity({ grid: line, released: [0, 0, 0, 1e-300] }).values[3]!, 2, 1e-12);
});

test.each(notPositive)("synthetic records refuse %s by name", (bad) => {
  const good = { grid: line, density: Float64Array.of(1, 1, 1, 1), count: 1, random: seededSource(1) };
  expect(() => syntheticRecords({ ...good, count: bad })).toThrow(/^count must/);
  expect(() => syntheticRecords({ ...good, density: new Float64Array(4) })).toThrow(/^density must/);
  expect(() => syntheticRecords({ ...good, density: Float64Array.of(1, -1, 1, 1) })).toThrow(/^density must/);
  expect(() => syntheticRecords({ ...good, density: new Float64Array(3) })).toThrow(/^density must/);
  expect(() => cleanedDensity({ grid: line, released: [-1, -1, 0, -2] })).toThrow(
    /^released must be positive somewhere/,
  );
  expect(() => cleanedDensity({ grid: line, released: [NaN, 1, 1, 1] })).toThrow(/^released\[0\] must/);
});
