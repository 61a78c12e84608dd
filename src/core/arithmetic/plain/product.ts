/** C += scale·A B in one memory; C must not overlap A or B. */
export interface MatrixProduct {
  /** C(i, j) is at c + i·cRow + j. */
  readonly c: number;
  readonly cRow: number;
  /** A(i, s) is at a + i·aRow + s·aColumn. */
  readonly a: number;
  readonly aRow: number;
  readonly aColumn: number;
  /** B(s, j) is at b + s·bRow + j·bColumn. */
  readonly b: number;
  readonly bRow: number;
  readonly bColumn: number;
  readonly rows: number;
  readonly columns: number;
  readonly terms: number;
  readonly scale: number;
}

export function multiplyAdd(memory: Float64Array, product: MatrixProduct): void {
  const { c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows, columns, terms, scale } = product;
  const whole = terms - (terms % 4);
  for (let i = 0; i < rows; i++) {
    const to = c + i * cRow;
    for (let s = 0; s < terms; s++) {
      const from = a + i * aRow + s * aColumn;
      const row = b + s * bRow;
      const a0 = scale * memory[from]!;
      if (s >= whole) {
        for (let j = 0; j < columns; j++) memory[to + j]! += a0 * memory[row + j * bColumn]!;
        continue;
      }
      const a1 = scale * memory[from + aColumn]!;
      const a2 = scale * memory[from + 2 * aColumn]!;
      const a3 = scale * memory[from + 3 * aColumn]!;
      for (let j = 0, k = row; j < columns; j++, k += bColumn) {
        const low = a0 * memory[k]! + a1 * memory[k + bRow]!;
        memory[to + j]! += low + (a2 * memory[k + 2 * bRow]! + a3 * memory[k + 3 * bRow]!);
      }
      s += 3;
    }
  }
}
