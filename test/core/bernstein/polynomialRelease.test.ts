import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import type { Interval } from "../../../src/core/grids.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planBernsteinDensity } from "../../../src/core/density/bernsteinDensity.ts";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";
import { spreadOfLaw } from "../../../src/core/bernstein/latticeLaw.ts";
import { planPolynomial } from "../../../src/core/bernstein/polynomialRelease.ts";
import { automatic, byHand } from "../../support/polynomialChoices.ts";
import { casesOf, firstOf } from "../../support/fuzzing.ts";

const unit: Interval = [0, 1];

const never = () => {
  throw new Error("not asked for");
};

const noise = { drawCount: 2, seed: 5 } as const;

const planOf = (seed: number, dimension: number, correlation = 0) => {
  const random = seededSource(seed);
  const coordinates = Float64Array.from({ length: 200 * dimension }, () => random.uniform());
  return planBernsteinDensity({
    points: { dimension, coordinates },
    domain: new Array<Interval>(dimension).fill(unit),
    bandwidths: new Array<number>(dimension).fill(0.15),
    correlation,
    drawnOnGrid: never,
  });
};

describe("a plan for a polynomial", () => {
  test.each([
    ["laplace", 1, 12, 3],
    ["gaussian", 1, 30, 20],
    ["laplace", 2, 6, 2],
    ["gaussian", 2, 9, 1],
  ] as const)(
    "the shape of %s noise is its standard deviation at each point: ℓ = %i, k = %i, h = %i",
    (law, d, k, h) => {
      const draws = casesOf(3000, 800);
      const gridCounts = new Array<number>(d).fill(d === 1 ? 41 : 9);
      const points = { dimension: d, coordinates: new Float64Array(d).fill(0.4) };
      const target = densityTarget({
        points,
        domain: new Array<Interval>(d).fill(unit),
        bandwidths: new Array<number>(d).fill(0.2),
      });
      const plan = planPolynomial({ target, approximation: () => 1, gridCounts });
      const { unitNoise, jitter, polynomial } = plan.release(byHand(law, k, h), { drawCount: draws, seed: 3 });
      const within = spreadOfLaw[law].pointwiseFactor;
      let inside = 0;
      unitNoise[0]!.forEach((_, i) => {
        const meanSquare = unitNoise.reduce((sum, draw) => sum + draw[i]! ** 2, 0) / draws;
        const variance = (1 + jitter) * polynomial.shape[i]! ** 2;
        // The fourth moment of a sum of Laplace numbers is at most 6 variances squared: sd of the mean square
        // √(5/draws); 5.5 of it is exceeded at one of at most 81 points with probability below 10⁻⁵.
        expect(Math.abs(meanSquare / variance - 1)).toBeLessThan(5.5 * Math.sqrt(5 / draws));
        inside += unitNoise.filter((draw) => Math.abs(draw[i]!) <= within * Math.sqrt(variance)).length;
      });
      expect(inside / (draws * unitNoise[0]!.length)).toBeGreaterThan(0.94);
    },
  );

  test("holds the original beside the polynomial, and what the polynomial misses is below its bound", () => {
    const choices = [
      [byHand("laplace", 20, 3), 1, 0],
      [byHand("gaussian", 10, 2), 2, 0.6],
      [automatic("laplace", 1), 1, 0],
      [byHand("gaussian", 10, 2), 2, 0],
    ] as const;
    for (const [choice, d, r] of firstOf(choices, 3)) {
      const { estimate, original, approximationError, polynomial } = planOf(1, d, r).release(choice, noise);
      const largest = estimate.reduce((most, value, i) => Math.max(most, Math.abs(value - original[i]!)), 0);
      expect(approximationError).toBe(largest);
      expect(largest).toBeGreaterThan(0);
      expect(largest).toBeLessThanOrEqual(polynomial.approximationBound);
    }
  });

  test("refuses k and h beyond their limits, and where doubles are exhausted, with the bound", () => {
    const plan = planOf(1, 1);
    expect(() => plan.release(byHand("laplace", 201, 1), noise)).toThrow(/degree must be at most 200/);
    expect(() => plan.release(byHand("laplace", 20, 201), noise)).toThrow(/iterations must be at most 200/);
    expect(() => plan.release(byHand("laplace", 200, 200), noise)).toThrow(
      /iterations must be smaller at degree 200: .*rounding is only known to be below/,
    );
    for (const bad of [NaN, 0, -1, 1.5, Infinity]) {
      expect(() => plan.release(byHand("laplace", bad, 1), noise)).toThrow(ParameterError);
      expect(() => plan.release(byHand("laplace", 3, bad), noise)).toThrow(ParameterError);
      expect(() => plan.target(byHand("gaussian", bad, 1))).toThrow(ParameterError);
    }
    expect(() => planOf(1, 2).release(byHand("laplace", 61, 1), noise)).toThrow(/degree must be at most 60/);
  });
});
