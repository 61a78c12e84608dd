import { expect, test } from "vitest";
import { planDensity } from "../../../src/core/density/density.ts";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { noiseScaleOf, type Functional } from "../../../src/core/planning/plannedErrors.ts";
import { normalDensity, truthOn, type DeclaredTruth } from "../../../src/core/planning/declaredTruth.ts";
import { integralFunctional, valueOf } from "../../../src/core/release/curveFunctionals.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { randomMixture, twoPeaks } from "./mixtures.ts";

const repeats = casesOf(2000, 700);

const errors = densityErrors(twoPeaks);
const multiplier = 3.185703;
const sampled = (h: number, recordCount = 800) => ({
  recordCount,
  noiseScale: noiseScaleOf(errors.of(h), { recordCount, recordsPerPerson: 1, multiplier }),
});

test("densityErrors: integrated parts of two peaks are those computed with numpy and scipy", () => {
  const { smoothing, clipping, sampling, noise } = errors.of(5.5).integrated(sampled(5.5));
  expect(smoothing).toBeCloseTo(2.0339e-3, 7);
  expect(Math.abs(clipping)).toBeLessThan(1e-9);
  expect(sampling).toBeCloseTo(3.984e-5, 8);
  expect(noise).toBeCloseTo(1.8355e-5, 9);
  const least = errors.of(2.1946).integrated(sampled(2.1946));
  expect(least.smoothing + least.sampling + least.noise).toBeCloseTo(3.5158e-4, 8);
});

test("densityErrors: without ends, smoothing and sampling are Marron and Wand's Theorem 2.1", () => {
  const random = seededSource(1);
  for (let k = 0; k < 50; k++) {
    const parts = Array.from({ length: 1 + (k % 5) }, () => ({
      weight: 0.1 + random.uniform(),
      mean: 40 + 20 * random.uniform(),
      deviation: 1 + 3 * random.uniform(),
    }));
    const total = parts.reduce((sum, { weight }) => sum + weight, 0);
    const h = 0.5 + 3 * random.uniform();
    const n = 300;
    /** Σ wᵢwⱼ φ of the difference, with q bumps of variance h². */
    const summed = (q: number) =>
      parts.reduce(
        (sum, a) =>
          sum +
          parts.reduce((inner, b) => {
            const variance = a.deviation ** 2 + b.deviation ** 2 + q * h * h;
            return inner + ((a.weight * b.weight) / total ** 2) * normalDensity(a.mean - b.mean, Math.sqrt(variance));
          }, 0),
        0,
      );
    const planned = { ...twoPeaks, truth: { kind: "normals", parts } as const, domain: [0, 100] as const };
    const found = densityErrors(planned).of(h).integrated({ recordCount: n, noiseScale: 0 });
    expect(found.smoothing / (summed(2) - 2 * summed(1) + summed(0))).toBeCloseTo(1, 8);
    expect(found.sampling / ((1 / (2 * Math.sqrt(Math.PI) * h) - summed(2)) / n)).toBeCloseTo(1, 9);
  }
});

const functionals: readonly Functional[] = [
  { kind: "value", at: 0.31 },
  { kind: "slope", at: 0.7 },
  { kind: "difference", from: 0.2, to: 0.6 },
  { kind: "integral", from: 0.1, to: 0.45 },
];

test.each(["normals", "drawn"] as const)("densityErrors of %s: the quadrature agrees with a fine sum", (kind) => {
  const truth: DeclaredTruth =
    kind === "drawn"
      ? { kind, heights: [0, 1, 5, 2, 2, 4, 1] }
      : {
          kind,
          parts: [
            { weight: 1, mean: 0.1, deviation: 0.15 },
            { weight: 2, mean: 0.8, deviation: 0.1 },
          ],
        };
  const planned = { ...twoPeaks, truth, domain: [0, 1] as const };
  const h = 0.06;
  const at = densityErrors(planned).of(h);
  const { densityAt, moved } = truthOn(truth, [0, 1]);
  const m = 20_000;
  const middle = Array.from({ length: m }, (_, i) => (i + 0.5) / m);
  const mass = [...middle.map((t) => [t, densityAt(t) / m] as const), [0, moved[0]] as const, [1, moved[1]] as const];
  expect(mass.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 7);
  const meanOf = (c: (t: number) => number) => mass.reduce((sum, [t, share]) => sum + share * c(t), 0);
  const expected = at.expected();
  for (const i of [0, 310, 640, 999])
    expect(expected[i]).toBeCloseTo(
      meanOf((t) => normalDensity(i / 999 - t, h)),
      6,
    );
  const found = at.integrated({ recordCount: 1, noiseScale: 0 });
  const x = Float64Array.from({ length: 1000 }, (_, i) => i / 999);
  const whole = integralFunctional(x, [0, 1]);
  expect(found.smoothing + found.clipping).toBeCloseTo(
    valueOf(
      whole,
      expected.map((value, i) => (value - densityAt(x[i]!)) ** 2),
    ),
    4,
  );
  const value = at.ofFunctional({ kind: "value", at: 0.5 });
  const bump = (t: number) => normalDensity(0.5 - t, h);
  expect(value.bias).toBeCloseTo(meanOf(bump) - densityAt(0.5), 6);
  expect(value.perRecord ** 2).toBeCloseTo(meanOf((t) => bump(t) ** 2) - meanOf(bump) ** 2, 4);
  const integral = at.ofFunctional({ kind: "integral", from: 0.2, to: 0.7 });
  expect(integral.truth).toBeCloseTo(
    meanOf((t) => (t > 0.2 && t < 0.7 ? 1 : 0)),
    3,
  );
});

