import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";

/** Discrete Fourier transforms of one length, in place on split real and imaginary parts. */
export interface Fft {
  readonly length: number;
  /** X_k = Σ_j x_j e^(−2πijk/N). */
  forward(re: Float64Array, im: Float64Array): void;
  /** x_j = (1/N) Σ_k X_k e^(+2πijk/N). */
  inverse(re: Float64Array, im: Float64Array): void;
}

/**
 * The transforms of a given length, by the radix-2 Cooley–Tukey procedure with decimation in time.
 * Nothing is allocated per call.
 *
 * @param length N, a power of two
 * @throws {ParameterError} unless length is a power of two
 */
export function createFft(length: number): Fft {
  const N = checkPositiveInteger("length", length);
  if ((N & (N - 1)) !== 0) throw new ParameterError("length", length, "a power of two");
  const reversed = bitReversal(N);
  const { cosines, sines } = twiddles(N);

  const forward = (re: Float64Array, im: Float64Array) => {
    for (let i = 0; i < N; i++) {
      const j = reversed[i]!;
      if (j > i) {
        const a = re[i]!;
        const b = im[i]!;
        re[i] = re[j]!;
        im[i] = im[j]!;
        re[j] = a;
        im[j] = b;
      }
    }
    for (let half = 1; half < N; half *= 2) {
      const stride = N / (2 * half);
      for (let k = 0, t = 0; k < half; k++, t += stride) {
        const c = cosines[t]!;
        const s = sines[t]!;
        for (let i = k; i < N; i += 2 * half) {
          const j = i + half;
          const x = re[j]!;
          const y = im[j]!;
          const u = x * c + y * s;
          const v = y * c - x * s;
          const a = re[i]!;
          const b = im[i]!;
          re[i] = a + u;
          im[i] = b + v;
          re[j] = a - u;
          im[j] = b - v;
        }
      }
    }
  };

  return {
    length: N,
    forward,
    inverse: (re, im) => {
      forward(im, re); // Swapping the parts conjugates the transform, up to the swap itself.
      for (let i = 0; i < N; i++) {
        re[i]! /= N;
        im[i]! /= N;
      }
    },
  };
}

/**
 * Bound ε on the rounding errors of one transform: for the computed X̂ of either direction,
 *
 *     |X̂_k − X_k| ≤ ε Σ_j |x_j|  for each k (up to the factor 1/N of the inverse),   ‖X̂ − X‖₂ ≤ ε ‖X‖₂.
 *
 * Each of the log₂N stages multiplies by twiddles known to 2u and adds once, so it commits a relative
 * error of at most (√5 + 2 + 1)u < 6u in the sum of moduli of its two inputs, and at most √2 times
 * that in the 2-norm; 9u per stage covers both, u = 2⁻⁵³.
 *
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, Theorem 24.2
 */
export function fftRoundoff(length: number): number {
  return 9 * Math.max(1, Math.log2(length)) * 2 ** -53;
}

/** Smallest power of two that is at least n. */
export function powerOfTwoAtLeast(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}

function bitReversal(N: number): Uint32Array {
  const reversed = new Uint32Array(N);
  for (let i = 1; i < N; i++) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? N >> 1 : 0);
  return reversed;
}

/** cos and sin of 2πk/N for k < N/2, each from an angle of at most π/4. */
function twiddles(N: number): { cosines: Float64Array; sines: Float64Array } {
  const count = Math.max(1, N / 2);
  const cosines = new Float64Array(count);
  const sines = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const quarter = Math.round((4 * k) / N);
    const angle = (2 * Math.PI * (4 * k - quarter * N)) / (4 * N);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    cosines[k] = [c, -s, -c, s][quarter % 4]!;
    sines[k] = [s, c, -s, -c][quarter % 4]!;
  }
  return { cosines, sines };
}
