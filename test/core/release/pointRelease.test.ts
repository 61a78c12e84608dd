import { describe, expect, test } from "vitest";
import { evaluateExpansion } from "../../../src/core/erm/expansion/kernelExpansion.ts";
import { createErmSolver } from "../../../src/core/erm/solver/ermSolver.ts";
import { hingeLoss } from "../../../src/core/erm/solver/losses.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../../src/core/linalg/triangular.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { mostPoints } from "../../../src/core/erm/boundary/boundaryTarget.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import type { FitParameters } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import type { PointRelease } from "../../../src/core/release/pointRelease.ts";
import { releasingAtPoints } from "../../../src/core/release/pointRelease.ts";
import type { PrivacyBudget } from "../../../src/core/privacy/calibration/privacyBudget.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { kolmogorovSmirnov, neighbouringPoints, recordedWords } from "../../support/privateReleases.ts";

const budget: PrivacyBudget = { epsilon: 1, delta: 1e-5, calibration: "analytic" };
const d = 6;
const n = 40;
const fit: FitParameters = {
  domain: Array.from({ length: d }, () => [0, 1] as const),
  held: [0.5, 0.5, 0.5, 0.5],
  kernel: "gaussian",
  lengthScale: 0.7,
  loss: "hinge",
  lossParameter: 0.5,
  penalty: 0.1,
  solver: "exact",
};
const random = seededSource(31);
const m = 25;
const at = { dimension: d, coordinates: Float64Array.from({ length: m * d }, () => random.uniform()) };
const labels = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 1 : -1));
const planOf = (seed: number, which: 0 | 1, last = 1) =>
  planBoundary({
    points: neighbouringPoints(seed, n, d)[which],
    responses: labels.map((label, i) => (i === n - 1 ? last : label)),
  });
const target = () => planOf(1, 0).pointTarget(fit, at).target;

test("releasingAtPoints gives integers on a lattice, and values made of them", () => {
  const release = lastOf(releasingAtPoints(target(), budget, recordedWords(1)));
  expect(release.integers).toHaveLength(m);
  expect(release.integers.every(Number.isInteger)).toBe(true);
  expect(Number.isInteger(Math.log2(release.lattice))).toBe(true);
  expect(Array.from(release.values)).toEqual(Array.from(release.integers, (D) => D * release.lattice));
  expect(release.achievedDelta).toBeLessThanOrEqual(1e-5);
  expect(release.sigma).toBeGreaterThan(release.sensitivity.value * analyticNoiseMultiplier(budget));
  expect(release.sigma).toBeLessThan(1.001 * release.sensitivity.value * analyticNoiseMultiplier(budget));
  const range = planOf(1, 0).pointTarget({ ...fit, loss: "huber", responseRange: [60, 140] }, at).target;
  expect(range.units).toEqual({ scale: 40, offset: 100 });
});

test("of neighbours only the integers differ, bit for bit, and not by more than Δ in the norm of the noise", () => {
  let most = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const [one, other] = ([0, 1] as const).map((which) => {
      const plan = planOf(seed, which, which === 0 ? 1 : -1);
      const { target: made } = plan.pointTarget(fit, at);
      return { made, release: lastOf(releasingAtPoints(made, budget, recordedWords(seed))) };
    }) as [Replayed, Replayed];
    const publicPart = ({ release: { integers, values, ...rest } }: Replayed) => ({
      ...rest,
      count: integers.length + values.length,
    });
    expect(publicPart(other)).toEqual(publicPart(one));
    const [f, g] = [one, other].map(({ made }) => lastOf(made.estimating()));
    const difference = f!.map((value, i) => value - g![i]!);
    const K = gram(one.made.kernel, at);
    for (let i = 0; i < m; i++) K[i * m + i]! += one.made.jitter;
    const norm = Math.hypot(...solveLower(cholesky(K, m), difference));
    expect(norm).toBeLessThanOrEqual(one.made.sensitivity.value);
    most = Math.max(most, norm / one.made.sensitivity.value);
  }
  // A label that turns in a corner moves f by a good share of what is allowed for.
  expect(most).toBeGreaterThan(0.3);
});

interface Replayed {
  readonly made: ReturnType<typeof target>;
  readonly release: Omit<PointRelease, "clampedCount">;
}

