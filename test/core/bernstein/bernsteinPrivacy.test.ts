import { describe, expect, test } from "vitest";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardLaplaces } from "../../../src/core/random/standardLaplaces.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { latticeNoiseMultiplier, planBernstein } from "../../../src/core/bernstein/bernstein.ts";
import type { NoiseLaw } from "../../../src/core/bernstein/latticeNoiseDraws.ts";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";

// The adversary's pair: one record out of two stands far from the rest, on lattice points, and moves as far.
const pair = [
  [[0.5], [0.2]],
  [[0.5], [0.8]],
].map((rows) => {
  const target = densityTarget({ points: pointsFrom(rows), domain: [[0, 1]], bandwidths: [0.03] });
  return (law: NoiseLaw) => planBernstein(target).release({ degree: 20, iterations: 2, law, drawCount: 1, seed: 1 });
});

describe("what an adversary gains from the lattice, who knows all but one record", () => {
  test("ε, Laplace noise: the log likelihood ratio never exceeds ε and comes to 99 % of it; half the noise exceeds it", () => {
    const epsilon = 0.7;
    const [f, g] = pair.map((release) => release("laplace").lattice);
    const scale = f!.sensitivity * latticeNoiseMultiplier("laplace", { epsilon, delta: 0 });
    const random = seededSource(31);
    const largestRatio = (b: number) => {
      let largest = 0;
      for (let draw = 0; draw < 20_000; draw++) {
        const z = standardLaplaces(random, 21);
        let loss = 0;
        z.forEach((value, i) => {
          const x = f!.estimate[i]! + b * value;
          loss += (Math.abs(x - g!.estimate[i]!) - Math.abs(x - f!.estimate[i]!)) / b;
        });
        largest = Math.max(largest, loss);
      }
      return largest;
    };
    const largest = largestRatio(scale);
    expect(largest).toBeLessThanOrEqual(epsilon);
    expect(largest).toBeGreaterThan(0.99 * epsilon);
    expect(largestRatio(scale / 2)).toBeGreaterThan(epsilon);
  });

  test("(ε, δ), Gaussian noise: the loss is normal with μ = ‖f − g‖/σ ≤ Δ₂/σ, so δ(ε) is kept; half the noise breaks it", () => {
    const budget = { epsilon: 1, delta: 1e-2 };
    const [f, g] = pair.map((release) => release("gaussian").lattice);
    const sigma = f!.sensitivity * latticeNoiseMultiplier("gaussian", budget);
    const draws = 40_000;
    const random = seededSource(32);
    // δ(ε) = E (1 − e^(ε − loss))₊ under f, each term in [0, 1].
    const achieved = (s: number) => {
      let [sum, squares] = [0, 0];
      for (let draw = 0; draw < draws; draw++) {
        const z = standardNormals(random, 21);
        let loss = 0;
        z.forEach((value, i) => {
          const shift = (f!.estimate[i]! - g!.estimate[i]!) / s;
          loss += shift * value + (shift * shift) / 2;
        });
        const term = Math.max(0, -Math.expm1(budget.epsilon - loss));
        sum += term;
        squares += term * term;
      }
      const mean = sum / draws;
      return { mean, error: Math.sqrt((squares / draws - mean * mean) / draws) };
    };
    // 4.27 standard errors are exceeded with probability 10⁻⁵ when δ is kept with equality.
    const kept = achieved(sigma);
    expect(kept.mean).toBeLessThan(budget.delta + 4.27 * kept.error);
    expect(kept.mean).toBeGreaterThan(0.9 * budget.delta);
    const broken = achieved(sigma / 2);
    expect(broken.mean).toBeGreaterThan(budget.delta + 4.27 * broken.error);
  });
});
