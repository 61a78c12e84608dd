import { checkLength } from "../checks.ts";
import { addProduct } from "../linalg/matrixProduct.ts";
import type { CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";

/** In the Frobenius norm. */
export interface SpectrumDefects {
  /** At least ‖V Vᵀ − I‖_F, rows of V the eigenvectors. */
  readonly orthogonality: number;
  /** At least ‖V S − Λ V‖_F. */
  readonly residual: number;
}

/**
 * Proved bounds on the defects of a computed spectrum, by multiplication: a product errs by at most γ|A||B|, γ = (36 +
 * m/32)u. O(m³).
 *
 * @param S the decomposed matrix, symmetric, shape (m, m)
 * @see docs/proofs/roundingError.md, Lemma 6
 */
export function spectrumDefects({ eigenvalues, eigenvectors }: CovarianceSpectrum, S: Float64Array): SpectrumDefects {
  const m = eigenvalues.length;
  checkLength("S", S, m * m);
  const images = productInParts(columnsOf(eigenvectors, m), S, m);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) images[i * m + j]! -= eigenvalues[i]! * eigenvectors[i * m + j]!;
  const largest = eigenvalues.reduce((most, value) => Math.max(most, value), 0);
  const residual = frobenius(images) + (gammaOf(m) * frobenius(S) + 3 * unit * largest) * frobenius(eigenvectors);
  return { orthogonality: orthogonalityDefect(eigenvectors, m), residual: 1.001 * residual };
}

/** Bound on ‖V Vᵀ − I‖_F for the rows of V, shape (m, m). */
export function orthogonalityDefect(eigenvectors: Float64Array, m: number): number {
  const columns = columnsOf(eigenvectors, m);
  const products = productInParts(columns, columns, m);
  for (let i = 0; i < m; i++) products[i * m + i]! -= 1;
  return 1.001 * (frobenius(products) + gammaOf(m) * frobenius(eigenvectors) ** 2);
}

function columnsOf(rows: Float64Array, m: number): Float64Array {
  const columns = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) columns[j * m + i] = rows[i * m + j]!;
  return columns;
}

function gammaOf(m: number): number {
  return (36 + m / termsAtOnce) * unit;
}

const unit = 2 ** -53;
const termsAtOnce = 32;

/** AᵀB. */
function productInParts(A: Float64Array, B: Float64Array, m: number): Float64Array {
  const sum = new Float64Array(m * m);
  const part = new Float64Array(m * m);
  for (let start = 0; start < m; start += termsAtOnce) {
    const end = Math.min(m, start + termsAtOnce);
    part.fill(0);
    const rows = (M: Float64Array) => M.subarray(start * m, end * m);
    addProduct({ A: rows(A), B: rows(B), out: part, m, n: m, terms: end - start });
    for (let k = 0; k < m * m; k++) sum[k]! += part[k]!;
  }
  return sum;
}

/** The added thousandth covers rounding. */
function frobenius(A: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < A.length; k++) sum += A[k]! * A[k]!;
  return Math.sqrt(sum);
}
