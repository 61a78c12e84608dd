import type { LineBins, PlaneBins } from "./plain/bins.ts";
import type { Move, Partner } from "./plain/coordinates.ts";
import type { FeatureSum, FeatureSweep, FeatureValues } from "./plain/features.ts";
import type { FourierTransforms } from "./plain/fourier.ts";
import type { GaussianRow, MaternRow, PreciseRowSum, RowSum } from "./plain/kernelRows.ts";
import type { PivotStep } from "./plain/pivot.ts";
import type { PlaneForward, PlaneSum } from "./plain/planeFourier.ts";
import type { PoleSums, SecularVectors } from "./plain/poles.ts";
import type { MatrixProduct } from "./plain/product.ts";
import type { RealFourier } from "./plain/realFourier.ts";
import type { Rotations } from "./plain/rotations.ts";
import type { TurnedSpectrum, WeightedTerms } from "./plain/spectrum.ts";
import type { UpdateAndProduct } from "./plain/tridiagonal.ts";

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
  readonly rotateRows: (rotations: Rotations) => void;
  readonly poleSums: (sums: PoleSums) => void;
  readonly secularVectors: (vectors: SecularVectors) => void;
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
