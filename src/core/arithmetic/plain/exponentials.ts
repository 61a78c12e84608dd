export function exponentials(memory: Float64Array, values: number, count: number): void {
  for (let i = values; i < values + count; i++) memory[i] = Math.exp(memory[i]!);
}

export interface RowsOfExponents {
  /** Row i is at values + i·columns. */
  readonly values: number;
  readonly rows: number;
  readonly columns: number;
}

/** Subtracts from each row its largest number, ignoring NaN. */
export function subtractLargest(memory: Float64Array, { values, rows, columns }: RowsOfExponents): void {
  for (let row = values; row < values + rows * columns; row += columns) {
    let largest = -Infinity;
    for (let i = row; i < row + columns; i++) if (memory[i]! > largest) largest = memory[i]!;
    for (let i = row; i < row + columns; i++) memory[i]! -= largest;
  }
}
