import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { bumpDensity } from "../../../src/core/density/estimator/bumpDensity.ts";
import { exponentialDensityOnLine } from "../../../src/core/density/estimator/exponentialDensityOnLine.ts";
import { addedFailure } from "../../../src/core/privacy/calibration/claim.ts";
import { cryptographicWords, wordsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import type { DensityTargetParameters } from "../../../src/core/density/densityParameters.ts";
import { onlineCapacity } from "../../../src/core/release/onlineFunction.ts";
import { openOnlineDensity } from "../../support/openedDensity.ts";
import { casesOf } from "../../support/fuzzing.ts";

const random = seededSource(3);
const points = { dimension: 1, coordinates: Float64Array.from({ length: 500 }, () => 5 + 2 * random.normal()) };
const plane = { dimension: 2, coordinates: Float64Array.from({ length: 600 }, () => 5 + 2 * random.normal()) };
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
const base: DensityTargetParameters = {
  domain: [[0, 10]],
  bandwidths: [0.5],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
};
const ways: readonly (readonly [string, typeof points, DensityTargetParameters])[] = [
  ["Gaussian", points, base],
  ["Sobolev", points, { ...base, route: "sobolev" }],
  ["exponential", points, { ...base, bump: "exponential" }],
  ["Matérn 3/2", points, { ...base, bump: "matern32" }],
  ["triangular", points, { ...base, bump: "triangular" }],
  [
    "Gaussian, tilted",
    plane,
    {
      ...base,
      domain: [
        [0, 10],
        [0, 10],
      ],
      bandwidths: [0.8, 0.5],
      correlation: 0.4,
    },
  ],
  [
    "Sobolev in the plane",
    plane,
    {
      ...base,
      domain: [
        [0, 10],
        [0, 10],
      ],
      bandwidths: [0.8, 0.5],
      route: "sobolev",
    },
  ],
  [
    "Matérn 5/2 in the plane",
    plane,
    {
      ...base,
      domain: [
        [0, 10],
        [0, 10],
      ],
      bandwidths: [0.8, 0.5],
      bump: "matern52",
    },
  ],
];
const asked = (dimension: number, count: number, seed = 9) => {
  const source = seededSource(seed);
  return { dimension, coordinates: Float64Array.from({ length: count * dimension }, () => 10 * source.uniform()) };
};

describe.each(ways)("openOnlineDensity, %s", (_, records, parameters) => {
  const d = records.dimension;

  test("answers with multiples of a public lattice, the same when asked again, at a cost of the budget", () => {
    const { release, terms } = openOnlineDensity({
      ...parameters,
      points: records,
      budget,
      words: cryptographicWords(),
    });
    const at = asked(d, 40);
    const values = release.query(at);
    expect(values.every((value) => Number.isInteger(value / terms.lattice))).toBe(true);
    expect(release.query(at)).toEqual(values);
    const backwards = { dimension: d, coordinates: at.coordinates.slice(-d) };
    expect(release.query(backwards)[0]).toBe(values[39]);
    expect(terms.loss).toMatchObject({ kind: "gaussian", mu: terms.mu });
    expect(terms.sigma).toBeGreaterThanOrEqual(terms.sensitivity / terms.mu);
    // What rounding and dither cost is a few parts in a thousand of σ.
    expect(terms.sigma).toBeLessThan((1.01 * terms.sensitivity) / terms.mu);
    expect(terms.capacity).toBe(terms.isFast ? onlineCapacity.fast : onlineCapacity.other);
  });

  test("run twice on the same bits, on neighbours, differs by the functions alone", () => {
    const coordinates = records.coordinates.slice();
    coordinates.fill(9.5, 0, d);
    const neighbour = { dimension: d, coordinates };
    const open = (of: typeof records) =>
      openOnlineDensity({ ...parameters, points: of, budget, words: wordsOf(seededSource(4)) });
    const [one, other] = [open(records), open(neighbour)];
    expect(other.terms).toEqual(one.terms);
    const at = asked(d, 30);
    const [a, b] = [one.release.query(at), other.release.query(at)];
    // One record of n moves a value by at most the peak of its bump over n; answers are rounded to the lattice.
    const height = Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
    const peak = 1 / (records.coordinates.length / d) / parameters.bandwidths.reduce((x, h) => x * h, 1);
    expect(height).toBeLessThan(2 * peak);
    expect(a.some((value, i) => value !== b[i])).toBe(true);
  });

  test("what may fail adds nothing to δ at the largest total that a ledger can have, ε = 600", () => {
    const { terms } = openOnlineDensity({ ...parameters, points: records, budget, words: cryptographicWords() });
    expect(addedFailure({ epsilon: 600, failure: terms.failure })).toBeLessThan(1e-30);
  });

  test("refuses a point outside the domain and too many points before anything is drawn", () => {
    const { release } = openOnlineDensity({ ...parameters, points: records, budget, words: cryptographicWords() });
    for (const x of [-0.1, 10.1, NaN, Infinity]) {
      const coordinates = new Float64Array(d).fill(5);
      coordinates[d - 1] = x;
      expect(() => release.query({ dimension: d, coordinates })).toThrow(ParameterError);
    }
    if (d === 2) expect(() => release.query(asked(2, onlineCapacity.other + 1))).toThrow("at most 1500 points");
  });
});

test("online answers are the function plus noise of the announced deviation", () => {
  // Releases of one value each: (answer − f)/σ is normal with variance 1, to parts in a thousand. The mean square of so many
  // has the deviation √(2/draws), and 4.9 of those are exceeded with probability 10⁻⁶.
  const at = { dimension: 1, coordinates: Float64Array.of(4.3) };
  const parameters = { ...base, bump: "exponential" } as const;
  const clamped = { ...points, coordinates: points.coordinates.map((x) => Math.min(10, Math.max(0, x))) };
  const exact = bumpDensity({ points: clamped, at, kernel: "exponential", bandwidths: [0.5] })[0]!;
  const words = wordsOf(seededSource(12));
  const draws = casesOf(300, 100);
  let square = 0;
  for (let r = 0; r < draws; r++) {
    const { release, terms } = openOnlineDensity({ ...parameters, points, budget, words });
    square += ((release.query(at)[0]! - exact) / terms.sigma) ** 2 / draws;
  }
  expect(Math.abs(square - 1)).toBeLessThan(4.9 * Math.sqrt(2 / draws));
});

test("10⁴ points at once are answered, and 150 001 are refused", () => {
  const { release, terms } = openOnlineDensity({
    ...base,
    route: "sobolev",
    points,
    budget,
    words: cryptographicWords(),
  });
  expect(terms.isFast).toBe(true);
  expect(release.query(asked(1, 10_000)).every(Number.isFinite)).toBe(true);
  expect(() => release.query(asked(1, 150_000, 5))).toThrow("at most 150000 points");
});

test("exponentialDensityOnLine(points, h) is the sum over all records within its η", () => {
  const { at, roundingError } = exponentialDensityOnLine({ points, bandwidth: 0.5 });
  const places = [-100, -3, 0, 1.234, 5, points.coordinates[7]!, 9.99, 30];
  const sums = bumpDensity({
    points,
    at: { dimension: 1, coordinates: Float64Array.from(places) },
    kernel: "exponential",
    bandwidths: [0.5],
  });
  places.forEach((x, i) => expect(Math.abs(at(x) - sums[i]!)).toBeLessThan(roundingError + 1e-13));
  expect(() => exponentialDensityOnLine({ points, bandwidth: 0 })).toThrow("bandwidth");
  expect(() => exponentialDensityOnLine({ points: plane, bandwidth: 1 })).toThrow("dimension");
});
