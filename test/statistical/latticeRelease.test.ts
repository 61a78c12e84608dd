import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../src/core/grids.ts";
import { claimedMu } from "../../src/core/privacy/calibration/claim.ts";
import { gridNoiseSampler } from "../../src/core/privacy/mechanisms/gridNoise.ts";
import { gaussianLattice, latticeGaussianRelease } from "../../src/core/privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../../src/core/privacy/mechanisms/latticeLaplace.ts";
import { latticePlan, latticeRelease } from "../../src/core/privacy/mechanisms/latticeRelease.ts";
import type { NoiseKernel } from "../../src/core/privacy/mechanisms/unitNoise.ts";
import { exactNormals } from "../../src/core/random/exactNormal.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { auditRow } from "../support/auditTable.ts";
import { boundError as error } from "../support/audits.ts";
import { lowerBound, upperBound } from "../../src/core/privacy/attack/clopperPearson.ts";
import { auditedDither } from "../support/ditherAudit.ts";

/** How many releases of each neighbour are drawn. */
const count = 100_000 * Number(process.env["AUDIT_FACTOR"] ?? 1);

/**
 * A lower bound on the ε of a mechanism at δ, wrong with probability at most 4·10⁻⁶ per threshold: the best of attackers who say
 * "the second" where the statistic exceeds a threshold, all fixed beforehand.
 */
function auditedEpsilon(
  statistic: (second: boolean) => number,
  { thresholds, delta }: { readonly thresholds: readonly number[]; readonly delta: number },
): number {
  const counts = thresholds.map(() => ({ falseAlarms: 0, hits: 0 }));
  for (let draw = 0; draw < count; draw++) {
    const [first, second] = [statistic(false), statistic(true)];
    thresholds.forEach((threshold, i) => {
      if (first > threshold) counts[i]!.falseAlarms++;
      if (second > threshold) counts[i]!.hits++;
    });
  }
  const bounds = counts.map(({ falseAlarms, hits }) =>
    Math.log(Math.max(0, lowerBound(hits, count, error) - delta) / upperBound(falseAlarms, count, error)),
  );
  return Math.max(...bounds);
}

const epsilon = 1;
const delta = 0.05;
const mu = claimedMu({ epsilon, delta, failure: 0, calibration: "analytic" });
/**
 * Where the privacy loss of the Gaussian mechanism is ε, in units of σ: the best threshold for ε at δ; and that for
 * half of σ.
 */
const thresholds = [epsilon / mu + mu / 2, epsilon / (4 * mu) + mu / 2];

// An audit of a sound mechanism is above the claim with probability at most 10⁻⁵. With so many draws its bounds are about 10 %
// below, with a standard deviation of 2 %.
function expectClaimed(audited: (divisor: number) => number): void {
  const [found, weakened] = [audited(1), audited(2)];
  auditRow({ of: "ε", claim: epsilon, found, weakened });
  expect(found).toBeLessThan(epsilon);
  expect(found).toBeGreaterThan(0.85 * epsilon);
  expect(weakened).toBeGreaterThan(epsilon);
}

describe("correlated noise on a lattice", () => {
  const grid = { axes: [{ lower: 0, upper: 1, count: 8 }] };
  const points = gridCoordinates(grid.axes[0]!);
  const at = 3;

  function statisticOf(kernel: NoiseKernel, correlation: (distance: number) => number, sigmaFactor: number) {
    const sensitivity = 0.013;
    const plan = latticePlan({
      sensitivity,
      mu,
      count: points.length,
      estimateError: 1e-14,
      estimateBound: 10,
      noise: { error: 1e-11, normBound: 30, failure: 0 },
      ditherBits: 4,
    });
    const used = { ...plan, sigma: plan.sigma * sigmaFactor };
    const first = Float64Array.from(points, (t) => Math.sin(5 * t));
    // The worst neighbour: f + Δ k(·, a) has distance Δ, and the likelihood ratio looks at the point a alone.
    const second = first.map((value, i) => value + sensitivity * correlation(points[i]! - points[at]!));
    const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
    const normals = new Float64Array(sampler.normalCount);
    const unitNoise = new Float64Array(points.length);
    const words: RandomWords = wordsOf(seededSource(20261122));
    const draws = exactNormals(words);
    return (isSecond: boolean) => {
      draws.fillNearest(normals);
      sampler.sample(normals, unitNoise);
      const integers = latticeRelease({ plan: used, estimate: isSecond ? second : first, unitNoise, words });
      return (integers[at]! * plan.lattice - first[at]!) / plan.sigma;
    };
  }

  test.each([
    ["Matérn 1/2", { type: "exponential", lengthScale: 0.3 }, (r: number) => Math.exp(-Math.abs(r) / 0.3)],
    ["Gaussian", { type: "gaussian", bandwidthMatrix: [[0.01]] }, (r: number) => Math.exp(-50 * r * r)],
  ] as [string, NoiseKernel, (r: number) => number][])(
    "audited ε is below the claim and near it, half the noise is caught: %s",
    (_, kernel, correlation) => {
      expectClaimed((divisor) => auditedEpsilon(statisticOf(kernel, correlation, 1 / divisor), { thresholds, delta }));
    },
  );
});

test("rounding in a direction where the noise has no variance is covered by the dither, and by nothing else", () => {
  const { release, preview } = auditedDither(mu, count);
  auditRow({ of: "μ", claim: 0.45 * mu, found: release, weakened: preview });
  expect(release).toBeLessThan(0.45 * mu);
  expect(release).toBeGreaterThan(0.85 * 0.45 * mu);
  expect(preview).toBeGreaterThan(mu);
});

test("coordinates with Gaussian noise: audited ε is below the claim and within 15 % of it; half the noise is caught", () => {
  const lattice = gaussianLattice({ sensitivity: 3, roundingError: 0, mu });
  const statisticOf = (divisor: number) => {
    const words = wordsOf(seededSource(1));
    const used = { ...lattice, multiplier: Math.round(lattice.multiplier / divisor) };
    return (second: boolean) =>
      (latticeGaussianRelease({ estimate: [second ? 3 : 0], lattice: used, words })[0]! * lattice.lattice) /
      lattice.scale;
  };
  expectClaimed((divisor) => auditedEpsilon(statisticOf(divisor), { thresholds, delta }));
});

test("coordinates with Laplace noise: audited ε is below the claim and within 15 % of it; half the noise is caught", () => {
  const lattice = laplaceLattice({ sensitivity: 3, roundingError: 0, epsilon });
  const statisticOf = (divisor: number) => {
    const words = wordsOf(seededSource(2));
    const used = { ...lattice, multiplier: Math.round(lattice.multiplier / divisor) };
    return (second: boolean) =>
      latticeLaplaceRelease({ estimate: [second ? 3 : 0], lattice: used, words })[0]! * lattice.lattice;
  };
  // Beyond both centres the likelihood ratio is e^ε everywhere.
  expectClaimed((divisor) => auditedEpsilon(statisticOf(divisor), { thresholds: [3], delta: 0 }));
});

test("confidence bounds of Clopper and Pearson have the values they are known for", () => {
  expect(upperBound(0, 10, 0.05)).toBeCloseTo(1 - 0.05 ** 0.1, 12);
  expect(lowerBound(10, 10, 0.05)).toBeCloseTo(0.05 ** 0.1, 12);
  // scipy.stats.beta.ppf(0.025, 81, 120) and (0.975, 82, 119).
  expect(lowerBound(81, 200, 0.025)).toBeCloseTo(0.3363348300546173, 10);
  expect(upperBound(81, 200, 0.025)).toBeCloseTo(0.4765249752832771, 10);
});
