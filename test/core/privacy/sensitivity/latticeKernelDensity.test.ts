import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { anisotropicKernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import { definiteMatrix } from "../../../../src/core/linalg/smallMatrix.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { latticeKernelDensitySensitivity } from "../../../support/printedSensitivities.ts";
import { pointwiseKernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/pointwiseKernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { notPositive } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

type Rows = readonly (readonly number[])[];

test.each(
  goldenCases<{ n: number; H: number[][] }, object>("bernstein-kde-sensitivity").map((c, i) => [i, c] as const),
)("pointwiseKernelDensitySensitivity agrees with bernstein-kde-sensitivity.json, case %i", (_, reference) => {
  const { n: recordCount, H: bandwidthMatrix } = reference.inputs;
  expectGolden(reference, "sensitivity", pointwiseKernelDensitySensitivity({ recordCount, bandwidthMatrix }));
});

/** The vector of lattice values for one record, as the estimator computes it. */
function latticeValuesOf(
  H: Rows,
  sides: readonly number[],
  degree: number,
): (record: readonly number[]) => Float64Array {
  const at = gridPoints({ axes: sides.map((upper) => ({ lower: 0, upper, count: degree + 1 })) });
  return (record) => anisotropicKernelDensity({ points: pointsFrom([record]), bandwidthMatrix: H, at });
}

/** The largest ℓ₁, ℓ₂ and sup distances that a search over two records of a box finds; n = 1. */
function search(H: Rows, sides: readonly number[], degree: number, trials: number) {
  const random = seededSource(degree + 17);
  const largest = { l1: 0, l2: 0, sup: 0 };
  const best: Record<"l1" | "l2" | "sup", number[][]> = { l1: [], l2: [], sup: [] };
  const latticeValues = latticeValuesOf(H, sides, degree);
  const tryPair = (a: number[], b: number[]) => {
    const [u, v] = [latticeValues(a), latticeValues(b)];
    let [l1, l2, sup] = [0, 0, 0];
    for (let i = 0; i < u.length; i++) {
      const difference = Math.abs(u[i]! - v[i]!);
      l1 += difference;
      l2 += difference * difference;
      sup = Math.max(sup, difference);
    }
    for (const [key, value] of [
      ["l1", l1],
      ["l2", Math.sqrt(l2)],
      ["sup", sup],
    ] as const) {
      if (value > largest[key]) {
        largest[key] = value;
        best[key] = [a, b];
      }
    }
  };
  // Lattice points first, the adversary's choice for narrow bumps; then anywhere; then near the best of each norm.
  const onLattice = (share: number) => Math.round(share * degree) / degree;
  for (const [low, high] of [
    [0, 1],
    [0.25, 0.75],
    [0.3, 0.7],
    [0.35, 0.65],
    [1 / 3, 2 / 3],
  ] as const) {
    for (const mirrored of [false, true]) {
      const ends = sides.map((side, j) => (mirrored && j > 0 ? [side * high, side * low] : [side * low, side * high]));
      tryPair(
        ends.map(([a]) => a!),
        ends.map(([, b]) => b!),
      );
      tryPair(
        ends.map(([a], j) => sides[j]! * onLattice(a! / sides[j]!)),
        ends.map(([, b], j) => sides[j]! * onLattice(b! / sides[j]!)),
      );
    }
  }
  for (let trial = 0; trial < trials; trial++) {
    const around = (["l1", "l2", "sup"] as const)[trial % 3]!;
    const spread = trial < trials / 3 ? undefined : 0.3 * 0.01 ** (trial / trials);
    const [a, b] = [0, 1].map((which) =>
      sides.map((side, j) => {
        if (spread === undefined) return side * random.uniform();
        const moved = best[around][which]![j]! + side * spread * (2 * random.uniform() - 1);
        return Math.min(side, Math.max(0, moved));
      }),
    );
    tryPair(a!, b!);
  }
  return largest;
}

const rounding = 1 + 1e-12;

describe("falsifier on one axis: never exceeded, and reached to 1 % in both norms", () => {
  test.each([
    [20, 0.005],
    [20, 0.03],
    [20, 0.06],
    [7, 0.05],
    [1, 0.02],
    [2, 0.3],
    [20, 0.07],
    [30, 0.12],
    [30, 0.25],
    [60, 0.6],
    [15, 1.5],
    [40, 20],
    [100, 0.09],
  ])("k = %i, bandwidth %d of a box of 3", (degree, bandwidth) => {
    const [H, boxSides] = [[[(3 * bandwidth) ** 2]], [3]];
    const bound = latticeKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix: H, boxSides, degree });
    const pointwise = pointwiseKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix: H, boxSides });
    const found = search(H, boxSides, degree, casesOf(1500, 700));
    expect(found.l1).toBeLessThanOrEqual(bound.l1 * rounding);
    expect(found.l2).toBeLessThanOrEqual(bound.l2 * rounding);
    expect(found.sup).toBeLessThanOrEqual(pointwise * rounding);
    expect(found.l1 / bound.l1).toBeGreaterThan(0.99);
    expect(found.l2 / bound.l2).toBeGreaterThan(0.99);
    expect(found.sup / pointwise).toBeGreaterThan(0.999);
  });
});