test("the noise has the covariance of the kernel between points, its variance, and a normal law", () => {
  const made = target();
  const estimate = lastOf(made.estimating());
  const words = recordedWords(7);
  const draws = 1500;
  const first = lastOf(releasingAtPoints(made, budget, words));
  const K = gram(made.kernel, at);
  const noise = Array.from({ length: draws }, () => {
    const { values } = lastOf(
      releasingAtPoints(
        {
          ...made,
          estimating: function* () {
            yield 1;
            return estimate;
          },
        },
        budget,
        words,
      ),
    );
    return values.map((value, i) => (value - estimate[i]!) / first.sigma);
  });
  const covariance = (i: number, j: number) => noise.reduce((sum, z) => sum + z[i]! * z[j]!, 0) / draws;
  for (const [i, j] of [
    [0, 0],
    [0, 1],
    [3, 9],
    [24, 24],
  ] as const) {
    // The mean of 1500 products has a standard deviation of √((1 + k²)/1500); 5.5 of them are exceeded with 4·10⁻⁸ each.
    const k = K[i * m + j]!;
    expect(Math.abs(covariance(i, j) - k)).toBeLessThan(5.5 * Math.sqrt((1 + k * k) / draws));
  }
  // Above 2.7 with probability at most 10⁻⁶ (Massart 1990).
  expect(
    kolmogorovSmirnov(
      noise.map((z) => z[5]!),
      normalCdf,
    ),
  ).toBeLessThan(2.7);
});

test("a point asked for twice is answered alike but for the dither", () => {
  const twice = { dimension: d, coordinates: Float64Array.from([...at.coordinates, ...at.coordinates]) };
  const made = planOf(1, 0).pointTarget(fit, twice).target;
  const { values, dither, lattice } = lastOf(releasingAtPoints(made, budget, recordedWords(3)));
  // √2 s is the standard deviation of a difference of dithers; τ adds a thirtieth of it. Nine of them are exceeded with 10⁻¹⁷.
  for (let i = 0; i < m; i++) expect(Math.abs(values[i]! - values[m + i]!)).toBeLessThan(9 * 1.5 * dither + lattice);
});

test("the estimate at the points is the fit's, within the bound on its rounding", () => {
  const points = neighbouringPoints(1, n, d)[0];
  const made = target();
  const box = { dimension: d, coordinates: points.coordinates.map((x) => Math.min(1, Math.max(0, x))) };
  const kernel = kernelOf("gaussian", 0.7);
  const responses = labels.map((label, i) => (i === n - 1 ? 1 : label));
  const gapTolerance = 1e-10;
  const direct = createErmSolver({ points: box, kernel }).fit({
    responses,
    loss: hingeLoss,
    penalty: 0.1,
    gapTolerance,
  });
  const values = evaluateExpansion({ kernel, ...direct }, at);
  lastOf(made.estimating()).forEach((f, i) => {
    expect(Math.abs(f - values[i]!)).toBeLessThanOrEqual(
      made.sensitivity.stop / 2 + Math.sqrt(gapTolerance / 0.1) + 1e-9,
    );
  });
  expect(made.estimateError).toBeLessThan(1e-11);
});

describe("pointTarget", () => {
  test("counts the points outside the domain, and answers them at its edge", () => {
    const outside = { dimension: d, coordinates: at.coordinates.map((x, k) => (k < d ? x + 5 : x)) };
    const edge = { dimension: d, coordinates: at.coordinates.map((x, k) => (k < d ? 1 : x)) };
    const [far, near] = [outside, edge].map((points) => planOf(1, 0).pointTarget(fit, points));
    expect([far!.clampedCount, near!.clampedCount]).toEqual([1, 0]);
    expect(lastOf(far!.target.estimating())).toEqual(lastOf(near!.target.estimating()));
  });

  test("refuses landmarks, too many points, points of another dimension, and numbers that are none", () => {
    const refused =
      (parameters: FitParameters, points = at) =>
      () =>
        planOf(1, 0).pointTarget(parameters, points);
    expect(refused({ ...fit, solver: "landmarks" })).toThrow(/choose the exact fit/);
    const many = { dimension: d, coordinates: new Float64Array((mostPoints + 1) * d) };
    expect(refused(fit, many)).toThrow(/^at must be at most 3,000; got "3,001 points"/);
    expect(refused(fit, { dimension: 2, coordinates: new Float64Array(4) })).toThrow(/^domain must/);
    const bad = { dimension: d, coordinates: at.coordinates.map((x, k) => (k === 7 ? NaN : x)) };
    expect(refused(fit, bad)).toThrow(/finite/);
    expect(refused(fit, { dimension: d, coordinates: new Float64Array(0) })).toThrow();
  });

  test.each([0, -1, NaN, Infinity])("an ε of %s is refused", (epsilon) => {
    expect(() => lastOf(releasingAtPoints(target(), { ...budget, epsilon }, recordedWords(1)))).toThrow();
  });
});
