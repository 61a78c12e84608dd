/**
 * A sweep of plane rotations through the rows of a matrix, from the last pair to the first. With cosine c and sine s of
 * index k, row k becomes c·rowₖ − s·rowₖ₊₁ and row k + 1 becomes s·rowₖ + c·rowₖ₊₁.
 */
export interface Rotations {
  readonly rows: number;
  /** Row k begins at rows + k·stride. */
  readonly stride: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
  /** Element k turns rows k and k + 1. */
  readonly cosines: number;
  readonly sines: number;
}

export function rotateRows(
  memory: Float64Array,
  { rows, stride, length, first, last, cosines, sines }: Rotations,
): void {
  for (let k = last - 1; k >= first; k--) {
    const c = memory[cosines + k]!;
    const s = memory[sines + k]!;
    const a = rows + k * stride;
    const b = a + stride;
    for (let j = 0; j < length; j++) {
      const x = memory[a + j]!;
      const y = memory[b + j]!;
      memory[a + j] = c * x - s * y;
      memory[b + j] = c * y + s * x;
    }
  }
}
