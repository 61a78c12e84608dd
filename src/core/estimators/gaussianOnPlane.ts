/** The bandwidth matrix H in steps of the mesh. */
export interface Spread {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly determinant: number;
}

/** What series or samples of a kernel, times a spectrum, added to the memory. */
export interface Added {
  /** Rows l = 0, 1, … of the half spectrum in which there is anything. */
  readonly rows: number;
  /** A. */
  readonly meeting: number;
  /** A bound on Σ ((1 + x)c)² over all factors. */
  readonly squaredNorm: number;
}
