import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { fitAffineHullClassifier } from "../../../support/affineHullClassifier.ts";
import { fitAffineHullMachine } from "../../../../src/core/affineHull/machine/affineHullMachine.ts";
import type { AffineHullMachine } from "../../../../src/core/affineHull/machine/affineHullMachine.ts";
import { fabrication } from "../../../../src/core/affineHull/machine/fabrication.ts";
import { membershipScore } from "../../../../src/core/affineHull/machine/membershipScore.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import type { Points } from "../../../../src/core/points.ts";
import { addEntryNoise } from "../../../../src/core/privacy/mechanisms/entryNoise.ts";
import type { RandomSource } from "../../../../src/core/random/randomSource.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { casesOf, firstOf } from "../../../support/fuzzing.ts";
import { lastOf } from "../../../../src/core/slices.ts";

type Rows = number[][];

function uniformRows(seed: number, N: number, p: number): Points {
  const random = seededSource(seed);
  return pointsFrom(Array.from({ length: N }, () => Array.from({ length: p }, () => random.uniform())));
}

/** T_(n,M) of the paper makes M − 1 steps (errata K11). */
function smoothRows({ steps, ...rule }: { points: Points; subspaceDimension: number; steps: number }) {
  return lastOf(fabrication({ ...rule, mostSteps: steps }));
}

function modellingError(machine: AffineHullMachine): number {
  return machine.ownImage().distance.reduce((sum, x) => sum + x, 0);
}

function frobeniusNorm({ coordinates }: Points): number {
  const largest = coordinates.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(coordinates.reduce((sum, x) => sum + (x / largest) ** 2, 0));
}

function noisy(points: Points, epsilon: number, random: RandomSource): Points {
  const coordinates = points.coordinates.slice();
  Array.from(addEntryNoise({ epsilon, delta: 0, adjacency: 1, entries: coordinates, random }));
  return { dimension: points.dimension, coordinates };
}

describe("reference values", () => {
  test.each(goldenCases<{ noisy: Rows; n: number; M: number }, object>("kahm-smoother"))(
    "smoothing, case %#",
    (golden) => {
      const { noisy: rows, n, M } = golden.inputs;
      const { smoothed, errors } = smoothRows({ points: pointsFrom(rows), subspaceDimension: n, steps: M - 1 });
      expectGolden(golden, "smoothed", smoothed.coordinates);
      expectGolden(golden, "errors", errors);
      expectGolden(golden, "frobenius", frobeniusNorm(smoothed));
    },
  );

  test.each(goldenCases<{ noisy: Rows; n: number; r: number }, { steps: number }>("kahm-fabrication"))(
    "fabrication, case %#",
    (golden) => {
      const { noisy: rows, n, r } = golden.inputs;
      const result = lastOf(fabrication({ points: pointsFrom(rows), subspaceDimension: n, tolerance: r }));
      expect(result.steps).toBe(golden.expected.steps);
      expect(result.reached).toBe(true);
      expectGolden(golden, "smoothed", result.smoothed.coordinates);
      expectGolden(golden, "fabricated", result.fabricated.coordinates);
      expectGolden(golden, "errors", result.errors);
      // The images by kernel values instead of the rows' own.
      const images = result.machine.image(result.smoothed);
      images.coordinates.forEach((x, k) => expect(x).toBeCloseTo(result.fabricated.coordinates[k]!, 9));
    },
  );
});

describe("smoothing", () => {
  test("is the average of kernel-smoothed memberships, as the definition has it", () => {
    const points = uniformRows(1, 14, 3);
    const { smoothed } = smoothRows({ points, subspaceDimension: 2, steps: 1 });
    const machine = fitAffineHullMachine({ points, subspaceDimension: 2 });
    const { sums } = machine.memberships(points);
    const image = machine.image(points);
    smoothed.coordinates.forEach((x, k) => expect(x).toBeCloseTo(sums[Math.floor(k / 3)]! * image.coordinates[k]!, 10));
  });

  test("shrinks all rows to the origin by a power of the number of steps, not geometrically (errata K7)", () => {
    const points = uniformRows(2, 15, 3);
    const norms = [
      points,
      ...firstOf([50, 150, 450, 1350], 3).map((steps) => smoothRows({ points, subspaceDimension: 2, steps }).smoothed),
    ];
    const [first, a, b, c] = norms.map(frobeniusNorm) as [number, number, number, number];
    expect(first).toBeGreaterThan(a);
    // Three times the steps: 1/√3 = 0.577 of the norm.
    expect(b / a).toBeGreaterThan(0.5);
    expect(c / b).toBeGreaterThan(0.55);
    expect(c / b).toBeLessThan(0.61);
  });

  test("stops at the cap and says so", () => {
    const points = uniformRows(3, 10, 2);
    const capped = lastOf(fabrication({ points, subspaceDimension: 2, tolerance: 1e-9, mostSteps: 5 }));
    expect(capped.reached).toBe(false);
    expect(capped.steps).toBe(6);
    expect(capped.errors.length).toBe(6);
    const fixed = lastOf(fabrication({ points, subspaceDimension: 2, mostSteps: 5 }));
    expect(fixed.reached).toBe(true);
    expect(fixed.fabricated).toEqual(capped.fabricated);
    expect(fixed.smoothed).toEqual(smoothRows({ points, subspaceDimension: 2, steps: 5 }).smoothed);
    const none = lastOf(fabrication({ points, subspaceDimension: 2, mostSteps: 0 }));
    expect(none.smoothed).toEqual(points);
    expect(none.fabricated).toEqual(fitAffineHullMachine({ points, subspaceDimension: 2 }).ownImage().image);
  });

  test("tells each step", () => {
    const points = uniformRows(4, 10, 2);
    const steps = [...fabrication({ points, subspaceDimension: 2, mostSteps: 3 })];
    expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(steps[0]!.rows).toBe(points);
    steps.forEach(({ rows, images, error }) => {
      const machine = fitAffineHullMachine({ points: rows, subspaceDimension: 2 });
      expect(error).toBe(modellingError(machine));
      expect(images).toEqual(machine.ownImage().image);
    });
  });

  test("of one row, equal rows and zeros is defined", () => {
    for (const rows of [
      [[1, 2]],
      [
        [1, 2],
        [1, 2],
      ],
      [
        [0, 0],
        [0, 0],
      ],
    ]) {
      const { fabricated, errors } = lastOf(
        fabrication({ points: pointsFrom(rows), subspaceDimension: 2, mostSteps: 2 }),
      );
      expect(fabricated.coordinates.every((x) => Number.isFinite(x))).toBe(true);
      expect(Math.max(...errors)).toBeLessThan(1e-12);
    }
  });
});

