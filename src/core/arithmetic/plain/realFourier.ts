import { integer, transform } from "./fourier.ts";

/** The half k = 0 … N/2 of the transform of a real sequence of even length N. */
export interface RealFourier {
  /** For a single transform of length N/2. */
  readonly plan: number;
  /** cos 2πk/N for 0 ≤ k ≤ N/4, then sin. */
  readonly roots: number;
  readonly x: number;
  readonly re: number;
  readonly im: number;
  /** 3N doubles. */
  readonly work: number;
}

export function realForward(
  memory: Float64Array,
  kept: Float64Array,
  { plan, roots, x, re, im, work }: RealFourier,
): void {
  const half = integer(kept[plan]);
  const zr = work;
  const zi = zr + half;
  for (let j = 0; j < half; j++) {
    memory[zr + j] = memory[x + 2 * j]!;
    memory[zi + j] = memory[x + 2 * j + 1]!;
  }
  transform(memory, kept, {
    plan,
    fromRe: zr,
    fromIm: zi,
    batch: 1,
    a: zi + half,
    b: zi + 3 * half,
    toRe: re,
    toIm: im,
  });

  const first = memory[re]!;
  memory[re] = first + memory[im]!;
  memory[re + half] = first - memory[im]!;
  memory[im] = memory[im + half] = 0;
  const sines = roots + (half >> 1) + 1;
  for (let k = 1, l = half - 1; k <= l; k++, l--) {
    const evenRe = 0.5 * (memory[re + k]! + memory[re + l]!);
    const evenIm = 0.5 * (memory[im + k]! - memory[im + l]!);
    const oddRe = 0.5 * (memory[im + k]! + memory[im + l]!);
    const oddIm = 0.5 * (memory[re + l]! - memory[re + k]!);
    const c = kept[roots + k]!;
    const s = kept[sines + k]!;
    const turnedRe = oddRe * c + oddIm * s;
    const turnedIm = oddIm * c - oddRe * s;
    memory[re + k] = evenRe + turnedRe;
    memory[im + k] = evenIm + turnedIm;
    memory[re + l] = evenRe - turnedRe;
    memory[im + l] = turnedIm - evenIm;
  }
}

export function realSum(memory: Float64Array, kept: Float64Array, { plan, roots, x, re, im, work }: RealFourier): void {
  const half = integer(kept[plan]);
  const zr = work;
  const zi = zr + half;
  memory[zr] = memory[re]! + memory[re + half]!;
  memory[zi] = memory[re]! - memory[re + half]!;
  const sines = roots + (half >> 1) + 1;
  for (let k = 1, l = half - 1; k <= l; k++, l--) {
    const evenRe = memory[re + k]! + memory[re + l]!;
    const evenIm = memory[im + k]! - memory[im + l]!;
    const oddRe = memory[re + k]! - memory[re + l]!;
    const oddIm = memory[im + k]! + memory[im + l]!;
    const c = kept[roots + k]!;
    const s = kept[sines + k]!;
    const turnedRe = oddRe * c - oddIm * s;
    const turnedIm = oddIm * c + oddRe * s;
    memory[zr + k] = evenRe - turnedIm;
    memory[zi + k] = evenIm + turnedRe;
    memory[zr + l] = evenRe + turnedIm;
    memory[zi + l] = turnedRe - evenIm;
  }
  transform(memory, kept, {
    plan,
    fromRe: zi,
    fromIm: zr,
    batch: 1,
    a: zi + half,
    b: zi + 3 * half,
    toRe: zi,
    toIm: zr,
  });
  for (let j = 0; j < half; j++) {
    memory[x + 2 * j] = memory[zr + j]!;
    memory[x + 2 * j + 1] = memory[zi + j]!;
  }
}
