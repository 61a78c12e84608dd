import { describe, expect, test } from "vitest";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { clipCurve, penalisedMean, weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { covarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { curveKernel, isCompatible, lengthScaleOf } from "../../../src/core/mean/curveKernels.ts";
import type { MeanCurveRelease } from "../../../src/core/mean/meanCurve.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import type { CurveKernelName } from "../../../src/core/mean/curveKernels.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { noiseNorm, randomCurve, worstCurve } from "../privacy/sensitivity/curveNeighbours.ts";
import { smoothMean } from "../../support/meanCurveParameters.ts";

const parameters: MeanCurveParameters = { ...smoothMean, drawCount: 2 };
const m = 30;
const n = 12;

/** Twelve random curves, most of them larger than τ. */
function curvesOf(seed: number): Float64Array {
  const random = seededSource(seed);
  const curve = () => {
    const [a, b, c] = [random.normal(), random.normal(), random.uniform()];
    return Array.from({ length: m }, (_, i) => a + b * Math.sin((5 * c * i) / m));
  };
  return Float64Array.from(Array.from({ length: n }, curve).flat());
}
const data = curvesOf(3);
const release = (change: Partial<MeanCurveParameters> = {}, curves = data): MeanCurveRelease =>
  planMeanCurve({ curves, pointCount: m }).release({ ...parameters, ...change });

const times = gridCoordinates(meanCurveGrid(parameters.domain, m).axes[0]!);
const weights = meanWeights(m, parameters.rule);

/** What the enemy knows of a release: its smoother, and its noise of covariance K + τI. */
function enemyOf(asked: MeanCurveParameters, { jitter }: MeanCurveRelease) {
  const w = meanWeights(m, asked.rule);
  const spectrum = covarianceSpectrum({ kernel: curveKernel(asked.kernel, asked.range), grid: times, weights: w });
  const K = gramOnLine(curveKernel(asked.noiseKernel, asked.range), times);
  for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
  const { penalty, power, normBound } = asked;
  return { smoother: { spectrum, penalty, power, normBound }, noise: noiseNorm(K, m) };
}

describe.each<[string, Partial<MeanCurveParameters>]>([
  ["C1 with its own noise", { kernel: "gaussian", noiseKernel: "gaussian", range: 0.02 }],
  ["C2 with its own noise", {}],
  ["C3, η = 1, uniform weights", { kernel: "matern32", noiseKernel: "matern32", power: 1, rule: "uniform" }],
  ["C4 with its own noise", { kernel: "exponential", noiseKernel: "exponential" }],
  [
    "C4, φ so small that every direction counts",
    { kernel: "exponential", noiseKernel: "exponential", penalty: 1e-6, power: 1 },
  ],
  ["C2 and rougher noise C4", { noiseKernel: "exponential" }],
  ["C4 and smoother noise C2, an incompatible pair", { kernel: "exponential", noiseKernel: "matern52", power: 1 }],
  ["C4 and noise C1", { kernel: "exponential", noiseKernel: "gaussian", range: 0.05 }],
  ["three curves of one person", { curvesPerPerson: 3 }],
])("release: %s", (_, change) => {
  test("no neighbour moves the computed estimate by more than Δ in the norm of the noise, and the worst comes close", () => {
    const asked = { ...parameters, ...change };
    const { sensitivity, ...rest } = release(change);
    const { smoother, noise } = enemyOf(asked, { sensitivity, ...rest });
    const random = seededSource(8);
    const k = asked.curvesPerPerson;
    const moved = (before: Float64Array, after: Float64Array) => {
      const put = (own: Float64Array) => {
        const curves = data.slice();
        for (let i = 0; i < k; i++) curves.set(own, 5 * m + i * m);
        return release(change, curves).estimate;
      };
      const [a, b] = [put(before), put(after)];
      return noise.norm(a.map((value, i) => value - b[i]!));
    };
    for (let pair = 0; pair < 8; pair++) {
      // Far outside the ball: the release must clip.
      const [x, y] = [randomCurve(random, smoother), randomCurve(random, smoother).map((value) => 1e5 * value)];
      expect(moved(x, y)).toBeLessThanOrEqual(sensitivity);
    }
    const worst = worstCurve(randomCurve(random, smoother), smoother, noise, 800);
    // On the sphere, just outside it, and far away.
    for (const factor of [1, 1.004, 1e3]) {
      const attained = moved(
        worst.map((x) => factor * x),
        worst.map((x) => -factor * x),
      );
      expect(attained).toBeLessThanOrEqual(sensitivity);
      expect(attained).toBeGreaterThan(0.995 * sensitivity);
    }
  });
});

test("release is estimate + multiplier · Δ · unit noise, draw by draw", () => {
  const made = release();
  for (const draw of [0, 1]) {
    const out = scaleRelease(made, draw, 3, new Float64Array(m));
    out.forEach((value, i) => expect(value).toBe(made.estimate[i]! + 3 * made.sensitivity * made.unitNoise[draw]![i]!));
  }
  expect(made.unitNoise[0]).not.toEqual(made.unitNoise[1]);
});

test("the estimate is the penalised mean of the clipped curves, and what is clipped is counted", () => {
  const { smoother } = enemyOf(parameters, release());
  const clipped = Array.from({ length: n }, (_, i) =>
    clipCurve({ curve: data.subarray(i * m, (i + 1) * m), weights, normBound: 0.8 }),
  );
  const direct = penalisedMean({
    ...smoother,
    curves: Float64Array.from(clipped.flatMap((c) => Array.from(c.clipped))),
  });
  const { estimate, clippedCount, rawMean } = release();
  estimate.forEach((value, i) => expect(value).toBeCloseTo(direct[i]!, 13));
  expect(clippedCount).toBe(clipped.filter(({ factor }) => factor < 1).length);
  expect(clippedCount).toBeGreaterThan(0);
  expect(clippedCount).toBeLessThan(n);
  expect(rawMean[7]).toBeCloseTo(Array.from({ length: n }, (_, i) => data[i * m + 7]!).reduce((a, b) => a + b) / n, 14);
});

test("nothing but the estimate, the raw mean, the largest norm and the number of clipped curves depends on the curves", () => {
  const [{ estimate, rawMean, clippedCount, largestNorm, ...a }, b] = [release(), release({}, curvesOf(99))];
  const { estimate: otherEstimate, rawMean: otherMean, clippedCount: otherCount, largestNorm: otherNorm, ...rest } = b;
  expect(rest).toEqual(a);
  expect([otherEstimate, otherMean, otherCount, otherNorm]).not.toEqual([estimate, rawMean, clippedCount, largestNorm]);
  // Nor on curves of any size, or on none.
  const without = release({}, new Float64Array(n * m));
  const { estimate: none, rawMean: zero, clippedCount: clippedNone, largestNorm: noNorm, ...empty } = without;
  expect(empty).toEqual(a);
  expect([none, zero, clippedNone, noNorm]).toEqual([new Float64Array(m), new Float64Array(m), 0, 0]);
});

test("arrays are handed over whole: a caller who spoils or transfers them spoils no later release", () => {
  const plan = planMeanCurve({ curves: data, pointCount: m });
  const first = plan.release(parameters);
  const kept = structuredClone(first);
  for (const array of [first.estimate, first.rawMean, first.weights, first.eigenvalues, ...first.unitNoise])
    array.fill(7);
  expect(plan.release(parameters)).toEqual(kept);
});

test("a plan answers as a fresh one does, whatever it was asked before", () => {
  const plan = planMeanCurve({ curves: data, pointCount: m });
  const changes: Partial<MeanCurveParameters>[] = [
    {},
    { penalty: 0.5 },
    { normBound: 0.1 },
    { normBound: 0.1, rule: "uniform" },
    { domain: [0, 1] },
    { kernel: "gaussian", range: 0.1 },
    { noiseKernel: "exponential" },
    { noiseKernel: "exponential", range: 0.2 },
    { noiseKernel: "exponential", range: 0.2, curvesPerPerson: 4 },
    { seed: 2, drawCount: 1 },
    {},
  ];
  for (const change of changes) expect(plan.release({ ...parameters, ...change })).toEqual(release(change));
});

test("Δ is curvesPerPerson times that of one curve, and rounding adds a thousandth at most", () => {
  for (const kernel of ["gaussian", "matern52", "matern32", "exponential"] as const) {
    for (const penalty of [1e-6, 1e-3, 10]) {
      for (const power of [1, 4]) {
        for (const curvesPerPerson of [1, 3]) {
          const made = release({ kernel, noiseKernel: kernel, penalty, power, curvesPerPerson });
          const exact = curvesPerPerson * made.curveSensitivity;
          expect(made.sensitivity).toBeGreaterThan(exact);
          expect(made.sensitivity).toBeLessThanOrEqual(exact * (1.001 + 1e-12));
          expect(made.curveSensitivity).toBeLessThanOrEqual(made.simpleSensitivity! * (1 + 1e-12));
          expect(made.jitter).toBeLessThan(1e-6);
        }
      }
    }
  }
});

test("the rounding error bounds what another order of the curves and another arithmetic change", () => {
  for (const change of [
    {},
    { kernel: "gaussian", noiseKernel: "gaussian", penalty: 1e-6, power: 1 },
    { penalty: 10, power: 4 },
  ] as const) {
    const made = release(change);
    const reversed = Float64Array.from(
      Array.from({ length: n }, (_, i) => Array.from(data.subarray((n - 1 - i) * m, (n - i) * m))).flat(),
    );
    const other = release(change, reversed).estimate;
    expect(Math.hypot(...made.estimate.map((value, i) => value - other[i]!))).toBeLessThanOrEqual(
      2 * made.roundingError,
    );
    expect(made.roundingError).toBeGreaterThan(0);
    expect(made.jitter).toBeGreaterThanOrEqual(32 * m * 2 ** -53 * (1 / Math.min(...made.weights)));
  }
});

test("on fine grids the jitter covers the rounding of the spectrum, whatever φ: (10mu tr S + 21mu λ₁)/min w", () => {
  const fine = 620;
  const {
    jitter,
    eigenvalues,
    weights: w,
  } = planMeanCurve({ curves: new Float64Array(2 * fine), pointCount: fine }).release({
    ...parameters,
    kernel: "exponential",
    noiseKernel: "exponential",
  });
  expect(jitter).toBeGreaterThan(1e-9);
  expect(jitter).toBeGreaterThanOrEqual(((10 + 21 * eigenvalues[0]!) * fine * 2 ** -53) / Math.min(...w));
});

test("the noise covers the operator whose spectrum was computed: K + τI ⪰ W^(−1/2) S′ W^(−1/2)", () => {
  for (const kernel of ["gaussian", "exponential"] as const) {
    const asked = { ...parameters, kernel, noiseKernel: kernel, range: 1, penalty: 1e-6, power: 1 };
    const made = release(asked);
    const { smoother, noise } = enemyOf(asked, made);
    const { eigenvalues, eigenvectors } = smoother.spectrum;
    for (let j = 0; j < m; j++) {
      // √λ_j v_j has norm 1 in the space of S′, so at most 1 in that of the larger covariance; but for the solve's rounding.
      const v = Float64Array.from(
        { length: m },
        (_, i) => (Math.sqrt(eigenvalues[j]!) * eigenvectors[j * m + i]!) / Math.sqrt(weights[i]!),
      );
      expect(noise.norm(v)).toBeLessThanOrEqual(1 + 1e-6);
    }
  }
});

test("curves too large to square are clipped to nothing, and those too small to square are not mistaken for zero", () => {
  const huge = release(
    {},
    data.map((x) => 1e300 * x),
  );
  expect(huge.estimate.every(Number.isFinite)).toBe(true);
  expect(huge.clippedCount).toBe(n);
  const tiny = data.map((x) => 1e-170 * x);
  const { estimate, clippedCount } = release({ normBound: 1e-175 }, tiny);
  expect(clippedCount).toBe(n);
  expect(weightedNorm(estimate, weights)).toBeLessThanOrEqual(1e-175);
  expect(weightedNorm(estimate, weights)).toBeGreaterThan(1e-178);
});

test("a seed repeats its noise, secure noise is never repeated", () => {
  expect(release().unitNoise).toEqual(release().unitNoise);
  const plan = planMeanCurve({ curves: data, pointCount: m });
  const secure = { ...parameters, seed: "secure" } as const;
  expect(plan.release(secure).unitNoise[0]).not.toEqual(plan.release(secure).unitNoise[0]);
});

test("lengthScaleOf is √(ρ/2) for C1 and ρ for the others: errata M9", () => {
  expect(lengthScaleOf("gaussian", 0.02)).toBeCloseTo(0.1, 15);
  for (const kernel of ["matern52", "matern32", "exponential"] as const) expect(lengthScaleOf(kernel, 0.02)).toBe(0.02);
  expect(curveKernel("gaussian", 0.3).evaluate([0], [0.5])).toBeCloseTo(Math.exp(-0.25 / 0.3), 15);
});

test("meanWeights sum to 1, so a constant curve has its size as its norm, and are symmetric to the last bit", () => {
  for (const rule of ["uniform", "trapezoid"] as const) {
    for (const count of [2, 11, 500]) {
      const w = meanWeights(count, rule);
      expect(weightedNorm(new Float64Array(count).fill(3), w)).toBeCloseTo(3, 13);
      expect(w.toReversed()).toEqual(w);
    }
    expect(() => meanWeights(1, rule)).toThrow(ParameterError);
  }
});

const order: Record<CurveKernelName, number> = { gaussian: Infinity, matern52: 3, matern32: 2, exponential: 1 };
test("isCompatible: each kernel with itself, any estimator with rougher noise, a Gaussian noise with its own kernel only", () => {
  const names = Object.keys(order) as CurveKernelName[];
  for (const kernel of names) {
    for (const noiseKernel of names) {
      const compatible = isCompatible({ kernel, noiseKernel, power: 1 });
      if (kernel === noiseKernel || order[kernel] >= order[noiseKernel]) expect(compatible).toBe(true);
      if (noiseKernel === "gaussian" && kernel !== "gaussian") expect(compatible).toBe(false);
    }
  }
  // 2η(ν + ½) ≥ ν′ + ½: C4 with noise C3 from η = 1, with noise C2 from η = 3/2.
  expect(isCompatible({ kernel: "exponential", noiseKernel: "matern32", power: 1 })).toBe(true);
  expect(isCompatible({ kernel: "exponential", noiseKernel: "matern52", power: 1 })).toBe(false);
  expect(isCompatible({ kernel: "exponential", noiseKernel: "matern52", power: 1.5 })).toBe(true);
});

test("a pair that is not compatible is marked, and has no simple bound", () => {
  const made = release({ kernel: "exponential", noiseKernel: "gaussian" });
  expect([made.compatible, made.simpleSensitivity]).toEqual([false, undefined]);
  expect(release().compatible).toBe(true);
});

test.each<[string, Partial<MeanCurveParameters>]>([
  ["domain", { domain: [1, 1] }],
  ["domain", { domain: [0, NaN] }],
  ["domain", { domain: [-Infinity, 0] }],
  ["domain", { domain: [-1e308, 1e308] }],
  ["range", { range: 0 }],
  ["range", { range: NaN }],
  ["range", { range: -1, noiseKernel: "exponential" }],
  ["penalty", { penalty: 0 }],
  ["penalty", { penalty: Infinity }],
  ["power", { power: 0.5 }],
  ["power", { power: NaN }],
  ["normBound", { normBound: 0 }],
  ["normBound", { normBound: Infinity }],
  ["curvesPerPerson", { curvesPerPerson: 0 }],
  ["curvesPerPerson", { curvesPerPerson: 1.5 }],
  ["draws", { drawCount: 0 }],
  ["seed", { seed: -1 }],
])("%s is refused by name: %j", (parameter, change) => {
  expect(() => release(change)).toThrow(ParameterError);
  expect(() => release(change)).toThrow(new RegExp(`^${parameter} must`));
});

test("planMeanCurve refuses one curve, one point, half a curve and a curve that is not finite", () => {
  for (const [curves, pointCount] of [
    [new Float64Array(5), 5],
    [new Float64Array(5), 1],
    [new Float64Array(7), 2],
    [new Float64Array(0), 3],
  ] as const) {
    expect(() => planMeanCurve({ curves, pointCount }).release(parameters)).toThrow(ParameterError);
  }
  for (const bad of [NaN, Infinity]) {
    const curves = data.slice();
    curves[17] = bad;
    expect(() => planMeanCurve({ curves, pointCount: m }).release(parameters)).toThrow(/^curves\[17\] must be finite/);
  }
});

test("every example's defaults are a release: finite, compatible unless it shows the opposite, of small jitter", () => {
  expect(meanCurveExamples.length).toBeGreaterThan(7);
  for (const { defaults } of meanCurveExamples) {
    const { domain, rule, kernel, noiseKernel = kernel, range, penalty, power, normBound, curvesPerPerson } = defaults;
    const asked = {
      domain,
      rule,
      kernel,
      noiseKernel,
      range,
      penalty,
      power,
      normBound,
      curvesPerPerson,
      drawCount: 1,
      seed: 1,
    };
    const made = planMeanCurve({
      curves: new Float64Array(50 * defaults.gridCount),
      pointCount: defaults.gridCount,
    }).release(asked);
    expect(made.sensitivity).toBeGreaterThan(0);
    expect(made.unitNoise[0]!.every(Number.isFinite)).toBe(true);
    expect(made.jitter).toBeLessThanOrEqual(1e-6);
  }
});
