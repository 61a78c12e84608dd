/** C += scale·A B for matrices in one memory, in doubles from its start; no element of C may be one of A or B. */
export interface MatrixProduct {
  /** C(i, j) is at c + i·cRow + j. */
  readonly c: number;
  readonly cRow: number;
  /** A(i, s) is at a + i·aRow + s·aColumn. */
  readonly a: number;
  readonly aRow: number;
  readonly aColumn: number;
  /** B(s, j) is at b + s·bRow + j·bColumn. */
  readonly b: number;
  readonly bRow: number;
  readonly bColumn: number;
  readonly rows: number;
  readonly columns: number;
  readonly terms: number;
  readonly scale: number;
}

/** S −= u wᵀ + w uᵀ, then y = S x, for rows and columns from `from` on of a symmetric matrix; what is before stays. */
export interface UpdateAndProduct {
  /** S(i, j) is at matrix + i·size + j; only the upper triangle, i ≤ j, is read and written. */
  readonly matrix: number;
  readonly size: number;
  readonly from: number;
  /** Vectors of shape (size,). */
  readonly u: number;
  readonly w: number;
  readonly x: number;
  readonly y: number;
}

/** Σ wᵢ/δᵢ and Σ wᵢ/δᵢ², with δᵢ = (pᵢ − origin) − shift: the first `split` poles go to out[0, 1], the rest to out[2, 3]. */
export interface PoleSums {
  readonly poles: number;
  readonly weights: number;
  readonly count: number;
  readonly split: number;
  readonly origin: number;
  readonly shift: number;
  readonly out: number;
}

/**
 * Coordinates bᵢ of a concave function, each with its gain along its own axis,
 *
 *     sᵢ tᵢ − qᵢ tᵢ²/2 − w(|bᵢ + tᵢ| − |bᵢ|),   downᵢ ≤ tᵢ ≤ upᵢ.
 */
export interface Coordinates {
  /** Six arrays of shape (count,), one after the other: s, b, down ≤ 0, up ≥ 0, q > 0 and 1/q. */
  readonly coordinates: number;
  /** Even; a coordinate with down = up = 0 never gains. */
  readonly count: number;
  /** w ≥ 0. */
  readonly kink: number;
  /** Whether all q are equal. */
  readonly uniform: boolean;
}

/** s −= a A + b B, for rows of shape (count,). */
export interface Move extends Coordinates {
  readonly rowA: number;
  readonly a: number;
  readonly rowB: number;
  readonly b: number;
}

/** What a second coordinate gains after a first: s − move·row in place of s, all divided by 1 − coupling·row²/q, or 10⁻⁶ if that is more. */
export interface Partner extends Coordinates {
  readonly row: number;
  readonly move: number;
  readonly coupling: number;
}

/** out[j] = exp(−decay ‖xⱼ − x_centre‖²), j < count, even; coordinate d of xⱼ is at points + d·stride + j. */
export interface GaussianRow {
  readonly points: number;
  readonly stride: number;
  readonly dimension: number;
  /** Index of a point. */
  readonly centre: number;
  readonly decay: number;
  readonly out: number;
  readonly count: number;
}

/** to += a A + b B + c C + d D, for rows of shape (count,), count even. */
export interface RowSum {
  readonly to: number;
  readonly count: number;
  readonly rows: readonly [A: number, B: number, C: number, D: number];
  readonly factors: readonly [a: number, b: number, c: number, d: number];
}

/** to + carried += a A + b B in this order, for rows of shape (count,), count even: what an addition to `to` rounds off is added to `carried`. */
export interface PreciseRowSum {
  readonly to: number;
  readonly carried: number;
  readonly count: number;
  readonly rowA: number;
  readonly a: number;
  readonly rowB: number;
  readonly b: number;
}

/**
 * What flops dominate, on a memory of its own: in WebAssembly with SIMD, or in plain TypeScript.
 *
 * The two differ in the order of additions and in whether a·b + c is rounded once or twice. Of no sum is assumed more
 * than that each of its n terms passes through one multiplication and at most n + 1 additions.
 */
export interface Arithmetic {
  readonly name: "plain" | "simd" | "fused simd";
  /**
   * The memory, at least `count` doubles of any content. It belongs to the caller until he returns or yields:
   * the next call may write there, and may move it.
   */
  readonly reserve: (count: number) => Float64Array;
  readonly multiplyAdd: (product: MatrixProduct) => void;
  readonly updateAndMultiply: (step: UpdateAndProduct) => void;
  readonly poleSums: (sums: PoleSums) => void;
  /** Replaces `count` doubles from `values` on by their exponentials, each within 4 units in the last place. */
  readonly exponentials: (values: number, count: number) => void;
  /** Moves, then finds the coordinate whose exact step gains most: its index, or −1 if none gains. */
  readonly moveAndFind: (move: Move) => number;
  /** The coordinate that gains most after a first, which it may be itself; −1 if none gains. */
  readonly findPartner: (partner: Partner) => number;
  /** The exponentials are within 4 units in the last place, or within 4·10⁻³⁰⁸ where they are smaller than that. */
  readonly gaussianRow: (row: GaussianRow) => void;
  readonly addRows: (sum: RowSum) => void;
  readonly addRowsPrecisely: (sum: PreciseRowSum) => void;
}
