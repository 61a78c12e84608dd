import { expect, test } from "vitest";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { clipCurve, penalisedMean, weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";
import { parameters, m, n, curvesOf, data, release, weights, smootherOf } from "../../support/twelveCurves.ts";

test("release is estimate + multiplier · Δ · unit noise, draw by draw", () => {
  const made = release();
  for (const draw of [0, 1]) {
    const out = scaleRelease(made, draw, 3, new Float64Array(m));
    out.forEach((value, i) => expect(value).toBe(made.estimate[i]! + 3 * made.sensitivity * made.unitNoise[draw]![i]!));
  }
  expect(made.unitNoise[0]).not.toEqual(made.unitNoise[1]);
});

test("the estimate is the penalised mean of the clipped curves, and what is clipped is counted", () => {
  const clipped = Array.from({ length: n }, (_, i) =>
    clipCurve({ curve: data.subarray(i * m, (i + 1) * m), weights, normBound: 0.8 }),
  );
  const direct = penalisedMean({
    ...smootherOf(parameters),
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

test("planMeanCurve refuses no curve, one point, half a curve and a curve that is not finite", () => {
  for (const [curves, pointCount] of [
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
