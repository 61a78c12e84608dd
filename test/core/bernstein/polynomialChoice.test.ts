import { expect, test } from "vitest";
import type { Interval } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { chooseBernstein } from "../../../src/core/bernstein/bernsteinChoice.ts";
import { bernsteinTradeoffs } from "../../support/bernsteinTradeoffs.ts";
import { latticeNoiseMultiplier } from "../../../src/core/bernstein/bernstein.ts";
import { densityApproximation } from "../../../src/core/density/bernsteinDensity.ts";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";
import { polynomialSizes } from "../../../src/core/bernstein/polynomialChoice.ts";
import { automatic } from "../../support/polynomialChoices.ts";
import { firstOf } from "../../support/fuzzing.ts";

const unit: Interval = [0, 1];

test("polynomialSizes chooses the same k and h for all data of a size, larger ones for larger budgets", () => {
  const shape = { domain: [unit], bandwidths: [0.15], correlation: 0 };
  const sizeOf = (seed: number, epsilon: number) => {
    const random = seededSource(seed);
    const points = { dimension: 1, coordinates: Float64Array.from({ length: 200 }, () => random.uniform()) };
    const target = densityTarget({ ...shape, points });
    return polynomialSizes({ target, approximation: densityApproximation(shape) })(automatic("laplace", epsilon));
  };
  expect(sizeOf(1, 1)).toEqual(sizeOf(2, 1));
  expect(sizeOf(1, 10).degree).toBeGreaterThanOrEqual(sizeOf(1, 0.01).degree);
  expect(sizeOf(1, 10)).not.toEqual(sizeOf(1, 0.01));
});

test.each([0.1, 1, 10])("the descent finds what no entry of the whole table beats by a fifth: ε = %f", (epsilon) => {
  const shape = { domain: [unit], bandwidths: [0.08], correlation: 0 };
  const target = densityTarget({ ...shape, points: { dimension: 1, coordinates: new Float64Array(500).fill(0.5) } });
  const options = {
    dimension: 1,
    sensitivity: (degree: number) => target.sensitivity(degree).l1,
    law: "laplace",
    noiseMultiplier: latticeNoiseMultiplier("laplace", { epsilon, delta: 0 }),
    approximation: densityApproximation(shape),
    coverage: 0.95,
  } as const;
  const chosen = chooseBernstein({ ...options, mostDegree: 200 });
  expect(chosen.total).toBeLessThan(1.2 * bernsteinTradeoffs(options)[0]!.total);
});

const shapes = [
  [-0.4, [0.6, 0.5]],
  [0, [0.12, 0.2]],
  [0, [0.3, 0.4, 0.5]],
  [0.5, [0.3, 0.2]],
] as const;

test.each(firstOf(shapes, 3))(
  "by the course of the ceiling k and h are as good as by the sensitivity: r = %f, h = %j",
  (...of) => {
    const [correlation, bandwidths] = of;
    const dimension = bandwidths.length;
    const shape = { domain: bandwidths.map(() => unit), bandwidths, correlation };
    const points = { dimension, coordinates: new Float64Array(300 * dimension).fill(0.5) };
    const target = densityTarget({ ...shape, points });
    const options = {
      dimension,
      sensitivity: (degree: number) => target.sensitivity(degree).l1,
      law: "laplace",
      noiseMultiplier: latticeNoiseMultiplier("laplace", { epsilon: 1, delta: 0 }),
      approximation: densityApproximation(shape),
      coverage: 0.95,
    } as const;
    const best = chooseBernstein({ ...options, mostDegree: 60 });
    const sizes = polynomialSizes({ target, approximation: options.approximation });
    const { degree, iterations } = sizes(automatic("laplace", 1));
    const { noise } = bernsteinTradeoffs(options).find(
      (tried) => tried.degree === degree && tried.iterations === iterations,
    )!;
    expect(noise + options.approximation(degree, iterations)).toBeLessThan(1.05 * best.total);
    for (const norm of ["l1", "l2"] as const) {
      expect(target.ceiling!(degree)[norm]).toBeGreaterThanOrEqual(target.sensitivity(degree)[norm]);
    }
  },
);
