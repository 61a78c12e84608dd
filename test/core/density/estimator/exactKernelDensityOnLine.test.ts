import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { exactKernelDensityOnLine } from "../../../../src/core/density/estimator/exactKernelDensityOnLine.ts";
import { kernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { pointsFrom, type Points } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

function onLine(coordinates: Float64Array): Points {
  return { dimension: 1, coordinates };
}

function uniformRecords(n: number, lower: number, upper: number): Points {
  const random = seededSource(21);
  return onLine(Float64Array.from({ length: n }, () => lower + (upper - lower) * random.uniform()));
}

test.each([
  { name: "many cells", points: uniformRecords(5000, -4, 4), h: 0.02 },
  { name: "few cells", points: uniformRecords(5000, -4, 4), h: 0.7 },
  { name: "one cell", points: uniformRecords(300, 2, 2.01), h: 0.7 },
  { name: "equal records", points: onLine(new Float64Array(20_000).fill(0.3)), h: 0.1 },
  {
    name: "records on the edges of cells",
    points: onLine(Float64Array.from({ length: 400 }, (_, i) => (i % 40) / 16)),
    h: 0.25,
  },
  { name: "a gap", points: onLine(Float64Array.from({ length: 900 }, (_, i) => (i % 2) + 1e-3 * (i % 7))), h: 0.01 },
  { name: "far from 0", points: uniformRecords(2000, 1e6, 1e6 + 1), h: 0.05 },
  { name: "more cells than records", points: uniformRecords(50, 0, 1), h: 0.01 },
])("exactKernelDensityOnLine is the direct sum to its rounding: $name", ({ points, h }) => {
  // 4.5e-16 of the height is left out. Offsets are known to u of the range R in the cells, u of themselves in the
  // direct sum, and |r| e^(−r²/2) < 1; sums of blocks of 4096 err by less than 1e-12 of the value, typically by 1e-15.
  const range = Math.max(...points.coordinates) - Math.min(...points.coordinates);
  const height = 1 / (Math.sqrt(2 * Math.PI) * h);
  const density = exactKernelDensityOnLine({ points, bandwidth: h });
  const start = Math.min(...points.coordinates) - 10 * h;
  const at = Float64Array.from({ length: 157 }, (_, i) => start + (i / 156) * (range + 20 * h));
  const exact = kernelDensity({ points, bandwidth: h, at: onLine(at) });
  exact.forEach((value, i) => {
    const tolerance = 1e-12 * value + height * (1e-15 + 4 * 2 ** -53 * (range / h + 10));
    expect(Math.abs(density(at[i]!) - value)).toBeLessThanOrEqual(tolerance);
  });
});

test("exactKernelDensityOnLine vanishes far from every record", () => {
  const density = exactKernelDensityOnLine({ points: uniformRecords(100, 0, 1), bandwidth: 0.1 });
  expect([density(-50), density(50)]).toEqual([0, 0]);
});

test.each([0, -1, NaN, Infinity])("exactKernelDensityOnLine refuses a bandwidth of %s", (bandwidth) => {
  expect(() => exactKernelDensityOnLine({ points: pointsFrom([[0]]), bandwidth })).toThrow(ParameterError);
});

test.each([NaN, Infinity, -Infinity])("exactKernelDensityOnLine refuses %s as a record and as a place", (value) => {
  expect(() => exactKernelDensityOnLine({ points: onLine(Float64Array.of(0, value)), bandwidth: 1 })).toThrow(
    ParameterError,
  );
  for (const points of [pointsFrom([[0], [0.1], [0.2]]), pointsFrom([[0], [1e9]])]) {
    expect(() => exactKernelDensityOnLine({ points, bandwidth: 1 })(value)).toThrow(ParameterError);
  }
});

test("exactKernelDensityOnLine refuses no records and the plane", () => {
  expect(() => exactKernelDensityOnLine({ points: onLine(new Float64Array(0)), bandwidth: 1 })).toThrow(ParameterError);
  expect(() => exactKernelDensityOnLine({ points: pointsFrom([[0, 0]]), bandwidth: 1 })).toThrow(ParameterError);
});
