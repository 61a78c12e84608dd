/** In decreasing order, with orthonormal eigenvectors. */
export interface Eigenpairs {
  readonly values: Float64Array;
  /** Eigenvector j is row j, shape (m, m), row-major. */
  readonly vectors: Float64Array;
}
