import { checkLength, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";

/** Discrete Fourier transforms of one length, in place on split real and imaginary parts. */
export interface Fft {
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
 * The transforms of a given length, by Stockham's self-sorting radix-4 procedure, with one stage of radix 2
 * when log₂N is odd. Tables and scratch are kept, and shared by all callers: nothing is allocated per call.
 *
 * @param length N, a power of two
 * @param batch b ≥ 1 transforms at once, element j of transform c at j·b + c: the columns of a row-major matrix
 * @throws {ParameterError} unless length is a power of two and batch a positive integer; from the
 *   transforms, unless the arrays hold N·b values
 * @see Van Loan (1992), Computational Frameworks for the Fast Fourier Transform, section 1.7
 */
export function createFft(length: number, batch = 1): Fft {
  const N = checkPositiveInteger("length", length);
  if ((N & (N - 1)) !== 0) throw new ParameterError("length", length, "a power of two");
  const b = checkPositiveInteger("batch", batch);
  const known = knownTransforms.get(`${N} ${b}`);
  if (known) return known;
  const fft = newFft(N, b);
  knownTransforms.set(`${N} ${b}`, fft);
  return fft;
}

const knownTransforms = new Map<string, Fft>();

function newFft(N: number, batch: number): Fft {
  const size = N * batch;
  const { cosines, sines } = rootsOfUnity(N);
  const scratchRe = new Float64Array(size);
  const scratchIm = new Float64Array(size);

  const forward = (re: Float64Array, im: Float64Array) => {
    checkLength("re", re, size);
    checkLength("im", im, size);
    let inScratch = false;
    let n = N;
    for (; n > 4; n /= 4) {
      if (inScratch) radix4(scratchRe, scratchIm, re, im, n, size / n, cosines, sines);
      else radix4(re, im, scratchRe, scratchIm, n, size / n, cosines, sines);
      inScratch = !inScratch;
    }
    if (n > 1) {
      const last = n === 4 ? lastOf4 : lastOf2;
      if (inScratch) last(scratchRe, scratchIm, re, im);
      else last(re, im, scratchRe, scratchIm);
      inScratch = !inScratch;
    }
    if (inScratch) {
      re.set(scratchRe);
      im.set(scratchIm);
    }
  };

  return {
    length: N,
    batch,
    forward,
    inverse: (re, im) => {
      forward(im, re);
      for (let i = 0; i < size; i++) {
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
 * Each of the ⌈½ log₂N⌉ stages adds twice (a relative error u = 2⁻⁵³ each) and multiplies by a root of unity,
 * itself known to 4u, with an error of √2·2u. Every layer of a stage is a multiple of a unitary matrix with
 * entries of equal modulus, so in both norms a stage costs (2 + 4 + 2√2)u < 9u; the tenth u covers the products.
 *
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, Lemma 3.5 and Theorem 24.2
 */
export function fftRoundoff(length: number): number {
  return 10 * Math.max(1, Math.ceil(Math.log2(length) / 2)) * 2 ** -53;
}

/** Smallest power of two that is at least n. */
export function powerOfTwoAtLeast(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}

/** One stage: from `size / n` interleaved transforms of length n to four times as many of length n/4. */
function radix4(
  xr: Float64Array,
  xi: Float64Array,
  yr: Float64Array,
  yi: Float64Array,
  n: number,
  stride: number,
  cosines: Float64Array,
  sines: Float64Array,
): void {
  const quarter = xr.length >> 2;
  const turn = cosines.length / n;
  for (let p = 0; p < n >> 2; p++) {
    const w1r = cosines[p * turn]!;
    const w1i = -sines[p * turn]!;
    const w2r = cosines[2 * p * turn]!;
    const w2i = -sines[2 * p * turn]!;
    const w3r = cosines[3 * p * turn]!;
    const w3i = -sines[3 * p * turn]!;
    const end = (p + 1) * stride;
    for (let from = p * stride, to = 4 * p * stride; from < end; from++, to++) {
      const ar = xr[from]!;
      const ai = xi[from]!;
      const br = xr[from + quarter]!;
      const bi = xi[from + quarter]!;
      const cr = xr[from + 2 * quarter]!;
      const ci = xi[from + 2 * quarter]!;
      const dr = xr[from + 3 * quarter]!;
      const di = xi[from + 3 * quarter]!;
      const sr = ar + cr;
      const si = ai + ci;
      const tr = ar - cr;
      const ti = ai - ci;
      const ur = br + dr;
      const ui = bi + di;
      const vr = br - dr;
      const vi = bi - di;
      const er = sr - ur;
      const ei = si - ui;
      const fr = tr + vi;
      const fi = ti - vr;
      const gr = tr - vi;
      const gi = ti + vr;
      yr[to] = sr + ur;
      yi[to] = si + ui;
      yr[to + stride] = fr * w1r - fi * w1i;
      yi[to + stride] = fr * w1i + fi * w1r;
      yr[to + 2 * stride] = er * w2r - ei * w2i;
      yi[to + 2 * stride] = er * w2i + ei * w2r;
      yr[to + 3 * stride] = gr * w3r - gi * w3i;
      yi[to + 3 * stride] = gr * w3i + gi * w3r;
    }
  }
}

/** The last stage, of transforms of length 4. */
function lastOf4(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array): void {
  const quarter = xr.length >> 2;
  for (let i = 0; i < quarter; i++) {
    const ar = xr[i]!;
    const ai = xi[i]!;
    const br = xr[i + quarter]!;
    const bi = xi[i + quarter]!;
    const cr = xr[i + 2 * quarter]!;
    const ci = xi[i + 2 * quarter]!;
    const dr = xr[i + 3 * quarter]!;
    const di = xi[i + 3 * quarter]!;
    const sr = ar + cr;
    const si = ai + ci;
    const tr = ar - cr;
    const ti = ai - ci;
    const ur = br + dr;
    const ui = bi + di;
    const vr = br - dr;
    const vi = bi - di;
    yr[i] = sr + ur;
    yi[i] = si + ui;
    yr[i + quarter] = tr + vi;
    yi[i + quarter] = ti - vr;
    yr[i + 2 * quarter] = sr - ur;
    yi[i + 2 * quarter] = si - ui;
    yr[i + 3 * quarter] = tr - vi;
    yi[i + 3 * quarter] = ti + vr;
  }
}

/** The last stage, of transforms of length 2. */
function lastOf2(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array): void {
  const half = xr.length >> 1;
  for (let i = 0; i < half; i++) {
    const ar = xr[i]!;
    const ai = xi[i]!;
    const br = xr[i + half]!;
    const bi = xi[i + half]!;
    yr[i] = ar + br;
    yi[i] = ai + bi;
    yr[i + half] = ar - br;
    yi[i + half] = ai - bi;
  }
}

/** cos and sin of 2πk/N for k < N, each from an angle of at most π/4; computed once per length. */
export function rootsOfUnity(N: number): { readonly cosines: Float64Array; readonly sines: Float64Array } {
  const known = knownRoots.get(N);
  if (known) return known;
  const cosines = new Float64Array(N);
  const sines = new Float64Array(N);
  for (let k = 0; k < N; k++) {
    const quarter = Math.round((4 * k) / N);
    const angle = (2 * Math.PI * (4 * k - quarter * N)) / (4 * N);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    cosines[k] = [c, -s, -c, s][quarter % 4]!;
    sines[k] = [s, c, -s, -c][quarter % 4]!;
  }
  const roots = { cosines, sines };
  knownRoots.set(N, roots);
  return roots;
}

const knownRoots = new Map<number, { readonly cosines: Float64Array; readonly sines: Float64Array }>();
