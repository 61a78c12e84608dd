import { describe, expect, test } from "vitest";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../../src/core/linalg/triangular.ts";
import { claimedMu } from "../../../src/core/privacy/calibration/claim.ts";
import { largestSignedSum } from "../../../src/core/privacy/sensitivity/largestSignedSum.ts";
import { wordsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { releasingAtPoints, type PointTarget } from "../../../src/core/release/pointRelease.ts";
import { releaseSensitivity } from "../../../src/core/release/releaseTarget.ts";
import { justOnce, lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";

// Hall, Rinaldo & Wasserman (2013), Proposition 3 and Remark 2: the means of columns, with any positive definite M. A column is a
// point, M is the kernel of the points, and the sensitivity is the largest ‖M^(−½) δ‖ over the box of the declared ranges.

const ranges = [40, 3, 0.5, 1000] as const;
const m = ranges.length;
const n = 50;
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

/** Covariance of a correlation ρ between columns, and of variances as the ranges, which has the least trace for ρ = 0. */
const covarianceOf = (rho: number) =>
  Float64Array.from({ length: m * m }, (_, k) => {
    const [i, j] = [Math.floor(k / m), k % m];
    return (i === j ? 1 : rho) * Math.sqrt(ranges[i]! * ranges[j]!);
  });

/** M^(−½) times a change of one record, whose columns change by the shares of their ranges. */
const whitened = (M: Float64Array, shares: readonly number[]) =>
  solveLower(
    cholesky(M, m),
    Float64Array.from(ranges, (range, j) => (shares[j]! * range) / n),
  );

/** R M⁻¹ R/n², whose largest sum over signs is the square of Δ. */
function signedMatrix(M: Float64Array): Float64Array {
  const columns = ranges.map((_, j) => whitened(M, ranges.map((__, i) => (i === j ? 1 : 0)))); // prettier-ignore
  return Float64Array.from({ length: m * m }, (_, k) => {
    const [a, b] = [columns[Math.floor(k / m)]!, columns[k % m]!];
    return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  });
}

function meansTarget(rows: readonly (readonly number[])[], M: Float64Array): PointTarget {
  const unit = Math.max(...ranges.map((_, j) => M[j * m + j]!));
  const kernel: Kernel = { evaluate: (x, y) => M[x[0]! * m + y[0]!]! / unit, diagonalBound: 1 };
  const means = Float64Array.from(ranges, (range, j) =>
    rows.reduce((sum, row) => sum + Math.min(range, Math.max(0, row[j]!)) / n, 0),
  );
  return {
    kernel,
    at: { dimension: 1, coordinates: Float64Array.from(ranges, (_, j) => j) },
    units: { scale: 1, offset: 0 },
    sensitivity: releaseSensitivity({
      formula: "largest ‖M^(−½)(v − v′)‖ over the declared ranges",
      exact: Math.sqrt(unit * largestSignedSum(signedMatrix(M), m)),
      stop: 0,
    }),
    jitter: 1e-9,
    estimateError: n * 2 ** -53 * Math.hypot(...ranges),
    estimateBound: Math.hypot(...ranges) * (1 + 1e-9),
    estimating: () => justOnce(means),
  };
}

const rowsOf = (seed: number, last: readonly number[]) => {
  const random = seededSource(seed);
  return [...Array.from({ length: n - 1 }, () => ranges.map((range) => range * random.uniform())), last];
};

describe.each([0, 0.6, -0.3])("a vector of means with columns correlated by %f", (rho) => {
  const M = covarianceOf(rho);
  const { value: sensitivity } = meansTarget(rowsOf(1, ranges), M).sensitivity;
  const unit = Math.max(...ranges);

  test("one record changes it by at most Δ in the norm of M, which a corner of the ranges reaches", () => {
    let most = 0;
    for (let corner = 0; corner < 2 ** m; corner++) {
      const signs = ranges.map((_, j) => ((corner >> j) & 1 ? 1 : -1));
      most = Math.max(most, Math.sqrt(unit) * Math.hypot(...whitened(M, signs)));
    }
    expect(most).toBeLessThanOrEqual(sensitivity);
    expect(most).toBeGreaterThan(0.99 * sensitivity);
    if (rho === 0)
      expect(sensitivity / Math.sqrt(unit)).toBeCloseTo(Math.sqrt(ranges.reduce((a, b) => a + b, 0)) / n, 9);
  });

  test("replayed with the same bits on a neighbour only the numbers differ; an attacker stays within the claim", () => {
    const mu = claimedMu({ ...budget, failure: 0 });
    const signs = ranges.map((_, j) => (rho < 0 ? 1 : j % 2 ? 1 : -1));
    const ends = (sign: number) => ranges.map((range, j) => (sign * signs[j]! > 0 ? range : 0));
    const direction = whitened(M, signs);
    const released = (last: readonly number[], seed: number) =>
      lastOf(releasingAtPoints(meansTarget(rowsOf(1, last), M), budget, wordsOf(seededSource(seed))));
    const publicOf = ({ integers, values, ...rest }: ReturnType<typeof released>) => rest;
    expect(publicOf(released(ends(1), 3))).toEqual(publicOf(released(ends(-1), 3)));
    // The best statistic is normal with deviation 1, and its mean moves by at most μ; each mean of so many has the deviation
    // 1/√draws, and five of those of a difference are exceeded with probability 6·10⁻⁷.
    const draws = casesOf(2000, 500);
    const statistic = (last: readonly number[], seed: number) => {
      let sum = 0;
      for (let r = 0; r < draws; r++) {
        const { values, sigma } = released(last, seed + r);
        const white = solveLower(cholesky(M, m), values);
        const size = Math.hypot(...direction);
        sum += white.reduce((all, value, j) => all + (value * direction[j]!) / size, 0) * (Math.sqrt(unit) / sigma);
      }
      return sum / draws;
    };
    const moved = statistic(ends(1), 10) - statistic(ends(-1), 1e6);
    const slack = 5 * Math.sqrt(2 / draws);
    expect(moved).toBeLessThan(mu + slack);
    expect(moved).toBeGreaterThan(0.8 * mu - slack);
  });
});
