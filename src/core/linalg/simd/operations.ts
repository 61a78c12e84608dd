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

/** An axis of equidistant nodes from `lower` to `upper`; positions on it are multiples of 1/2048 of a step. */
export interface SplineAxis {
  readonly lower: number;
  readonly upper: number;
  /** Positions per unit of length. */
  readonly scale: number;
  /** The position of the last node, below 2³¹. */
  readonly last: number;
}

/**
 * Records, each to be shared out among the four nodes around it by the whole numbers of plainBins.ts, which add up to
 * 2¹⁴. One outside the box, or not a number, counts as one at its edge.
 */
export interface LineBins {
  /** `count` doubles. */
  readonly records: number;
  readonly count: number;
  /** One more node than the axis has before it, two more behind, of which the last gets nothing. */
  readonly bins: number;
  readonly axis: SplineAxis;
}

/** The same in the plane: `count` pairs of doubles, shares multiplied, rows of `width` nodes along the first axis. */
export interface PlaneBins {
  readonly records: number;
  readonly count: number;
  readonly bins: number;
  readonly width: number;
  readonly axes: readonly [SplineAxis, SplineAxis];
}

/** X_k = Σ_j x_j e^(−2πijk/N) of several sequences at once, in place. */
export interface FourierTransforms {
  /** From keptFourierPlan, for N; for a single transform if batch is 1. */
  readonly plan: number;
  /** Element j of sequence c is at j·batch + c of both. With `re` and `im` exchanged, the exponent has the other sign. */
  readonly re: number;
  readonly im: number;
  readonly batch: number;
  /** `fourierWork(N, batch)` doubles. */
  readonly work: number;
}

/** The transform of a real sequence of even length N, at `x`, as the half k = 0 … N/2 of its spectrum, at `re` and `im`. */
export interface RealFourier {
  /** From keptFourierPlan, for a single transform of length N/2. */
  readonly plan: number;
  /** Kept: cos 2πk/N for 0 ≤ k ≤ N/4, then sin. */
  readonly roots: number;
  readonly x: number;
  readonly re: number;
  readonly im: number;
  /** 3N doubles. */
  readonly work: number;
}

/** A real array, padded with zeros to N × M, and the rows l = 0 … ⌊M/2⌋ of its transform. */
export interface PlaneForward {
  /** From keptFourierPlan, for a single transform of length N, and for several of length M. */
  readonly along: number;
  readonly across: number;
  /** Value (i, j) is at values + j·columns + i, i < columns ≤ N, j < lines ≤ M. */
  readonly values: number;
  readonly columns: number;
  readonly lines: number;
  /** Element (k, l) of the spectrum is at l·N + k of both. */
  readonly re: number;
  readonly im: number;
  /** planeWork(N, M) doubles. */
  readonly work: number;
}

