import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { productBumpPairs } from "../../../../../src/core/privacy/sensitivity/search/bumpPairs.ts";
import type { BumpPairs } from "../../../../../src/core/privacy/sensitivity/search/bumpPairs.ts";
import { correlatedBumpPairs } from "../../../../../src/core/privacy/sensitivity/search/correlatedBumpPairs.ts";
import { farthestPairBound, placesPerAxis } from "../../../../../src/core/privacy/sensitivity/search/farthestPair.ts";
import { definiteMatrix, quadraticForm } from "../../../../../src/core/linalg/smallMatrix.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { firstOf } from "../../../../support/fuzzing.ts";

type Bump = (z: readonly number[]) => number;

const product =
  (...deviations: number[]): Bump =>
  (z) =>
    Math.exp(-0.5 * z.reduce((sum, x, j) => sum + (x / deviations[j]!) ** 2, 0));

/** The bandwidth matrix of deviations and correlations r₁₂, r₁₃, r₂₃. */
const matrixOf = (deviations: readonly number[], r: readonly number[]) =>
  deviations.map((a, i) => deviations.map((b, j) => a * b * (i === j ? 1 : r[i + j - 1]!)));

const correlated = (deviations: readonly number[], r: readonly number[]): Bump => {
  const { inverse } = definiteMatrix("H", matrixOf(deviations, r));
  return (z) => Math.exp(-0.5 * quadraticForm(inverse, z));
};

const correlatedPairs = (degree: number, deviations: readonly number[], ...r: number[]) =>
  [
    degree,
    correlatedBumpPairs({ degree, matrix: matrixOf(deviations, r), roundoff: 1e-15 })!,
    correlated(deviations, r),
  ] as const;

/** Values of a bump on the lattice, one by one. */
function onLattice(bump: Bump, centre: readonly number[], degree: number): Float64Array {
  const n = degree + 1;
  return Float64Array.from({ length: n ** centre.length }, (_, at) =>
    bump(centre.map((c, j) => (Math.floor(at / n ** j) % n) / degree - c)),
  );
}

function distances(u: Float64Array, v: Float64Array): readonly [number, number] {
  let [absolute, squared] = [0, 0];
  for (let i = 0; i < u.length; i++) {
    const difference = u[i]! - v[i]!;
    absolute += Math.abs(difference);
    squared += difference * difference;
  }
  return [absolute, squared];
}

/** The largest of both over all pairs of points of a net: no symmetry, no branch, no bound. */
function onNet(bump: Bump, dimension: number, degree: number, points: number): readonly [number, number] {
  const values = Array.from({ length: points ** dimension }, (_, at) =>
    onLattice(
      bump,
      Array.from({ length: dimension }, (_, j) => (Math.floor(at / points ** j) % points) / (points - 1)),
      degree,
    ),
  );
  let [absolute, squared] = [0, 0];
  for (let a = 0; a < values.length; a++) {
    for (let b = 0; b < a; b++) {
      const [x, y] = distances(values[a]!, values[b]!);
      absolute = Math.max(absolute, x);
      squared = Math.max(squared, y);
    }
  }
  return [absolute, squared];
}

const limits = { ceiling: 1e6, within: 0.005, mostValues: 200_000, seeds: [] };

const shapes: readonly (readonly [string, number, BumpPairs, Bump])[] = [
  ["plane, middle", 5, productBumpPairs({ degree: 5, deviations: [0.2, 0.3] }), product(0.2, 0.3)],
  ["plane, wide", 3, productBumpPairs({ degree: 3, deviations: [1, 0.5] }), product(1, 0.5)],
  ["plane, two points an axis", 1, productBumpPairs({ degree: 1, deviations: [0.3, 4] }), product(0.3, 4)],
  ["plane, correlated the other way", ...correlatedPairs(4, [0.8, 0.3], -0.8)],
  ["plane, a wide ridge", ...correlatedPairs(3, [1.5, 1.6], 0.97)],
  ["space", 2, productBumpPairs({ degree: 2, deviations: [0.5, 0.6, 0.9] }), product(0.5, 0.6, 0.9)],
  ["plane, a ridge along the second axis", ...correlatedPairs(7, [0.12, 0.6], 0.9)],
  ["plane, correlated", ...correlatedPairs(5, [0.3, 0.4], 0.6)],
  ["plane, a ridge", ...correlatedPairs(6, [0.3, 0.35], 0.96)],
];

