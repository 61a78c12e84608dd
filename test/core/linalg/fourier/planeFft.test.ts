import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { fftRoundoff } from "../../../../src/core/linalg/fourier/fft.ts";
import { keptFourierPlan, planeWork } from "../../../../src/core/linalg/fourier/fourierPlan.ts";
import { createPlaneFft } from "../../../../src/core/linalg/fourier/planeFft.ts";
import { simdArithmetic } from "../../../../src/core/arithmetic/simdArithmetic.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { rootOfUnity } from "../../../support/rootOfUnity.ts";
import { ways } from "../../../support/ways.ts";

const u = 2 ** -53;
const random = seededSource(20240612);
const normals = (length: number) => Float64Array.from({ length }, () => random.normal());
const norm = (values: Float64Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));

/** Widths, depths, and columns × lines in use: one block of pairs and several, odd numbers, single rows and columns, padding. */
const planes = [
  [1, 1, 1, 1],
  [2, 3, 1, 2],
  [3, 1, 3, 1],
  [4, 4, 4, 4],
  [5, 6, 5, 6],
  [6, 5, 3, 4],
  [9, 8, 2, 5],
  [8, 9, 7, 9],
  [12, 10, 12, 10],
  [15, 16, 11, 7],
  [20, 12, 19, 12],
  [40, 18, 33, 10],
  [36, 20, 35, 13],
  [48, 5, 37, 5],
] as const;

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test.each(planes)(
    "createPlaneFft(%i, %i).forward of %i × %i values is the half spectrum of the padded array, within its bound",
    (width, depth, columns, lines) => {
      const values = normals(columns * lines);
      const rows = Math.floor(depth / 2) + 1;
      const re = new Float64Array(width * rows).fill(NaN);
      const im = re.slice();
      createPlaneFft(width, depth, way).forward({ values, columns, re, im });
      const total = values.reduce((sum, x) => sum + Math.abs(x), 0);
      // The reference errs by 4u for each of two roots, 3u for their products and (columns · lines)u for adding.
      const tolerance = fftRoundoff(width) + 2 * fftRoundoff(depth) + 2 * u + (12 + columns * lines) * u;
      let largest = 0;
      for (let l = 0; l < rows; l++) {
        for (let k = 0; k < width; k++) {
          let [sumRe, sumIm] = [0, 0];
          values.forEach((x, at) => {
            const [c, s] = rootOfUnity(k * (at % columns), width);
            const [d, t] = rootOfUnity(l * Math.floor(at / columns), depth);
            sumRe += x * (c * d - s * t);
            sumIm -= x * (s * d + c * t);
          });
          const error = Math.hypot(re[l * width + k]! - sumRe, im[l * width + k]! - sumIm);
          largest = error <= largest ? largest : error;
        }
      }
      expect(largest).toBeLessThanOrEqual(tolerance * total);
    },
  );

  test.each(planes)(
    "createPlaneFft(%i, %i).sum gives the first %i × %i values of the sum, within its bound, from any number of rows",
    (width, depth, columns, lines) => {
      const rowCount = Math.floor(depth / 2) + 1;
      for (const rows of new Set([0, 1, Math.ceil(rowCount / 2), rowCount])) {
        const re = normals(rows * width);
        const im = normals(rows * width);
        const values = new Float64Array(columns * lines).fill(NaN);
        const fill = (toRe: Float64Array, toIm: Float64Array) => {
          toRe.set(re);
          toIm.set(im);
        };
        // What is in the memory must not enter.
        way.reserve(1e5).fill(NaN, 0, 1e5);
        createPlaneFft(width, depth, way).sum({ rows, fill, values, columns });
        const twice = (l: number) => (l === 0 || 2 * l === depth ? 1 : 2);
        let squares = 0;
        for (let q = 0; q < re.length; q++) squares += twice(Math.floor(q / width)) * (re[q]! ** 2 + im[q]! ** 2);
        const exact = values.map((_, at) => {
          let sum = 0;
          for (let q = 0; q < re.length; q++) {
            const l = Math.floor(q / width);
            const [c, s] = rootOfUnity((q % width) * (at % columns), width);
            const [d, t] = rootOfUnity(l * Math.floor(at / columns), depth);
            sum += twice(l) * (re[q]! * (c * d - s * t) - im[q]! * (s * d + c * t));
          }
          return sum;
        });
        // Each sum of the reference has 2·rows·N terms, known to 14u, and errs by at most (14 + rows·N)u Σ c|X|.
        const reference = (14 + rows * width) * u * Math.sqrt(2 * rows * width * squares);
        const bound = (fftRoundoff(width) + fftRoundoff(depth) + 2 * u) * Math.sqrt(width * depth * squares);
        expect(norm(values.map((x, at) => x - exact[at]!))).toBeLessThanOrEqual(
          bound + Math.sqrt(values.length) * reference,
        );
      }
    },
  );

  test("planeForward and planeSum write to their arrays and their work, and nowhere else", () => {
    for (const [width, depth, columns, lines] of planes) {
      const spectrum = width * (Math.floor(depth / 2) + 1);
      const [re, im, values] = [5, spectrum + 10, 2 * spectrum + 15];
      const work = values + columns * lines + 5;
      const end = work + planeWork(width, depth);
      const [along, across] = [keptFourierPlan(way, width, true), keptFourierPlan(way, depth, false)];
      const memory = way.reserve(end + 40);
      memory.fill(0.5, 0, end + 40);
      const step = { along, across, re, im, values, columns, lines, work };
      way.planeForward(step);
      way.planeSum({ ...step, rows: Math.floor(depth / 2) + 1 });
      const gaps = [
        [0, re],
        [im - 5, im],
        [values - 5, values],
        [work - 5, work],
        [end, end + 40],
      ] as const;
      for (const [from, to] of gaps) expect(memory.subarray(from, to).every((value) => value === 0.5)).toBe(true);
    }
  });

  test("createPlaneFft(180, 200).sum of forward is N·M times the array, to the bounds of both", () => {
    const [width, depth, columns, lines] = [180, 200, 150, 141];
    const values = normals(columns * lines);
    const plane = createPlaneFft(width, depth, way);
    const rows = depth / 2 + 1;
    const re = new Float64Array(width * rows);
    const im = new Float64Array(width * rows);
    plane.forward({ values, columns, re, im });
    const back = new Float64Array(values.length);
    const fill = (toRe: Float64Array, toIm: Float64Array) => {
      toRe.set(re);
      toIm.set(im);
    };
    plane.sum({ rows, fill, values: back, columns });
    const error = norm(back.map((x, at) => x / (width * depth) - values[at]!));
    expect(error).toBeLessThanOrEqual(2.01 * (fftRoundoff(width) + fftRoundoff(depth) + 2 * u) * norm(values));
  });
});

