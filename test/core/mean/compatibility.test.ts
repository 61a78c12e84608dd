import { expect, test } from "vitest";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { compatibilityCounts, compatibilityCurve } from "../../../src/core/mean/compatibility.ts";
import { isCompatible } from "../../../src/core/mean/curveKernels.ts";
import { expectRelative } from "../privacy/relative.ts";

type Asked = Parameters<typeof compatibilityCurve>[0];
const asked: Asked = {
  domain: [0, 1],
  rule: "uniform",
  kernel: "exponential",
  noiseKernel: "exponential",
  range: 0.1,
  penalty: 0.01,
  power: 1,
  normBound: 3,
  curveCount: 100,
};

function run(change: Partial<Asked>): { progress: number[]; counts: number[]; sensitivities: number[] } {
  const steps = compatibilityCurve({ ...asked, ...change });
  const progress: number[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done)
      return {
        progress,
        counts: step.value.map((p) => p.pointCount),
        sensitivities: step.value.map((p) => p.sensitivity),
      };
    progress.push(step.value);
  }
}

/** The least ω > 0 with ω tan(ω/2) = c: the first eigenfunction of e^{−c|s − t|} on [0, 1] is cos ω(t − ½). */
function firstFrequency(c: number): number {
  let [low, high] = [0, Math.PI];
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (middle * Math.tan(middle / 2) < c) low = middle;
    else high = middle;
  }
  return low;
}

test("compatibilityCurve of C4 with its own noise is flat, at (2τ/N) √λ₁/(λ₁ + φ) with λ₁ = 2c/(ω² + c²), c = 1/ρ", () => {
  const [c, penalty] = [1 / 0.4, 1];
  const lambda = (2 * c) / (firstFrequency(c) ** 2 + c * c);
  const closed = (2 * 3 * Math.sqrt(lambda)) / (lambda + penalty) / 100;
  const { sensitivities, counts, progress } = run({ range: 0.4, penalty, rule: "trapezoid" });
  // Trapezia for a kernel with a kink err by a share of about (h/ρ)²/12.
  counts.forEach((m, at) => expectRelative(sensitivities[at]!, closed, 1 / (m - 1) ** 2));
  expect(counts).toEqual([...compatibilityCounts]);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

/** Σ k(lag·h) (−1)^lag over all lags: the spectral density on a grid of step h at the frequency of alternating signs. */
function alternating(k: (r: number) => number, h: number): number {
  let sum = 1;
  for (let lag = 1; lag * h < 40 * asked.range; lag++) sum += (lag % 2 === 0 ? 2 : -2) * k(lag * h);
  return sum;
}

test("compatibilityCurve of C4 with noise C2 grows like m, as the closed form of alternating curves has it", () => {
  expect(isCompatible({ ...asked, noiseKernel: "matern52" })).toBe(false);
  const { sensitivities, counts } = run({ noiseKernel: "matern52" });
  // An alternating curve is an eigenvector of both covariances, but for the ends: λ = S_C4/m, shrunk by λ/(λ + φ), of
  // squared norm m/(S_C2 + τ), τ = 1e-12. The ends matter less than a share of 1/m; the bound is a thousandth too large.
  counts.forEach((m, at) => {
    const h = 1 / (m - 1);
    const density = (kernel: { evaluate(x: number[], y: number[]): number }) =>
      alternating((r) => kernel.evaluate([0], [r]), h);
    const lambda = density(exponentialKernel(0.1)) / m;
    const closed =
      ((2 * 3) / 100) * (lambda / (lambda + asked.penalty)) * Math.sqrt(m / (density(matern52Kernel(0.1)) + 1e-12));
    expectRelative(sensitivities[at]!, closed, 0.004 + 0.5 / m);
  });
  // From the series for small h: Δ → (2τ/N) √90 (m − 1)/(2ρφκ^(5/2)), κ = √5/ρ.
  const slope = (((2 * 3) / 100) * Math.sqrt(90)) / (2 * 0.1 * 0.01 * (Math.sqrt(5) / 0.1) ** 2.5);
  expectRelative(sensitivities[5]! / 499, slope, 0.01);
});

test("compatibilityCurve of C2 with noise C4 is flat", () => {
  expect(isCompatible({ ...asked, kernel: "matern52" })).toBe(true);
  const { sensitivities } = run({ kernel: "matern52" });
  const last = sensitivities.at(-1)!;
  // First-order convergence of weights 1/m: what is missing at m points is about twice what is missing at 2m.
  sensitivities.slice(3).forEach((value) => expectRelative(value, last, 0.02));
});

test("compatibilityCurve refuses by name what the release refuses", () => {
  expect(() => run({ penalty: 0 })).toThrow(/^penalty must/);
  expect(() => run({ curveCount: NaN })).toThrow(/^curveCount must/);
  expect(() => run({ range: -1 })).toThrow(/^range must/);
  expect(() => run({ domain: [1, 0] })).toThrow(/^domain must/);
  expect(() => run({ normBound: NaN, noiseKernel: "matern52" })).toThrow(/^normBound must/);
});
