import type { Arithmetic } from "../../arithmetic/operations.ts";
import { reflectionsWork } from "../../arithmetic/plain/reflections.ts";

/** Reflections in memory applied together: Q = H₀ H₁ …, Hₖ = 1 − βₖ uₖ uₖᵀ, in blocks 1 − V T Vᵀ. */
interface BlockReflections {
  /**
   * Replaces each row z of a matrix by Q z, or by Qᵀ z. In Q z, reflections that meet only zeros cost nothing.
   *
   * @param rows row i of length m is at rows + i·m
   * @param scratch place of `scratchSize(m, count, blockSize)` doubles
   */
  apply(options: {
    readonly rows: number;
    readonly count: number;
    readonly transposed: boolean;
    readonly scratch: number;
  }): void;
}

const usualBlockSize = 32;

export function factorSize(m: number, blockSize = usualBlockSize): number {
  return (Math.ceil(m / blockSize) + 1) * blockSize * blockSize;
}

/** For `count` rows, in doubles. */
export function scratchSize(m: number, count: number, blockSize = usualBlockSize): number {
  return reflectionsWork({ m, count, blockSize });
}

/**
 * The reflections of a tridiagonal form. In a product of k reflections T is upper triangular with Tⱼⱼ = βⱼ and T₍ᵢⱼ₎ =
 * −βⱼ Σₛ Tᵢₛ ⟨uₛ, uⱼ⟩ for i ≤ s < j.
 *
 * @param scales βₖ, shape (m,)
 * @param matrix uₖ is in row k from column k + 1 on; left of it a block's rows are set to 0
 * @param factors place of `factorSize(m, blockSize)` doubles for T
 * @param blockSize reflections applied together
 * @see Schreiber & Van Loan (1989), SIAM Journal on Scientific and Statistical Computing 10:53–57
 */
export function blockReflections(
  scales: Float64Array,
  {
    arithmetic: { held, multiplyAdd, reflectRows },
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

  return {
    apply: ({ rows, count, transposed, scratch }) =>
      reflectRows({ rows, count, m, matrix, reflections, blockSize, factors, transposed, work: scratch }),
  };
}