const diagonal = (...bandwidths: number[]): Rows =>
  bandwidths.map((h, i) => bandwidths.map((_, j) => (i === j ? h * h : 0)));

const correlated = (a: number, b: number, r: number): Rows => [
  [a * a, r * a * b],
  [r * a * b, b * b],
];

describe("falsifier on two and three axes", () => {
  test.each([
    ["narrow", diagonal(0.02, 0.03), 12, 0.99, 0.99],
    ["wide on one axis", diagonal(0.04, 0.4), 12, 0.99, 0.99],
    ["a twelfth", diagonal(0.08, 0.08), 16, 0.99, 0.99],
    ["rather wide", diagonal(0.15, 0.15), 12, 0.99, 0.99],
    ["wide", diagonal(0.3, 0.4), 10, 0.99, 0.99],
    ["wider than the box", diagonal(2, 3), 8, 0.99, 0.99],
    ["correlated", [[0.0016, 0.0011] as const, [0.0011, 0.0016] as const], 20, 0.99, 0.99],
    ["correlated, one axis wide", correlated(0.04, 0.5, 0.4), 14, 0.99, 0.99],
    ["the same, the other way round", correlated(0.5, 0.04, -0.4), 14, 0.99, 0.99],
    ["correlated and wide", correlated(0.3, 0.4, 0.5), 10, 0.99, 0.99],
    ["three axes", diagonal(0.05, 0.04, 0.05), 8, 0.97, 0.98],
    ["three axes, rather wide", diagonal(0.2, 0.2, 0.2), 8, 0.99, 0.99],
    ["three axes, each its own", diagonal(0.15, 0.25, 0.6), 6, 0.98, 0.99],
  ] as [string, Rows, number, number, number][])("%s", (_, H, degree, close1, close2) => {
    const boxSides = H.map(() => 1);
    const bound = latticeKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix: H, boxSides, degree });
    const found = search(H, boxSides, degree, 400);
    expect(found.l1).toBeLessThanOrEqual(bound.l1 * rounding);
    expect(found.l2).toBeLessThanOrEqual(bound.l2 * rounding);
    expect(found.l1 / bound.l1).toBeGreaterThan(close1);
    expect(found.l2 / bound.l2).toBeGreaterThan(close2);
  });
});

