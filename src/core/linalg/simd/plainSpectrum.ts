import type { TurnedSpectrum, WeightedTerms } from "./operations.ts";

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
