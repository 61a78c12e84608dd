import { gridCoordinates } from "../../src/core/grids.ts";
import { curveNoiseKernel } from "../../src/core/mean/curveKernels.ts";
import { curveReach } from "../../src/core/mean/curveReach.ts";
import { penalisedMean, weightedNorm } from "../../src/core/mean/functionalMean.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { meanCurveGrid } from "../../src/core/mean/meanCurveGrid.ts";
import { meanCurveOperator } from "../../src/core/mean/meanCurveOperator.ts";
import type { MeanCurveParameters } from "../../src/core/mean/meanCurveParameters.ts";
import { analyticNoiseMultiplier } from "../../src/core/privacy/calibration/gaussian.ts";
import { casesOf } from "./fuzzing.ts";

// Each run draws a sample of the population and the noise, and asks whether the band holds the population's curve. The long
// form (FUZZ=all) is what docs/proofs/population.md prints. A band of exactly 95 % would miss more than the allowed share
// with probability 10⁻⁵ at most (binomial, 4.3 standard deviations and one run).
export const runs = casesOf(4000, 80);
export const allowed = (share: number, count = runs) =>
  share * count + 4.3 * Math.sqrt(share * (1 - share) * count) + 1;

export const m = 30;
export const meanCurve: MeanCurveParameters = {
  ...{ domain: [0, 1], rule: "uniform", kernel: "matern32", noiseKernel: "matern32", range: 0.3, penalty: 0.01 },
  ...{ power: 1, normBound: 1.6, curvesPerPerson: 1, drawCount: 1, seed: 0 },
};
export const times = gridCoordinates(meanCurveGrid(meanCurve.domain, m).axes[0]!);
export const spectrum = meanCurveOperator(m).spectrum(meanCurve);
export const { bound, gain } = curveReach(spectrum, meanCurve);
export const smoothed = (curve: Float64Array) => penalisedMean({ ...meanCurve, curves: curve, spectrum });
export const meanWave = times.map((t) => Math.sin(3 * t));
/** A curve of deviation 0.3 at each point about the mean, symmetric, of norm below the bound. */
export function wave(random: { readonly normal: () => number; readonly uniform: () => number }, mean = meanWave) {
  for (;;) {
    const [a, b] = [0.3 * random.normal(), 0.3 * random.normal()];
    const moved = times.map((t) => a * Math.cos(4 * t) + b * Math.sin(4 * t));
    const curves = [1, -1].map((sign) => mean.map((value, i) => value + sign * moved[i]!));
    if (curves.every((curve) => weightedNorm(curve, spectrum.weights) <= meanCurve.normBound)) return curves[0]!;
  }
}
/** One in ten persons is 1 at all times, the others are 0. */
export function few(random: { readonly normal: () => number; readonly uniform: () => number }) {
  return new Float64Array(m).fill(Number(random.uniform() < 0.1));
}
export function releaseOf(
  curves: readonly Float64Array[],
  { seed, epsilon = 3, of }: { readonly seed: number; readonly epsilon?: number; readonly of?: Int32Array },
) {
  const groups = of && { column: "g", levels: ["a", "b"], of };
  const all = Float64Array.from(curves.flatMap((curve) => [...curve]));
  const shares = groups && { levels: groups.levels, shares: [0.5, 0.5] };
  const made = planMeanCurve({ curves: all, pointCount: m, ...(groups && { groups }) }).release({
    ...meanCurve,
    ...(shares && { groups: shares }),
    seed,
  });
  const scale = analyticNoiseMultiplier({ epsilon, delta: 1e-5 }) * made.sensitivity;
  const released = made.estimate.map((value, i) => value + scale * made.unitNoise[0]![i]!);
  return {
    released,
    noise: scale * Math.sqrt(1 + made.jitter),
    quantile: made.simultaneousQuantile,
    law: { kernel: curveNoiseKernel("matern32", 0.3), grid: meanCurveGrid([0, 1], m), jitter: made.jitter },
    weights: made.extra?.map(({ weight }) => weight),
  };
}
export function sampleOf(recordCount: number, declared: number | undefined) {
  const deviation = declared === undefined ? undefined : gain.map((own) => own * declared);
  return { recordCount, least: bound.map((own) => -own), largest: bound, deviation };
}
