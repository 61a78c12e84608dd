import {
  CholeskyDecomposition,
  EigenvalueDecomposition,
  Matrix,
  QrDecomposition,
  SingularValueDecomposition,
  inverse,
} from "ml-matrix";
import { checkAllFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { NumericalError, ParameterError } from "../errors.ts";

// The only door to ml-matrix: dense algebra that is small or rare, without proofs that count roundings. Importers load
// the library; a page and its first worker avoid this file.

/** A dense matrix: shape (rows, columns), row-major. */
export interface Dense {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** A = U diag(s) Vᵀ. */
interface SingularValues {
  /** s, in decreasing order, shape (min(rows, columns),). */
  readonly values: Float64Array;
  /** U, orthonormal columns, shape (rows, min(rows, columns)). */
  readonly left: Dense;
  /** V, orthonormal columns, shape (columns, min(rows, columns)). */
  readonly right: Dense;
}

/**
 * The singular value decomposition of a matrix.
 *
 * @throws {ParameterError} unless A is finite, of its shape, and not empty
 * @throws {NumericalError} if the computation fails
 * @see Golub & Van Loan (2013), Matrix Computations, 4th edition, section 8.6
 */
export function singularValues(A: Dense): SingularValues {
  const { matrix, scale } = scaled(A);
  const svd = new SingularValueDecomposition(matrix, { autoTranspose: true });
  const count = Math.min(A.rows, A.columns);
  const values = checked(Float64Array.from(svd.diagonal, (s) => s * scale));
  const firstColumns = (of: Matrix) => denseOf(of.subMatrix(0, of.rows - 1, 0, count - 1));
  return {
    values,
    left: firstColumns(svd.leftSingularVectors),
    right: firstColumns(svd.rightSingularVectors),
  };
}

/**
 * A = QR with orthonormal columns Q and an upper triangular R, by Householder's reflections.
 *
 * @param A at least as many rows as columns
 * @returns Q of shape (rows, columns), R of shape (columns, columns)
 * @throws {ParameterError} unless A is finite, of its shape, not empty, and not wider than high
 * @throws {NumericalError} if the computation fails, or the columns of A are dependent to rounding
 */
export function orthogonalTriangular(A: Dense): { readonly Q: Dense; readonly R: Dense } {
  if (!(A.rows >= A.columns)) throw new ParameterError("A.columns", A.columns, `at most ${A.rows}`);
  const { matrix, scale } = scaled(A);
  const qr = new QrDecomposition(matrix);
  const R = qr.upperTriangularMatrix;
  const least = negligible(A) * Math.max(...R.to1DArray().map(Math.abs));
  if (!R.diagonal().every((r) => Math.abs(r) > least)) {
    throw new NumericalError(`the columns of a ${A.rows}×${A.columns} matrix depend on each other but for rounding`);
  }
  return { Q: denseOf(qr.orthogonalMatrix), R: denseOf(R.mul(scale)) };
}

interface LeastSquares {
  /** x, shape (columns,). */
  readonly solution: Float64Array;
  /** Number of singular values of A above rounding. */
  readonly rank: number;
}

/**
 * The x of least norm among the minimisers of ‖A x − b‖, by the singular values of A above max(rows, columns)·2⁻⁵² of
 * the largest.
 *
 * @param b shape (rows,)
 * @throws {ParameterError} unless A and b are finite, of their shapes, and not empty
 * @throws {NumericalError} if the computation fails
 */
export function leastSquares(A: Dense, b: Float64Array): LeastSquares {
  checkAllFinite("b", checkLength("b", b, A.rows));
  const { values, left, right } = singularValues(A);
  const rank = values.filter((s) => s > negligible(A) * values[0]!).length;
  const solution = new Float64Array(A.columns);
  for (let k = 0; k < rank; k++) {
    let share = 0;
    for (let i = 0; i < A.rows; i++) share += left.values[i * left.columns + k]! * b[i]!;
    for (let j = 0; j < A.columns; j++) solution[j]! += (share / values[k]!) * right.values[j * right.columns + k]!;
  }
  return { solution: checked(solution), rank };
}

/**
 * The x with A x = b for a symmetric, positive definite A, by Cholesky's factor.
 *
 * @param A symmetric; only its lower triangle is read
 * @param b shape (rows,)
 * @throws {ParameterError} unless A and b are finite, of their shapes, A not empty and square
 * @throws {NumericalError} unless A is definite beyond rounding
 * @see Golub & Van Loan (2013), Matrix Computations, 4th edition, section 4.2
 */
export function definiteSolution(A: Dense, b: Float64Array): Float64Array {
  const { matrix, scale } = scaled(checkSquare(A));
  checkAllFinite("b", checkLength("b", b, A.rows));
  const cholesky = new CholeskyDecomposition(lowerOf(matrix));
  const least = negligible(A) * Math.max(...matrix.diagonal());
  // The library continues past a square root of a number ≤ 0 and reports it by a flag.
  if (!cholesky.isPositiveDefinite() || !cholesky.lowerTriangularMatrix.diagonal().every((l) => l * l > least)) {
    throw new NumericalError(`a ${A.rows}×${A.columns} matrix is not definite beyond rounding`);
  }
  const solution = cholesky.solve(Matrix.columnVector(Array.from(b)));
  return checked(Float64Array.from(solution.to1DArray(), (x) => x / scale));
}

/**
 * A⁻¹, by elimination.
 *
 * @param A as many rows as columns
 * @throws {ParameterError} unless A is finite, of its shape, not empty, and square
 * @throws {NumericalError} if A is singular to rounding: ‖A‖₁‖A⁻¹‖₁ ≥ 2⁵²/rows
 */
export function inverseOf(A: Dense): Dense {
  const { matrix, scale } = scaled(checkSquare(A));
  let result: Matrix | undefined;
  try {
    result = inverse(matrix);
  } catch {
    // A zero pivot.
  }
  if (!(result && columnSum(matrix) * columnSum(result) * negligible(A) < 1)) {
    throw new NumericalError(`a ${A.rows}×${A.columns} matrix is singular but for rounding`);
  }
  return denseOf(result.div(scale));
}

/**
 * Eigenvalues of a matrix that need not be symmetric, unordered; conjugate pairs are adjacent.
 *
 * @param A as many rows as columns
 * @throws {ParameterError} unless A is finite, of its shape, not empty, and square
 * @throws {NumericalError} if the computation fails
 * @see Golub & Van Loan (2013), Matrix Computations, 4th edition, section 7.5
 */
export function eigenvaluesOf(A: Dense): { readonly re: Float64Array; readonly im: Float64Array } {
  const { matrix, scale } = scaled(checkSquare(A));
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(matrix);
  const times = (values: number[]) => checked(Float64Array.from(values, (value) => value * scale));
  return { re: times(realEigenvalues), im: times(imaginaryEigenvalues) };
}

/**
 * A^p, by repeated squaring.
 *
 * @param A as many rows as columns
 * @param power p ≥ 1, an integer
 * @throws {ParameterError} unless A is finite, of its shape, not empty and square, and the power a positive integer
 * @throws {NumericalError} if an element leaves the range of doubles
 */
export function matrixPower(A: Dense, power: number): Dense {
  checkPositiveInteger("power", power);
  checkAllFinite("A", checkSquare(A).values);
  return denseOf(matrixOf(A).mpow(power));
}

function lowerOf(matrix: Matrix): Matrix {
  const symmetric = matrix.clone();
  for (let i = 0; i < matrix.rows; i++) for (let j = 0; j < i; j++) symmetric.set(j, i, matrix.get(i, j));
  return symmetric;
}

/** max(rows, columns)·2⁻⁵²: smaller shares of the largest number are rounding. */
function negligible({ rows, columns }: Dense): number {
  return Math.max(rows, columns) * 2 ** -52;
}

function checkSquare(A: Dense): Dense {
  if (A.rows === A.columns) return A;
  throw new ParameterError("A.columns", A.columns, `as many as rows, ${A.rows}`);
}

function matrixOf({ rows, columns, values }: Dense): Matrix {
  checkPositiveInteger("A.rows", rows);
  checkPositiveInteger("A.columns", columns);
  return Matrix.from1DArray(rows, columns, checkLength("A.values", values, rows * columns));
}

/** A/scale with elements of at most 1, scale a power of two; overflowing squares would keep iterations from ending. */
function scaled(A: Dense): { readonly matrix: Matrix; readonly scale: number } {
  const matrix = matrixOf(A);
  let largest = 0;
  for (const value of checkAllFinite("A.values", A.values)) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 1 : 2 ** Math.min(1022, Math.max(-1022, Math.ceil(Math.log2(largest))));
  return { matrix: matrix.div(scale), scale };
}

function columnSum(matrix: Matrix): number {
  return Math.max(...matrix.clone().abs().sum("column"));
}

function denseOf(matrix: Matrix): Dense {
  return { rows: matrix.rows, columns: matrix.columns, values: checked(Float64Array.from(matrix.to1DArray())) };
}

function checked(values: Float64Array): Float64Array {
  if (values.every((value) => Number.isFinite(value))) return values;
  throw new NumericalError("dense algebra left the range of double numbers");
}
