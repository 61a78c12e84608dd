import { describe, expect, test } from "vitest";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { kernelOf, type KernelName } from "../../../src/core/kernels/kernelOf.ts";
import { exponentialSum } from "../../../src/core/kernels/exponentialSum.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../../src/core/linalg/triangular.ts";
import { covarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import {
  curveKernel,
  curveKernelNames,
  lengthScaleOf,
  type CurveKernelName,
} from "../../../src/core/mean/curveKernels.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { cryptographicWords, wordsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { openOnline, type OnlineTarget } from "../../../src/core/release/onlineFunction.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { smoothMeanTarget } from "../../support/meanCurveParameters.ts";
import { fit } from "../../support/neighbouringTargets.ts";
import { boundaryLossNames } from "../../../src/core/erm/boundary/boundaryParameters.ts";

const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

/** ‖f − g‖ in the space of the kernel, from below: by values at points that need not be those of a grid. */
function distanceOf(
  f: Float64Array,
  g: Float64Array,
  kernel: ReturnType<typeof kernelOf>,
  places: Float64Array,
): number {
  const m = places.length;
  const K = gram(kernel, { dimension: 1, coordinates: places });
  for (let i = 0; i < m; i++) K[i * m + i]! += 1e-9;
  return Math.hypot(
    ...solveLower(
      cholesky(K, m),
      f.map((value, i) => value - g[i]!),
    ),
  );
}

const placesOn = (side: number) => Float64Array.from({ length: 61 }, (_, i) => ((i + 0.37) / 61.5) * side);

const boundaryAt = (kernel: KernelName, last: number): OnlineTarget => {
  const n = 5;
  const points = { dimension: 1, coordinates: new Float64Array(n).fill(0.5) };
  const responses = Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : 100));
  return lastOf(planBoundary({ points, responses }).online({ ...fit, kernel, penalty: 1 }));
};
const [curveCount, m] = [4, 20];
const curvesWith = (last: (i: number) => number) =>
  Float64Array.from({ length: curveCount * m }, (_, k) => (k < (curveCount - 1) * m ? Math.sin(k) : last(k % m)));
const curves = curvesWith((i) => 2 + Math.cos((3 * i) / m));
/** The last curve is the eigenfunction that is seen most, or its opposite. */
const meanWith = (name: CurveKernelName, sign: number): OnlineTarget => {
  const { domain, range, rule } = smoothMeanTarget;
  const kernel = curveKernel(name, range);
  const weights = meanWeights(m, rule);
  const { eigenvalues, eigenvectors } = covarianceSpectrum({
    kernel,
    grid: meanCurveGrid(domain, m).axes[0]!,
    weights,
  });
  const seen = eigenvalues.map((lambda) => Math.sqrt(lambda) / (lambda + 1e-3));
  const j = seen.indexOf(Math.max(...seen));
  const moved = curvesWith((i) => (9 * sign * eigenvectors[j * m + i]!) / Math.sqrt(weights[i]!));
  return planMeanCurve({ curves: moved, pointCount: m }).online({
    ...smoothMeanTarget,
    ...{ kernel: name, noiseKernel: name, penalty: 1e-3, power: 1 },
  });
};

const targets = [
  ...(["gaussian", "matern32", "exponential"] as const).map(
    (kernel) =>
      [
        `boundary, ${kernel}`,
        [60, 140].map((last) => boundaryAt(kernel, last)),
        kernelOf(kernel, fit.lengthScale),
        1,
      ] as const,
  ),
  ...curveKernelNames.map(
    (kernel) =>
      [
        `mean curve, ${kernel}`,
        [1, -1].map((sign) => meanWith(kernel, sign)),
        kernelOf(kernel, lengthScaleOf(kernel, smoothMeanTarget.range)),
        2,
      ] as const,
  ),
];