test.each([
  [0, 8],
  [8, 0],
  [7, 8],
  [8, 14],
  [2.5, 8],
  [8, NaN],
])("createPlaneFft(%s, %s) is refused", (width, depth) => {
  expect(() => createPlaneFft(width, depth)).toThrow(ParameterError);
});

test("createPlaneFft(8, 10) refuses values, spectra and rows that do not fit", () => {
  const fft = createPlaneFft(8, 10);
  const spectrum = { re: new Float64Array(48), im: new Float64Array(48) };
  for (const [count, columns] of [
    [81, 8],
    [10, 8],
    [9, 9],
    [88, 8],
    [8, 0],
    [8, NaN],
    [9, 4.5],
  ] as const) {
    expect(() => fft.forward({ values: new Float64Array(count), columns, ...spectrum })).toThrow(ParameterError);
    expect(() => fft.sum({ values: new Float64Array(count), columns, rows: 1, fill: () => undefined })).toThrow(
      ParameterError,
    );
  }
  const values = new Float64Array(16);
  expect(() => fft.forward({ values, columns: 8, re: spectrum.re, im: new Float64Array(47) })).toThrow(ParameterError);
  for (const rows of [-1, 7, 1.5, NaN]) {
    expect(() => fft.sum({ values, columns: 8, rows, fill: () => undefined })).toThrow(ParameterError);
  }
});

test("createPlaneFft(8, 10).sum refuses a fill that moves the memory by using it for something else", () => {
  const way = simdArithmetic("plain")!;
  const fft = createPlaneFft(8, 10, way);
  const fill = () => void way.keep(new Float64Array(2));
  expect(() => fft.sum({ values: new Float64Array(16), columns: 8, rows: 1, fill })).toThrow(NumericalError);
});
