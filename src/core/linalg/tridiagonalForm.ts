import type { Arithmetic } from "../arithmetic/operations.ts";

/** A = Q T Qᵀ with T tridiagonal and Q = H₀ H₁ …, Hₖ = 1 − βₖ uₖ uₖᵀ. */
export interface TridiagonalForm {
  readonly diagonal: Float64Array;
  /** Element i is next to diagonal element i, in row i + 1. */
  readonly below: Float64Array;
  /** βₖ, shape (m,); uₖ is in row k of the matrix from column k + 1 on. */
  readonly scales: Float64Array;
}

/** Elements whose squares sum to less are taken for 0: their reflection could not be computed. */
const negligible = 2 ** -900;

/**
 * Householder tridiagonalisation of a symmetric matrix in memory, where the reflections take its place. Each step
 * changes the matrix and multiplies it by the next vector in one pass.
 *
 * It ends early where what is left of the matrix is within 2√m·u·‖A‖ of 0 in the Frobenius norm, u = 2⁻⁵³, and takes it
 * for 0. For a matrix whose eigenvalues decay as fast as those of a Gaussian kernel that is soon.
 *
 * @param matrix where its upper triangle is, shape (m, m), its largest element near 1
 * @param spare where 2m doubles may be overwritten
 * @see Golub & Van Loan (2013), Matrix Computations, 4th edition, section 8.3.1
 */
export function tridiagonalForm({
  arithmetic,
  memory,
  m,
  matrix,
  spare,
}: {
  readonly arithmetic: Arithmetic;
  readonly memory: Float64Array;
  readonly m: number;
  readonly matrix: number;
  readonly spare: number;
}): TridiagonalForm {
  const diagonal = new Float64Array(m);
  const below = new Float64Array(m);
  const scales = new Float64Array(m);
  const w = spare;
  const y = spare + m;
  memory.fill(0, w, w + m);
  let norm = 0;
  for (let k = 0; k < m; k++) {
    const u = matrix + k * m;
    const before = matrix + Math.max(0, k - 1) * m;
    // Row k is the first that the reflection of the row before changes: w is 0 where there was none.
    const wk = memory[w + k]!;
    const uk = wk === 0 && k === 0 ? 0 : memory[before + k]!;
    for (let j = k; j < m; j++) memory[u + j]! -= uk * memory[w + j]! + wk * memory[before + j]!;
    diagonal[k] = memory[u + k]!;
    if (k + 1 === m) break;

    let tail = 0;
    for (let j = k + 2; j < m; j++) tail += memory[u + j]! * memory[u + j]!;
    const head = memory[u + k + 1]!;
    below[k] = head;
    let scale = 0;
    if (tail > negligible) {
      const length = Math.sqrt(head * head + tail);
      below[k] = head > 0 ? -length : length;
      memory[u + k + 1] = head - below[k]!;
      scale = 2 / (memory[u + k + 1]! * memory[u + k + 1]! + tail);
    }
    scales[k] = scale;
    arithmetic.updateAndMultiply({ matrix, size: m, from: k + 1, u: before, w, x: u, y });
    // No column of T is longer than ‖A‖.
    norm = Math.max(norm, Math.hypot(below[k - 1] ?? 0, diagonal[k]!, below[k]!));
    const rounding = 2 * Math.sqrt(m) * 2 ** -53 * norm;
    if (Math.abs(below[k]!) <= rounding && isWithin(rounding, { memory, m, matrix, from: k + 1 })) break;

    let inner = 0;
    for (let j = k + 1; j < m; j++) inner += memory[y + j]! * memory[u + j]!;
    const half = (scale * (scale * inner)) / 2;
    for (let j = k + 1; j < m; j++) memory[w + j] = scale * memory[y + j]! - half * memory[u + j]!;
  }
  return { diagonal, below, scales };
}

