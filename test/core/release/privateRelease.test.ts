import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../src/core/errors.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import type { RegularGrid } from "../../../src/core/grids.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { cryptographicWords } from "../../../src/core/random/randomWords.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import type { PrivacyBudget } from "../../../src/core/privacy/calibration/privacyBudget.ts";
import type { ReleaseTarget } from "../../../src/core/release/releaseTarget.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { publicPart, recordedWords, releaser } from "../../support/privateReleases.ts";
import { noiseNorm } from "../privacy/sensitivity/curveNeighbours.ts";
import {
  boundaryTargets,
  budget,
  classify,
  density,
  densityTargets,
  fit,
  inPlane,
  mean,
  meanTargets,
  someTargets,
} from "../../support/neighbouringTargets.ts";
import { casesOf } from "../../support/fuzzing.ts";

/** The norm of K + τI at some of the points of a grid: never above that at all of them. */
function normAtSome(kernel: Kernel, grid: RegularGrid, jitter: number, some: number) {
  const all = gridPoints(grid);
  const m = all.coordinates.length / all.dimension;
  const indices = Array.from({ length: some }, (_, k) => Math.round((k * (m - 1)) / (some - 1)));
  const coordinates = Float64Array.from(
    indices.flatMap((i) => Array.from(all.coordinates.subarray(i * all.dimension, (i + 1) * all.dimension))),
  );
  const C = gram(kernel, { dimension: all.dimension, coordinates });
  for (let k = 0; k < some; k++) C[k * some + k]! += jitter;
  const whole = noiseNorm(C, some);
  return (delta: Float64Array) => whole.norm(Float64Array.from(indices, (i) => delta[i]!));
}

type NormOf = (target: ReleaseTarget) => (delta: Float64Array) => number;
const euclidean: NormOf = () => (delta) => Math.hypot(...delta);

/** Releases neighbours with the same words, and returns how far their estimates are apart as a share of Δ. */
function replay([one, other]: readonly [ReleaseTarget, ReleaseTarget], seed: number, normOf: NormOf): number {
  const first = lastOf(releasingPrivately(one, budget, recordedWords(seed)));
  const second = lastOf(releasingPrivately(other, budget, recordedWords(seed)));
  expect(publicPart(second)).toEqual(publicPart(first));
  const [f, g] = [lastOf(one.estimating()), lastOf(other.estimating())];
  const off = first.integers.reduce((most, value, i) => {
    return Math.max(most, Math.abs(value - second.integers[i]! - (f[i]! - g[i]!) / first.lattice));
  }, 0);
  // The same noise and the same dither, but for two floors.
  expect(off).toBeLessThanOrEqual(1 + 1e-5);
  return normOf(one)(f.map((value, i) => value - g[i]!)) / one.sensitivity.value;
}

