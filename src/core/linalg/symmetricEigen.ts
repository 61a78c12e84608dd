import { NumericalError } from "../errors.ts";

/** Eigenvalues in decreasing order, with orthonormal eigenvectors. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  /** Eigenvector j is row j, shape (m, m), row-major. */
  readonly vectors: Float64Array;
}

/**
 * All eigenvalues and eigenvectors of a symmetric matrix, by Householder tridiagonalisation and the implicit QL
 * method, along contiguous rows. A matrix that is symmetric about its centre as well, A(m−1−i, m−1−j) = A(i, j), such
 * as that of a stationary kernel on a regular grid, is split into two of half the size, in a quarter of the time.
 *
 * Backward stable: the computed pairs are those of A + E, ‖E‖ of the order of m·u·‖A‖.
 *
 * @param A shape (m, m), row-major, symmetric
 * @throws {NumericalError} if A is not finite, so that the iteration does not settle
 * @see Wilkinson & Reinsch (1971), Handbook for Automatic Computation II, tred2 and tql2; Cantoni & Butler (1976),
 *   Linear Algebra and its Applications 13:275–288
 */
export function symmetricEigen(A: Float64Array, m: number): SymmetricEigen {
  return m >= 4 && isCentrosymmetric(A, m) ? eigenOfHalves(A, m) : sorted(eigenOfWhole(A.slice(), m));
}

function isCentrosymmetric(A: Float64Array, m: number): boolean {
  const last = m * m - 1;
  for (let k = 0; 2 * k < last; k++) if (A[k] !== A[last - k]) return false;
  return true;
}

/** Vectors that are even about the centre, from A₁₁ + A₁₂J, and odd ones, from A₁₁ − A₁₂J. */
function eigenOfHalves(A: Float64Array, m: number): SymmetricEigen {
  const half = m >> 1;
  const middle = m % 2 === 1;
  const evenSize = half + (middle ? 1 : 0);
  const even = new Float64Array(evenSize * evenSize);
  const odd = new Float64Array(half * half);
  for (let i = 0; i < half; i++) {
    for (let j = 0; j < half; j++) {
      const near = A[i * m + j]!;
      const far = A[i * m + m - 1 - j]!;
      even[i * evenSize + j] = near + far;
      odd[i * half + j] = near - far;
    }
    if (middle) {
      even[i * evenSize + half] = Math.SQRT2 * A[i * m + half]!;
      even[half * evenSize + i] = even[i * evenSize + half]!;
    }
  }
  if (middle) even[half * evenSize + half] = A[half * m + half]!;

  const evenPart = eigenOfWhole(even, evenSize);
  const oddPart = eigenOfWhole(odd, half);
  const values = new Float64Array(m);
  const vectors = new Float64Array(m * m);
  values.set(evenPart.values);
  values.set(oddPart.values, evenSize);
  const unfold = (from: Float64Array, size: number, row: number, to: number, sign: number) => {
    for (let i = 0; i < half; i++) {
      const v = from[row * size + i]! * Math.SQRT1_2;
      vectors[to * m + i] = v;
      vectors[to * m + m - 1 - i] = sign * v;
    }
    if (middle && sign > 0) vectors[to * m + half] = from[row * size + half]!;
  };
  for (let row = 0; row < evenSize; row++) unfold(evenPart.vectors, evenSize, row, row, 1);
  for (let row = 0; row < half; row++) unfold(oddPart.vectors, half, row, evenSize + row, -1);
  return sorted({ values, vectors });
}

function sorted({ values, vectors }: SymmetricEigen): SymmetricEigen {
  const m = values.length;
  const order = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]!);
  const moved = new Float64Array(m * m);
  order.forEach((from, to) => moved.set(vectors.subarray(from * m, (from + 1) * m), to * m));
  return { values: Float64Array.from(order, (i) => values[i]!), vectors: moved };
}

/** Overwrites A. */
function eigenOfWhole(A: Float64Array, m: number): SymmetricEigen {
  const { diagonal, below, vectors } = tridiagonalise(A, m);
  implicitQl(diagonal, below, vectors, m);
  return { values: diagonal, vectors };
}

