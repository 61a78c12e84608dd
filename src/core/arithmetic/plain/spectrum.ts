import { integer, transform } from "./fourier.ts";

/** The half spectrum of an N × M plane, to be turned, scaled and kept. */
export interface TurnedSpectrum {
  /** Element (k, l) is at l·N + k of both. */
  readonly re: number;
  readonly im: number;
  /** N, even. */
  readonly width: number;
  readonly rows: number;
  /** The cosines of N angles, then their sines; the same for the rows. */
  readonly along: number;
  readonly across: number;
  readonly scale: number;
  /** Where twice N · rows numbers were kept: real, then imaginary parts. */
  readonly kept: number;
}

/**
 * A row of a spectrum, transformed as `planeSum` does: numbers kept, each weighted with Σ scale·first·second over those of
 * the row's runs that reach it.
 */
export interface WeightedRow {
  /** From keptFourierPlan, for a single transform of even length N. */
  readonly along: number;
  /** N elements from these on, which are overwritten. */
  readonly re: number;
  readonly im: number;
  readonly keptRe: number;
  readonly keptIm: number;
  /**
   * Six numbers for each run: its first element, how many it has, the step, ±1, from factors to those of the next element,
   * where the first and the second factor of the first element are, and the scale.
   */
  readonly runs: number;
  readonly runCount: number;
  /** From where the runs count the places of factors. */
  readonly factors: number;
  /** 7N doubles. */
  readonly work: number;
}

/** Numbers of a run. */
export const runSize = 6;

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

export function weighRow(memory: Float64Array, kept: Float64Array, row: WeightedRow): void {
  const { along, re, im, keptRe, keptIm, runs, runCount, factors, work } = row;
  const width = integer(kept[along]);
  memory.fill(0, work, work + width);
  for (let run = runs; run < runs + runSize * runCount; run += runSize) {
    const [to, count, step, first, second, scale] = memory.subarray(run, run + runSize) as unknown as SixNumbers;
    for (let i = 0, j = factors; i < count; i++, j += step) {
      memory[work + to + i]! += scale * memory[first + j]! * memory[second + j]!;
    }
  }
  const [fromIm, fromRe, a, b] = [work + width, work + 2 * width, work + 3 * width, work + 5 * width];
  for (let k = 0; k < width; k++) {
    memory[fromIm + k] = memory[work + k]! * kept[keptRe + k]!;
    memory[fromRe + k] = memory[work + k]! * kept[keptIm + k]!;
  }
  transform(memory, kept, { plan: along, row: 1, batch: 1, fromRe, fromIm, a, b, toRe: im, toIm: re });
}

type SixNumbers = readonly [number, number, number, number, number, number];
