import type { ShownAxis } from "../grids.ts";
import type { Calibration } from "../privacy/calibration/claim.ts";
import type { Carrying } from "./carrying.ts";
import type { CoordinateTarget, ReleaseSensitivity, ReleaseTarget, ReleaseView } from "./releaseTarget.ts";

/**
 * A release that is (ε, δ)-private as the bits that leave, and with it everything that is made of it.
 *
 * All of it is public once it is released. But for `integers` and `values` it depends on public parameters only, as do the
 * refusals: no fit is refused for what the records are (docs/proofs/solverTermination.md). The time that it takes is not
 * protected.
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
  /** The claim. */
  readonly epsilon: number;
  readonly delta: number;
  /** The least δ at ε that is proved: at most `delta`. */
  readonly achievedDelta: number;
  /** τ; 0 in coordinates. */
  readonly jitter: number;
  /** What the covariance of the unit noise may exceed K + τI by, element by element; 0 in coordinates. */
  readonly covarianceError: number;
  /** η, of the estimate, in the norm of the sensitivity; 0 in coordinates that are taken as computed. */
  readonly estimateError: number;
  /** ρ, of the unit noise; 0 in coordinates. */
  readonly noiseError: number;
  /** ω̄ ≥ η + σρ + what the sum rounds, which the dither covers; 0 in coordinates. */
  readonly computingError: number;
  /** 2ω̄/(sμ): the share of μ that rounding costs. */
  readonly roundingShare: number;
  readonly samplingMethod: string;
  /** What the integers belong to, if not to the points of the grid. */
  readonly basis: CoordinateTarget["basis"] | undefined;
  /**
   * What the noise is, in words, where it is on rows that the values are made of, and not on the values; they have no
   * bands then.
   */
  readonly rowNoise?: string;
  /** What the function is worth at the points of the axes, in the units of the study: made from the integers. */
  readonly values: Float64Array;
  /** How, where it is not g times the integers. */
  readonly processing: string;
  /** The largest standard deviation of a value, dither included; in the units of the study. */
  readonly deviation: number;
  /** How many times the deviation holds the noise at a point with probability 0.95; that of normal noise if absent. */
  readonly pointwiseFactor?: number;
  /** The noise is within this of 0 at all points together with probability 0.95, or more; in the units of the study. */
  readonly simultaneousHalfWidth: number;
  /** Whether that is proved, or holds approximately. */
  readonly isBandProved: boolean;
  /** How the values follow from the numbers, where they are shown elsewhere or as something else. */
  readonly carrying?: ReleasedCarrying;
  /** Numbers that follow those of the grid: the last integers. None if absent. */
  readonly beside?: readonly ReleasedBeside[];
}

/** A number that is released beside a function, as it is shown: weight × number. */
interface ReleasedBeside {
  readonly name: string;
  /** The value of the first axis that it is about, where it is about one. */
  readonly at?: number;
  readonly weight: number;
  readonly value: number;
  /** Its standard deviation, dither included. */
  readonly deviation: number;
}

/** A map of the released numbers, with where these are and how the noise differs from value to value. */
export interface ReleasedCarrying extends Carrying {
  /** The axes of the numbers. */
  readonly numberAxes: readonly ShownAxis[];
  /** At each value, as shares of the largest: the deviation, and the half width of the simultaneous band. */
  readonly shapes: { readonly deviation: Float64Array; readonly simultaneous: Float64Array };
}
