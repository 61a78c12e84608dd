import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../src/core/errors.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import type { RegularGrid } from "../../../src/core/grids.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { cryptographicWords } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { parseRelease, releaseText, sealRelease } from "../../../src/core/releaseFile/sealedRelease.ts";
import { planBoundary } from "../../../src/core/releases/boundary.ts";
import type { FitParameters } from "../../../src/core/releases/boundary.ts";
import { planDensity } from "../../../src/core/releases/density.ts";
import type { DensityTargetParameters } from "../../../src/core/releases/densityContract.ts";
import { planMeanCurve } from "../../../src/core/releases/meanCurve.ts";
import { curveKernel } from "../../../src/core/releases/curveKernels.ts";
import { releasingPrivately } from "../../../src/core/releases/privateRelease.ts";
import type { PrivacyBudget, ReleaseTarget } from "../../../src/core/releases/privateRelease.ts";
import { releaseContents } from "../../../src/core/releaseFile/releaseContents.ts";
import type { ReleaseWords } from "../../../src/core/releaseFile/releaseContents.ts";
import { scaleRelease } from "../../../src/core/releases/scale.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { couldHaveGiven, reachablePlaces } from "../../support/lastBitsDecoder.ts";
import {
  kolmogorovSmirnov,
  neighbouringPoints,
  publicPart,
  recordedWords,
  releaser,
} from "../../support/privateReleases.ts";
import { noiseNorm } from "../privacy/sensitivity/curveNeighbours.ts";
import { smoothMean } from "../../support/meanCurveParameters.ts";

const budget: PrivacyBudget = { epsilon: 1, delta: 1e-5, calibration: "analytic" };

const density: DensityTargetParameters = {
  domain: [[0, 1]],
  bandwidths: [0.04],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
};
const inPlane: DensityTargetParameters = {
  ...density,
  domain: [
    [0, 1],
    [0, 1],
  ],
  bandwidths: [0.1, 0.07],
  correlation: 0.5,
};
const fit: FitParameters = {
  domain: [[0, 1]],
  responseRange: [60, 140],
  kernel: "matern52",
  lengthScale: 0.2,
  loss: "huber",
  lossParameter: 0.5,
  penalty: 0.05,
  solver: "exact",
};
const classify: FitParameters = {
  ...fit,
  domain: inPlane.domain,
  responseRange: undefined,
  kernel: "gaussian",
  loss: "hinge",
};
const { seed: _, drawCount: __, ...mean } = smoothMean;

const densityTargets = (parameters: DensityTargetParameters, seed: number, n = 30) =>
  neighbouringPoints(seed, n, parameters.domain.length).map((points) =>
    planDensity({ points, domain: parameters.domain }).target(parameters),
  ) as [ReleaseTarget, ReleaseTarget];

function boundaryTargets(parameters: FitParameters, seed: number, n = 20) {
  const random = seededSource(seed + 1);
  const isCurve = parameters.responseRange !== undefined;
  const responses = Float64Array.from({ length: n }, () =>
    isCurve ? 40 + 120 * random.uniform() : random.uniform() < 0.5 ? 1 : -1,
  );
  return neighbouringPoints(seed, n, parameters.domain.length).map((points, which) => {
    const changed = responses.slice();
    changed[n - 1] = which === 0 ? (isCurve ? -1e6 : -1) : isCurve ? 1e6 : 1;
    return planBoundary({ points, responses: changed }).target(parameters);
  }) as [ReleaseTarget, ReleaseTarget];
}

function curvesOf(seed: number, m: number, n: number): [Float64Array, Float64Array] {
  const random = seededSource(seed);
  const curve = () => {
    const [a, b, c] = [random.normal(), random.normal(), random.uniform()];
    return Array.from({ length: m }, (_, i) => a + b * Math.sin((9 * c * i) / m));
  };
  const others = Array.from({ length: n - 1 }, curve).flat();
  const spike = Array.from({ length: m }, (_, i) => (i === seed % m ? 1e9 : 0));
  const last = seed % 3 === 0 ? spike : curve().map((x) => 1e3 * x);
  return [last, last.map((x) => -x)].map((row) => Float64Array.from([...others, ...row])) as [
    Float64Array,
    Float64Array,
  ];
}

