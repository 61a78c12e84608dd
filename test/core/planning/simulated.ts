import type { PlannedMean } from "../../../src/core/planning/meanErrors.ts";
import { expect } from "vitest";
import type { DeclaredClasses } from "../../../src/core/planning/declaredClasses.ts";

/** A quarter around (3, 0), the rest around (7, 0). */
export const twoClasses: DeclaredClasses = {
  parts: [
    { of: 0, weight: 1, means: [3, 0], deviations: [1.5, 0.3] },
    { of: 1, weight: 3, means: [7, 0], deviations: [1.5, 0.3] },
  ],
};

/** Two samples of a mean: 4.9 standard errors of their difference are exceeded once in 10⁶. */
export function expectSameMean(first: readonly number[], second: readonly number[], bias: number): void {
  const [a, b] = [momentsOf(first), momentsOf(second)];
  expect(Math.abs(a.mean - b.mean)).toBeLessThan(4.9 * Math.sqrt(a.square + b.square) + bias);
  // A comparison that could not tell a quarter would say nothing.
  expect(4.9 * Math.sqrt(a.square + b.square)).toBeLessThan(0.25);
}

function momentsOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, square: variance / values.length };
}

/** Limits of a plan that is asked at one place only. */
export function alone(epsilon: number, recordCount: number, tuning: number) {
  const at = (value: number) => ({ min: value, max: value });
  return { epsilon: at(epsilon), recordCount: at(recordCount), tuning: at(tuning) };
}

export const twoRanges = [
  [0, 10],
  [-0.5, 0.5],
] as const;
export const boundaryFit = {
  ...({ kernel: "gaussian", lengthScale: 0.2, loss: "hinge", lossParameter: 0, solver: "exact" } as const),
};
export const tableMachines = {
  ...({ protection: "entry", adjacency: 1, origin: "middle", subspaceDimension: 2, depth: 1 } as const),
  ...({ branches: 1, parties: 1, model: "fabricated", testEvery: 4 } as const),
};

/** Curves with the noise of their own kernel. */
export const plannedCurves: PlannedMean = {
  curves: { heights: [0, 2, 3, 1, 1.5], deviation: 0.8, lengthScale: 0.15 },
  smoothing: { domain: [0, 1], rule: "uniform", kernel: "matern52", range: 0.2, power: 1, normBound: 8 },
  noiseKernel: "matern52",
  pointCount: 31,
};
