import { createFft, rootsOfUnity } from "./fft.ts";

/** Discrete Fourier transforms of real sequences of one length, as the non-negative half of their spectrum. */
export interface RealFft {
  /** N. */
  readonly length: number;
  /** X_k = Σ_j x_j e^(−2πijk/N) for k = 0 … N/2. */
  forward(x: Float64Array, re: Float64Array, im: Float64Array): void;
  /** x_j = Σ_k X_k e^(+2πijk/N) over k = 0 … N − 1 with X_(N−k) the conjugate of X_k: without a factor 1/N. */
  sum(re: Float64Array, im: Float64Array, x: Float64Array): void;
}

/**
 * The transforms of a given length, through a complex one of half the length: even places are its real,
 * odd places its imaginary parts. Nothing is allocated per call.
 *
 * With ε = fftRoundoff(N) the errors are at most 2ε Σ|x_j| for each X_k, and 2ε of the 2-norm in both
 * directions: two halves of ε each, and less than 8u ≤ ε for separating or joining them.
 *
 * @param length N, a power of two of at least 4
 * @throws {ParameterError} unless N/2 is a power of two
 */
export function createRealFft(length: number): RealFft {
  const half = length / 2;
  const fft = createFft(half);
  const { cosines, sines } = rootsOfUnity(length);
  const zr = new Float64Array(half);
  const zi = new Float64Array(half);

  return {
    length,
    forward: (x, re, im) => {
      for (let j = 0; j < half; j++) {
        zr[j] = x[2 * j]!;
        zi[j] = x[2 * j + 1]!;
      }
      fft.forward(zr, zi);
      re[0] = zr[0]! + zi[0]!;
      re[half] = zr[0]! - zi[0]!;
      im[0] = im[half] = 0;
      for (let k = 1; k < half; k++) {
        const evenRe = zr[k]! + zr[half - k]!;
        const evenIm = zi[k]! - zi[half - k]!;
        const oddRe = zi[k]! + zi[half - k]!;
        const oddIm = zr[half - k]! - zr[k]!;
        re[k] = 0.5 * (evenRe + oddRe * cosines[k]! + oddIm * sines[k]!);
        im[k] = 0.5 * (evenIm + oddIm * cosines[k]! - oddRe * sines[k]!);
      }
    },
    sum: (re, im, x) => {
      zr[0] = re[0]! + re[half]!;
      zi[0] = re[0]! - re[half]!;
      for (let k = 1; k < half; k++) {
        const evenRe = re[k]! + re[half - k]!;
        const evenIm = im[k]! - im[half - k]!;
        const differenceRe = re[k]! - re[half - k]!;
        const differenceIm = im[k]! + im[half - k]!;
        zr[k] = evenRe - (differenceRe * sines[k]! + differenceIm * cosines[k]!);
        zi[k] = evenIm + differenceRe * cosines[k]! - differenceIm * sines[k]!;
      }
      fft.forward(zi, zr);
      for (let j = 0; j < half; j++) {
        x[2 * j] = zr[j]!;
        x[2 * j + 1] = zi[j]!;
      }
    },
  };
}