const meanTargets = (parameters: typeof mean, seed: number, m = 20, n = 12) =>
  curvesOf(seed, m, n).map((curves) => planMeanCurve({ curves, pointCount: m }).target(parameters)) as [
    ReleaseTarget,
    ReleaseTarget,
  ];

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
      200,
      0.9,
    ],
    [
      "density on a line, Sobolev route",
      (seed) => densityTargets({ ...density, route: "sobolev" }, seed),
      ({ grid }) => normAtSome(kernelOf("productExponential", 0.04), grid, 1e-9, 51),
      200,
      0.5,
    ],
    [
      "curve from an exact fit",
      (seed) => boundaryTargets(fit, seed),
      ({ grid }) => normAtSome(kernelOf("matern52", 0.2), grid, 1e-9, 26),
      60,
      0.3,
    ],
    [
      "curve from a fit on landmarks",
      (seed) => boundaryTargets({ ...fit, solver: "landmarks" }, seed),
      euclidean,
      60,
      0.3,
    ],
    [
      "mean curve",
      (seed) => meanTargets(mean, seed),
      ({ grid }) => normAtSome(curveKernel("matern52", 0.3), grid, 1e-9, 20),
      200,
      0.3,
    ],
    [
      "mean curve with another noise kernel",
      (seed) => meanTargets({ ...mean, noiseKernel: "exponential" }, seed),
      ({ grid }) => normAtSome(curveKernel("exponential", 0.3), grid, 1e-9, 20),
      200,
      0.3,
    ],
    ["density in the plane", (seed) => densityTargets(inPlane, seed), () => () => 0.5, 10, 0],
    ["field from an exact fit", (seed) => boundaryTargets(classify, seed), () => () => 0.5, 6, 0],
    [
      "field from a fit on landmarks",
      (seed) => boundaryTargets({ ...classify, solver: "landmarks" }, seed),
      euclidean,
      20,
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

describe("the decoder of last bits", () => {
  const drawing = { seed: "secure", drawCount: 1 } as const;
  const low: PrivacyBudget = { ...budget, epsilon: 0.1 };
  const multiplier = analyticNoiseMultiplier(low);
  const plans = {
    density: (seed: number) =>
      neighbouringPoints(seed, 101, 1).map((points) => {
        const plan = planDensity({ points, domain: density.domain });
        return { preview: plan.release({ ...density, ...drawing }), target: plan.target(density) };
      }),
    "mean curve": (seed: number) =>
      curvesOf(seed, 200, 12).map((curves) => {
        const plan = planMeanCurve({ curves, pointCount: 200 });
        return { preview: plan.release({ ...mean, ...drawing }), target: plan.target(mean) };
      }),
  };

  test.each(Object.entries(plans))("tells neighbours apart from preview doubles: %s", (_, pairOf) => {
    let told = 0;
    for (let seed = 0; seed < 30; seed++) {
      const pair = pairOf(seed);
      const truth = pair[seed % 2]!.preview;
      const released = scaleRelease(truth, 0, multiplier, new Float64Array(truth.estimate.length));
      const passing = pair.filter(({ preview: { estimate } }) =>
        couldHaveGiven(estimate, multiplier * truth.sensitivity, released),
      );
      if (passing.length === 1 && passing[0]!.preview === truth) told++;
    }
    // Neighbours whose records are moved to the same edge are one data set.
    expect(told).toBeGreaterThan(15);
  });

  test.each(Object.entries(plans))("learns nothing from a private release: %s", (_, pairOf) => {
    let [lead, places] = [0, 0];
    for (let seed = 0; seed < 30; seed++) {
      const estimates = pairOf(seed).map(({ target }) => lastOf(target.estimating()));
      const { values, sigma } = lastOf(releasingPrivately(pairOf(seed)[seed % 2]!.target, low, cryptographicWords()));
      const [own, others] = [estimates[seed % 2]!, estimates[1 - (seed % 2)]!].map((estimate) => {
        expect(couldHaveGiven(estimate, sigma, values)).toBe(false);
        return reachablePlaces(estimate, sigma, values);
      }) as [number, number];
      lead += own - others;
      places += values.length;
    }
    // A place adds at most 1 to the lead: 4.9 standard deviations are exceeded with probability 10⁻⁶.
    expect(Math.abs(lead)).toBeLessThan(4.9 * Math.sqrt(places));
  });
});

describe("noise of private releases is normal, with the deviation that is said", () => {
  const cases: [string, () => ReleaseTarget, (distance: number) => number, number, number][] = [
    ["density", () => densityTargets(density, 1)[0], near(0.04), 300, 1500],
    ["curve from an exact fit", () => boundaryTargets(fit, 1)[0], (r) => matern(r / 0.2), 100, 2500],
    ["mean curve", () => meanTargets(mean, 1, 20)[0], (r) => matern(r / 0.3), 5, 20_000],
  ];
  test.each(cases)("%s", (_, targetOf, correlation, at, draws) => {
    const target = targetOf();
    const f = lastOf(target.estimating());
    const draw = releaser(target, budget, recordedWords(7));
    const [axis] = target.grid.axes;
    const k = correlation((3 * (axis!.upper - axis!.lower)) / (axis!.count - 1));
    const [values, steps, halves]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < draws; i++) {
      const { integers, lattice, sigma, dither, jitter } = draw();
      const noise = (j: number) => integers[j]! * lattice - f[j]!;
      const white = jitter + (dither / sigma) ** 2;
      values.push(noise(at) / (sigma * Math.sqrt(1 + white)));
      steps.push((noise(at) - noise(at + 3)) / (sigma * Math.sqrt(2 * (1 - k) + 2 * white)));
      halves.push(2 * values.at(-1)!);
    }
    expect(kolmogorovSmirnov(values, normalCdf)).toBeLessThan(2.7);
    expect(kolmogorovSmirnov(steps, normalCdf)).toBeLessThan(2.7);
    expect(kolmogorovSmirnov(halves, normalCdf)).toBeGreaterThan(2.7);
  });

  test("coordinates of a fit on landmarks", () => {
    const target = boundaryTargets({ ...fit, solver: "landmarks" }, 1)[0];
    const f = lastOf(target.estimating());
    const draw = releaser(target, budget, recordedWords(8));
    const sample: number[] = [];
    let [inside, count] = [0, 0];
    for (let i = 0; i < 400; i++) {
      const { integers, lattice, sigma, values, simultaneousHalfWidth } = draw();
      integers.forEach((value, j) => sample.push((value * lattice - f[j]!) / sigma));
      if (target.kind !== "gaussianCoordinates") continue;
      const { units } = target;
      const exact = lastOf(target.evaluate(f)).map((value) => units.offset + units.scale * value);
      count++;
      if (values.every((value, j) => Math.abs(value - exact[j]!) <= simultaneousHalfWidth)) inside++;
    }
    // Rounding to a lattice of σ/2¹² adds 10⁻⁸ to the variance.
    expect(kolmogorovSmirnov(sample, normalCdf)).toBeLessThan(2.7);
    expect(
      kolmogorovSmirnov(
        sample.map((x) => 1.2 * x),
        normalCdf,
      ),
    ).toBeGreaterThan(2.7);
    // Fewer than 359 of 400 where each is inside with probability 0.95: probability 10⁻⁵.
    expect(count).toBe(400);
    expect(inside).toBeGreaterThan(359);
  });
});