describe.each(firstOf(shapes, 6))("%s", (_, degree, pairs, bump) => {
  const { inL1, squaredInL2 } = pairs;
  const d = inL1.dimension;

  test("distances are those of the values one by one, to less than the rounding that is said", () => {
    const random = seededSource(d + degree);
    let [farthest, off] = [0, 0];
    for (let trial = 0; trial < 300; trial++) {
      // Borders, the centre, equal coordinates and coordinates next to each other come often.
      const at = new Int32Array(2 * d);
      for (let i = 0; i < 2 * d; i++) {
        const kind = random.uniform();
        at[i] =
          kind < 0.3 ? Math.floor(3 * random.uniform()) * 8192 : Math.floor((placesPerAxis + 1) * random.uniform());
        if (i >= d && random.uniform() < 0.3)
          at[i] = Math.min(placesPerAxis, at[i - d]! + Math.floor(2 * random.uniform()));
      }
      const shares = pairs.centresOf(at);
      const [absolute, squared] = distances(
        onLattice(bump, shares.slice(0, d), degree),
        onLattice(bump, shares.slice(d), degree),
      );
      farthest = Math.max(farthest, absolute);
      // NaN stays: it is no most.
      off = Math.max(
        ...[off, Math.abs(inL1.valueAt(at) - absolute) / inL1.rounding],
        Math.abs(squaredInL2.valueAt(at) - squared) / squaredInL2.rounding,
      );
    }
    expect(off).toBeLessThanOrEqual(1);
    expect(inL1.rounding).toBeLessThan(1e-3 * farthest);
  });

  test("two centres are at the places that are nearest to them", () => {
    const random = seededSource(3);
    for (let trial = 0; trial < 50; trial++) {
      const centres = Array.from({ length: 2 * d }, () => random.uniform());
      const places = pairs.placesOf(centres);
      pairs.centresOf(places).forEach((x, i) => expect(Math.abs(x - centres[i]!)).toBeLessThan(8 / placesPerAxis));
      expect(inL1.isOutside?.(places, places) ?? false).toBe(false);
    }
  });

  test("along a coordinate no distance is more concave than is said", () => {
    const random = seededSource(4);
    const [K, intervals] = [new Float64Array(2 * d), new Int32Array(2 * d)];
    for (const [{ valueAt, concavities, rounding }, largest] of [
      [inL1, 0],
      [squaredInL2, 2 * (degree + 1) ** d],
    ] as const) {
      let [most, above] = [0, -Infinity];
      for (let trial = 0; trial < 600; trial++) {
        // A pair of boxes of any sizes, and a pair in it that is not next to its faces.
        const step = 2 ** (5 + Math.floor(5 * random.uniform()));
        const places = new Int32Array(2 * d);
        for (let i = 0; i < 2 * d; i++) {
          const level = Math.floor(Math.log2(placesPerAxis / (2 * step)) * random.uniform() + 1e-9);
          const size = placesPerAxis >> level;
          intervals[i] = 2 ** level + Math.floor(2 ** level * random.uniform());
          places[i] = (intervals[i]! - 2 ** level) * size + step + Math.floor((size - 2 * step + 1) * random.uniform());
        }
        concavities(intervals, largest, K);
        const here = valueAt(places);
        for (let i = 0; i < 2 * d; i++) {
          const [before, after] = [-step, step].map((by) => valueAt(places.with(i, places[i]! + by))) as [
            number,
            number,
          ];
          const concavity = (2 * here - before - after) / (step / placesPerAxis) ** 2;
          above = Math.max(above, concavity - (K[i]! + (4 * rounding) / (step / placesPerAxis) ** 2));
          if (step > 200) most = Math.max(most, concavity / K[i]!);
        }
      }
      expect(above).toBeLessThanOrEqual(0);
      expect(most).toBeGreaterThan(0.05);
    }
  });

  test("no pair of a fine net is farther apart than the bound, and the farthest reaches 99 % of it", () => {
    const [absolute, squared] = onNet(bump, d, degree, d === 2 ? 33 : 9);
    const [first, second] = [farthestPairBound(inL1, limits), farthestPairBound(squaredInL2, limits)];
    expect(absolute).toBeLessThanOrEqual(first);
    expect(absolute / first).toBeGreaterThan(0.99);
    expect(squared).toBeLessThanOrEqual(second);
    expect(squared / second).toBeGreaterThan(0.985);
  });

  test("a ceiling that holds in the box only is not taken for one of the places outside it", () => {
    const random = seededSource(5);
    const places = new Int32Array(2 * d);
    const unknown = 2 * (degree + 1) ** d;
    let above = -Infinity;
    for (let trial = 0; trial < 300; trial++) {
      for (let i = 0; i < 2 * d; i++) places[i] = Math.floor((placesPerAxis + 1) * random.uniform());
      for (const { valueAt, anywhere = unknown, rounding } of [inL1, squaredInL2])
        above = Math.max(above, valueAt(places) - (anywhere + rounding));
    }
    expect(above).toBeLessThanOrEqual(0);
    const farthest = onNet(bump, d, degree, d === 2 ? 17 : 5);
    [inL1, squaredInL2].forEach((distance, norm) => {
      const ceiling = 1.1 * farthest[norm]!;
      expect(farthestPairBound(distance, { ...limits, ceiling })).toBeGreaterThanOrEqual(farthest[norm]!);
    });
  });

  test("whenever it is stopped it is a bound, and it falls", () => {
    for (const distance of [inL1, squaredInL2]) {
      const least = farthestPairBound(distance, limits) / (1 + limits.within);
      let before = Infinity;
      for (const mostValues of [1, 20, 100, 500, 2500]) {
        const bound = farthestPairBound(distance, { ...limits, mostValues });
        expect(bound).toBeGreaterThanOrEqual(least * (1 - 1e-12));
        expect(bound).toBeLessThanOrEqual(before);
        before = bound;
      }
    }
  });
});