describe.each(targets)("online answers of a %s", (_, [one, other], kernel, side) => {
  const places = placesOn(side);

  test("neighbours differ by at most Δ in the space of the noise, also between grid points, and by much of it", () => {
    const [f, g] = [one!, other!].map(({ estimate }) => estimate({ dimension: 1, coordinates: places }));
    const distance = distanceOf(f!, g!, kernel, places);
    expect(one!.sensitivity).toBe(other!.sensitivity);
    expect(distance).toBeLessThanOrEqual(one!.sensitivity * (1 + 1e-9));
    expect(distance).toBeGreaterThan((_.startsWith("mean") ? 0.8 : 0.5) * one!.sensitivity);
    for (const value of [...f!, ...g!]) expect(Math.abs(value)).toBeLessThanOrEqual(one!.peak);
  });

  test("run twice on the same bits, on neighbours, only the function differs; asked again an answer is the same", () => {
    const [a, b] = [one!, other!].map((target) => openOnline(target, budget, wordsOf(seededSource(3))));
    expect(b!.terms).toEqual(a!.terms);
    const [lower, upper] = _.startsWith("boundary") ? fit.domain[0]! : smoothMeanTarget.domain;
    const at = {
      dimension: 1,
      coordinates: Float64Array.from({ length: 9 }, (_, i) => lower + (i / 8) * (upper - lower)),
    };
    const values = a!.release.query(at);
    expect(a!.release.query(at)).toEqual(values);
    expect(b!.release.query(at)).not.toEqual(values);
    const { scale, lattice } = a!.terms;
    const offset = scale === 1 ? 0 : 100;
    for (const value of values) {
      const steps = (value - offset) / (scale * lattice);
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-3);
    }
    for (const x of [lower - 1e-9, upper + 1e-9, NaN, Infinity]) {
      const outside = { dimension: 1, coordinates: Float64Array.of(x) };
      const refusals = [a!, b!].map(({ release }) => {
        try {
          return release.query(outside);
        } catch (error) {
          expect(error).toBeInstanceOf(ParameterError);
          return String(error);
        }
      });
      expect(refusals[0]).toBe(refusals[1]);
    }
  });
});

test("answers are the function plus noise of the announced deviation, in the units of the responses", () => {
  // The mean square of so many normals has the deviation √(2/draws); 4.9 of those are exceeded with probability 10⁻⁶.
  const draws = casesOf(400, 150);
  const words = wordsOf(seededSource(12));
  const at = { dimension: 1, coordinates: Float64Array.of(0.3) };
  const target = boundaryAt("exponential", 120);
  const exact = 100 + 40 * target.estimate(at)[0]!;
  let square = 0;
  for (let r = 0; r < draws; r++) {
    const { release, terms } = openOnline(target, budget, words);
    square += ((release.query(at)[0]! - exact) / (terms.scale * terms.sigma)) ** 2 / draws;
  }
  expect(Math.abs(square - 1)).toBeLessThan(4.9 * Math.sqrt(2 / draws));
});

test("at its grid points the online mean curve is the estimate of the study, and a declared centre is added", () => {
  for (const kernel of curveKernelNames) {
    const parameters = { ...smoothMeanTarget, kernel, noiseKernel: kernel };
    const plan = planMeanCurve({ curves, pointCount: m });
    const coordinates = Float64Array.from({ length: m }, (_, i) => (2 * i) / (m - 1));
    const values = plan.online(parameters).estimate({ dimension: 1, coordinates });
    const estimate = lastOf(plan.target(parameters).estimating());
    values.forEach((value, i) => expect(value).toBeCloseTo(estimate[i]!, 10));
    const centred = plan.online({ ...parameters, centre: [[0, 5], [2, 7]] }); // prettier-ignore
    expect(Array.from(centred.units!.offsetsAt({ dimension: 1, coordinates: Float64Array.of(0, 1, 2) }))).toEqual([
      5, 6, 7,
    ]);
  }
});

test("persons multiply Δ; another kernel of the noise, groups and landmarks are refused", () => {
  const means = { curves, pointCount: m };
  const of = (curvesPerPerson: number) => planMeanCurve(means).online({ ...smoothMeanTarget, curvesPerPerson });
  expect(of(3).sensitivity / of(1).sensitivity).toBeCloseTo(3, 9);
  expect(() => planMeanCurve(means).online({ ...smoothMeanTarget, noiseKernel: "exponential" })).toThrow(
    /its own kernel/,
  );
  const points = { dimension: 1, coordinates: Float64Array.of(0.1, 0.9) };
  const records = { points, responses: Float64Array.of(70, 90) };
  const persons = (recordsPerPerson: number) => lastOf(planBoundary({ ...records, recordsPerPerson }).online(fit));
  expect(persons(2).sensitivity / persons(1).sensitivity).toBeCloseTo(2, 9);
  expect(() => planBoundary(records).online({ ...fit, solver: "landmarks" })).toThrow(/exact fit/);
});

