/** Bandwidth matrix H in steps of the mesh. */
export interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly determinant: number;
}

/** Result of multiplying a spectrum by the factors of a series or of samples. */
export interface Added {
  /** Rows of the half spectrum that are not empty. */
  readonly rows: number;
  /** A. */
  readonly meeting: number;
  /** Bound on Σ ((1 + x)c)² over all factors. */
  readonly squaredNorm: number;
  /** Bound on the 2-norm of the omitted part. */
  readonly left: number;
}