test("a bound that is known is not exceeded, and returned at once where a seed comes close to it", () => {
  const { inL1 } = productBumpPairs({ degree: 12, deviations: [0.02, 0.1] });
  const seed = Int32Array.from([0.25, 0.5, 0.75, 0.5], (share) => share * placesPerAxis);
  const ceiling = 1.001 * inL1.valueAt(seed);
  expect(farthestPairBound(inL1, { ...limits, ceiling, seeds: [seed], mostValues: 1 })).toBe(ceiling);
  expect(farthestPairBound(inL1, { ...limits, ceiling: 1e-3, mostValues: 100 })).toBeLessThanOrEqual(1e-3);
});

test.each([NaN, Infinity, 0, -1])("%s is refused", (bad) => {
  const { inL1 } = productBumpPairs({ degree: 2, deviations: [0.3, 0.3] });
  expect(() => farthestPairBound(inL1, { ...limits, ceiling: bad })).toThrow(ParameterError);
  expect(() => farthestPairBound(inL1, { ...limits, within: bad })).toThrow(ParameterError);
  expect(() => farthestPairBound(inL1, { ...limits, mostValues: bad })).toThrow(ParameterError);
  expect(() => productBumpPairs({ degree: bad, deviations: [0.3, 0.3] })).toThrow(ParameterError);
  expect(() => productBumpPairs({ degree: 2, deviations: [0.3, bad] })).toThrow(ParameterError);
  const matrix = [
    [1, 0.5],
    [0.5, 1],
  ];
  expect(() => correlatedBumpPairs({ degree: bad, matrix, roundoff: 0 })).toThrow(ParameterError);
});
