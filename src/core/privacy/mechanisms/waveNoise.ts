import { powerOfTwoAtLeast } from "../../linalg/fourier/fft.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";
import { waveSum, type CircleAxis } from "./waveSum.ts";

interface WaveNoise extends UnitNoiseSampler {
  /** w_kl, raised, times √2 for l > 0; at l·(2·x.highest + 1) + x.highest + k. */
  readonly weights: Float64Array;
  readonly places: Int32Array;
  /** Factor of the white noise: N_j = Re Σ_k Σ_{l ≥ 0} w_kl (z + iz′)_kl e^(−i(φ_jk + φ_jl)) + whiteDeviation · z_j. */
  readonly whiteDeviation: number;
}

export const onePoint: CircleAxis = { count: 1, turn: 0, highest: 0 };

/** Highest |k| with a place of its own among the normals of an axis. */
export function placedFrequencies(count: number): number {
  return count === 1 ? 0 : Math.max(64, powerOfTwoAtLeast(count));
}

/**
 * Noise as a sum of waves with independent amplitudes, and white noise, on a grid of one or two axes:
 *
 *     Re Σ_k Σ_{l ≥ 0} √(2 − [l = 0]) w_kl (z + iz′)_kl e^(−i(φ_jk + φ_jl)) + √(τ + slack + 1.01e) z_j,
 *
 * whose covariance is Σ_k Σ_l w_kl² cos(φ_k(r) + φ_l(r)) over l of both signs, if w_kl = w_{−k,−l}. The first m normals
 * are the white noise; two per frequency follow, in growing rectangles.
 *
 * Rounding changes the map A by ‖E‖ ≤ e: A Aᵀ ⪯ (1 + e)(A + E)(A + E)ᵀ + (e + e²)I, compensated by weights raised by
 * √(1 + 1.01e) and 1.01e of white noise.
 *
 * @param x the axis that varies fastest; `onePoint` if the grid is a line
 * @param weight w_kl ≥ 0 for |k| ≤ x.highest, 0 ≤ l ≤ y.highest
 * @param norm bound on the largest eigenvalue of the covariance of the waves
 * @param slack white variance that makes the exact sum dominate K + τI
 * @param elementError bound on the elements of the exact covariance of the waves minus K
 * @param jitter τ ≥ 0
 * @see docs/proofs/forwardError.md, Lemma 5, for ρ
 */
export function waveNoise({
  method,
  x,
  y,
  weight,
  norm,
  slack,
  elementError,
  jitter,
}: {
  readonly method: UnitNoiseSampler["method"];
  readonly x: CircleAxis;
  readonly y: CircleAxis;
  readonly weight: (k: number, l: number) => number;
  readonly norm: number;
  readonly slack: number;
  readonly elementError: number;
  readonly jitter: number;
}): WaveNoise {
  const m = x.count * y.count;
  const [rangeX, rangeY] = [x, y].map(({ count, highest }) => Math.max(highest, placedFrequencies(count))) as [
    number,
    number,
  ];
  const waves = waveSum(x, y);
  const size = (2 * x.highest + 1) * (y.highest + 1);
  const places = new Int32Array(size);
  const weights = new Float64Array(size);
  for (let l = 0, q = 0; l <= y.highest; l++) {
    for (let k = -x.highest; k <= x.highest; k++, q++) {
      places[q] = m + 2 * placeOf(k, l, rangeX, rangeY);
      weights[q] = (l === 0 ? 1 : Math.SQRT2) * weight(k, l);
    }
  }
  const error = waves.mapError(weights) + 8 * 2 ** -53 * Math.sqrt(norm + jitter + slack);
  const whiteDeviation = Math.sqrt((jitter + slack + 1.01 * error) * (1 + 2 ** -50));
  const amplitude = Math.sqrt(1 + 1.01 * error);
  for (let q = 0; q < size; q++) weights[q]! *= amplitude;
  const variance = weights.reduce((sum, w) => sum + w * w, whiteDeviation ** 2);
  const largestDeviation = Math.sqrt(amplitude ** 2 * norm + whiteDeviation ** 2);
  const forwardError =
    1.01 *
    (waves.drawError(weights) +
      2 ** -53 * (2 * whiteDeviation * gaussianNormBound(m, 1) + gaussianNormBound(m * variance, largestDeviation)));

  const re = new Float64Array(size);
  const im = new Float64Array(size);
  return {
    method,
    normalCount: m + 2 * placesUpTo(Math.max(x.highest, y.highest), rangeX, rangeY),
    jitter,
    forwardError,
    weights,
    places,
    whiteDeviation,
    covarianceError: elementError + slack + 4.1 * error * (1 + jitter + elementError + slack),
    sample: (z, out) => {
      for (let q = 0; q < size; q++) {
        const w = weights[q]!;
        const place = places[q]!;
        re[q] = w * z[place]!;
        im[q] = w * z[place + 1]!;
      }
      waves.sum(re, im, out, { deviation: whiteDeviation, normals: z });
      return out;
    },
  };
}

/** Number of frequencies with |k| ≤ n and 0 ≤ l ≤ n inside the ranges. */
function placesUpTo(n: number, rangeX: number, rangeY: number): number {
  return n < 0 ? 0 : (2 * Math.min(n, rangeX) + 1) * (Math.min(n, rangeY) + 1);
}

/** Place of a frequency, ordered by max(|k|, l). */
function placeOf(k: number, l: number, rangeX: number, rangeY: number): number {
  const n = Math.max(Math.abs(k), l);
  const before = placesUpTo(n - 1, rangeX, rangeY);
  if (l === n) return before + k + Math.min(n, rangeX);
  const top = n <= rangeY ? 2 * n + 1 : 0;
  return before + top + 2 * l + (k > 0 ? 1 : 0);
}
