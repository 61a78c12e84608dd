import { ParameterError } from "../../errors.ts";
import { keptFourierPlan, keptQuarterOfRoots } from "./fourierPlan.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";

/** Discrete Fourier transforms of real sequences of one length, as half spectra. */
export interface RealFft {
  /** N. */
  readonly length: number;
  /** X_k = Σ_j x_j e^(−2πijk/N) for k = 0 … N/2; x is padded with zeros. */
  forward(x: Float64Array, re: Float64Array, im: Float64Array): void;
  /**
   * x_j = Σ_k X_k e^(+2πijk/N) over k = 0 … N − 1 with X_(N−k) the conjugate of X_k, without a factor 1/N. X_0 and
   * X_(N/2) are real. x may be shorter than N.
   */
  sum(re: Float64Array, im: Float64Array, x: Float64Array): void;
}

/**
 * Transforms of length N through a complex one of half the length. With ε = fftRoundoff(N) the errors are at most 2ε
 * Σ|x_j| for each X_k, and 2ε of the 2-norm in both directions: separating, X_k = ½(1 − iw)Z_k + ½(1 + iw)Z̄_(N/2−k),
 * costs √2 times the half transform's ε′ and 9u, and √2ε′ + 9u ≤ 2ε.
 *
 * @param length N, even, 2^a 3^b 5^c (`fastLength`)
 * @throws {ParameterError} unless length is such a product; from the transforms, unless the shapes fit
 */
export function createRealFft(length: number, by = arithmetic()): RealFft {
  if (!(length % 2 === 0)) throw new ParameterError("length", length, "even");
  const half = length / 2;
  const plan = keptFourierPlan(by, half, true);
  const roots = keptQuarterOfRoots(by, length);
  const [x, re, im] = [0, length, length + half + 1];
  const step = { plan, roots, x, re, im, work: im + half + 1 };
  const size = step.work + 3 * length;

  const reserved = (values: Float64Array, reHalf: Float64Array, imHalf: Float64Array) => {
    if (!(values.length <= length)) throw new ParameterError("x", values.length, `of length ${length} at most`);
    const count = Math.min(reHalf.length, imHalf.length);
    if (!(count > half)) throw new ParameterError("re and im", count, `of length ${half + 1} at least`);
    return by.reserve(size);
  };
  const firstHalf = (values: Float64Array) => (values.length === half + 1 ? values : values.subarray(0, half + 1));
  return {
    length,
    forward: (values, reHalf, imHalf) => {
      const memory = reserved(values, reHalf, imHalf);
      memory.set(values, x);
      memory.fill(0, x + values.length, x + length);
      by.realForward(step);
      reHalf.set(memory.subarray(re, re + half + 1));
      imHalf.set(memory.subarray(im, im + half + 1));
    },
    sum: (reHalf, imHalf, values) => {
      const memory = reserved(values, reHalf, imHalf);
      memory.set(firstHalf(reHalf), re);
      memory.set(firstHalf(imHalf), im);
      by.realSum(step);
      values.set(memory.subarray(x, x + values.length));
    },
  };
}
