import type { ShownAxis } from "../grids.ts";
import type { ReleaseClaim } from "../privacy/calibration/claim.ts";
import type { NoiseLaw } from "./noiseLaw.ts";
import type { PostMap } from "./postMap.ts";
import type { CoordinateTarget, ReleaseSensitivity, ReleaseTarget, ReleaseView } from "./releaseTarget.ts";

export interface ReleaseErrors {
  /** τ. */
  readonly jitter: number;
  /** Bound on the elements of the covariance of the unit noise minus K + τI. */
  readonly covarianceError: number;
  readonly estimateError: number;
  /** ω̄ ≥ η + σρ + the rounding of the sum. */
  readonly computingError: number;
}

/**
 * Release that is (ε, δ)-private as the bits that leave. Only `integers` and what follows from them depend on the
 * records; its duration is not protected.
 */
export interface PrivateRelease extends ReleaseView, ReleaseClaim, ReleaseErrors {
  readonly kind: ReleaseTarget["kind"] | "laplaceCoordinates" | "staircaseCoordinates" | "composedLaplaceCoordinates";
  /** g, a power of two. */
  readonly lattice: number;
  /** s; 0 in coordinates. */
  readonly dither: number;
  /** D, below 2⁵². */
  readonly integers: Float64Array;
  /** σ; the scale b of Laplace noise. */
  readonly sigma: number;
  readonly sensitivity: ReleaseSensitivity;
  /** 2ω̄/(sμ) */
  readonly roundingShare: number;
  readonly samplingMethod: string;
  /** Basis of the integers; undefined for a grid. */
  readonly basis: CoordinateTarget["basis"] | undefined;
  readonly rowNoise?: string;
  /** In the units of the study. */
  readonly values: Float64Array;
  /** Computation of the values, unless g times the integers. */
  readonly processing: string;
  /** Largest standard deviation of a value, dither included. */
  readonly deviation: number;
  /** Deviations that cover a point with probability 0.95; absent for normal noise. */
  readonly pointwiseFactor?: number;
  /** Bound on all noise with probability at least 0.95. */
  readonly simultaneousHalfWidth: number;
  readonly isBandProved: boolean;
  /** Law of the noise of the numbers of one function; in coordinates an upper bound. Absent if it is not of this form. */
  readonly noiseLaw?: NoiseLaw;
  /** From numbers to values. */
  readonly postMap?: ReleasedPostMap;
  readonly extra?: readonly ReleasedExtra[];
}

/** Shown as weight × number. */
interface ReleasedExtra {
  readonly name: string;
  /** Value of the first axis, if the number belongs to one. */
  readonly at?: number;
  readonly weight: number;
  readonly value: number;
  /** Dither included. */
  readonly deviation: number;
}

export interface ReleasedPostMap extends PostMap {
  readonly numberAxes: readonly ShownAxis[];
  /** At each value, as shares of their largest. */
  readonly shapes: { readonly deviation: Float64Array; readonly simultaneous: Float64Array };
}

/** Noise that is exact on its lattice, without a dither. */
export const withoutErrors = {
  dither: 0,
  jitter: 0,
  covarianceError: 0,
  estimateError: 0,
  computingError: 0,
  roundingShare: 0,
} as const;