/** A = Qᵀ T Q with T tridiagonal: Q is returned row by row. */
function tridiagonalise(A: Float64Array, m: number): { diagonal: Float64Array; below: Float64Array; vectors: Float64Array } {
  const below = new Float64Array(m);
  const scales = new Float64Array(m);
  const p = new Float64Array(m);
  // Column k is reduced to its first two elements by the reflection 1 − β u uᵀ, u in rows k + 1 and on.
  for (let k = 0; k + 2 < m; k++) {
    const u = A.subarray(k * m, (k + 1) * m); // The reflected row is not needed any more: it holds u.
    let tail = 0;
    for (let i = k + 2; i < m; i++) tail += u[i]! * u[i]!;
    const head = u[k + 1]!;
    if (tail === 0) {
      below[k + 1] = head;
      continue;
    }
    const length = Math.sqrt(head * head + tail);
    const alpha = head > 0 ? -length : length;
    u[k + 1] = head - alpha;
    const beta = 2 / (u[k + 1]! * u[k + 1]! + tail);
    scales[k] = beta;
    below[k + 1] = alpha;

    let inner = 0;
    for (let i = k + 1; i < m; i++) {
      let sum = 0;
      for (let j = k + 1, at = i * m + k + 1; j < m; j++, at++) sum += A[at]! * u[j]!;
      p[i] = beta * sum;
      inner += p[i]! * u[i]!;
    }
    const half = (beta * inner) / 2;
    for (let i = k + 1; i < m; i++) p[i]! -= half * u[i]!;
    for (let i = k + 1; i < m; i++) {
      const ui = u[i]!;
      const pi = p[i]!;
      for (let j = k + 1, at = i * m + k + 1; j < m; j++, at++) A[at]! -= ui * p[j]! + pi * u[j]!;
    }
  }
  const diagonal = new Float64Array(m);
  for (let i = 0; i < m; i++) diagonal[i] = A[i * m + i]!;
  if (m >= 2) below[m - 1] = A[(m - 2) * m + m - 1]!;

  // Qᵀ = H₀ H₁ … from the last reflection on, which touches the smallest block; its transpose has Q's rows.
  const product = new Float64Array(m * m);
  for (let i = 0; i < m; i++) product[i * m + i] = 1;
  for (let k = m - 3; k >= 0; k--) {
    const beta = scales[k]!;
    if (beta === 0) continue;
    const u = A.subarray(k * m, (k + 1) * m);
    p.fill(0);
    for (let i = k + 1; i < m; i++) {
      const ui = beta * u[i]!;
      for (let j = k + 1, at = i * m + k + 1; j < m; j++, at++) p[j]! += ui * product[at]!;
    }
    for (let i = k + 1; i < m; i++) {
      const ui = u[i]!;
      for (let j = k + 1, at = i * m + k + 1; j < m; j++, at++) product[at]! -= ui * p[j]!;
    }
  }
  const vectors = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) vectors[j * m + i] = product[i * m + j]!;
  return { diagonal, below, vectors };
}

const mostSweeps = 60;

/** Diagonalises the tridiagonal (d, e), e[i] below d[i − 1], rotating the rows of Z along. */
function implicitQl(d: Float64Array, e: Float64Array, Z: Float64Array, m: number): void {
  for (let i = 1; i < m; i++) e[i - 1] = e[i]!;
  if (m > 0) e[m - 1] = 0;
  // Off-diagonal elements below this are rounding of the whole matrix; smaller ones need not be reached, and cannot always.
  let norm = 0;
  for (let i = 0; i < m; i++) norm = Math.max(norm, Math.abs(d[i]!) + Math.abs(e[i]!));
  const negligible = 2 ** -53 * norm;
  for (let l = 0; l < m; l++) {
    for (let sweep = 0; ; sweep++) {
      let end = l;
      while (end + 1 < m && Math.abs(e[end]!) > negligible) end++;
      if (end === l) break;
      if (sweep === mostSweeps) throw new NumericalError(`the eigenvalues of a ${m}×${m} matrix did not converge`);
      let g = (d[l + 1]! - d[l]!) / (2 * e[l]!);
      let r = Math.hypot(g, 1);
      g = d[end]! - d[l]! + e[l]! / (g + (g >= 0 ? r : -r));
      let s = 1;
      let c = 1;
      let shift = 0;
      let i = end - 1;
      for (; i >= l; i--) {
        const f = s * e[i]!;
        const b = c * e[i]!;
        r = Math.hypot(f, g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1]! -= shift;
          e[end] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1]! - shift;
        r = (d[i]! - g) * s + 2 * c * b;
        shift = s * r;
        d[i + 1] = g + shift;
        g = c * r - b;
        rotateRows(Z, i, m, c, s);
      }
      if (r === 0 && i >= l) continue;
      d[l]! -= shift;
      e[l] = g;
      e[end] = 0;
    }
  }
}

function rotateRows(Z: Float64Array, i: number, m: number, c: number, s: number): void {
  const low = i * m;
  const high = low + m;
  for (let k = 0; k < m; k++) {
    const a = Z[low + k]!;
    const b = Z[high + k]!;
    Z[high + k] = s * a + c * b;
    Z[low + k] = c * a - s * b;
  }
}
