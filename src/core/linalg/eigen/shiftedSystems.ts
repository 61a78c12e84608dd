import { blockReflections, factorSize, scratchSize } from "./blockReflections.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { tridiagonalForm, tridiagonalSpare } from "./tridiagonalForm.ts";

interface ShiftedSystems {
  /** ‖(K + λI)⁻¹Y‖²_F over the first `count` columns of Y. O(N·count). */
  squaredNorm(shift: number, count?: number): number;
  /** tr K(K + λI)⁻¹. O(N). */
  trace(shift: number): number;
  /** ((K + λI)⁻¹Y)ᵀ, shape (columns, N). O(N²·columns). */
  solve(shift: number): Float64Array;
}

/**
 * Systems by K = Q T Qᵀ, T tridiagonal: (K + λI)⁻¹Y = Q (T + λI)⁻¹ QᵀY. Each λ costs a factorisation T + λI = L D Lᵀ
 * and two sweeps over QᵀY; norms need no Q. Backward stable to a modest multiple of N·u·‖K‖.
 *
 * @param K shape (N, N), row-major, symmetric, positive semi-definite to rounding, largest element near 1; the upper
 * triangle is read
 * @param right Yᵀ, shape (columns, N)
 * @see Golub & Van Loan (2013), Matrix Computations, 4th edition, sections 4.3.6 and 8.3.1
 */
export function shiftedSystems(
  { K, right }: { readonly K: Float64Array; readonly right: Float64Array },
  by: Arithmetic = arithmetic(),
): ShiftedSystems {
  const N = Math.sqrt(K.length);
  const columns = right.length / N;
  const factors = N * N;
  const rows = factors + factorSize(N);
  const scratch = rows + Math.max(columns * N, tridiagonalSpare(N));
  const memory = by.reserve(scratch + scratchSize(N, columns));
  memory.set(K);
  const { diagonal, below, scales } = tridiagonalForm({ arithmetic: by, memory, m: N, matrix: 0, spare: rows });
  const reflections = blockReflections(scales, { arithmetic: by, m: N, matrix: 0, factors });
  memory.set(right, rows);
  reflections.apply({ rows, count: columns, transposed: true, scratch });
  const turned = memory.slice(rows, rows + columns * N);
  const kept = memory.slice(0, rows);

  const factor = (shift: number) => {
    const multipliers = new Float64Array(N);
    const inverses = new Float64Array(N);
    let pivot = diagonal[0]! + shift;
    for (let i = 0; ; i++) {
      inverses[i] = 1 / pivot;
      if (i + 1 === N) return { multipliers, inverses };
      multipliers[i] = below[i]! * inverses[i]!;
      pivot = diagonal[i + 1]! + shift - multipliers[i]! * below[i]!;
    }
  };

  return {
    squaredNorm: (shift, count = columns) => squaredNorm(turned, { ...factor(shift), N, count }),
    trace: (shift) => N - shift * traceOfInverse({ diagonal, below, shift, ...factor(shift) }),
    solve: (shift) => {
      const by2 = by.reserve(scratch + scratchSize(N, columns));
      by2.set(kept);
      by2.set(turned, rows);
      const { multipliers, inverses } = factor(shift);
      solveRows(by2, { rows, count: columns, N, multipliers, inverses });
      const again = blockReflections(scales, { arithmetic: by, m: N, matrix: 0, factors });
      again.apply({ rows, count: columns, transposed: false, scratch });
      return by2.slice(rows, rows + columns * N);
    },
  };
}

interface Factor {
  readonly multipliers: Float64Array;
  readonly inverses: Float64Array;
}

/** ‖(T + λI)⁻¹Z‖² in the basis of the reduction, four rows of Zᵀ at a time. */
function squaredNorm(
  Z: Float64Array,
  { N, count, multipliers, inverses }: Factor & { readonly N: number; readonly count: number },
): number {
  const panel = new Float64Array(4 * N);
  let sum = 0;
  for (let row = 0; row < count; row += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => Math.min(row + k, count - 1) * N) as [number, number, number, number];
    let x0 = 0;
    let x1 = 0;
    let x2 = 0;
    let x3 = 0;
    let l = 0;
    for (let i = 0, k = 0; i < N; i++, k += 4) {
      panel[k] = x0 = Z[a + i]! - l * x0;
      panel[k + 1] = x1 = Z[b + i]! - l * x1;
      panel[k + 2] = x2 = Z[c + i]! - l * x2;
      panel[k + 3] = x3 = Z[d + i]! - l * x3;
      l = multipliers[i]!;
    }
    x0 = x1 = x2 = x3 = 0;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = N - 1, k = 4 * N - 4; i >= 0; i--, k -= 4) {
      const inverse = inverses[i]!;
      l = multipliers[i]!;
      x0 = panel[k]! * inverse - l * x0;
      x1 = panel[k + 1]! * inverse - l * x1;
      x2 = panel[k + 2]! * inverse - l * x2;
      x3 = panel[k + 3]! * inverse - l * x3;
      s0 += x0 * x0;
      s1 += x1 * x1;
      s2 += x2 * x2;
      s3 += x3 * x3;
    }
    sum += s0;
    if (row + 1 < count) sum += s1;
    if (row + 2 < count) sum += s2;
    if (row + 3 < count) sum += s3;
  }
  return sum;
}

function solveRows(
  memory: Float64Array,
  {
    rows,
    count,
    N,
    multipliers,
    inverses,
  }: Factor & { readonly rows: number; readonly count: number; readonly N: number },
): void {
  for (let row = rows; row < rows + count * N; row += N) {
    for (let i = 1; i < N; i++) memory[row + i]! -= multipliers[i - 1]! * memory[row + i - 1]!;
    memory[row + N - 1]! *= inverses[N - 1]!;
    for (let i = N - 2; i >= 0; i--) {
      memory[row + i] = memory[row + i]! * inverses[i]! - multipliers[i]! * memory[row + i + 1]!;
    }
  }
}

/** Σᵢ 1/(Dᵢᵢ + Uᵢᵢ − Tᵢᵢ − λ), D the pivots from the first row on, U from the last. */
function traceOfInverse({
  diagonal,
  below,
  shift,
  inverses,
}: Factor & { readonly diagonal: Float64Array; readonly below: Float64Array; readonly shift: number }): number {
  const N = diagonal.length;
  let sum = 0;
  let after = 0;
  for (let i = N - 1; i >= 0; i--) {
    const upward = diagonal[i]! + shift - after;
    sum += 1 / (1 / inverses[i]! + (upward - (diagonal[i]! + shift)));
    if (i > 0) after = (below[i - 1]! * below[i - 1]!) / upward;
  }
  return sum;
}
