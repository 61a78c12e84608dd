import { multiplyAdd } from "./product.ts";

/** Rows z to replace by Q z, or by Qᵀ z, Q = Π (1 − V T Vᵀ) over blocks of reflections. */
export interface RowReflections {
  /** Row i of length m is at rows + i·m. */
  readonly rows: number;
  readonly count: number;
  readonly m: number;
  /** Reflection k is in row k from column k + 1 on; left of it a block's rows are 0. */
  readonly matrix: number;
  readonly reflections: number;
  /** The last block may have fewer. */
  readonly blockSize: number;
  /** T of block b, upper triangular, is at factors + (b + 1)·blockSize², by rows. */
  readonly factors: number;
  readonly transposed: boolean;
  readonly work: number;
}

const together = 128;

export function reflectionsWork({ m, count, blockSize }: Pick<RowReflections, "m" | "count" | "blockSize">): number {
  const size = blockSize + 3;
  return (Math.min(together, count) + 3 + 2 * size) * (m + 3) + size * (size + 8);
}

export function reflectRows(memory: Float64Array, argument: RowReflections): void {
  const { rows, count, m, matrix, reflections, blockSize, factors, transposed, work } = argument;
  const blocks = Array.from({ length: Math.ceil(reflections / blockSize) }, (_, block) => block);
  if (!transposed) blocks.reverse();
  for (let row = 0; row < count; row++) {
    for (const block of blocks) {
      const start = block * blockSize;
      const k = Math.min(blockSize, reflections - start);
      const from = start + 1;
      const z = rows + row * m + from;
      const T = factors + (block + 1) * blockSize * blockSize;
      const V = { b: matrix + start * m + from, rows: 1, cRow: 1, aRow: 1, aColumn: 1 };
      memory.fill(0, work, work + 2 * k);
      multiplyAdd(memory, { ...V, c: work, a: z, bRow: 1, bColumn: m, columns: k, terms: m - from, scale: 1 });
      const [bRow, bColumn] = transposed ? [k, 1] : [1, k];
      multiplyAdd(memory, { ...V, b: T, c: work + k, a: work, bRow, bColumn, columns: k, terms: k, scale: 1 });
      multiplyAdd(memory, { ...V, c: z, a: work + k, bRow: m, bColumn: 1, columns: m - from, terms: k, scale: -1 });
    }
  }
}