/**
 * The other route: releases of records that are drawn from the truth. A mean over r releases has the standard error of its
 * own sample; 4.9 of them are exceeded with probability 10⁻⁶ each.
 */
test.each(["gaussian", "sobolev"] as const)(
  `densityErrors agrees with ${repeats} simulated releases, %s`,
  (route) => {
    const random = seededSource(7);
    const planned = { ...randomMixture(random, route), relativeRate: 1.5 };
    const h = 0.05;
    const n = 120;
    const at = densityErrors(planned).of(h);
    const { densityAt } = truthOn(planned.truth, planned.domain);
    if (planned.truth.kind !== "normals") throw new Error("no mixture");
    const { parts } = planned.truth;
    const total = parts.reduce((sum, { weight }) => sum + weight, 0);
    const drawRecord = () => {
      let rest = total * random.uniform();
      const part = parts.find(({ weight }) => (rest -= weight) <= 0) ?? parts[0]!;
      return part.mean + part.deviation * random.normal();
    };
    const x = Float64Array.from({ length: 1000 }, (_, i) => i / 999);
    const truth = x.map(densityAt);
    const whole = integralFunctional(x, [0, 1]);
    const noiseScale = noiseScaleOf(at, { recordCount: n, recordsPerPerson: 2, multiplier: 0.8 });
    const checked = { ...planned, domain: [planned.domain], bandwidths: [h], correlation: 0, drawCount: 1 };
    const squares: number[] = [];
    const outside: number[] = [];
    const of = functionals.map(() => [] as number[]);
    const planners = functionals.map((functional) => at.ofFunctional(functional));
    const largest = at.largest("everywhere", { recordCount: n, noiseScale });
    for (let r = 0; r < repeats; r++) {
      const points = { dimension: 1, coordinates: Float64Array.from({ length: n }, drawRecord) };
      const plan = planDensity({ points, domain: checked.domain, recordsPerPerson: 2 });
      const { estimate, unitNoise, sensitivity } = plan.release({ ...checked, seed: r });
      const released = estimate.map((value, i) => value + 0.8 * sensitivity * unitNoise[0]![i]!);
      squares.push(
        valueOf(
          whole,
          released.map((value, i) => (value - truth[i]!) ** 2),
        ),
      );
      outside.push(released.some((value, i) => Math.abs(value - truth[i]!) > largest.noise) ? 1 : 0);
      functionals.forEach((functional, j) => of[j]!.push((onCurve(functional, released) - planners[j]!.truth) ** 2));
    }
    const { smoothing, clipping, sampling, noise } = at.integrated({ recordCount: n, noiseScale });
    expectMean(squares, smoothing + clipping + sampling + noise);
    planners.forEach(({ bias, perRecord, unitNoise }, j) =>
      expectMean(of[j]!, bias ** 2 + perRecord ** 2 / n + (unitNoise * noiseScale) ** 2),
    );
    // At least 95 %, and the bound is loose by little: 5 % ± 4.9 standard errors.
    expect(mean(outside)).toBeLessThan(0.05 + 4.9 * Math.sqrt((0.05 * 0.95) / repeats));
  },
  120_000,
);

function onCurve(functional: Functional, values: Float64Array): number {
  const at = (t: number) => {
    const i = Math.min(998, Math.floor(t * 999));
    return values[i]! + (t * 999 - i) * (values[i + 1]! - values[i]!);
  };
  if (functional.kind === "value") return at(functional.at);
  if (functional.kind === "slope") return ((at(functional.at + 1 / 999) - at(functional.at - 1 / 999)) * 999) / 2;
  if (functional.kind === "difference") return at(functional.to) - at(functional.from);
  const x = values.map((_, i) => i / 999);
  return valueOf(integralFunctional(x, [functional.from, functional.to]), values);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Bins, the jitter of the noise and straight lines between points change a mean by less than half a percent. */
function expectMean(values: readonly number[], expected: number): void {
  const found = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - found) ** 2, 0) / (values.length - 1);
  expect(Math.abs(found - expected)).toBeLessThan(4.9 * Math.sqrt(variance / values.length) + 0.005 * expected);
}

test("densityErrors refuses what is no truth", () => {
  const part = { weight: 1, mean: 0, deviation: 1 };
  const given: readonly DeclaredTruth[] = [
    { kind: "normals", parts: [] },
    { kind: "normals", parts: [part, part, part, part, part, part] },
    ...[NaN, 0, -1, Infinity].flatMap((bad): DeclaredTruth[] => [
      { kind: "normals", parts: [{ ...part, weight: bad }] },
      { kind: "normals", parts: [{ ...part, deviation: bad }] },
    ]),
    { kind: "normals", parts: [{ ...part, mean: NaN }] },
    { kind: "normals", parts: [{ ...part, deviation: 1e-4 }] },
    { kind: "drawn", heights: [1, 2] },
    { kind: "drawn", heights: [0, 0, 0] },
    { kind: "drawn", heights: [1, -1, 1] },
    { kind: "drawn", heights: [1, NaN, 1] },
    { kind: "drawn", heights: Array.from({ length: 66 }, () => 1) },
  ];
  for (const truth of given) expect(() => truthOn(truth, [0, 1]), JSON.stringify(truth)).toThrow(ParameterError);
  expect(() => truthOn({ kind: "normals", parts: [part] }, [1, 1])).toThrow(ParameterError);
  for (const h of [NaN, 0, -1, Infinity, 111]) expect(() => errors.of(h)).toThrow(ParameterError);
});