/** Whether the symmetric matrix of the rows and columns from `from` on has a Frobenius norm of at most `length`. */
function isWithin(
  length: number,
  {
    memory,
    m,
    matrix,
    from,
  }: {
    readonly memory: Float64Array;
    readonly m: number;
    readonly matrix: number;
    readonly from: number;
  },
): boolean {
  let squares = 0;
  for (let i = from; i < m && squares <= length * length; i++) {
    const diagonal = matrix + i * m + i;
    squares += memory[diagonal]! ** 2;
    for (let k = diagonal + 1, end = matrix + i * m + m; k < end; k++) squares += 2 * memory[k]! ** 2;
  }
  return squares <= length * length;
}

/** Rows that are multiplied by all reflections in turn while they are near the processor. */
const panelRows = 128;

/**
 * Multiplies each row z of a matrix in memory by the Q of a tridiagonal form: z becomes Q z. In blocks, by matrix products.
 *
 * @param rows where the rows are, shape (m, m)
 * @param spare where 2m² + 32m + 512 doubles may be overwritten
 * @see Schreiber & Van Loan (1989), SIAM Journal on Scientific and Statistical Computing 10:53–57
 */
export function applyReflections(
  scales: Float64Array,
  {
    arithmetic,
    memory,
    m,
    matrix,
    rows,
    spare,
  }: {
    readonly arithmetic: Arithmetic;
    readonly memory: Float64Array;
    readonly m: number;
    readonly matrix: number;
    readonly rows: number;
    readonly spare: number;
  },
): void {
  const { multiplyAdd } = arithmetic;
  // Reflections that are applied as one, 1 − V T Vᵀ: what suits the caches.
  const blockSize = m < 600 ? 16 : 32;
  const most = Math.min(panelRows, m);
  const first = spare;
  const second = first + blockSize * most;
  const inner = first;
  const firstT = Math.max(second + blockSize * most, inner + blockSize * blockSize);
  let reflections = Math.max(0, m - 2);
  while (reflections > 0 && scales[reflections - 1] === 0) reflections--;
  const blocks = Array.from({ length: Math.ceil(reflections / blockSize) }, (_, block) => {
    const start = block * blockSize;
    const from = start + 1;
    return {
      start,
      count: Math.min(blockSize, reflections - start),
      from,
      length: m - from,
      V: matrix + start * m + from,
      T: firstT + block * blockSize * blockSize,
    };
  });

  for (const { start, count, length, V, T } of blocks) {
    for (let j = 1; j < count; j++) memory.fill(0, V + j * m, V + j * m + j);
    memory.fill(0, T, T + count * count);
    memory.fill(0, inner, inner + count * count);
    multiplyAdd({
      c: inner,
      cRow: count,
      a: V,
      aRow: m,
      aColumn: 1,
      b: V,
      bRow: 1,
      bColumn: m,
      rows: count,
      columns: count,
      terms: length,
      scale: 1,
    });
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

  blocks.reverse();
  for (let row = 0; row < m; row += panelRows) {
    const height = Math.min(panelRows, m - row);
    for (const { count, from, length, V, T } of blocks) {
      const Z = rows + row * m + from;
      memory.fill(0, first, second + blockSize * height);
      multiplyAdd({
        c: first,
        cRow: count,
        a: Z,
        aRow: m,
        aColumn: 1,
        b: V,
        bRow: 1,
        bColumn: m,
        rows: height,
        columns: count,
        terms: length,
        scale: 1,
      });
      multiplyAdd({
        c: second,
        cRow: count,
        a: first,
        aRow: count,
        aColumn: 1,
        b: T,
        bRow: 1,
        bColumn: count,
        rows: height,
        columns: count,
        terms: count,
        scale: 1,
      });
      multiplyAdd({
        c: Z,
        cRow: m,
        a: second,
        aRow: count,
        aColumn: 1,
        b: V,
        bRow: m,
        bColumn: 1,
        rows: height,
        columns: length,
        terms: count,
        scale: -1,
      });
    }
  }
}
