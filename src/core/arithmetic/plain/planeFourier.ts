import { copy, integer, lastOf, transform } from "./fourier.ts";

/** A real array, padded with zeros to N × M, and the rows l = 0 … ⌊M/2⌋ of its transform. */
export interface PlaneForward {
  /** For a single transform of length N, and for several of length M. */
  readonly along: number;
  readonly across: number;
  /** Value (i, j) is at values + j·columns + i, i < columns ≤ N, j < lines ≤ M. */
  readonly values: number;
  readonly columns: number;
  readonly lines: number;
  /** Element (k, l) is at l·N + k. */
  readonly re: number;
  readonly im: number;
  /** planeWork(N, M) doubles. */
  readonly work: number;
}

/** Spectrum rows from `rows` on count as zero. */
export interface PlaneSum extends PlaneForward {
  readonly rows: number;
}

export interface PlaneColumns extends Omit<PlaneSum, "along"> {
  /** N. */
  readonly width: number;
}

const block = 8;

export function planeForward(memory: Float64Array, kept: Float64Array, step: PlaneForward): void {
  const { along, across, re, im, values, columns, lines, work } = step;
  const width = integer(kept[along]);
  const depth = integer(kept[across]);
  const pairs = (columns + 1) >> 1;
  const rowwise = { plan: along, batch: 1, a: work, b: work + 2 * width };
  const rows = (depth >> 1) + 1;
  for (let c = 0; c < pairs; c += block) {
    const first = Math.min(block, pairs - c);
    const second = Math.min(first, columns - pairs - c);
    const count = Math.max(2, first);
    const size = depth * count;
    memory.fill(0, work, work + 2 * size);
    for (let j = 0, from = values + c, z = work; j < lines; j++, from += columns, z += count) {
      copy(memory, from, z, first);
      copy(memory, from + pairs, z + size, second);
    }
    const other = work + 2 * size;
    const to = lastOf(kept, across, other, work);
    const columnwise = { plan: across, fromRe: work, fromIm: work + size, batch: count, a: other, b: work };
    transform(memory, kept, { ...columnwise, toRe: to, toIm: to + size });
    for (let l = 0; l < rows; l++) {
      for (let i = 0; i < first; i++) {
        const here = to + l * count + i;
        const mirror = l === 0 ? here : to + (depth - l) * count + i;
        const at = l * width + c + i;
        memory[re + at] = 0.5 * (memory[here]! + memory[mirror]!);
        memory[im + at] = 0.5 * (memory[here + size]! - memory[mirror + size]!);
        if (i >= second) continue;
        memory[re + at + pairs] = 0.5 * (memory[here + size]! + memory[mirror + size]!);
        memory[im + at + pairs] = 0.5 * (memory[mirror]! - memory[here]!);
      }
    }
  }
  for (let l = 0; l < rows; l++) {
    const [fromRe, fromIm] = [re + l * width, im + l * width];
    memory.fill(0, fromRe + columns, fromRe + width);
    memory.fill(0, fromIm + columns, fromIm + width);
    transform(memory, kept, { ...rowwise, fromRe, fromIm, toRe: fromRe, toIm: fromIm });
  }
}

export function planeSum(memory: Float64Array, kept: Float64Array, step: PlaneSum): void {
  const { along, re, im, rows, work } = step;
  const width = integer(kept[along]);
  const rowwise = { plan: along, batch: 1, a: work, b: work + 2 * width };
  for (let l = 0; l < rows; l++) {
    const [fromRe, fromIm] = [im + l * width, re + l * width];
    transform(memory, kept, { ...rowwise, fromRe, fromIm, toRe: fromRe, toIm: fromIm });
  }
  planeColumns(memory, kept, { ...step, width });
}

export function planeColumns(memory: Float64Array, kept: Float64Array, step: PlaneColumns): void {
  const { width, across, re, im, rows, values, columns, lines, work } = step;
  const depth = integer(kept[across]);
  const pairs = (columns + 1) >> 1;
  for (let c = 0; c < pairs; c += block) {
    const first = Math.min(block, pairs - c);
    const second = Math.min(first, columns - pairs - c);
    const count = Math.max(2, first);
    const size = depth * count;
    memory.fill(0, work, work + 2 * size);
    for (let l = 0; l < rows; l++) {
      const isReal = l === 0 || 2 * l === depth;
      for (let i = 0; i < first; i++) {
        const at = l * width + c + i;
        const here = work + l * count + i;
        const ar = memory[re + at]!;
        const ai = isReal ? 0 : memory[im + at]!;
        const br = i < second ? memory[re + at + pairs]! : 0;
        const bi = i < second && !isReal ? memory[im + at + pairs]! : 0;
        memory[here] = ar - bi;
        memory[here + size] = ai + br;
        if (isReal) continue;
        const mirror = work + (depth - l) * count + i;
        memory[mirror] = ar + bi;
        memory[mirror + size] = br - ai;
      }
    }
    const other = work + 2 * size;
    const to = lastOf(kept, across, other, work);
    const columnwise = { plan: across, fromRe: work + size, fromIm: work, batch: count, a: other, b: work };
    transform(memory, kept, { ...columnwise, toRe: to + size, toIm: to });
    for (let j = 0, target = values + c, z = to; j < lines; j++, target += columns, z += count) {
      copy(memory, z, target, first);
      copy(memory, z + size, target + pairs, second);
    }
  }
}
