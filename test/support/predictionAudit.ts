import { gram } from "../../src/core/kernels/gram.ts";
import { cholesky } from "../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../src/core/linalg/triangular.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import type { FitParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import { releasingAtPoints } from "../../src/core/release/pointRelease.ts";
import type { PointTarget } from "../../src/core/release/pointRelease.ts";
import { justOnce, lastOf } from "../../src/core/slices.ts";
import { muOf } from "./audits.ts";
import { recordedWords } from "./privateReleases.ts";

/** What each prediction may cost. */
export const predictionBudget = { epsilon: 4, delta: 0.05, calibration: "analytic" } as const;

const [n, d, m] = [2, 6, 12];
const random = seededSource(5);
const at = { dimension: d, coordinates: Float64Array.from({ length: m * d }, () => random.uniform()) };
const fit: FitParameters = {
  domain: Array.from({ length: d }, () => [0, 1] as const),
  held: [0.5, 0.5, 0.5, 0.5],
  kernel: "gaussian",
  lengthScale: 0.8,
  loss: "hinge",
  lossParameter: 0.5,
  penalty: 1,
  solver: "exact",
};
// Both records are where one point is; the second label turns.
const coordinates = new Float64Array(n * d);
for (let i = 0; i < n; i++) coordinates.set(at.coordinates.subarray(0, d), i * d);
const targetOf = (label: number) =>
  planBoundary({ points: { dimension: d, coordinates }, responses: Float64Array.of(1, label) }).pointTarget(fit, at)
    .target;

/**
 * A lower bound on the μ of predictions at points, by the best attacker on the vector of values.
 *
 * @param factor of the noise that is left, for the power of the audit
 */
export function auditedPredictions(factor: number, draws: number): number {
  const targets = [targetOf(1), targetOf(-1)] as const;
  const [f, g] = targets.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array];
  const K = gram(targets[0].kernel, at);
  for (let i = 0; i < m; i++) K[i * m + i]! += 1e-6;
  const L = cholesky(K, m);
  const white = (values: Float64Array) => solveLower(L, values);
  const direction = white(f.map((value, i) => g[i]! - value));
  const along = (values: Float64Array) => white(values).reduce((sum, value, i) => sum + value * direction[i]!, 0);
  const middle = (along(f) + along(g)) / 2;
  const [alarms, hits] = targets.map((target, which) => {
    const words = recordedWords(20 + which);
    const estimate = which === 0 ? f : g;
    const once: PointTarget = { ...target, estimating: () => justOnce(estimate) };
    let count = 0;
    for (let i = 0; i < draws; i++) {
      const { integers, lattice } = lastOf(releasingAtPoints(once, predictionBudget, words));
      const values = integers.map((D, k) => estimate[k]! + factor * (D * lattice - estimate[k]!));
      if (along(values) > middle) count++;
    }
    return count;
  }) as [number, number];
  return muOf(alarms, hits, draws);
}
