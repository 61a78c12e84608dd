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
 *     sᵢ (to − bᵢ) − qᵢ (to − bᵢ)²/2 − w(|to| − |bᵢ|),   lowerᵢ ≤ to ≤ upperᵢ.
 */
export interface Coordinates {
  /** Six arrays of shape (count,), one after the other: s, b, lower, upper, q > 0 and 1/q. */
  readonly coordinates: number;
  /** Even; a coordinate with lower = b = upper never gains. */
  readonly count: number;
  /** w ≥ 0. */
  readonly kink: number;
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

/** Features φᵢ = lᵢ ⊗ rᵢ of records, and a function with the matrix W: its value at record i is lᵢᵀ W rᵢ. */
export interface Features {
  /** lᵢ, shape (count, rows). */
  readonly left: number;
  /** rᵢ, shape (count, columns). */
  readonly right: number;
  readonly count: number;
  readonly rows: number;
  /** Even. */
  readonly columns: number;
  /** W, shape (rows, columns). */
  readonly weights: number;
}

/** The values of a function, shape (count,). */
export interface FeatureValues extends Features {
  readonly out: number;
}

/** W += Σ cᵢ lᵢ rᵢᵀ. */
export interface FeatureSum extends Features {
  /** c, shape (count,). */
  readonly shares: number;
}

/**
 * Coordinates bᵢ of the concave function Σ (yᵢ bᵢ − κ|bᵢ|) − s‖W‖²/2 with sW = Σ bᵢ lᵢ rᵢᵀ, and the steps to be taken:
 * each to the maximum along its own axis, lowerᵢ ≤ bᵢ ≤ upperᵢ.
 */
export interface FeatureSweep extends Features {
  /** Five arrays of shape (count,), one after the other: b, lower, upper, q = ‖φᵢ‖²/s > 0 and y. */
  readonly coordinates: number;
  /** κ ≥ 0. */
  readonly kink: number;
  /** s > 0. */
  readonly scale: number;
  /** Indices of coordinates, shape (active,), of which those from `first` on wait for their turn. */
  readonly order: number;
  readonly active: number;
  /** Places in the order: the turns from `first` to `last`, each drawn from those that wait. */
  readonly first: number;
  readonly last: number;
  /** How many of those before `first` have moved or are free: they are in front. */
  readonly kept: number;
  /** Of the draws, a 32-bit integer. */
  readonly seed: number;
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
  readonly featureValues: (values: FeatureValues) => void;
  readonly addFeatures: (sum: FeatureSum) => void;
  /** Takes the turns, and puts coordinates that moved or are inside their bounds in front: how many there are now. */
  readonly sweepFeatures: (sweep: FeatureSweep) => number;
}
