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

/** Rows of a half spectrum: those that are kept, each element times a real factor. */
export interface WeighedRows {
  /** Element (k, l) is at l·N + k of both, and of both that are kept. */
  readonly re: number;
  readonly im: number;
  readonly keptRe: number;
  readonly keptIm: number;
  /** N, even. */
  readonly width: number;
  readonly rows: number;
  /**
   * The factor of an element is the sum over the pieces that reach it, which are ordered by row and do not go beyond it. Six
   * numbers each: l·N + k of the first element; how many elements; where two factors of the first are, counted from `pieces`;
   * 1 if those of the next follow, −1 if they come before; a third factor, of them all.
   */
  readonly pieces: number;
  readonly pieceCount: number;
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

/** Numbers of a piece. */
export const pieceSize = 6;

export function weighRows(memory: Float64Array, kept: Float64Array, weighed: WeighedRows): void {
  const { re, im, keptRe, keptIm, width, rows, pieces, pieceCount } = weighed;
  memory.fill(0, re, re + rows * width);
  for (let piece = pieces; piece < pieces + pieceSize * pieceCount; piece += pieceSize) {
    const [to, count, first, second, step, scale] = memory.subarray(piece, piece + pieceSize) as unknown as Piece;
    for (let i = 0, j = 0; i < count; i++, j += step) {
      memory[re + to + i]! += scale * memory[pieces + first + j]! * memory[pieces + second + j]!;
    }
  }
  for (let i = 0; i < rows * width; i++) {
    const factor = memory[re + i]!;
    memory[re + i] = factor * kept[keptRe + i]!;
    memory[im + i] = factor * kept[keptIm + i]!;
  }
}

type Piece = readonly [to: number, count: number, first: number, second: number, step: number, scale: number];
