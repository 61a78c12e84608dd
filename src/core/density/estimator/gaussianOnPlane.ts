/** The bandwidth matrix H in steps of the mesh. */
export interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly determinant: number;
}

/** The factors of a series or of samples of a kernel, by which a spectrum was multiplied into the memory. */
export interface Added {
  /** Rows l = 0, 1, … of the half spectrum in which there is anything. */
  readonly rows: number;
  /** A. */
  readonly meeting: number;
  /** A bound on Σ ((1 + x)c)² over all factors. */
  readonly squaredNorm: number;
  /** A bound on the 2-norm of what factors that were left out would have added to the values. */
  readonly left: number;
}