function near(h: number) {
  return (r: number) => Math.exp((-0.5 * r * r) / (h * h));
}

/** Matérn 5/2 of a distance in length scales, as `kernelOf` has it. */
function matern(r: number): number {
  return kernelOf("matern52", 1).evaluate([0], [r]);
}

const someTargets: [string, () => ReleaseTarget][] = [
  ["density", () => densityTargets(density, 1)[0]],
  ["density, Sobolev route in the plane", () => densityTargets({ ...inPlane, correlation: 0, route: "sobolev" }, 1)[0]],
  ["density in the plane", () => densityTargets(inPlane, 1)[0]],
  ["curve", () => boundaryTargets(fit, 1)[0]],
  ["curve on landmarks", () => boundaryTargets({ ...fit, solver: "landmarks" }, 1)[0]],
  ["field", () => boundaryTargets(classify, 1)[0]],
  ["field on landmarks", () => boundaryTargets({ ...classify, solver: "landmarks" }, 1)[0]],
  ["mean curve", () => meanTargets(mean, 1)[0]],
  ["mean curve, foreign noise", () => meanTargets({ ...mean, noiseKernel: "matern32" }, 1)[0]],
];

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

describe("releaseContents", () => {
  const sha256 = (text: string) => Promise.resolve(createHash("sha256").update(text, "utf8").digest("hex"));
  const words = (axisCount: number): ReleaseWords => ({
    app: { name: "Curveil", version: "0.1.0", commit: "0000000" },
    created: "2026-11-22",
    study: "density",
    sheet: {
      title: "A release",
      curator: "A park",
      intendedUse: "Teaching",
      dataProduct: "A function",
      privacyUnit: "one record",
      privacyUnitDetails: "",
      neighbourRelation: "one record is replaced; the number of records is public",
      dataDomain: "[0, 1]",
      unprotectedQuantities: ["number of records: 30"],
      parameters: [{ name: "bandwidth", value: "0.04" }],
      composition: "the only release",
      preprocessing: "records outside the domain are moved to its edge",
      justification: "",
    },
    axes: Array.from({ length: axisCount }, (_, j) => ({ name: `x${j}`, unit: "" })),
    value: { name: "f", unit: "" },
    provenance: [
      { parameter: "domain", origin: "public", statement: "", ledgerEntry: null },
      { parameter: "bandwidth", origin: "bought", statement: "", ledgerEntry: "entry 1" },
    ],
    ledgerEntry: "entry 2",
  });

  test.each(someTargets)("are sealed and read back, claims checked: %s", async (_, targetOf) => {
    const release = lastOf(releasingPrivately(targetOf(), budget, cryptographicWords()));
    const contents = releaseContents(release, words(release.axes.length));
    const file = parseRelease(releaseText(await sealRelease(contents, sha256)));
    expect(file.mechanism.integers).toEqual([...release.integers].map((value) => value + 0));
    expect(file.view.values).toEqual([...release.values].map((value) => value + 0));
    expect(file.mechanism.kind).toBe(release.kind);
    expect(file.sheet.tuning).toContain("Bought with a release of its own: bandwidth.");
    // A file that claims half the μ is refused.
    const less = { ...contents, mechanism: { ...contents.mechanism, mu: release.mu / 2 } };
    await expect(sealRelease(less, sha256)).rejects.toThrow(ParameterError);
  });

  test("refuse parameters without an origin that can be told, and axes without names", () => {
    const release = lastOf(releasingPrivately(meanTargets(mean, 1)[0], budget, recordedWords(1)));
    const looked = { parameter: "range", origin: "chosen after looking", statement: " ", ledgerEntry: null } as const;
    const given = words(1);
    expect(() => releaseContents(release, { ...given, provenance: [looked] })).toThrow(/statement must/);
    const declared = { ...looked, statement: "I would have chosen this without looking" };
    expect(releaseContents(release, { ...given, provenance: [declared] }).sheet.tuning).toContain(declared.statement);
    const bought = { ...looked, origin: "bought" } as const;
    expect(() => releaseContents(release, { ...given, provenance: [bought] })).toThrow(/ledgerEntry must/);
    expect(() => releaseContents(release, words(2))).toThrow(ParameterError);
  });
});
