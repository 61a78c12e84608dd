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

/** Terms to be added to a spectrum: numbers kept, weighted with scale·first·second. */
export interface WeightedTerms {
  /** To `count` elements from these on. */
  readonly re: number;
  readonly im: number;
  readonly keptRe: number;
  readonly keptIm: number;
  /** Factors of the first term; those of the others follow, or come before if the step is −1. */
  readonly first: number;
  readonly second: number;
  readonly step: 1 | -1;
  readonly count: number;
  readonly scale: number;
}

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

export function addWeighted(memory: Float64Array, kept: Float64Array, terms: WeightedTerms): void {
  const { re, im, keptRe, keptIm, first, second, step, count, scale } = terms;
  for (let i = 0, j = 0; i < count; i++, j += step) {
    const c = scale * memory[first + j]! * memory[second + j]!;
    memory[re + i]! += c * kept[keptRe + i]!;
    memory[im + i]! += c * kept[keptIm + i]!;
  }
}
