import { NumericalError } from "../errors.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/**
 * Lower Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ.
 *
 * @param A shape (m, m), row-major; the lower triangle is read
 * @returns L, shape (m, m), row-major, zero above the diagonal
 * @throws {NumericalError} if A is not numerically positive definite
 * @see factorisePanels
 */
export function cholesky(A: Float64Array, m: number, by: Arithmetic = arithmetic()): Float64Array {
  const panels = by.reserve(panelsSize(m));
  for (let i = 0; i < m; i++) for (let j = 0, to = panelRow(i); j <= i; j++, to += 4) panels[to] = A[i * m + j]!;
  fillLastPanel(panels, m);
  factorisePanels(by, m);
  return rowsOfPanels(by.held(), m);
}

export function panelsSize(m: number): number {
  return panelRow(4 * Math.ceil(m / 4));
}

export function panelRow(i: number): number {
  const panel = Math.floor(i / 4);
  return 8 * panel * (panel + 1) + (i % 4);
}

/** Fills up the last panel with rows of the unit matrix. */
export function fillLastPanel(panels: Float64Array, m: number): void {
  for (let i = m; i % 4 !== 0; i++)
    for (let j = 0, to = panelRow(i); j <= i; j++, to += 4) panels[to] = j === i ? 1 : 0;
}

/** L, shape (m, m), row-major, of a factor by panels. */
export function rowsOfPanels(panels: Float64Array, m: number): Float64Array {
  const L = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0, from = panelRow(i); j <= i; j++, from += 4) L[i * m + j] = panels[from]!;
  return L;
}

/**
 * Replaces a symmetric positive definite matrix, by panels at the start of the reserved memory, by its Cholesky factor,
 * with |A − L Lᵀ| ≤ γ |L||Lᵀ| element by element, γ ≈ (m + 3)u, for every order of additions.
 *
 * @param m rows; `fillLastPanel` has filled the last panel
 * @throws {NumericalError} if the matrix is not numerically positive definite
 * @see LowerPanels; Higham (2002), Accuracy and Stability of Numerical Algorithms, 2nd edition, Theorem 10.3
 */
export function factorisePanels(by: Arithmetic, m: number): void {
  const row = by.factorPanels({ panels: 0, count: Math.ceil(m / 4) });
  if (row >= 0) throw new NumericalError(`${m}×${m} matrix is not positive definite at row ${row}; add jitter`);
}