/** Values on the lattice of a bump of height 1, from their definition; those of the last centre are kept. */
function bumpsOf(inverse: Rows, sides: readonly number[], degree: number): (centre: readonly number[]) => Float64Array {
  const [d, n] = [sides.length, degree + 1];
  const values = new Float64Array(n ** d);
  const z = new Float64Array(d);
  let last: readonly number[] = [];
  return (centre) => {
    if (last.length === d && centre.every((x, j) => x === last[j])) return values;
    last = centre;
    for (let p = 0; p < values.length; p++) {
      for (let j = 0, rest = p; j < d; j++, rest = Math.floor(rest / n)) {
        z[j] = ((rest % n) / degree - centre[j]!) * sides[j]!;
      }
      let q = 0;
      for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) q += inverse[i]![j]! * z[i]! * z[j]!;
      values[p] = Math.exp(-0.5 * q);
    }
    return values;
  };
}

/** ‖φ(a) − φ(b)‖₁ or ‖·‖₂ of such bumps. An enemy who climbs moves one of the two at a time. */
function distanceOf(norm: "l1" | "l2", inverse: Rows, sides: readonly number[], degree: number) {
  const [first, second] = [bumpsOf(inverse, sides, degree), bumpsOf(inverse, sides, degree)];
  return (at: readonly number[]) => {
    const [u, v] = [first(at.slice(0, sides.length)), second(at.slice(sides.length))];
    let sum = 0;
    if (norm === "l1") for (let p = 0; p < u.length; p++) sum += Math.abs(u[p]! - v[p]!);
    else for (let p = 0; p < u.length; p++) sum += (u[p]! - v[p]!) ** 2;
    return norm === "l1" ? sum : Math.sqrt(sum);
  };
}

/** The farthest pair that an enemy finds who climbs along coordinates from many starts, by steps that halve. */
function climb(size: number, heightOf: (at: readonly number[]) => number, starts: number, seed: number): number {
  const random = seededSource(seed);
  let best = 0;
  for (let start = 0; start < starts; start++) {
    let at = Array.from({ length: size }, () => random.uniform());
    // Pairs that mirror each other at the centre, along some of the axes.
    if (start % 2 === 1) {
      const half = at.slice(0, size / 2).map((x) => (x < 0.3 ? 0.5 : x < 0.65 ? 0.2 : 0.8));
      at = [...half, ...half.map((x) => 1 - x)];
    }
    let height = heightOf(at);
    for (let step = 0.2; step > 1e-3;) {
      const before = height;
      for (let i = 0; i < 2 * size; i++) {
        const next = at.with(i >> 1, Math.min(1, Math.max(0, at[i >> 1]! + (i & 1 ? step : -step))));
        const there = heightOf(next);
        if (there > height) [at, height] = [next, there];
      }
      if (height === before) step /= 2;
    }
    best = Math.max(best, height);
  }
  return best;
}

describe("falsifier on random boxes, lattices and bandwidths: never exceeded, and reached to 1 % in both norms", () => {
  const random = seededSource(490);
  const between = (low: number, high: number) => low * (high / low) ** random.uniform();
  const cases = Array.from({ length: casesOf(24, 12) }, (_, i) => {
    const dimension = [1, 2, 2, 3][i % 4]!;
    const r = i % 4 === 2 ? 1.94 * random.uniform() - 0.97 : 0;
    const sides = Array.from({ length: dimension }, () => between(0.01, 100));
    const shares = sides.map(() => between(0.04, 2));
    const degree = 1 + Math.floor((dimension === 3 ? 4 : 9) * random.uniform());
    return { dimension, r, sides, shares, degree, seed: i };
  });

  test.each(cases)("$dimension axes, k = $degree, r = $r, bandwidths $shares", (drawn) => {
    const { dimension, r, sides, shares, degree, seed } = drawn;
    const h = sides.map((side, j) => side * shares[j]!);
    const H = h.map((a, i) => h.map((b, j) => (i === j ? a * a : r * a * b)));
    const inverse = h.map((a, i) => h.map((b, j) => (i === j ? 1 : -r) / (a * b * (1 - r * r))));
    const n = 1 + (seed % 3);
    const bound = latticeKernelDensitySensitivity({ recordCount: n, bandwidthMatrix: H, boxSides: sides, degree });
    const volume = h.reduce((product, a) => product * a * Math.sqrt(2 * Math.PI), Math.sqrt(1 - r * r));
    for (const norm of ["l1", "l2"] as const) {
      const height = distanceOf(norm, inverse, sides, degree);
      const found = climb(2 * dimension, height, 8, seed) / (n * volume);
      expect(found).toBeLessThanOrEqual(bound[norm] * rounding);
      expect(found / bound[norm]).toBeGreaterThan(0.99);
    }
  });
});

