import { gridStep } from "../grids.ts";
import type { GridAxis } from "../grids.ts";
import { fftRoundoff } from "../linalg/fft.ts";
import { createRealFft } from "../linalg/realFft.ts";
import { arithmetic } from "../linalg/simd/arithmetic.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";
import { gaussianRoundoff, reach, remainder, samplePeriod, seriesPeriod, underflow } from "./gaussianConvolution.ts";
import type { GaussianConvolution } from "./gaussianConvolution.ts";

/**
 * Convolution of the weights of a mesh with Gaussians, read off at every `refinement`-th node.
 *
 * With N the period in grid steps, L = N·refinement that in mesh steps and c_k the factors of the series (or of
 * the samples), c_k Ŵ_k is folded onto the N frequencies of the grid and summed by one transform of length N.
 * Ŵ is kept from one bandwidth to the next, for each N.
 *
 * **Rounding.** ε = fftRoundoff(L), ω = gaussianRoundoff. Since Σ w = 1, |Ŵ| ≤ 1, and it is known to 2ε + 2u at
 * each frequency; c is known to ω(1 + x)c (samples: and 2ε‖c‖₂), products and folds to 8u, the sum to 2ε in the
 * 2-norm. A vector e of frequencies, at most A of which meet in one of the grid, gives values of 2-norm at most
 * √(NA)‖e‖₂. So the error is at most (8ε + ω) √(NA) ‖(1 + x)c‖₂ and the remainder.
 *
 * @param counts total·w, w ≥ 0, Σ w = 1, shape ((axis.count − 1)·refinement + 3,), from the node before the first. Private
 * @param axis the display grid. Public
 * @param refinement a positive integer
 * @see gaussianConvolution.ts for series, samples and remainder
 */
export function gaussianConvolutionOnLine({
  counts,
  total,
  axis,
  refinement,
}: {
  readonly counts: Float64Array;
  readonly total: number;
  readonly axis: GridAxis;
  readonly refinement: number;
}): GaussianConvolution {
  const step = gridStep(axis);
  const lines = new Map<number, Line>();

  return (bandwidthMatrix) => {
    const { determinant } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
    const height = 1 / Math.sqrt(2 * Math.PI * determinant);
    const deviation = Math.sqrt(determinant) / step;
    const seriesLength = seriesPeriod(axis.count, deviation);
    const short = seriesLength && termCount(seriesLength, deviation) <= 2 * seriesLength * refinement;
    const period = short ? seriesLength : samplePeriod(axis.count);
    let line = lines.get(period);
    if (!line) lines.set(period, (line = createLine({ counts, total, period, refinement })));

    const { factors, squaredNorm } = short
      ? series(period, deviation, 1 / (period * step))
      : samples(period * refinement, counts.length, deviation * refinement, height);
    const values = line.smooth(factors, axis.count);
    const meeting = Math.ceil((2 * factors.length - 1) / period);
    const roundoff = 8 * fftRoundoff(period * refinement) + gaussianRoundoff(bandwidthMatrix, determinant);
    const left = short ? Math.sqrt(axis.count) * remainder * height : 0;
    return { values, roundingError: roundoff * Math.sqrt(period * meeting * squaredNorm) + left };
  };
}

interface Line {
  /** Σ_k c_k Ŵ_k e^(2πikj/N) over |k| < factors.length, for j = 0 … count − 1. */
  smooth(factors: Float64Array, count: number): Float64Array;
}

function createLine({
  counts,
  total,
  period,
  refinement,
}: {
  readonly counts: Float64Array;
  readonly total: number;
  /** N, even. */
  readonly period: number;
  readonly refinement: number;
}): Line {
  const L = period * refinement;
  const spectrumRe = new Float64Array(L / 2 + 1);
  const spectrumIm = new Float64Array(L / 2 + 1);
  const around = new Float64Array(L);
  around.set(counts.subarray(1));
  around[L - 1] = counts[0]!;
  createRealFft(L).forward(around, spectrumRe, spectrumIm);
  for (let k = 0; k <= L / 2; k++) {
    spectrumRe[k]! /= total;
    spectrumIm[k]! /= total;
  }

  const gridFft = createRealFft(period);
  const half = period / 2;
  const foldedRe = new Float64Array(half + 1);
  const foldedIm = new Float64Array(half + 1);
  return {
    smooth: (factors, count) => {
      foldedRe.fill(0);
      foldedIm.fill(0);
      // k modulo L and modulo N.
      let onMesh = 0;
      let onGrid = 0;
      for (let k = 0; k < factors.length; k++) {
        const mirrored = onMesh > L / 2;
        const source = mirrored ? L - onMesh : onMesh;
        const re = factors[k]! * spectrumRe[source]!;
        const im = factors[k]! * (mirrored ? -spectrumIm[source]! : spectrumIm[source]!);
        if (onGrid <= half) {
          foldedRe[onGrid]! += re;
          foldedIm[onGrid]! += im;
        }
        // −k, whose term is the conjugate.
        const opposite = onGrid > 0 ? period - onGrid : 0;
        if (opposite <= half && k > 0) {
          foldedRe[opposite]! += re;
          foldedIm[opposite]! -= im;
        }
        if (++onMesh === L) onMesh = 0;
        if (++onGrid === period) onGrid = 0;
      }
      const values = new Float64Array(count);
      gridFft.sum(foldedRe, foldedIm, values);
      return values;
    },
  };
}

interface Factors {
  /** c_k for k ≥ 0; c_(−k) = c_k. */
  readonly factors: Float64Array;
  /** A bound on Σ ((1 + x)c)² over all k. */
  readonly squaredNorm: number;
}

/**
 * c_k = (NΔ)⁻¹ e^(−x), x = αk², α = ½(2πσ/N)², for x ≤ X, in memory that is free for the next use.
 *
 * (1 + x)² e^(−2x) falls with |k|, so that its sum is at most 1 + ∫ = 1 + (1 + ½ + 3/16)√(π/2α).
 */
function series(period: number, deviation: number, unit: number): Factors {
  const rate = 0.5 * ((2 * Math.PI * deviation) / period) ** 2;
  const count = termCount(period, deviation);
  const by = arithmetic();
  const factors = by.reserve(count).subarray(0, count);
  for (let k = 0; k < count; k++) factors[k] = -rate * k * k;
  by.exponentials(0, count);
  for (let k = 0; k < count; k++) factors[k]! *= unit;
  return { factors, squaredNorm: unit ** 2 * (1 + 1.6875 * Math.sqrt(Math.PI / (2 * rate))) };
}

function termCount(period: number, deviation: number): number {
  return Math.floor((Math.sqrt(2 * reach) * (1 + 2 ** -20) * period) / (2 * Math.PI * deviation)) + 1;
}

/** c_k = 1/L times the transform of the sampled kernel; by Parseval Σ c² is 1/L times that of the samples. */
function samples(L: number, nodes: number, deviation: number, height: number): Factors {
  const sampled = new Float64Array(L);
  let squaredNorm = 0;
  for (let j = 0; j < nodes; j++) {
    const x = 0.5 * (j / deviation) ** 2;
    if (x > underflow) break;
    const value = (height * Math.exp(-x)) / L;
    sampled[j] = value;
    if (j > 0) sampled[L - j] = value;
    squaredNorm += (j === 0 ? 1 : 2) * ((1 + x) * value) ** 2;
  }
  const factors = new Float64Array(L / 2 + 1);
  createRealFft(L).forward(sampled, factors, new Float64Array(L / 2 + 1));
  factors[L / 2]! /= 2; // It stands for both of ±L/2.
  return { factors, squaredNorm: L * squaredNorm };
}
