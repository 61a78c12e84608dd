import type { Arithmetic } from "../../arithmetic/operations.ts";
import { panelsOfPairs } from "../../arithmetic/plain/tridiagonal.ts";

/** A = Q T Qᵀ with T tridiagonal and Q = H₀ H₁ …, Hₖ = 1 − βₖ uₖ uₖᵀ. */
interface TridiagonalForm {
  readonly diagonal: Float64Array;
  /** Element i is in row i + 1. */
  readonly below: Float64Array;
  /** βₖ, shape (m,); uₖ is in row k of the matrix from column k + 1 on. */
  readonly scales: Float64Array;
}

/** Sums of squares below this count as 0. */
const negligible = 2 ** -900;

/** Waiting reflections; below `atOnceBelow` rows, in the cache, none waits. */
const together = 16;
const atOnceBelow = 400;

export function tridiagonalSpare(m: number): number {
  const most = m < atOnceBelow ? 1 : together;
  return (most + 1) * m + 2 * most + panelsOfPairs(m, most);
}

/**
 * Householder tridiagonalisation of a symmetric matrix in memory; the reflections replace it. With u = uₖ, y = A u for
 * the current A, and w = βy − ½β²(uᵀy)u, step k is A ← A − u wᵀ − w uᵀ. Most steps only read a large matrix: y = A u −
 * Σ (uₚ wₚᵀu + wₚ uₚᵀu) over the waiting reflections p. The matrix left is 0 once within 2√m·u·‖A‖ of it in the
 * Frobenius norm.
 *
 * @param matrix place of the upper triangle, shape (m, m), largest element near 1
 * @param spare place of `tridiagonalSpare(m)` doubles of scratch
 * @see Golub & Van Loan (2013), section 8.3.1; Dongarra, Sorensen & Hammarling (1989), J. Comput. Appl. Math.
 * 27:215–227
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
  const { innerProducts, multiplySymmetric } = arithmetic;
  const diagonal = new Float64Array(m);
  const below = new Float64Array(m);
  const scales = new Float64Array(m);
  const most = m < atOnceBelow ? 1 : together;
  const y = spare;
  const factors = y + m;
  const w = factors + 2 * most;
  const waiting: Waiting = {
    arithmetic,
    memory,
    m,
    matrix,
    first: 0,
    count: 0,
    w,
    factors,
    panels: w + most * m,
    most,
  };
  const inner = (a: number, b: number, length: number): number => {
    innerProducts({ rows: a, stride: length, count: 1, x: b, length, out: factors });
    return memory[factors]!;
  };
  let norm = 0;
  for (let k = 0; k < m; k++) {
    const u = matrix + k * m;
    subtractFromRow(waiting, k);
    diagonal[k] = memory[u + k]!;
    if (k + 1 === m) break;

    const from = k + 1;
    const tail = inner(u + from + 1, u + from + 1, m - from - 1);
    const head = memory[u + from]!;
    below[k] = head;
    let scale = 0;
    if (tail > negligible) {
      const length = Math.sqrt(head * head + tail);
      below[k] = head > 0 ? -length : length;
      memory[u + from] = head - below[k]!;
      scale = 2 / (memory[u + from]! * memory[u + from]! + tail);
    }
    scales[k] = scale;
    if (waiting.count === most) applyAll(waiting, { from, x: u, y });
    else {
      multiplySymmetric({ matrix, size: m, from, x: u, y });
      subtractFromProduct(waiting, { x: u, y, from });
    }
    norm = Math.max(norm, Math.hypot(below[k - 1] ?? 0, diagonal[k]!, below[k]!));
    const rounding = 2 * Math.sqrt(m) * 2 ** -53 * norm;
    if (Math.abs(below[k]!) <= rounding) {
      applyAll(waiting, { from, x: u, y });
      if (isWithin(rounding, { memory, m, matrix, from })) break;
    }

    const half = (scale * (scale * inner(y + from, u + from, m - from))) / 2;
    if (waiting.count === 0) waiting.first = k;
    const row = w + waiting.count * m;
    for (let j = from; j < m; j++) memory[row + j] = scale * memory[y + j]! - half * memory[u + j]!;
    waiting.count++;
  }
  return { diagonal, below, scales };
}

/** uₚ in rows of the matrix from `first` on, p < count. */
interface Waiting {
  readonly arithmetic: Arithmetic;
  readonly memory: Float64Array;
  readonly m: number;
  readonly matrix: number;
  first: number;
  count: number;
  /** Place of up to `most` rows wₚ. */
  readonly w: number;
  /** 2·most doubles of scratch. */
  readonly factors: number;
  /** `panelsOfPairs(m, most)` doubles of scratch. */
  readonly panels: number;
  readonly most: number;
}

function subtractFromRow({ arithmetic, memory, m, matrix, first, count, w, factors, most }: Waiting, k: number): void {
  if (count === 0) return;
  const us = matrix + first * m + k;
  const ws = w + k;
  for (let p = 0; p < count; p++) {
    memory[factors + p] = memory[ws + p * m]!;
    memory[factors + most + p] = memory[us + p * m]!;
  }
  const row = { to: matrix + k * m + k, stride: m, count, length: m - k };
  arithmetic.subtractMultiples({ ...row, rows: us, factors });
  arithmetic.subtractMultiples({ ...row, rows: ws, factors: factors + most });
}

function subtractFromProduct(
  { arithmetic, m, matrix, first, count, w, factors, most }: Waiting,
  { x, y, from }: { readonly x: number; readonly y: number; readonly from: number },
): void {
  if (count === 0) return;
  const us = { rows: matrix + first * m + from, stride: m, count, length: m - from };
  const ws = { ...us, rows: w + from };
  arithmetic.innerProducts({ ...ws, x: x + from, out: factors });
  arithmetic.innerProducts({ ...us, x: x + from, out: factors + most });
  arithmetic.subtractMultiples({ ...us, to: y + from, factors });
  arithmetic.subtractMultiples({ ...ws, to: y + from, factors: factors + most });
}

function applyAll(
  waiting: Waiting,
  { from, x, y }: { readonly from: number; readonly x: number; readonly y: number },
): void {
  const { arithmetic, m: size, matrix, first, count, w, panels } = waiting;
  waiting.count = 0;
  const both = { matrix, size, from, u: matrix + first * size, w, x, y };
  if (count === 1) arithmetic.updateAndMultiply(both);
  else if (count > 1) arithmetic.updateManyAndMultiply({ ...both, pairs: count, panels });
}

/** True if rows and columns from `from` on have a Frobenius norm of at most `length`. */
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
