/**
 * A column of a pivoted Cholesky factorisation of m rows: column ← (column − Σ_k weight_k L_k)/root, left ← left −
 * column².
 */
export interface PivotStep {
  /** Shape (count,), as left and each L_k at factor + k·count, k < terms. */
  readonly column: number;
  readonly factor: number;
  /** m, and zeros up to a multiple of 16. */
  readonly count: number;
  readonly terms: number;
  readonly weights: number;
  readonly root: number;
  readonly left: number;
  /** Σ max(0, left), of the new values. */
  readonly sum: number;
}

export function pivot(
  memory: Float64Array,
  { column, factor, count, terms, weights, root, left, sum }: PivotStep,
): number {
  for (let k = 0, from = factor; k < terms; k++, from += count) {
    const weight = memory[weights + k]!;
    for (let i = 0; i < count; i++) memory[column + i]! -= weight * memory[from + i]!;
  }
  let found = -1;
  let most = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const value = memory[column + i]! / root;
    memory[column + i] = value;
    const rest = memory[left + i]! - value * value;
    memory[left + i] = rest;
    total += rest < 0 ? 0 : rest;
    if (rest > most) {
      most = rest;
      found = i;
    }
  }
  memory[sum] = total;
  return found;
}