test("exponentialSum is the sum over all places, at places, between and outside of them, in rising and falling signs", () => {
  const random = seededSource(2);
  const places = Float64Array.from({ length: 40 }, () => random.uniform()).sort();
  places[20] = places[21]!;
  const coefficients = Float64Array.from(places, () => random.normal());
  const total = coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
  const sum = exponentialSum(places, coefficients, 0.1);
  for (const x of [-2, places[0]!, places[20], places[39]!, 3, ...Array.from({ length: 30 }, () => random.uniform())]) {
    const exact = coefficients.reduce((all, c, i) => all + c * Math.exp(-Math.abs(x - places[i]!) / 0.1), 0);
    expect(Math.abs(sum(x) - exact)).toBeLessThan(6 * 42 * 2 ** -53 * total);
  }
  expect(exponentialSum(new Float64Array(0), [], 1)(0)).toBe(0);
});

test("10⁴ answers of a boundary come one by one, and 1501 of smooth noise are refused", () => {
  const { release, terms } = openOnline(boundaryAt("exponential", 60), budget, cryptographicWords());
  expect(terms.isFast).toBe(true);
  const random = seededSource(1);
  let least = Infinity;
  for (let i = 0; i < 1e4; i++) {
    least = Math.min(least, release.query({ dimension: 1, coordinates: Float64Array.of(random.uniform()) })[0]!);
  }
  expect(Number.isFinite(least)).toBe(true);
  const smooth = openOnline(boundaryAt("gaussian", 60), budget, cryptographicWords());
  const many = { dimension: 1, coordinates: Float64Array.from({ length: 1501 }, (_, i) => i / 1501) };
  expect(() => smooth.release.query(many)).toThrow("at most 1500 points");
});

test("an enemy who chooses fit, records, neighbour and questions of a boundary stays within Δ, and comes near it", () => {
  const random = seededSource(4129);
  const one = <T>(of: readonly T[]): T => of[Math.floor(of.length * random.uniform())]!;
  let most = 0;
  for (let trial = 0; trial < casesOf(10_000, 25); trial++) {
    const isCurve = random.uniform() < 0.6;
    const d = isCurve ? 1 : 2;
    const n = 2 + Math.floor(5 * random.uniform());
    const input = () => Array.from({ length: d }, () => one([0, 0.5, 1, -1e300, 1e300, random.uniform()]));
    const response = () => (isCurve ? one([-1e6, 1e6, 60, 140, 100, 80 * random.uniform() + 60]) : one([-1, 1]));
    const others = Array.from({ length: n - 1 }, () => [input(), response()] as const);
    const first = [input(), response()] as const;
    const second = [random.uniform() < 0.5 ? first[0] : input(), isCurve ? response() : -first[1]] as const;
    const kernel = one(["gaussian", "matern32", "matern52", "exponential"] as const);
    const lengthScale = one([0.03, 0.2, 1]);
    const asked = {
      ...fit,
      ...{ kernel, lengthScale, penalty: 10 ** (-3 + 4 * random.uniform()) },
      loss: one(boundaryLossNames[isCurve ? "regression" : "classification"]),
      domain: Array.from({ length: d }, () => [0, 1] as const),
      responseRange: isCurve ? ([60, 140] as const) : undefined,
    };
    const targetOf = (last: typeof first) => {
      const rows = [...others, last];
      const points = { dimension: d, coordinates: Float64Array.from(rows.flatMap(([at]) => at)) };
      return lastOf(planBoundary({ points, responses: Float64Array.from(rows, ([, y]) => y) }).online(asked));
    };
    const inside = [...others, first, second].map(([at]) => at.map((x) => Math.min(1, Math.max(0, x))));
    const asks = [...inside, ...Array.from({ length: 4 }, () => Array.from({ length: d }, () => random.uniform()))];
    const places = [...new Map(asks.map((at) => [String(at), at])).values()];
    const at = { dimension: d, coordinates: Float64Array.from(places.flat()) };
    const K = gram(kernelOf(kernel, lengthScale), at);
    for (let i = 0; i < places.length; i++) K[i * places.length + i]! += 1e-9;
    const [f, g] = [targetOf(first), targetOf(second)];
    const [a, b] = [f.estimate(at), g.estimate(at)];
    const whitened = solveLower(
      cholesky(K, places.length),
      a.map((value, i) => value - b[i]!),
    );
    expect(f.sensitivity).toBe(g.sensitivity);
    most = Math.max(most, Math.hypot(...whitened) / f.sensitivity);
    for (const value of a) expect(Math.abs(value)).toBeLessThanOrEqual(f.peak + f.roundingError);
  }
  expect(most).toBeLessThanOrEqual(1 + 1e-9);
  expect(most).toBeGreaterThan(0.9);
});
