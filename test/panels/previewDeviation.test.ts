import { expect, test } from "vitest";
import { planDensity } from "../../src/core/density/density.ts";
import { densityLaw } from "../../src/core/density/densityForm.ts";
import { valueFunctional, valueOf } from "../../src/core/release/curveFunctionals.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { partOf, whatFollows, withNoise } from "../../src/panels/postProcessing/whatFollows.ts";

const domain = [[0, 10]] as const;
const parameters = { domain, bandwidths: [0.8], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

test("the noise of a preview's difference is that of its own draws, and of a group what its post-map makes of it", () => {
  const random = seededSource(2);
  const points = { dimension: 1, coordinates: Float64Array.from({ length: 50 }, () => 10 * random.uniform()) };
  const { unitNoise } = planDensity({ points, domain }).release({ ...parameters, drawCount: 2000, seed: 3 });
  const law = densityLaw(parameters);
  const x = gridCoordinates(law.grid.axes[0]!);
  const before = valueFunctional(x, 4);
  const difference = valueFunctional(x, 5).map((share, i) => share - before[i]!);
  const square = unitNoise.reduce((sum, draw) => sum + valueOf(difference, draw) ** 2, 0) / unitNoise.length;
  const noise = { sigma: 3, jitter: 0, form: () => Promise.resolve(law) };
  const of = { names: ["x"], axes: [x], released: new Float64Array(x.length) };
  const deviationOf = (change: object) => withNoise(of, { ...noise, ...change }, law).deviationOf!;
  const deviation = deviationOf({})([difference], 0)!;
  // 2,000 squares: 4.9 standard errors are 0.155 of a variance.
  expect(Math.abs(square / (deviation / 3) ** 2 - 1)).toBeLessThan(0.155);
  const numbers = { length: 2 * x.length };
  const postMap = {
    ...{ axes: [], offsets: new Float64Array(2 * x.length), spread: new Float64Array(2 * x.length), words: "" },
    terms: [
      {
        from: Uint32Array.from(numbers, (_, i) => i),
        weights: Float64Array.from(numbers, (_, i) => 1 + (i < x.length ? 0 : 1)),
      },
    ],
  };
  expect(deviationOf({ postMap })([difference], 1)).toBeCloseTo(2 * deviation, 12);
  // Noise of two groups is independent, and cancels where both carry the same.
  expect(deviationOf({})([difference], 0, undefined, 1)).toBeCloseTo(Math.SQRT2 * deviation, 12);
  expect(deviationOf({ postMap })([difference], 0, undefined, 1)).toBeCloseTo(Math.sqrt(5) * deviation, 12);
  const same = { ...postMap, terms: [{ ...postMap.terms[0]!, from: postMap.terms[0]!.from.map((i) => i % x.length) }] };
  expect(deviationOf({ postMap: same })([difference], 0, undefined, 1)).toBeCloseTo(deviation, 12);
  const groups = { ...of, names: ["x", "of"], axes: [x, Float64Array.of(0, 1)], levels: ["a", "b"], halfWidth: 4 };
  const released = Float64Array.from(numbers, (_, i) => (i < x.length ? 7 : 5));
  const less = partOf(withNoise({ ...groups, released }, { ...noise, postMap }, law), 0, 1);
  const [value, , integral] = whatFollows(less, { point: [4], window: [[4, 5]], weight: "" });
  expect([value!.released, value!.within, integral!.released]).toEqual([2, 8, expect.closeTo(2, 10)]);
  expect(value!.standardDeviation).toBeCloseTo(Math.sqrt(5) * deviationOf({})([before], 0)!, 10);
  const white = deviationOf({ jitter: 0.1 })([difference], 0)! ** 2;
  expect(white).toBeCloseTo((deviation ** 2 + 0.9 * valueOf(difference, difference)) / 1.1, 10);
});

test("a difference of two places in the plane has the deviation of the whole covariance, and a preview a band", () => {
  const axis = gridCoordinates({ lower: 0, upper: 1, count: 5 });
  const form = {
    kernel: { type: "matern32", lengthScale: 0.3 },
    grid: { axes: [{ lower: 0, upper: 1, count: 5 }, { lower: 0, upper: 1, count: 5 }] },
  } as const; // prettier-ignore
  const of = { names: ["x", "y"], axes: [axis, axis], released: Float64Array.from({ length: 25 }, (_, i) => i) };
  const shown = withNoise(of, { sigma: 2, jitter: 0, form: () => Promise.resolve(form) }, form);
  const rows = whatFollows(shown, { point: [0, 0], window: [[0.25, 0.75], [0, 1]], weight: "" }); // prettier-ignore
  const change = rows.find(({ name }) => name === "Change from 0.25, 0 to 0.75, 1")!;
  expect(change.released).toBe(22);
  const lag = (Math.sqrt(3) * Math.hypot(0.5, 1)) / 0.3;
  expect(change.standardDeviation).toBeCloseTo(2 * Math.sqrt(2 - 2 * (1 + lag) * Math.exp(-lag)), 12);
  expect(change.within! / 2).toBe(rows[0]!.within);
});
