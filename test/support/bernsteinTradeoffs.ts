import { checkOpenUnit, checkPositive, checkPositiveInteger } from "../../src/core/checks.ts";
import { polynomialNoiseBound } from "../../src/core/bernstein/polynomialNoise.ts";
import { latticeSize } from "../../src/core/privacy/calibration/laplace.ts";
import type { chooseBernstein } from "../../src/core/bernstein/bernsteinChoice.ts";

/** Degrees and orders tried on each axis. */
const degrees = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 32, 40, 50, 60, 80, 100, 130, 160, 200];
const mostIterations = 8;
const mostValues = 10_000;

/**
 * Degree and order with the least bound on approximation plus noise: the paper's trade-off with all constants. From public
 * numbers only.
 *
 * @returns all pairs tried, the best one first
 * @throws {ParameterError} if a number is out of range
 * @see Aldà & Rubinstein (2017), section 4.1, eqs (3), (4); errata A4
 */
export function bernsteinTradeoffs({
  dimension,
  sensitivity,
  law,
  noiseMultiplier,
  approximation,
  coverage,
}: Omit<Parameters<typeof chooseBernstein>[0], "mostDegree">): readonly ReturnType<typeof chooseBernstein>[] {
  checkPositiveInteger("dimension", dimension);
  checkPositive("noiseMultiplier", noiseMultiplier);
  checkOpenUnit("coverage", coverage);
  const tried: ReturnType<typeof chooseBernstein>[] = [];
  let best = Infinity;
  for (const degree of degrees) {
    if (latticeSize(degree, dimension) > mostValues) break;
    const scale = noiseMultiplier * sensitivity(degree);
    const noiseOf = (iterations: number) =>
      polynomialNoiseBound({ degree, iterations, dimension, law, scale, coverage });
    // Noise grows with k and h. Once it exceeds the best sum, no larger degree does better.
    if (noiseOf(1) >= best) break;
    for (let iterations = 1; iterations <= mostIterations; iterations++) {
      const noise = noiseOf(iterations);
      if (noise >= best) break;
      const bias = approximation(degree, iterations);
      tried.push({ degree, iterations, approximation: bias, noise, total: bias + noise });
      best = Math.min(best, bias + noise);
    }
  }
  return tried.sort((a, b) => a.total - b.total);
}
