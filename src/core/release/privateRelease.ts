import type { ShownAxis } from "../grids.ts";
import type { Calibration } from "../privacy/calibration/claim.ts";
import type { Carrying } from "./carrying.ts";
import type { CoordinateTarget, ReleaseSensitivity, ReleaseTarget, ReleaseView } from "./releaseTarget.ts";

/**
 * Release that is (ε, δ)-private as the bits that leave, as is everything computed from it.
 *
 * All of it is public once released. Only `integers` and the values computed from them depend on the records. Refusals
 * depend on public parameters only: no fit is refused because of the records (docs/proofs/solverTermination.md). Its
 * duration is not protected.
 */
export interface PrivateRelease extends ReleaseView {
  readonly kind: ReleaseTarget["kind"] | "laplaceCoordinates" | "composedLaplaceCoordinates";
  /** g, a power of two: released number i is g times integer i. */
  readonly lattice: number;
  /** s, standard deviation of the dither; 0 in coordinates. */
  readonly dither: number;
  /**
   * D. Doubles, since they may exceed 2³¹ and are below 2⁵²: exact in every language and in JSON, where 64-bit integers
   * are not.
   */
  readonly integers: Float64Array;
  /** σ; the scale b of Laplace noise. */
  readonly sigma: number;
  readonly sensitivity: ReleaseSensitivity;
  readonly calibration: Calibration | "pure" | "theorem7";
  /** The release is μ-GDP after an event of probability `failure` is taken away. */
  readonly mu: number;
  /** p. */
  readonly failure: number;
  /** (1 + e^ε)p, part of δ. */
  readonly addedFailure: number;
  readonly epsilon: number;
  readonly delta: number;
  /** Least proved δ at ε: at most `delta`. */
  readonly achievedDelta: number;
  /** τ; 0 in coordinates. */
  readonly jitter: number;
  /** Elementwise bound on the covariance of the unit noise minus K + τI; 0 in coordinates. */
  readonly covarianceError: number;
  /** η, of the estimate, in the norm of the sensitivity; 0 in coordinates, which are private as computed. */
  readonly estimateError: number;
  /** ρ, of the unit noise; 0 in coordinates. */
  readonly noiseError: number;
  /** ω̄ ≥ η + σρ + the rounding of the sum, which the dither covers; 0 in coordinates. */
  readonly computingError: number;
  /** 2ω̄/(sμ): the share of μ that rounding costs. */
  readonly roundingShare: number;
  readonly samplingMethod: string;
  /** Basis of the integers; undefined if they belong to the points of the grid. */
  readonly basis: CoordinateTarget["basis"] | undefined;
  /**
   * Description of noise on rows from which the values are computed, instead of on the values, which then have no bands.
   */
  readonly rowNoise?: string;
  /** Values at the points of the axes, in the units of the study, computed from the integers. */
  readonly values: Float64Array;
  /** Description of that computation, unless it is g times the integers. */
  readonly processing: string;
  /** Largest standard deviation of a value, dither included; in the units of the study. */
  readonly deviation: number;
  /** Factor on the deviation that holds the noise at a point with probability 0.95; that of normal noise if absent. */
  readonly pointwiseFactor?: number;
  /** Bound on the noise at all points together with probability at least 0.95; in the units of the study. */
  readonly simultaneousHalfWidth: number;
  /** True if the bound is proved, false if it holds approximately. */
  readonly isBandProved: boolean;
  /** Post-map from the numbers to the values, if they differ in place or kind. */
  readonly carrying?: ReleasedCarrying;
  readonly beside?: readonly ReleasedBeside[];
}

/** Extra number, shown as weight × number. */
interface ReleasedBeside {
  readonly name: string;
  /** Value of the first axis, if the number belongs to one. */
  readonly at?: number;
  readonly weight: number;
  readonly value: number;
  /** Standard deviation, dither included. */
  readonly deviation: number;
}

/** Post-map of the released numbers, with their axes and the shape of the noise over the values. */
export interface ReleasedCarrying extends Carrying {
  readonly numberAxes: readonly ShownAxis[];
  /** Deviation and half width of the simultaneous band at each value, as shares of their largest. */
  readonly shapes: { readonly deviation: Float64Array; readonly simultaneous: Float64Array };
}
