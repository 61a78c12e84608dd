import type { Arithmetic } from "../arithmetic/operations.ts";

/** Reflections in memory that are applied as one: Q = H₀ H₁ …, Hₖ = 1 − βₖ uₖ uₖᵀ, in blocks 1 − V T Vᵀ. */
export interface BlockReflections {
  /**
   * Replaces each row z of a matrix in memory by Q z, or by Qᵀ z.
   *
   * @param rows where row i of length m is, at rows + i·m
   * @param scratch where `scratchSize(blockSize)` doubles may be overwritten
   */
  apply(options: {
    readonly rows: number;
    readonly count: number;
    readonly transposed: boolean;
    readonly scratch: number;
  }): void;
}

/** Rows that pass through all blocks while they are near the processor. */
const rowsPerPass = 128;
const usualBlockSize = 32;

/** Doubles that the factors T of `blockReflections` take. */
export function factorSize(m: number, blockSize = usualBlockSize): number {
  return (Math.ceil(m / blockSize) + 1) * blockSize * blockSize;
}

/** Doubles that `apply` overwrites on its way. */
export function scratchSize(blockSize = usualBlockSize): number {
  return 2 * rowsPerPass * blockSize;
}

/**
 * The reflections of a tridiagonal form, for any number of rows and either direction. In a product of k reflections
 * T is upper triangular with Tⱼⱼ = βⱼ and T₍ᵢⱼ₎ = −βⱼ Σₛ Tᵢₛ ⟨uₛ, uⱼ⟩ for i ≤ s < j.
 *
 * @param scales βₖ, shape (m,)
 * @param matrix where uₖ is in row k from column k + 1 on; what is left of that in the rows of a block is set to 0
 * @param factors where `factorSize(m, blockSize)` doubles are kept for T
 * @param blockSize how many reflections are applied as one
 * @see Schreiber & Van Loan (1989), SIAM Journal on Scientific and Statistical Computing 10:53–57
 */
export function blockReflections(
  scales: Float64Array,
  {
    arithmetic: { held, multiplyAdd },
    m,
    matrix,
    factors,
    blockSize = usualBlockSize,
  }: {
    readonly arithmetic: Arithmetic;
    readonly m: number;
    readonly matrix: number;
    readonly factors: number;
    readonly blockSize?: number;
  },
): BlockReflections {
  const memory = held();
  const inner = factors;
  let reflections = Math.max(0, m - 2);
  while (reflections > 0 && scales[reflections - 1] === 0) reflections--;
  const blocks = Array.from({ length: Math.ceil(reflections / blockSize) }, (_, block) => {
    const start = block * blockSize;
    return {
      start,
      count: Math.min(blockSize, reflections - start),
      from: start + 1,
      V: matrix + start * m + start + 1,
      T: factors + (block + 1) * blockSize * blockSize,
    };
  });
  for (const { start, count, from, V, T } of blocks) {
    for (let j = 1; j < count; j++) memory.fill(0, V + j * m, V + j * m + j);
    memory.fill(0, T, T + count * count);
    memory.fill(0, inner, inner + count * count);
    const V2 = { a: V, aRow: m, aColumn: 1, b: V, bRow: 1, bColumn: m };
    multiplyAdd({ ...V2, c: inner, cRow: count, rows: count, columns: count, terms: m - from, scale: 1 });
    for (let j = 0; j < count; j++) {
      const scale = scales[start + j]!;
      for (let i = 0; i < j; i++) {
        let sum = 0;
        for (let s = i; s < j; s++) sum += memory[T + i * count + s]! * memory[inner + s * count + j]!;
        memory[T + i * count + j] = -scale * sum;
      }
      memory[T + j * count + j] = scale;
    }
  }
  const backwards = blocks.toReversed();

  return {
    apply: ({ rows, count: rowCount, transposed, scratch }) => {
      const first = scratch;
      const second = scratch + rowsPerPass * blockSize;
      for (let row = 0; row < rowCount; row += rowsPerPass) {
        const height = Math.min(rowsPerPass, rowCount - row);
        for (const { count, from, V, T } of transposed ? blocks : backwards) {
          const Z = rows + row * m + from;
          memory.fill(0, first, first + height * count);
          memory.fill(0, second, second + height * count);
          const ofZ = { a: Z, aRow: m, aColumn: 1, rows: height, scale: 1 };
          multiplyAdd({ ...ofZ, c: first, cRow: count, b: V, bRow: 1, bColumn: m, columns: count, terms: m - from });
          const [bRow, bColumn] = transposed ? [count, 1] : [1, count];
          const ofFirst = { a: first, aRow: count, aColumn: 1, rows: height, terms: count, scale: 1 };
          multiplyAdd({ ...ofFirst, c: second, cRow: count, b: T, bRow, bColumn, columns: count });
          const ofSecond = { a: second, aRow: count, aColumn: 1, rows: height, terms: count, scale: -1 };
          multiplyAdd({ ...ofSecond, c: Z, cRow: m, b: V, bRow: m, bColumn: 1, columns: m - from });
        }
      }
    },
  };
}
