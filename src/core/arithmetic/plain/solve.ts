/** Replaces rows B by X with X Lᵀ = B, L lower triangular of a few columns. */
export interface RowSolve {
  /** L(i, j) is at factor + i·stride + j, j ≤ i < columns. */
  readonly factor: number;
  /** B(i, j) is at rows + i·stride + j, i < count. */
  readonly rows: number;
  readonly stride: number;
  readonly columns: number;
  readonly count: number;
}

export function solveRows(memory: Float64Array, { factor, rows, stride, columns, count }: RowSolve): void {
  for (let i = 0, row = rows; i < count; i++, row += stride) {
    for (let j = 0, other = factor; j < columns; j++, other += stride) {
      let sum = memory[row + j]!;
      for (let k = 0; k < j; k++) sum -= memory[row + k]! * memory[other + k]!;
      memory[row + j] = sum / memory[other + j]!;
    }
  }
}