describe("the tolerance (errata K3)", () => {
  const Y = [-0.05, 0, 0.05];
  const neighbour = [-0.05, 0, 1.05];
  const errorOf = (values: number[]) =>
    modellingError(fitAffineHullMachine({ points: pointsFrom(values.map((y) => [y])), subspaceDimension: 1 }));

  test("from the original rows breaks (1, 10⁻⁵) by the number of steps", () => {
    expect(errorOf(Y)).toBeCloseTo(5.9e-5, 6);
    expect(errorOf(neighbour)).toBeCloseTo(0.233, 3);
    const random = seededSource(5);
    const small = (values: number[], tolerance: number) => {
      const points = noisy(pointsFrom(values.map((y) => [y])), 1, random);
      return (
        frobeniusNorm(lastOf(fabrication({ points, subspaceDimension: 1, tolerance, mostSteps: 2000 })).fabricated) <=
        0.12
      );
    };
    const count = (values: number[], runs: number) => {
      const tolerance = errorOf(values);
      return Array.from({ length: runs }, () => small(values, tolerance)).filter(Boolean).length;
    };
    // With 40 of 40 the probability is at least 10^(−5/40) = 0.75, with at most 5 of 800 it is at most 0.025: each is wrong
    // with probability below 10⁻⁵. Under (1, 10⁻⁵) the first could be no more than e·0.025 + 10⁻⁵ = 0.068.
    expect(count(Y, 40)).toBe(40);
    // And 0 of 250 say of less than 0.046 what 5 of 800 say of 0.025.
    expect(count(neighbour, casesOf(800, 250))).toBeLessThanOrEqual(casesOf(5, 0));
    // With one public tolerance for both the events are alike.
    const tolerance = 0.1;
    const alike = [Y, neighbour].map(
      (values) => Array.from({ length: casesOf(300, 100) }, () => small(values, tolerance)).filter(Boolean).length,
    );
    expect(Math.abs(alike[0]! - alike[1]!)).toBeLessThan(casesOf(60, 35));
  });
});

describe("refusals", () => {
  const points = uniformRows(9, 5, 2);
  test("steps, tolerances and caps that are none", () => {
    for (const steps of [-1, 0.5, NaN, Infinity]) {
      expect(() => smoothRows({ points, subspaceDimension: 2, steps })).toThrow(ParameterError);
      expect(() => lastOf(fabrication({ points, subspaceDimension: 2, mostSteps: steps }))).toThrow(ParameterError);
    }
    for (const tolerance of [0, -1, NaN, Infinity]) {
      expect(() => lastOf(fabrication({ points, subspaceDimension: 2, tolerance }))).toThrow(ParameterError);
    }
  });
});

test("rows are nearer to their own machine than others of their law, and fabrication hides it", () => {
  // Noise-like rows in six dimensions: a machine on all of them follows each of its rows.
  const rowsOf = (seed: number, N: number): Points => {
    const random = seededSource(seed);
    return { dimension: 6, coordinates: Float64Array.from({ length: 6 * N }, () => 0.5 + 0.3 * random.normal()) };
  };
  const [points, others] = [rowsOf(7, 60), rowsOf(8, 400)];
  const scoreOf = (modelled: Points) => {
    const classes = [{ points: modelled, assignment: new Float64Array(60) }];
    const fit = fitAffineHullClassifier({ classes, subspaceDimension: 6, depth: 1 });
    return membershipScore({ members: fit.distances(points), others: fit.distances(others), mostCentres: 80 });
  };
  const ofNoisy = scoreOf(points);
  const ofFabricated = scoreOf(lastOf(fabrication({ points, subspaceDimension: 6, mostSteps: 8 })).fabricated);
  expect(ofNoisy).toBeGreaterThan(0.3);
  expect(ofFabricated).toBeLessThan(ofNoisy / 2);
});
