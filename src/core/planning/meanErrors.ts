import { checkAllFinite, checkNonNegative, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates } from "../grids.ts";
import { shrinkage } from "../kernels/covarianceSpectrum.ts";
import { gaussianKernel } from "../kernels/gaussian.ts";
import { gramOnLine } from "../kernels/gramOnLine.ts";
import { curveKernel, curveNoiseKernel, type CurveKernelName } from "../mean/curveKernels.ts";
import { meanCurveGrid, meanWeights } from "../mean/meanCurveGrid.ts";
import { meanCurveOperator } from "../mean/meanCurveOperator.ts";
import type { SmoothingParameters } from "../mean/meanCurveParameters.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import { functionalMeanSensitivity } from "../privacy/sensitivity/functionalMean.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { highestOf, valueFunctional, valueOf } from "../release/curveFunctionals.ts";
import { functionalDeviation, type NoiseLaw } from "../release/noiseLaw.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { onFirstUse, rememberEach } from "../remember.ts";
import { functionalOnGrid, largestError, type ErrorsAt, type PlannedErrors } from "./plannedErrors.ts";

/** Declared curves: X = μ + aG, G a Gaussian process of covariance exp(−(s − t)²/2ℓ²). */
export interface DeclaredCurves {
  /** μ less the centre, at even places of the domain, with straight lines between. */
  readonly heights: readonly number[];
  /** a ≥ 0, deviation of a curve from the mean at a point. */
  readonly deviation: number;
  readonly lengthScale: number;
}

/** Public parameters of the errors of a mean curve, but φ, n and the budget. */
export interface PlannedMean {
  readonly curves: DeclaredCurves;
  readonly smoothing: Omit<SmoothingParameters, "penalty" | "centre">;
  readonly noiseKernel: CurveKernelName;
  readonly pointCount: number;
}

interface MeanErrors extends PlannedErrors {
  readonly x: Float64Array;
  readonly mean: Float64Array;
  /** √(E‖X − centre‖²_w): curves beyond the norm bound would be shrunk. */
  readonly norm: number;
  readonly expected: (penalty: number) => Float64Array;
  /** The smoother at φ on a curve of the grid. */
  readonly smoothed: (penalty: number, curve: Float64Array) => Float64Array;
  readonly noise: Pick<NoiseLaw, "kernel" | "grid">;
}

const mostPlannedPoints = 400;

/**
 * Errors of a private penalised mean against declared curves, exact for curves within the norm bound. With S the
 * smoother at φ and C the covariance of a curve: bias Sμ − μ, sampling SCSᵀ/n, noise σ²K.
 *
 * Integrals are Σ wᵢ over the grid, as in the norm of the study. In place of a peak stands the rise, highest less
 * lowest.
 *
 * @see docs/proofs/planning.md, Lemma 9; Mirshani, Reimherr & Slavković (2019), eq. (2), Theorem 4.1
 */
