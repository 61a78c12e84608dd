import { gridStep, type GridAxis } from "../../grids.ts";
import { fftRoundoff } from "../../linalg/fourier/fft.ts";
import { createRealFft, type RealFft } from "../../linalg/fourier/realFft.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import {
  gaussianRoundoff,
  reach,
  remainder,
  samplePeriod,
  seriesPeriod,
  underflow,
  type GaussianConvolution,
} from "./gaussianConvolution.ts";

/**
 * Convolution of the weights of a mesh with Gaussians. Factors c of the series, or of the samples, are folded onto the
 * N frequencies of the period, multiplied by the spectrum Ŵ of the weights, and summed.
 *
 * @param counts total·w, w ≥ 0, Σ w = 1, shape (m + 2,), from the node before the first. Private
 * @param mesh m nodes. Public
 */
export function gaussianConvolutionOnLine({
  counts,
  total,
  mesh,
}: {
  readonly counts: Float64Array;
  readonly total: number;
  readonly mesh: GridAxis;
}): GaussianConvolution {
  const step = gridStep(mesh);
  const lines = new Map<number, Line>();

  return ([[variance = NaN] = []], values) => {
    const height = 1 / Math.sqrt(2 * Math.PI * variance);
    const deviation = Math.sqrt(variance) / step;
    const seriesLength = seriesPeriod(mesh.count, deviation);
    const short = seriesLength && termCount(seriesLength, deviation) <= 2 * seriesLength;
    const period = short ? seriesLength : samplePeriod(mesh.count);
    let line = lines.get(period);
    if (!line) lines.set(period, (line = createLine(counts, total, period)));

    const { meeting, squaredNorm } = short
      ? series(line, deviation, 1 / (period * step))
      : samples(line, counts.length, deviation, height);
    line.fft.sum(line.productRe, line.productIm, values);
    const roundoff = 6 * fftRoundoff(period) + (meeting + 8) * 2 ** -53 + gaussianRoundoff(1);
    const left = short ? Math.sqrt(mesh.count) * remainder * height : 0;
    return roundoff * Math.sqrt(period * meeting * squaredNorm) + left;
  };
}

interface Line {
  readonly fft: RealFft;
  /** Ŵ. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** Folded factors times Ŵ. */
  readonly productRe: Float64Array;
  readonly productIm: Float64Array;
}

function createLine(counts: Float64Array, total: number, period: number): Line {
  const fft = createRealFft(period);
  const size = period / 2 + 1;
  const around = new Float64Array(period);
  around.set(counts.subarray(1));
  around[period - 1] = counts[0]!;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  fft.forward(around, re, im);
  for (let k = 0; k < size; k++) {
    re[k]! /= total;
    im[k]! /= total;
  }
  return { fft, re, im, productRe: new Float64Array(size), productIm: new Float64Array(size) };
}

interface Folded {
  /** A. */
  readonly meeting: number;
  /** Bound on Σ ((1 + x)c)² over all terms. */
  readonly squaredNorm: number;
}

/**
 * c_k = (Ns)⁻¹ e^(−x), x = αk², α = ½(2πσ/N)², for x ≤ X. The sum of (1 + x)² e^(−2x) is at most 1 + (1 + ½ +
 * 3/16)√(π/2α).
 */
function series({ fft, re, im, productRe, productIm }: Line, deviation: number, unit: number): Folded {
  const period = fft.length;
  const half = period / 2;
  const rate = 0.5 * ((2 * Math.PI * deviation) / period) ** 2;
  const count = termCount(period, deviation);
  const by = arithmetic();
  const terms = by.reserve(count);
  for (let k = 0; k < count; k++) terms[k] = -rate * k * k;
  by.exponentials(0, count);

  const used = Math.min(count, half + 1);
  for (let k = 0; k < used; k++) {
    let c = terms[k]!;
    // Folds k + N, k + 2N, … and N − k, 2N − k, …
    for (let other = k + period; other < count; other += period) c += terms[other]!;
    for (let other = period - k; other < count; other += period) c += terms[other]!;
    c *= unit;
    productRe[k] = c * re[k]!;
    productIm[k] = c * im[k]!;
  }
  productRe.fill(0, used);
  productIm.fill(0, used);
  return {
    meeting: Math.ceil((2 * count - 1) / period),
    squaredNorm: unit ** 2 * (1 + 1.6875 * Math.sqrt(Math.PI / (2 * rate))),
  };
}

function termCount(period: number, deviation: number): number {
  return Math.floor((Math.sqrt(2 * reach) * (1 + 2 ** -20) * period) / (2 * Math.PI * deviation)) + 1;
}

/** c_k = 1/N times the transform of the sampled kernel; by Parseval Σ c² is 1/N times that of the samples. */
function samples(
  { fft, re, im, productRe, productIm }: Line,
  nodes: number,
  deviation: number,
  height: number,
): Folded {
  const period = fft.length;
  const sampled = new Float64Array(period);
  let squaredNorm = 0;
  for (let j = 0; j < nodes; j++) {
    const x = 0.5 * (j / deviation) ** 2;
    if (x > underflow) break;
    const value = (height * Math.exp(-x)) / period;
    sampled[j] = value;
    if (j > 0) sampled[period - j] = value;
    squaredNorm += (j === 0 ? 1 : 2) * ((1 + x) * value) ** 2;
  }
  fft.forward(sampled, productRe, productIm);
  for (let k = 0; k < re.length; k++) {
    const c = productRe[k]!;
    productRe[k] = c * re[k]!;
    productIm[k] = c * im[k]!;
  }
  return { meeting: 1, squaredNorm: period * squaredNorm };
}
