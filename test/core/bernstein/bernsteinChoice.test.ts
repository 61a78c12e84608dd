import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import type { Points } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { latticeNoiseMultiplier, planBernstein } from "../../../src/core/bernstein/bernstein.ts";
import { printedCoverSize, singleRecordApproximation } from "../../../src/core/bernstein/bernsteinChoice.ts";
import { bernsteinTradeoffs } from "../../support/bernsteinTradeoffs.ts";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";

const peak = (deviations: readonly number[]) =>
  deviations.reduce((height, sigma) => height / (Math.sqrt(2 * Math.PI) * sigma), 1);

const errorOf = (points: Points, deviations: readonly number[], degree: number, iterations: number) => {
  const domain = deviations.map(() => [0, 1] as const);
  const plan = planBernstein(
    densityTarget({ points, domain, bandwidths: deviations }),
    deviations.map(() => 65),
  );
  const { estimate } = plan.release({ degree, iterations, law: "laplace", drawCount: 1, seed: 1 });
  return estimate.reduce((most, value, i) => Math.max(most, Math.abs(value - plan.original()[i]!)), 0);
};

describe("singleRecordApproximation", () => {
  test.each([
    [[0.1], 20, 1],
    [[0.1], 20, 4],
    [[0.05], 60, 3],
    [[0.2, 0.15], 12, 2],
  ])(
    "no data set exceeds it, and a single record comes close: σ = %j, k = %i, h = %i",
    (deviations, degree, iterations) => {
      const bound = singleRecordApproximation({ deviations, height: peak(deviations) })(degree, iterations);
      const random = seededSource(degree);
      let largest = 0;
      for (let trial = 0; trial < 30; trial++) {
        const n = trial < 20 ? 1 : 20;
        const X = Array.from({ length: n }, () =>
          deviations.map(() => (trial % 3 ? random.uniform() : Math.round(random.uniform()))),
        );
        largest = Math.max(largest, errorOf(pointsFrom(X), deviations, degree, iterations));
      }
      expect(largest).toBeLessThanOrEqual(bound * 1.02);
      expect(largest).toBeGreaterThan(bound / (deviations.length === 1 ? 1.3 : 3));
    },
  );
});

describe("bernsteinTradeoffs", () => {
  const random = seededSource(3);
  const points = { dimension: 1, coordinates: Float64Array.from({ length: 5000 }, () => 0.3 + 0.4 * random.uniform()) };
  const target = densityTarget({ points, domain: [[0, 1]], bandwidths: [0.1] });
  const approximation = singleRecordApproximation({ deviations: [0.1], height: peak([0.1]) });
  const tradeoffsAt = (epsilon: number) =>
    bernsteinTradeoffs({
      dimension: 1,
      sensitivity: (degree) => target.sensitivity(degree).l1,
      law: "laplace",
      noiseMultiplier: latticeNoiseMultiplier("laplace", { epsilon, delta: 0 }),
      approximation,
      coverage: 0.95,
    });

  test("the best comes first, larger budgets allow larger degrees, and the parts add up", () => {
    const degrees = [0.05, 0.5, 5].map((epsilon) => {
      const all = tradeoffsAt(epsilon);
      all.forEach(({ total, approximation, noise }) => {
        expect(total).toBe(approximation + noise);
        expect(total).toBeGreaterThanOrEqual(all[0]!.total);
      });
      return all[0]!.degree;
    });
    expect(degrees[0]).toBeLessThanOrEqual(degrees[1]!);
    expect(degrees[1]).toBeLessThanOrEqual(degrees[2]!);
    expect(degrees[0]).toBeLessThan(degrees[2]!);
  });

  test("the error of a release stays below the chosen bound in at least 95 of 100 draws", () => {
    const epsilon = 1;
    const [{ degree, iterations, total }] = tradeoffsAt(epsilon) as [ReturnType<typeof tradeoffsAt>[number]];
    const plan = planBernstein(target, [257]);
    const release = plan.release({ degree, iterations, law: "laplace", drawCount: 200, seed: 5 });
    const multiplier = latticeNoiseMultiplier("laplace", { epsilon, delta: 0 });
    const exceeded = release.unitNoise.filter((_, draw) => {
      const values = scaleRelease(release, draw, multiplier, new Float64Array(257));
      return values.some((value, i) => Math.abs(value - plan.original()[i]!) > total);
    });
    // If 5 % exceeded it, more than 26 of 200 would with probability below 10⁻⁵.
    expect(exceeded.length).toBeLessThanOrEqual(26);
  });
});

test("printedCoverSize is the rule of the paper", () => {
  const base = { sensitivity: 0.002, epsilon: 1, coverage: 0.95, iterations: 2, dimension: 1 };
  expect(printedCoverSize(base)).toBe(Math.round((1 / (0.002 * Math.log(20))) ** (1 / 3)));
  expect(printedCoverSize({ ...base, epsilon: 1e-9 })).toBe(1);
  for (const bad of [NaN, 0, -1, Infinity]) {
    for (const key of ["sensitivity", "epsilon", "coverage", "iterations", "dimension"] as const) {
      expect(() => printedCoverSize({ ...base, [key]: bad })).toThrow(ParameterError);
    }
  }
});