/** The other way; rows of the spectrum from `rows` on are taken to be zero, whatever is there. */
export interface PlaneSum extends PlaneForward {
  readonly rows: number;
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

/** out[j] = (1 + linear·t + square·t²) e^(−t), t = rate ‖xⱼ − x_centre‖; the rest as in a Gaussian row. */
export interface MaternRow extends Omit<GaussianRow, "decay"> {
  readonly rate: number;
  readonly linear: number;
  readonly square: number;
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

/** The half spectrum of an N × M plane, to be turned, scaled and kept. */
export interface TurnedSpectrum {
  /** Element (k, l) is at l·N + k of both. */
  readonly re: number;
  readonly im: number;
  /** N, even. */
  readonly width: number;
  readonly rows: number;
  /** The cosines of N angles, then their sines; the same for the rows. */
  readonly along: number;
  readonly across: number;
  readonly scale: number;
  /** Where twice N · rows numbers were kept: real, then imaginary parts. */
  readonly kept: number;
}

/** Terms to be added to a spectrum: numbers kept, weighted with scale·first·second. */
export interface WeightedTerms {
  /** To `count` elements from these on. */
  readonly re: number;
  readonly im: number;
  readonly keptRe: number;
  readonly keptIm: number;
  /** Factors of the first term; those of the others follow, or come before if the step is −1. */
  readonly first: number;
  readonly second: number;
  readonly step: 1 | -1;
  readonly count: number;
  readonly scale: number;
}

/** One column of a pivoted Cholesky factorisation of m rows: column ← (column − Σ_k weight_k L_k)/root, left ← left − column². */
export interface PivotStep {
  /** Shape (count,), as are left and each L_k at factor + k·count, k < terms. */
  readonly column: number;
  readonly factor: number;
  /** m, and zeros up to a multiple of 16. */
  readonly count: number;
  readonly terms: number;
  readonly weights: number;
  readonly root: number;
  readonly left: number;
  /** Σ max(0, left), of the new values, goes there. */
  readonly sum: number;
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
  /** Where a copy of `values` stays for good, for operations that ask for what is kept. Moves the memory of `reserve`. */
  readonly keep: (values: Float64Array) => number;
  readonly multiplyAdd: (product: MatrixProduct) => void;
  readonly updateAndMultiply: (step: UpdateAndProduct) => void;
  readonly poleSums: (sums: PoleSums) => void;
  /** Replaces `count` doubles from `values` on by their exponentials, each within 4 units in the last place. */
  readonly exponentials: (values: number, count: number) => void;
  /** Returns where the largest positive number of `left` then is; −1 if none is positive. */
  readonly pivot: (step: PivotStep) => number;
  /** Replaces pairs of random 32-bit numbers by standard normal ones, as `sourceFromBits` says; `count` is even. */
  readonly normals: (values: number, count: number) => void;
  /**
   * The next 2048 numbers of xoshiro128**, of 32 bits each, to `words`. Its states are four, 512 steps apart: at `states`
   * the first word of each, then the second of each, and so on. They move on by 2048 steps.
   */
  readonly xoshiro: (states: number, words: number) => void;
  /** Moves, then finds the coordinate whose exact step gains most: its index, or −1 if none gains. */
  readonly moveAndFind: (move: Move) => number;
  /** The coordinate that gains most after a first, which it may be itself; −1 if none gains. */
  readonly findPartner: (partner: Partner) => number;
  /** Adds the shares of the records to the bins; returns how many records are inside the box. */
  readonly binOnLine: (bins: LineBins) => number;
  /** The same in the plane. */
  readonly binOnPlane: (bins: PlaneBins) => number;
  readonly fourier: (transforms: FourierTransforms) => void;
  readonly realForward: (transform: RealFourier) => void;
  /** Σ_k X_k e^(+2πijk/N) over 0 ≤ k < N, from half of them; of X_0 and X_(N/2) the real parts. The spectrum stays. */
  readonly realSum: (transform: RealFourier) => void;
  readonly planeForward: (step: PlaneForward) => void;
  /** The values that `planeFft.ts` defines. The spectrum is used up. */
  readonly planeSum: (step: PlaneSum) => void;
  /** The exponentials are within 4 units in the last place, or within 4·10⁻³⁰⁸ where they are smaller than that. */
  readonly gaussianRow: (row: GaussianRow) => void;
  /** The same of its exponentials. */
  readonly maternRow: (row: MaternRow) => void;
  readonly addRows: (sum: RowSum) => void;
  readonly addRowsPrecisely: (sum: PreciseRowSum) => void;
  readonly featureValues: (values: FeatureValues) => void;
  readonly addFeatures: (sum: FeatureSum) => void;
  /** Takes the turns, and puts coordinates that moved or are inside their bounds in front: how many there are now. */
  readonly sweepFeatures: (sweep: FeatureSweep) => number;
  /** Keeps scale·X_kl·e^(i(α_k + β_l)), in place of what was kept there. */
  readonly keepTurned: (spectrum: TurnedSpectrum) => void;
  readonly addWeighted: (terms: WeightedTerms) => void;
}
