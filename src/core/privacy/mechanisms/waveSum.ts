import { createFft, fftRoundoff } from "../../linalg/fft.ts";
import { createRealFft } from "../../linalg/realFft.ts";

/** One axis of a grid laid on a circle, with the frequencies in use: k whole turns, |k| ≤ highest. */
export interface CircleAxis {
  /** Number of grid points. */
  readonly count: number;
  /** Step of the grid over period of the circle. */
  readonly turn: number;
  readonly highest: number;
}

/** Where a sum is written: element j of the axis at start + j·stride. */
export interface Strided {
  readonly start: number;
  readonly stride: number;
}

/** Sums of waves at the points of one axis. Nothing is allocated per call. */
export interface WaveSum {
  /** Σ c_k e^(−iφ_jk) over −highest ≤ k ≤ highest, c_k at k + highest. */
  complex(re: Float64Array, im: Float64Array, outRe: Float64Array, outIm: Float64Array, where: Strided): void;
  /**
   * Re Σ c_k e^(−iφ_jk) over 0 ≤ k ≤ highest, for two sets of coefficients at once: c_k at k, and the second set,
   * which goes to the next place of `out`, at highest + 1 + k; or for one, if `re` ends there.
   */
  real(re: Float64Array, im: Float64Array, out: Float64Array, where: Strided): void;
  /** Bound on the error of the factor of c_k that rounding of the sum amounts to, where terms are added one by one. */
  termError(k: number): number;
  /** Bound on ‖error‖₂ / (√period ‖c‖₂) otherwise. */
  normError: number;
}

/**
 * Sums of waves at the points of an axis, φ_jk = 2π·k·turn·(j − ⌊count/2⌋): the origin is the middle point.
 *
 * By a fast transform if the period is a power of two of steps, of half the length for one real sum, O(L log L); else
 * from a table of the waves, O(count·highest), for any period.
 */
export function waveSum(axis: CircleAxis): WaveSum {
  const length = 1 / axis.turn;
  return Number.isInteger(Math.log2(length)) ? byTransform(axis, length) : byTable(axis);
}

function byTransform({ count, highest }: CircleAxis, length: number): WaveSum {
  const fft = createFft(length);
  const realFft = createRealFft(length);
  const re = new Float64Array(length);
  const im = new Float64Array(length);
  const origin = Math.floor(count / 2);
  const half = length / 2;
  /** The points in their order, from a transform that begins at the middle one. */
  const collect = (transform: Float64Array, out: Float64Array, { start, stride }: Strided) => {
    let target = start;
    for (let j = length - origin; j < length; j++, target += stride) out[target] = transform[j]!;
    for (let j = 0; j < count - origin; j++, target += stride) out[target] = transform[j]!;
  };
  return {
    complex: (cRe, cIm, outRe, outIm, where) => {
      re.fill(0, highest + 1);
      im.fill(0, highest + 1);
      for (let k = 0; k <= highest; k++) {
        re[k] = cRe[highest + k]!;
        im[k] = cIm[highest + k]!;
      }
      // Turns of −½ and ½ are one and the same: both are added.
      for (let k = 1; k <= highest; k++) {
        re[length - k]! += cRe[highest - k]!;
        im[length - k]! += cIm[highest - k]!;
      }
      fft.forward(re, im);
      collect(re, outRe, where);
      collect(im, outIm, where);
    },
    real: (cRe, cIm, out, { start, stride }) => {
      re.fill(0, highest + 1);
      im.fill(0, highest + 1);
      if (cRe.length === highest + 1) {
        for (let k = 0; k <= highest; k++) {
          re[k] = 0.5 * cRe[k]!;
          im[k] = -0.5 * cIm[k]!;
        }
        re[0]! *= 2;
        re[half]! *= 2;
        realFft.sum(re, im, re);
        collect(re, out, { start, stride });
        return;
      }
      // Σ (c_k e^(−iφ) + conjugate)/2 is real; the second set, times i, is the imaginary part of the same transform.
      re[0] = cRe[0]!;
      im[0] = cRe[highest + 1]!;
      for (let k = 1; k <= highest; k++) {
        const a = 0.5 * cRe[k]!;
        const b = 0.5 * cIm[k]!;
        const c = 0.5 * cRe[highest + 1 + k]!;
        const d = 0.5 * cIm[highest + 1 + k]!;
        re[k] = a - d;
        im[k] = b + c;
        re[length - k]! += a + d;
        im[length - k]! += c - b;
      }
      fft.forward(re, im);
      collect(re, out, { start, stride });
      collect(im, out, { start: start + 1, stride });
    },
    termError: () => 0,
    normError: 2 * fftRoundoff(length),
  };
}

function byTable({ count, turn, highest }: CircleAxis): WaveSum {
  const origin = Math.floor(count / 2);
  const width = highest + 1;
  // Powers of e^(iφ), at distance j ≤ origin from the middle: each costs 2√2u on top of k errors of the first, 4u.
  const cosines = new Float64Array((origin + 1) * width);
  const sines = new Float64Array((origin + 1) * width);
  for (let j = 0; j <= origin; j++) {
    const row = j * width;
    const c = Math.cos(2 * Math.PI * turn * j);
    const s = Math.sin(2 * Math.PI * turn * j);
    cosines[row] = 1;
    for (let k = row; k < row + highest; k++) {
      cosines[k + 1] = cosines[k]! * c - sines[k]! * s;
      sines[k + 1] = sines[k]! * c + cosines[k]! * s;
    }
  }
  const evenRe = new Float64Array(width);
  const evenIm = new Float64Array(width);
  const oddRe = new Float64Array(width);
  const oddIm = new Float64Array(width);
  return {
    complex: (cRe, cIm, outRe, outIm, { start, stride }) => {
      for (let k = 0; k <= highest; k++) {
        const [p, q] = [highest + k, highest - k];
        const once = k === 0 ? 0 : 1;
        evenRe[k] = cRe[p]! + once * cRe[q]!;
        evenIm[k] = cIm[p]! + once * cIm[q]!;
        oddRe[k] = cRe[p]! - cRe[q]!;
        oddIm[k] = cIm[p]! - cIm[q]!;
      }
      for (let j = 0; j <= origin; j++) {
        let [sumRe, sumIm, turnedRe, turnedIm] = [0, 0, 0, 0];
        for (let k = 0, at = j * width; k <= highest; k++, at++) {
          sumRe += evenRe[k]! * cosines[at]!;
          sumIm += evenIm[k]! * cosines[at]!;
          turnedRe += oddIm[k]! * sines[at]!;
          turnedIm -= oddRe[k]! * sines[at]!;
        }
        const before = start + (origin - j) * stride;
        outRe[before] = sumRe - turnedRe;
        outIm[before] = sumIm - turnedIm;
        if (origin + j < count) {
          const after = start + (origin + j) * stride;
          outRe[after] = sumRe + turnedRe;
          outIm[after] = sumIm + turnedIm;
        }
      }
    },
    real: (cRe, cIm, out, { start, stride }) => {
      for (let set = 0; set * width < cRe.length; set++) {
        for (let j = 0; j <= origin; j++) {
          let sum = 0;
          let turned = 0;
          for (let k = set * width, at = j * width; k < (set + 1) * width; k++, at++) {
            sum += cRe[k]! * cosines[at]!;
            turned += cIm[k]! * sines[at]!;
          }
          out[start + set + (origin - j) * stride] = sum - turned;
          if (origin + j < count) out[start + set + (origin + j) * stride] = sum + turned;
        }
      }
    },
    termError: (k) => (7 * Math.abs(k) + highest + 4) * 2 ** -53,
    normError: 0,
  };
}
