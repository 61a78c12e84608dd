import { powerOfTwoAtLeast } from "../../linalg/fft.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";
import { waveSum } from "./waveSum.ts";
import type { CircleAxis } from "./waveSum.ts";

/** The first axis of a grid that is a line. */
export const onePoint: CircleAxis = { count: 1, turn: 0, highest: 0 };

/** Frequencies |k| up to this one have a place of their own among the normals of an axis, whatever the kernel. */
export function placedFrequencies(count: number): number {
  return count === 1 ? 0 : Math.max(64, powerOfTwoAtLeast(count));
}

/**
 * Noise as a sum of waves with independent amplitudes, and white noise, on a grid of one or two axes:
 *
 *     Re Σ_k Σ_{l ≥ 0} √(2 − [l = 0]) w_kl (z + iz′)_kl e^(−i(φ_jk + φ_jl)) + √(τ + slack + rounding) z_j,
 *
 * whose covariance is Σ_k Σ_l w_kl² cos(φ_k(r) + φ_l(r)) over l of both signs, if w_kl = w_{−k,−l}.
 *
 * The first m normals are the white noise of the grid. Then come two for each frequency, in rectangles that grow
 * until they hold all that have a place. So a frequency keeps its normals whatever the weights, and the path deforms
 * with them. The rounding of the sums is bounded and returned as white noise too.
 *
 * @param x the axis that varies fastest; `onePoint` if the grid is a line
 * @param weight w_kl ≥ 0 for |k| ≤ x.highest, 0 ≤ l ≤ y.highest
 * @param norm bound on the largest eigenvalue of the covariance of the waves
 * @param slack white variance that makes the exact sum dominate K + τI
 * @param error bound on the elements of the exact covariance of the waves minus K
 * @param jitter τ ≥ 0
 */
export function waveNoise({
  method,
  x,
  y,
  weight,
  norm,
  slack,
  error,
  jitter,
}: {
  readonly method: UnitNoiseSampler["method"];
  readonly x: CircleAxis;
  readonly y: CircleAxis;
  readonly weight: (k: number, l: number) => number;
  readonly norm: number;
  readonly slack: number;
  readonly error: number;
  readonly jitter: number;
}): UnitNoiseSampler {
  const m = x.count * y.count;
  const [rangeX, rangeY] = [x, y].map(({ count, highest }) => Math.max(highest, placedFrequencies(count))) as [number, number];
  const along = { x: waveSum(x), y: waveSum(y) };
  const width = 2 * x.highest + 1;
  const height = y.highest + 1;
  const places = new Int32Array(width * height);
  const weights = new Float64Array(width * height);
  const termErrorsX = Float64Array.from({ length: width }, (_, k) => along.x.termError(k - x.highest));
  const termErrorsY = Float64Array.from({ length: height }, (_, l) => along.y.termError(l));
  let termErrors = 0;
  for (let l = 0, q = 0; l < height; l++) {
    for (let k = -x.highest; k <= x.highest; k++, q++) {
      const value = (l === 0 ? 1 : Math.SQRT2) * weight(k, l);
      const error = value * (termErrorsX[k + x.highest]! + termErrorsY[l]!);
      places[q] = m + 2 * placeOf(k, l, rangeX, rangeY);
      weights[q] = value;
      termErrors += error * error;
    }
  }
  // The sampler's linear map A has ‖A‖² ≤ norm; a map that errs by E in norm changes A Aᵀ by at most 2‖A‖‖E‖ + ‖E‖².
  const mapError = Math.sqrt(m * termErrors) + Math.SQRT2 * (along.x.normError + along.y.normError) * Math.sqrt(norm);
  const rounding = 2.1 * Math.sqrt(norm) * mapError;
  const whiteDeviation = Math.sqrt(jitter + slack + rounding);

  const rowRe = new Float64Array(width);
  const rowIm = new Float64Array(width);
  const re = new Float64Array(height * x.count);
  const im = new Float64Array(height * x.count);
  const columnsRe = new Float64Array(blockWidth * height);
  const columnsIm = new Float64Array(blockWidth * height);
  const columnsOf = (from: number, count: number) =>
    [columnsRe, columnsIm].map((columns) => columns.subarray(from * height, (from + count) * height)) as [Float64Array, Float64Array];
  const pairs = Array.from({ length: blockWidth / 2 }, (_, p) => columnsOf(2 * p, 2));
  const singles = Array.from({ length: blockWidth / 2 }, (_, p) => columnsOf(2 * p, 1));
  return {
    method,
    normalCount: m + 2 * placesUpTo(Math.max(x.highest, y.highest), rangeX, rangeY),
    jitter,
    covarianceError: error + slack + 2 * rounding,
    sample: (z, out) => {
      for (let l = 0, q = 0; l < height; l++) {
        for (let k = 0; k < width; k++, q++) {
          rowRe[k] = weights[q]! * z[places[q]!]!;
          rowIm[k] = weights[q]! * z[places[q]! + 1]!;
        }
        along.x.complex(rowRe, rowIm, re, im, { start: l * x.count, stride: 1 });
      }
      for (let start = 0; start < x.count; start += blockWidth) {
        const end = Math.min(start + blockWidth, x.count);
        for (let l = 0, row = 0; l < height; l++, row += x.count) {
          for (let i = start, to = l; i < end; i++, to += height) {
            columnsRe[to] = re[row + i]!;
            columnsIm[to] = im[row + i]!;
          }
        }
        for (let i = start, p = 0; i < end; i += 2, p++) {
          const [cRe, cIm] = i + 1 < end ? pairs[p]! : singles[p]!;
          along.y.real(cRe, cIm, out, { start: i, stride: x.count });
        }
      }
      for (let i = 0; i < m; i++) out[i]! += whiteDeviation * z[i]!;
      return out;
    },
  };
}

/** Points of the first axis whose coefficients are gathered together, those of one line of the cache. */
const blockWidth = 8;

/** The number of frequencies with |k| ≤ n and 0 ≤ l ≤ n inside the ranges. */
function placesUpTo(n: number, rangeX: number, rangeY: number): number {
  return n < 0 ? 0 : (2 * Math.min(n, rangeX) + 1) * (Math.min(n, rangeY) + 1);
}

/** The place of a frequency in an order in which those with max(|k|, l) = n follow all with less. */
function placeOf(k: number, l: number, rangeX: number, rangeY: number): number {
  const n = Math.max(Math.abs(k), l);
  const before = placesUpTo(n - 1, rangeX, rangeY);
  if (l === n) return before + k + Math.min(n, rangeX);
  const top = n <= rangeY ? 2 * n + 1 : 0;
  return before + top + 2 * l + (k > 0 ? 1 : 0);
}