export function meanErrors({ curves, smoothing, noiseKernel, pointCount: m }: PlannedMean): MeanErrors {
  if (!(Number.isInteger(m) && m >= 2 && m <= mostPlannedPoints))
    throw new ParameterError("pointCount", m, `a whole number from 2 to ${mostPlannedPoints}`);
  const { heights, deviation, lengthScale } = curves;
  if (!(heights.length >= 2 && heights.length <= 65))
    throw new ParameterError("heights.length", heights.length, "from 2 to 65");
  checkAllFinite("heights", heights);
  if (heights.every((height) => height === heights[0]))
    throw new ParameterError("heights", heights.join(", "), "not all the same");
  const variance = checkNonNegative("deviation", deviation) ** 2;
  const { domain, power, normBound } = smoothing;
  const grid = meanCurveGrid(domain, m);
  const [axis] = grid.axes as [(typeof grid.axes)[number]];
  const x = gridCoordinates(axis);
  const operator = meanCurveOperator(m);
  const spectrum = operator.spectrum(smoothing);
  const { eigenvectors, weights } = spectrum;
  const places = heights.map((_, j) => domain[0] + (j * (domain[1] - domain[0])) / (heights.length - 1));
  const mean = x.map((t) => valueOf(valueFunctional(places, t), heights));
  const covariance = gramOnLine(gaussianKernel(checkPositive("lengthScale", lengthScale)), axis).map(
    (value) => variance * value,
  );
  const root = weights.map(Math.sqrt);
  const noise = { kernel: curveNoiseKernel(noiseKernel, smoothing.range), grid };
  const noiseQuantile = onFirstUse(() => simultaneousQuantile({ ...noise, jitter: smallestJitter, coverage: 0.95 }));
  const step = (domain[1] - domain[0]) / (m - 1);
  const neighbours = curveKernel(noiseKernel, smoothing.range).evaluate([0], [step]);

  /** Eigenfunctions v_j on the grid. */
  const modes = Array.from({ length: m }, (_, j) =>
    eigenvectors.subarray(j * m, (j + 1) * m).map((value, i) => value / root[i]!),
  );
  const weighted = modes.map((mode) => mode.map((value, i) => value * weights[i]!));
  /** ⟨v_j, C v_k⟩. */
  const spread = onFirstUse(() => {
    const images = weighted.map((mode) => x.map((_, i) => valueOf(covariance.subarray(i * m, (i + 1) * m), mode)));
    return weighted.map((mode) => Float64Array.from(images, (image) => valueOf(mode, image)));
  });
  /** Shrinkage at φ, of the modes that keep more than 10⁻¹⁰. */
  const keptAt = (penalty: number) =>
    Array.from(shrinkage(spectrum, penalty, power).entries()).filter(([, kept]) => kept > 1e-10);
  const smoothed = (penalty: number, curve: Float64Array) => {
    const kept = keptAt(penalty).map(([j, share]) => [j, share * valueOf(weighted[j]!, curve)] as const);
    return x.map((_, i) => kept.reduce((sum, [j, size]) => sum + size * modes[j]![i]!, 0));
  };
  const expectedAt = rememberEach((penalty) => smoothed(penalty, mean));

  const errorsAt = (penalty: number): ErrorsAt => {
    checkPositive("penalty", penalty);
    const expected = onFirstUse(() => expectedAt(penalty));
    /** SCSᵀ. */
    const sampling = onFirstUse(() => {
      const kept = keptAt(penalty);
      const cross = spread();
      const images = kept.map(([j, share]) =>
        x.map((_, i) => share * kept.reduce((sum, [k, other]) => sum + other * cross[j]![k]! * modes[k]![i]!, 0)),
      );
      return (i: number, k: number) => kept.reduce((sum, [j], at) => sum + images[at]![i]! * modes[j]![k]!, 0);
    });
    const bias = onFirstUse(() => expected().map((value, i) => value - mean[i]!));
    const variances = onFirstUse(() => x.map((_, i) => Math.max(0, sampling()(i, i))));
    const nextTo = onFirstUse(() => x.subarray(1).map((_, i) => sampling()(i, i + 1)));
    const own = noiseKernel === smoothing.kernel;
    const sensitivityOfOne = own
      ? functionalMeanSensitivity({ ...smoothing, penalty, recordCount: 1, eigenvalues: spectrum.eigenvalues })
      : 2 *
        normBound *
        operator.foreignNormOnce({
          operator: smoothing,
          noiseKernel,
          jitter: Math.max(smallestJitter, 8 * m * m * 2 ** -53),
          penalty,
          power,
        });
    return {
      sensitivityOfOne,
      noiseQuantile,
      peak: onFirstUse(() => riseOf(expected(), x)),
      integrated: ({ recordCount, noiseScale }) => ({
        smoothing: weightedSum(weights, (i) => bias()[i]! ** 2),
        clipping: 0,
        sampling: weightedSum(weights, (i) => variances()[i]!) / recordCount,
        noise: noiseScale ** 2 * weightedSum(weights, () => 1),
      }),
      largest: (confidence, sampled) =>
        largestError({ x, bias: bias(), variance: variances(), nextTo, neighbours }, confidence, sampled),
      ofFunctional: (functional) => {
        const c = functionalOnGrid(functional, x);
        const used = Array.from(c.keys()).filter((i) => c[i] !== 0);
        const square = used.reduce(
          (sum, i) => sum + used.reduce((inner, k) => inner + c[i]! * c[k]! * sampling()(i, k), 0),
          0,
        );
        return {
          truth: valueOf(c, mean),
          bias: valueOf(c, bias()),
          perRecord: Math.sqrt(Math.max(0, square)),
          unitNoise: functionalDeviation({ ...noise, variance: 1, white: 0 }, [c]),
        };
      },
    };
  };
  return {
    curves: (penalty) => ({ x: x.slice(), truth: mean.slice(), expected: expectedAt(penalty).slice() }),
    x,
    mean,
    norm: Math.sqrt(weightedSum(weights, (i) => mean[i]! ** 2 + variance)),
    expected: expectedAt,
    ...{ smoothed, noise },
    peak: riseOf(mean, x),
    of: rememberEach(errorsAt),
  };
}

function riseOf(values: Float64Array, x: Float64Array): { readonly at: number; readonly value: number } {
  const { at, value } = highestOf(values, x);
  return { at, value: value - values.reduce((least, other) => Math.min(least, other), Infinity) };
}

function weightedSum(weights: Float64Array, value: (i: number) => number): number {
  return weights.reduce((sum, weight, i) => sum + weight * value(i), 0);
}

/** Declared curves on the grid, less the centre, by random waves with the covariance of G. */
export function drawnCurves({ curves, smoothing, pointCount }: PlannedMean, count: number, random: RandomSource) {
  const { heights, deviation, lengthScale } = curves;
  const { domain, rule } = smoothing;
  const x = gridCoordinates(meanCurveGrid(domain, pointCount).axes[0]!);
  const places = heights.map((_, j) => domain[0] + (j * (domain[1] - domain[0])) / (heights.length - 1));
  const mean = x.map((t) => valueOf(valueFunctional(places, t), heights));
  const drawn = Array.from({ length: count }, () => {
    const waves = Array.from(
      { length: waveCount },
      () => [random.normal() / lengthScale, 2 * Math.PI * random.uniform()] as const,
    );
    const height = deviation * Math.sqrt(2 / waveCount);
    return x.map((t, i) => mean[i]! + height * waves.reduce((sum, [f, phase]) => sum + Math.cos(f * t + phase), 0));
  });
  return { curves: drawn, weights: meanWeights(pointCount, rule) };
}

const waveCount = 30;
