import { expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { bumpsAnywhere, bumpsByInterval } from "../../../../../src/core/privacy/sensitivity/search/bumpsByInterval.ts";
import { notPositive } from "../../relative.ts";
import { casesOf } from "../../../../support/fuzzing.ts";

/** The five sums at a centre, from the second derivatives of each point's bump. */
function sumsAt(x: number, degree: number, sigma: number) {
  const ts = Array.from({ length: degree + 1 }, (_, nu) => (nu / degree - x) / sigma);
  const values = ts.map((t) => Math.exp((-t * t) / 2));
  const second = ts.map((t, nu) => ((t * t - 1) * values[nu]!) / sigma ** 2);
  const total = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0);
  const bends = ts.map((_, cut) => Math.abs(total(second.slice(0, cut)) - total(second.slice(cut))));
  const square = (centre: number) => total(ts.map((_, nu) => Math.exp(-(((nu / degree - centre) / sigma) ** 2))));
  const h = 1e-4 * sigma;
  return {
    mass: total(values),
    square: square(x),
    bend: Math.max(...bends),
    absoluteBend: total(second.map(Math.abs)),
    absolute: sigma ** 2 * total(second.map(Math.abs)),
    lean: Math.abs(total(ts.map((t, nu) => Math.max(0, x < 0.5 ? t : -t) * values[nu]!))),
    steep: sigma ** 2 * total(second.map((value) => Math.max(0, value))),
    quartic: total(ts.map((t, nu) => Math.abs(t ** 4 - 6 * t * t + 3) * values[nu]!)),
    squareOfBend: total(second.map((value) => value * value)),
    hollow: -(square(x + h) + square(x - h) - 2 * square(x)) / h ** 2,
    values,
    second,
  };
}

test.each([
  [6, 0.1],
  [20, 0.3],
  [20, 0.05],
  [1, 0.4],
  [9, 2],
])("k = %i, σ = %d: every centre in an interval is below its bounds, and some come within 5 %", (degree, sigma) => {
  const bounds = bumpsByInterval({ degree, deviation: sigma });
  for (const interval of [1, 2, 3, 5, 12, 31, 64, 200, 12_345]) {
    const length = 2 ** -Math.floor(Math.log2(interval));
    const centres = Array.from({ length: 41 }, (_, i) => interval * length - 1 + (length * i) / 40);
    const sums = centres.map((x) => sumsAt(x, degree, sigma));
    for (const of of ["mass", "square", "bend", "squareOfBend", "hollow"] as const) {
      const most = Math.max(...sums.map((sum) => sum[of]));
      const noise = of === "hollow" ? 1e-6 * (degree + 1) * sigma ** -2 : 0;
      expect(most).toBeLessThanOrEqual(bounds[of](interval) * (1 + 1e-12) + noise);
      if (interval === 1 && of !== "hollow") expect(most / bounds[of](interval)).toBeGreaterThan(0.95);
    }
    const [most, steepest] = [bounds.most(interval), bounds.steepest(interval)];
    for (let nu = 0; nu <= degree; nu++) {
      expect(Math.max(...sums.map(({ values }) => values[nu]!))).toBeLessThanOrEqual(most[nu]!);
      expect(Math.max(...sums.map(({ second }) => second[nu]!))).toBeLessThanOrEqual(steepest[nu]! + 1e-12);
      expect(Math.max(...sums.map(({ values }) => values[nu]!))).toBeGreaterThan(most[nu]! * 0.99 - 1e-9);
    }
  }
});

const keys = [
  "mass",
  "square",
  "bend",
  "squareOfBend",
  "absoluteBend",
  "absolute",
  "lean",
  "steep",
  "quartic",
] as const;

test("bumpsAnywhere bounds centres off the lattice too", () => {
  for (const [degree, sigma] of [
    [6, 0.1],
    [20, 0.3],
    [1, 0.4],
    [9, 2],
  ] as const) {
    const bounds = bumpsAnywhere({ degree, deviation: sigma });
    const places = casesOf(2000, 600);
    const most = Object.fromEntries(keys.map((key) => [key, 0])) as Record<(typeof keys)[number], number>;
    for (let i = 0; i <= places; i++) {
      const sums = sumsAt(-6 * sigma + ((1 + 12 * sigma) * i) / places, degree, sigma);
      for (const of of keys) most[of] = Math.max(most[of], sums[of]);
    }
    for (const of of keys) {
      expect(most[of]).toBeLessThanOrEqual(bounds[of]);
      expect(most[of] / bounds[of]).toBeGreaterThan(0.9);
    }
  }
});

test.each(notPositive)("%s is refused", (value) => {
  expect(() => bumpsByInterval({ degree: value, deviation: 1 })).toThrow(ParameterError);
  expect(() => bumpsByInterval({ degree: 1, deviation: value })).toThrow(ParameterError);
  expect(() => bumpsAnywhere({ degree: 1, deviation: value })).toThrow(ParameterError);
});
