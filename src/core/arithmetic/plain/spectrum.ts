import { integer, transform } from "./fourier.ts";

/** The half spectrum of an N × M plane, to be turned, scaled and kept. */
export interface TurnedSpectrum {
  /** Element (k, l) is at l·N + k. */
  readonly re: number;
  readonly im: number;
  /** N, even. */
  readonly width: number;
  readonly rows: number;
  /** Cosines of N angles, then their sines; likewise for the rows. */
  readonly along: number;
  readonly across: number;
  readonly scale: number;
  /** 2N·rows numbers: real, then imaginary parts. */
  readonly kept: number;
}

/**
 * Rows of a spectrum, transformed as in `planeSum`. Each kept number at (k′, l′) is weighted with Σ
 * scale·first(k)·second(k) over the terms of all lines with (k, l) or (−k, −l) congruent to (k′, l′), modulo N and M.
 */
export interface WeightedRows {
  /** For a single transform of even length N. */
  readonly along: number;
  /** N·rows elements are overwritten. */
  readonly re: number;
  readonly im: number;
  readonly keptRe: number;
  readonly keptIm: number;
  readonly rows: number;
  /** M, the period of the lines. */
  readonly depth: number;
  /**
   * For each line l = 0, 1, …: the least and the largest k; the places of both factors for k = 0; and the scale. A
   * mirror image of line l reaches the rows if l > M − rows.
   */
  readonly terms: number;
  readonly lines: number;
  /** Base of the factors' places. */
  readonly factors: number;
  /** 7N doubles. */
  readonly work: number;
}

export const lineSize = 5;

export function keepTurned(memory: Float64Array, kept: Float64Array, step: TurnedSpectrum): void {
  const { re, im, width, rows, along, across, scale } = step;
  let to = step.kept;
  for (let l = 0, from = 0; l < rows; l++) {
    const c = scale * memory[across + l]!;
    const s = scale * memory[across + rows + l]!;
    for (let k = 0; k < width; k++, from++, to++) {
      const x = memory[along + k]!;
      const y = memory[along + width + k]!;
      const a = memory[re + from]!;
      const b = memory[im + from]!;
      kept[to] = a * (c * x - s * y) - b * (c * y + s * x);
      kept[to + width * rows] = a * (c * y + s * x) + b * (c * x - s * y);
    }
  }
}

export function weighRows(memory: Float64Array, kept: Float64Array, step: WeightedRows): void {
  const { along, re, im, keptRe, keptIm, rows, depth, lines, work } = step;
  const width = integer(kept[along]);
  const [fromIm, fromRe, a, b] = [work + width, work + 2 * width, work + 3 * width, work + 5 * width];
  for (let row = 0; row < rows; row++) {
    const at = row * width;
    memory.fill(0, work, work + width);
    for (let l = row; l < lines; l += depth) addLine(memory, step, width, l, 1);
    for (let l = depth - row; l < lines; l += depth) addLine(memory, step, width, l, -1);
    for (let k = 0; k < width; k++) {
      memory[fromIm + k] = memory[work + k]! * kept[keptRe + at + k]!;
      memory[fromRe + k] = memory[work + k]! * kept[keptIm + at + k]!;
    }
    transform(memory, kept, { plan: along, batch: 1, fromRe, fromIm, a, b, toRe: im + at, toIm: re + at });
  }
}

function addLine(
  memory: Float64Array,
  { terms, factors, work }: WeightedRows,
  width: number,
  l: number,
  step: 1 | -1,
): void {
  const line = terms + lineSize * l;
  const [least, most, first, second, scale] = memory.subarray(line, line + lineSize) as unknown as FiveNumbers;
  for (let k = least; k <= most; k++) {
    const to = (((step * k) % width) + width) % width;
    memory[work + to]! += scale * memory[factors + first + k]! * memory[factors + second + k]!;
  }
}

type FiveNumbers = readonly [number, number, number, number, number];
