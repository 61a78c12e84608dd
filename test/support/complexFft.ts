import { arithmetic } from "../../src/core/arithmetic/arithmetic.ts";
import { checkLength, checkPositiveInteger } from "../../src/core/checks.ts";
import { fourierWork, keptFourierPlan } from "../../src/core/linalg/fourierPlan.ts";

/** Discrete Fourier transforms of one length, in place on split real and imaginary parts. */
interface Fft {
  /** N, the length of one transform. */
  readonly length: number;
  /** b, the number of interleaved transforms; arrays hold N·b values. */
  readonly batch: number;
  /** X_k = Σ_j x_j e^(−2πijk/N). With the two arrays exchanged, the inverse without its factor 1/N. */
  forward(re: Float64Array, im: Float64Array): void;
  /** x_j = (1/N) Σ_k X_k e^(+2πijk/N). */
  inverse(re: Float64Array, im: Float64Array): void;
}

/**
 * The transforms of a given length, by Stockham's self-sorting procedure with stages of radix 4, 2, 3 and 5, in SIMD.
 * The roots of unity are kept, and shared by all callers: nothing is allocated per call.
 *
 * @param length N = 2^a 3^b 5^c
 * @param batch b ≥ 1 transforms at once, element j of transform c at j·b + c: the columns of a row-major matrix
 * @throws {ParameterError} unless length is such a product and batch a positive integer; from the
 *   transforms, unless the arrays hold N·b values
 * @see Van Loan (1992), Computational Frameworks for the Fast Fourier Transform, sections 1.7 and 2.1
 */
export function createFft(length: number, batch = 1, way = arithmetic()): Fft {
  const b = checkPositiveInteger("batch", batch);
  const plan = keptFourierPlan(way, length, b === 1);
  const size = length * b;

  const forward = (re: Float64Array, im: Float64Array) => {
    checkLength("re", re, size);
    checkLength("im", im, size);
    const memory = way.reserve(2 * size + fourierWork(length, b));
    memory.set(re);
    memory.set(im, size);
    way.fourier({ plan, re: 0, im: size, batch: b, work: 2 * size });
    re.set(memory.subarray(0, size));
    im.set(memory.subarray(size, 2 * size));
  };

  return {
    length,
    batch,
    forward,
    inverse: (re, im) => {
      forward(im, re);
      for (let i = 0; i < size; i++) {
        re[i]! /= length;
        im[i]! /= length;
      }
    },
  };
}