describe("record and replay: neighbours with the same bits differ in the integers only, and by Δ at most", () => {
  const near = (h: number): Kernel => kernelOf("gaussian", h);
  const cases: [string, (seed: number) => [ReleaseTarget, ReleaseTarget], NormOf, number, number][] = [
    [
      "density on a line",
      (seed) => densityTargets(density, seed),
      ({ grid }) => normAtSome(near(0.04), grid, 1e-9, 26),
      casesOf(80, 24),
      0.9,
    ],
    [
      "density on a line, Sobolev route",
      (seed) => densityTargets({ ...density, route: "sobolev" }, seed),
      ({ grid }) => normAtSome(kernelOf("productExponential", 0.04), grid, 1e-9, 51),
      casesOf(80, 24),
      0.5,
    ],
    [
      "curve from an exact fit",
      (seed) => boundaryTargets(fit, seed),
      ({ grid }) => normAtSome(kernelOf("matern52", 0.2), grid, 1e-9, 26),
      casesOf(30, 12),
      0.3,
    ],
    [
      "curve from a fit on landmarks",
      (seed) => boundaryTargets({ ...fit, solver: "landmarks" }, seed),
      euclidean,
      casesOf(30, 12),
      0.3,
    ],
    [
      "mean curve",
      (seed) => meanTargets(mean, seed),
      ({ grid }) => normAtSome(curveKernel("matern52", 0.3), grid, 1e-9, 20),
      casesOf(80, 24),
      0.3,
    ],
    [
      "mean curve with another noise kernel",
      (seed) => meanTargets({ ...mean, noiseKernel: "exponential" }, seed),
      ({ grid }) => normAtSome(curveKernel("exponential", 0.3), grid, 1e-9, 20),
      casesOf(80, 24),
      0.3,
    ],
    ["density in the plane", (seed) => densityTargets(inPlane, seed), () => () => 0.5, casesOf(5, 2), 0],
    ["field from an exact fit", (seed) => boundaryTargets(classify, seed), () => () => 0.5, casesOf(4, 1), 0],
    [
      "field from a fit on landmarks",
      (seed) => boundaryTargets({ ...classify, solver: "landmarks" }, seed),
      euclidean,
      casesOf(20, 8),
      0.3,
    ],
  ];
  test.each(cases)("%s", (_, targets, normOf, pairs, close) => {
    let largest = 0;
    let norm: ReturnType<NormOf> | undefined;
    for (let seed = 0; seed < pairs; seed++) {
      const pair = targets(seed);
      norm ??= normOf(pair[0]);
      largest = Math.max(
        largest,
        replay(pair, seed, () => norm!),
      );
    }
    expect(largest).toBeLessThanOrEqual(1 + 1e-6);
    expect(largest).toBeGreaterThan(close);
  });
});

describe("what a private release says", () => {
  test.each(someTargets)("is proved by its numbers, and estimates keep the bounds it rests on: %s", (_, targetOf) => {
    const target = targetOf();
    for (const given of [budget, { ...budget, epsilon: 50 }, { ...budget, calibration: "classical" } as const]) {
      const release = lastOf(releasingPrivately(target, given, recordedWords(2)));
      const { sensitivity, sigma, computingError, dither, mu, achievedDelta, integers, lattice, units } = release;
      const spent = dither === 0 ? 0 : (2 * computingError) / dither;
      expect(sensitivity.value / sigma + spent).toBeLessThanOrEqual(mu * (1 + 1e-14));
      expect(achievedDelta).toBeLessThanOrEqual(given.delta);
      // The dither costs less than a hundredth of a per cent.
      expect(release.roundingShare).toBeLessThan(1e-4);
      expect(integers.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 52)).toBe(true);
      expect(Number.isInteger(Math.log2(lattice))).toBe(true);
      if (release.kind === "ditheredGaussian") {
        expect([...release.values]).toEqual(
          Array.from(integers, (value) => (units.scale === 1 ? 0 : units.offset) + units.scale * (value * lattice)),
        );
      }
    }
    const estimate = lastOf(target.estimating());
    if (target.kind === "ditheredGaussian") {
      expect(Math.sqrt(estimate.reduce((sum, x) => sum + x * x, 0))).toBeLessThanOrEqual(target.estimateBound);
    }
  });

  test("depends on public numbers alone where it refuses", () => {
    const [target] = densityTargets(density, 1);
    let reads = 0;
    const watched: ReleaseTarget = { ...target, estimating: () => (reads++, target.estimating()) };
    const release = (change: Partial<PrivacyBudget>) =>
      lastOf(releasingPrivately(watched, { ...budget, ...change }, recordedWords(1)));
    for (const value of [NaN, Infinity, 0, -1]) {
      expect(() => release({ epsilon: value })).toThrow(/^epsilon must/);
      expect(() => release({ delta: value })).toThrow(/^delta must/);
    }
    expect(() => release({ epsilon: 2, calibration: "classical" })).toThrow(ParameterError);
    // (1 + e^ε)p is above δ from ε = 671 on.
    expect(() => release({ epsilon: 680 })).toThrow(NumericalError);
    expect(reads).toBe(0);
    expect(release({ epsilon: 600 }).addedFailure).toBeLessThan(1e-5);
    expect(reads).toBe(1);
  });

  test("two releases share no bit of noise", () => {
    const draw = releaser(meanTargets(mean, 1)[0], budget, cryptographicWords());
    expect(draw().integers).not.toEqual(draw().integers);
  });
});
