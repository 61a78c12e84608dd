/** Replaces `count` doubles from `values` on by their exponentials. */
export function exponentials(memory: Float64Array, values: number, count: number): void {
  for (let i = values; i < values + count; i++) memory[i] = Math.exp(memory[i]!);
}

/** e^((ak + b)k + c) for `count` successive whole k. */
export interface QuadraticExponents {
  readonly values: number;
  readonly count: number;
  readonly from: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export function exponentialsOfQuadratic(
  memory: Float64Array,
  { values, count, from, a, b, c }: QuadraticExponents,
): void {
  for (let i = 0, k = from; i < count; i++, k++) memory[values + i] = Math.exp((a * k + b) * k + c);
}

/** Subtracts from each row its largest number, ignoring NaN. */
export interface RowsOfExponents {
  /** Row i is at values + i·columns. */
  readonly values: number;
  readonly rows: number;
  readonly columns: number;
}

export function subtractLargest(memory: Float64Array, { values, rows, columns }: RowsOfExponents): void {
  for (let row = values; row < values + rows * columns; row += columns) {
    let largest = -Infinity;
    for (let i = row; i < row + columns; i++) if (memory[i]! > largest) largest = memory[i]!;
    for (let i = row; i < row + columns; i++) memory[i]! -= largest;
  }
}