describe("falsifier of correlated bumps: never exceeded, and reached to 1 % in both norms", () => {
  test.each([
    [4, [1.06, 1.18], -0.867],
    [1, [1.95, 0.774], 0.859],
    [12, [0.2, 0.2], 0.9],
    [12, [0.3, 0.3], 0.95],
    [12, [0.5, 0.5], 0.95],
    [9, [0.15, 0.6], 0.93],
    [8, [1, 1], -0.97],
    // Ridges that are narrow on one axis and cut off by the ends of the other one.
    [14, [0.974, 0.0042], -0.95],
    [2, [0.0043, 0.637], -0.717],
    [9, [0.0073, 0.801], -0.871],
    [5, [0.632, 0.0129], 0.785],
    [19, [0.652, 0.0304], -0.939],
    [1, [0.0024, 0.57], 0.536],
    [12, [0.0625, 1], 0.95],
  ] as [number, [number, number], number][])("k = %i, bandwidths %o, r = %d", (degree, [a, b], r) => {
    const H = correlated(a, b, r);
    const { inverse, determinant } = definiteMatrix("H", H);
    const bound = latticeKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix: H, boxSides: [1, 1], degree });
    for (const norm of ["l1", "l2"] as const) {
      const height = distanceOf(norm, inverse, [1, 1], degree);
      const found = climb(4, height, 12, degree) / (2 * Math.PI * Math.sqrt(determinant));
      expect(found).toBeLessThanOrEqual(bound[norm] * rounding);
      expect(found / bound[norm]).toBeGreaterThan(0.99);
    }
  });
});

test("both are far below (k + 1)^ℓ and (k + 1)^(ℓ/2) times the largest entry, and shrink with n", () => {
  const base = { recordCount: 5000, bandwidthMatrix: [[0.03 ** 2]], boxSides: [1], degree: 20 };
  const pointwise = pointwiseKernelDensitySensitivity(base);
  const { l1, l2 } = latticeKernelDensitySensitivity(base);
  expect(l1 / (21 * pointwise)).toBeLessThan(0.15);
  expect(l2 / (Math.sqrt(21) * pointwise)).toBeLessThan(0.35);
  const half = latticeKernelDensitySensitivity({ ...base, recordCount: 10_000 });
  expect(half.l1 * 2).toBeCloseTo(l1, 12);
  expect(half.l2 * 2).toBeCloseTo(l2, 12);
});

test.each(notPositive)("%s is refused", (value) => {
  const base = { recordCount: 10, bandwidthMatrix: [[0.01]], boxSides: [1], degree: 20 };
  expect(() => latticeKernelDensitySensitivity({ ...base, recordCount: value })).toThrow(ParameterError);
  expect(() => latticeKernelDensitySensitivity({ ...base, degree: value })).toThrow(ParameterError);
  expect(() => latticeKernelDensitySensitivity({ ...base, boxSides: [value] })).toThrow(ParameterError);
  expect(() => latticeKernelDensitySensitivity({ ...base, bandwidthMatrix: [[value]] })).toThrow(ParameterError);
  expect(() => pointwiseKernelDensitySensitivity({ ...base, boxSides: [value] })).toThrow(ParameterError);
});

test("in space a bump has a bandwidth for each axis, and no correlation", () => {
  const bandwidthMatrix = [
    [0.09, 0.01, 0],
    [0.01, 0.09, 0],
    [0, 0, 0.09],
  ];
  const of = { recordCount: 10, bandwidthMatrix, boxSides: [1, 1, 1], degree: 3 };
  expect(() => latticeKernelDensitySensitivity(of)).toThrow(ParameterError);
});
