import { createFft } from "./fft.ts";
import { rootsOfUnity } from "./rootsOfUnity.ts";

/** Discrete Fourier transforms of real sequences of one length, as the non-negative half of their spectrum. */
export interface RealFft {
  /** N. */
  readonly length: number;
  /** X_k = Σ_j x_j e^(−2πijk/N) for k = 0 … N/2; x may be shorter than N, and is 0 from there on. */
  forward(x: Float64Array, re: Float64Array, im: Float64Array): void;
  /**
   * x_j = Σ_k X_k e^(+2πijk/N) over k = 0 … N − 1 with X_(N−k) the conjugate of X_k: without a factor 1/N.
   * x may be shorter than N, and is filled.
   */
  sum(re: Float64Array, im: Float64Array, x: Float64Array): void;
}

/**
 * The transforms of a given length, through a complex one of half the length: even places are its real,
 * odd places its imaginary parts. Tables and scratch are kept, and shared by all callers.
 *
 * With ε = fftRoundoff(N) the errors are at most 2ε Σ|x_j| for each X_k, and 2ε of the 2-norm in both
 * directions: two halves of ε each, and less than 8u ≤ ε for separating or joining them.
 *
 * @param length N, a power of two of at least 4
 * @throws {ParameterError} unless N/2 is a power of two
 */
export function createRealFft(length: number): RealFft {
  const known = knownTransforms.get(length);
  if (known) return known;
  const fft = newRealFft(length);
  knownTransforms.set(length, fft);
  return fft;
}

const knownTransforms = new Map<number, RealFft>();

function newRealFft(length: number): RealFft {
  const half = length / 2;
  const fft = createFft(half);
  const { cosines, sines } = rootsOfUnity(length);
  const zr = new Float64Array(half);
  const zi = new Float64Array(half);

  return {
    length,
    forward: (x, re, im) => {
      const pairs = x.length >> 1;
      for (let j = 0; j < pairs; j++) {
        zr[j] = x[2 * j]!;
        zi[j] = x[2 * j + 1]!;
      }
      zr.fill(0, pairs);
      zi.fill(0, pairs);
      if (2 * pairs < x.length) zr[pairs] = x[2 * pairs]!;
      fft.forward(zr, zi);
      re[0] = zr[0]! + zi[0]!;
      re[half] = zr[0]! - zi[0]!;
      im[0] = im[half] = 0;
      for (let k = 1, l = half - 1; k <= l; k++, l--) {
        const evenRe = 0.5 * (zr[k]! + zr[l]!);
        const evenIm = 0.5 * (zi[k]! - zi[l]!);
        const oddRe = 0.5 * (zi[k]! + zi[l]!);
        const oddIm = 0.5 * (zr[l]! - zr[k]!);
        const turnedRe = oddRe * cosines[k]! + oddIm * sines[k]!;
        const turnedIm = oddIm * cosines[k]! - oddRe * sines[k]!;
        re[k] = evenRe + turnedRe;
        im[k] = evenIm + turnedIm;
        re[l] = evenRe - turnedRe;
        im[l] = turnedIm - evenIm;
      }
    },
    sum: (re, im, x) => {
      zr[0] = re[0]! + re[half]!;
      zi[0] = re[0]! - re[half]!;
      for (let k = 1, l = half - 1; k <= l; k++, l--) {
        const evenRe = re[k]! + re[l]!;
        const evenIm = im[k]! - im[l]!;
        const oddRe = re[k]! - re[l]!;
        const oddIm = im[k]! + im[l]!;
        const turnedRe = oddRe * cosines[k]! - oddIm * sines[k]!;
        const turnedIm = oddIm * cosines[k]! + oddRe * sines[k]!;
        zr[k] = evenRe - turnedIm;
        zi[k] = evenIm + turnedRe;
        zr[l] = evenRe + turnedIm;
        zi[l] = turnedRe - evenIm;
      }
      fft.forward(zi, zr);
      const pairs = x.length >> 1;
      for (let j = 0; j < pairs; j++) {
        x[2 * j] = zr[j]!;
        x[2 * j + 1] = zi[j]!;
      }
      if (2 * pairs < x.length) x[2 * pairs] = zr[pairs]!;
    },
  };
}
