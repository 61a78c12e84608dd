import { checkLength, checkNonNegative, checkPositive } from "../checks.ts";
import { gridSize } from "../grids.ts";
import type { RegularGrid, ShownAxis } from "../grids.ts";
import { simultaneousBand } from "../privacy/bands/simultaneousQuantile.ts";
import { addedFailure, claimedDelta, claimedMu } from "../privacy/calibration/claim.ts";
import type { Calibration } from "../privacy/calibration/claim.ts";
import { gaussianNormFailure } from "../privacy/mechanisms/gaussianNorm.ts";
import { copiedNoise } from "../privacy/mechanisms/copiedNoise.ts";
import { gridNoiseSampler } from "../privacy/mechanisms/gridNoise.ts";
import { gaussianLattice, latticeGaussianRelease } from "../privacy/mechanisms/latticeGaussian.ts";
import { drawLatticeRelease, latticePlan, latticeValues, noiseBounds } from "../privacy/mechanisms/latticeRelease.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../privacy/mechanisms/unitNoise.ts";
import { representableBound } from "../representableBound.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { carried, reachOf } from "./carrying.ts";
import type { Carrying } from "./carrying.ts";
import type { NoiseRequest } from "./contract.ts";

/** What a release may cost. Public. */
export interface PrivacyBudget {
  /** ε > 0, at most 1 for the classical calibration. */
  readonly epsilon: number;
  /** 0 < δ < 1. */
  readonly delta: number;
  readonly calibration: Calibration;
}

/** The request of a private release: what a preview is computed from, with a budget in place of seed and number of draws. */
export type PrivateRequest<Parameters extends NoiseRequest> = Omit<Parameters, keyof NoiseRequest> & {
  readonly budget: PrivacyBudget;
};

/** Δ in its parts. Public. */
export interface ReleaseSensitivity {
  /** How Δ follows from the parameters. */
  readonly formula: string;
  /** Of the exact estimate, in the norm of the noise. */
  readonly exact: number;
  /** What is added because a solver stops early: 2√(g/λ). */
  readonly stop: number;
  /** exact + stop, and 10⁻¹² of it for their rounding. */
  readonly value: number;
}

/** Δ from its parts. @throws {NumericalError} if a double cannot hold it */
export function releaseSensitivity(parts: Omit<ReleaseSensitivity, "value">): ReleaseSensitivity {
  return { ...parts, value: representableBound((parts.exact + parts.stop) * (1 + 1e-12)) };
}

/** Where the function is shown, and what its numbers mean. Public. */
export interface ReleaseView {
  /** Of the values, in the units of the study, the first axis varying fastest. */
  readonly axes: readonly ShownAxis[];
  /** A value is offset + scale·(number that was released). */
  readonly units: { readonly scale: number; readonly offset: number };
}

interface Target extends ReleaseView {
  readonly sensitivity: ReleaseSensitivity;
  /** The estimate in slices. Private, and the only thing here that reads the records or may refuse on their account. */
  readonly estimating: () => Generator<number, Float64Array>;
  /** Of the noise. */
  readonly kernel: NoiseKernel;
  /** In the units of the kernel. */
  readonly grid: RegularGrid;
  /** What is made of the values, at points of its own; nothing if absent. Public. */
  readonly carrying?: Carrying;
}

/** A function on a grid that is to be released with correlated noise and an exact dither. All but the estimate is public. */
export interface GridTarget extends Target {
  readonly kind: "ditheredGaussian";
  /** τ > 0: noise of a covariance of at least K + τI has a norm that Δ is in. */
  readonly jitter: number;
  /** η: computed minus exact estimate has at most this 2-norm over the grid, whatever the records. */
  readonly estimateError: number;
  /** B: the computed estimate has at most this 2-norm over the grid, whatever the records. */
  readonly estimateBound: number;
  /**
   * Numbers that follow those of the grid in the estimate, each with the kernel 1 on a line of its own: Δ, η and B are of the
   * whole. Each is shown as weight × number. None if absent.
   */
  readonly beside?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /**
   * How many functions on the grid the estimate holds, one behind the other, each with independent noise: Δ, η and B are of all
   * together, in the orthogonal sum of their spaces. One if absent; the last of the axes counts them where there are more.
   */
  readonly copies?: number;
}

/** A function that is to be released in coordinates w of w·φ, with ‖φ(x)‖² ≤ K(x, x). All but the estimate is public. */
export interface CoordinateTarget extends Target {
  readonly kind: "gaussianCoordinates";
  /** The functions φ_j, in words and numbers from which they can be made again. */
  readonly basis: {
    readonly name: string;
    readonly order: string;
    readonly parameters: readonly { readonly name: string; readonly value: number }[];
  };
  /** How values follow from coordinates. */
  readonly processing: string;
  /** Values on the grid of w·φ: post-processing. */
  readonly evaluate: (coordinates: Float64Array) => Generator<number, Float64Array>;
}

export type ReleaseTarget = GridTarget | CoordinateTarget;

/**
 * A release that is (ε, δ)-private as the bits that leave, and with it everything that is made of it.
 *
 * All of it is public once it is released. But for `integers` and `values` it depends on public parameters only, as do the
 * refusals: no fit is refused for what the records are (docs/proofs/solverTermination.md). The time that it takes is not
 * protected.
 */
export interface PrivateRelease extends ReleaseView {
  readonly kind: ReleaseTarget["kind"] | "laplaceCoordinates";
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
  readonly calibration: Calibration | "pure";
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
export interface ReleasedBeside {
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

/**
 * A release carried to other points or values: all that is said of its noise follows. The integers, and what they cost, stay.
 *
 * @throws {ParameterError} if the map is not of as many numbers
 */
function carriedRelease(release: PrivateRelease, carrying: Carrying | undefined): PrivateRelease {
  if (!carrying) return release;
  const reach = reachOf(carrying);
  const [widest, farthest] = [largest(carrying.spread), largest(reach)];
  return {
    ...release,
    axes: carrying.axes,
    values: carried(carrying, release.values),
    processing: [release.processing, carrying.words].filter((words) => words !== "").join("; "),
    deviation: release.deviation * widest,
    simultaneousHalfWidth: release.simultaneousHalfWidth * farthest,
    carrying: {
      ...carrying,
      numberAxes: release.axes,
      shapes: {
        deviation: carrying.spread.map((value) => value / widest),
        simultaneous: reach.map((value) => value / farthest),
      },
    },
  };
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** A release that is fixed but for its bits. */
export interface PreparedRelease {
  /**
   * Each draw is a release of its own, with its own cost.
   *
   * @param words fresh ones of a cryptographic source: about 12 for each number and for each normal
   */
  draw(words: RandomWords): Generator<number, PrivateRelease>;
}

const ditherBits = 4;
const coverage = 0.95;

/**
 * A private release of a function at a budget: lattice, dither and σ from public numbers, then the estimate, ready to be drawn.
 *
 * @throws {ParameterError} if an argument is outside its range
 * @throws {NumericalError} if δ cannot cover the failure, or rounding costs more than half of μ: of public numbers
 * @see docs/proofs/latticeRelease.md
 */
export function* preparing(target: ReleaseTarget, budget: PrivacyBudget): Generator<number, PreparedRelease> {
  checkPositive("sensitivity", target.sensitivity.value);
  return target.kind === "ditheredGaussian" ? yield* onGrid(target, budget) : yield* inCoordinates(target, budget);
}

/** A private release at once: {@link preparing}, and a draw. */
export function* releasingPrivately(
  target: ReleaseTarget,
  budget: PrivacyBudget,
  words: RandomWords,
): Generator<number, PrivateRelease> {
  const prepared = yield* preparing(target, budget);
  return carriedRelease(yield* prepared.draw(words), target.carrying);
}

function* onGrid(target: GridTarget, budget: PrivacyBudget): Generator<number, PreparedRelease> {
  const { kernel, grid, jitter, estimateError, estimateBound, beside = [], copies = 1 } = target;
  checkPositive("jitter", jitter);
  checkNonNegative("estimateError", estimateError);
  const onGrid = copies * gridSize(grid);
  const count = onGrid + beside.length;
  const copied = copiedNoise(gridNoiseSampler({ kernel, grid, jitter }), gridSize(grid), copies);
  const sampler = withNormalsBeside(copied, onGrid, beside.length);
  const { covarianceError, forwardError } = sampler;
  const noise = noiseBounds({
    forwardError,
    failure: copies * gaussianNormFailure * (1 + 2 ** -40),
    variance: (1 + jitter + covarianceError) * roundingUp,
    count,
  });
  const mu = claimedMu({ ...budget, failure: noise.failure });
  const sensitivity = target.sensitivity.value;
  const plan = latticePlan({ sensitivity, mu, count, estimateError, estimateBound, noise, ditherBits });
  const { sigma, lattice, dither, computingError } = plan;
  // The covariance of noise and dither is at most K + whiteI, in the order of matrices; what has a smaller covariance stays in a
  // symmetric convex set with a larger probability (Anderson 1955).
  const white = (jitter + count * covarianceError + (dither / sigma) ** 2) * roundingUp;
  const band = simultaneousBand({ kernel, grid, jitter: white, coverage, copies });
  const scale = Math.abs(target.units.scale);
  const deviation =
    sigma * Math.sqrt(1 + jitter + covarianceError + (dither / sigma) ** 2 + (lattice / sigma) ** 2 / 12);
  const shared = {
    ...claimOf(budget, mu, noise.failure),
    ...viewOf(target),
    kind: target.kind,
    ...{ lattice, dither, sigma, jitter, covarianceError, estimateError, computingError },
    noiseError: forwardError,
    roundingShare: (2 * computingError) / (dither * mu),
    samplingMethod: sampler.method,
    basis: undefined,
    processing: unitWords(target.units),
    deviation: scale * deviation,
    simultaneousHalfWidth: scale * (sigma * band.quantile * Math.sqrt(1 + white) + lattice / 2 + computingError),
    isBandProved: band.isProved,
  };
  const estimate = checkLength("estimate", yield* target.estimating(), count);
  return {
    *draw(words) {
      const out = new Float64Array(count);
      const { normalCount } = sampler;
      const sample = (standardNormals: Float64Array) => sampler.sample(standardNormals, out);
      const integers = drawLatticeRelease({ plan, estimate, normalCount, sample, words });
      const numbers = latticeValues(integers, lattice);
      const values = inUnits(numbers.slice(0, onGrid), target.units);
      yield 1;
      if (beside.length === 0) return { ...shared, integers, values };
      const shown = beside.map(({ name, at, weight }, j) => ({
        ...{ name, weight, value: weight * numbers[onGrid + j]!, ...(at !== undefined && { at }) },
        deviation: weight * sigma * Math.sqrt(1 + (dither / sigma) ** 2 + (lattice / sigma) ** 2 / 12),
      }));
      return { ...shared, integers, values, beside: shown };
    },
  };
}

/**
 * A sampler of noise on a grid that also gives independent normals behind it, one for each further number: exact ones of
 * variance 1.
 */
function withNormalsBeside(sampler: UnitNoiseSampler, onGrid: number, beside: number): UnitNoiseSampler {
  if (beside === 0) return sampler;
  const { normalCount } = sampler;
  return {
    ...sampler,
    normalCount: normalCount + beside,
    // A normal is below 2⁵, but for a probability of 10⁻²²⁰, and known to half a unit in its last place.
    forwardError: sampler.forwardError + beside * 2 ** -48,
    sample: (standardNormals, out) => {
      sampler.sample(standardNormals.subarray(0, normalCount), out.subarray(0, onGrid));
      out.set(standardNormals.subarray(normalCount, normalCount + beside), onGrid);
      return out;
    },
  };
}

function* inCoordinates(target: CoordinateTarget, budget: PrivacyBudget): Generator<number, PreparedRelease> {
  const { kernel, grid, basis } = target;
  const asked = claimedMu({ ...budget, failure: 0 });
  const scaled = gaussianLattice({ sensitivity: target.sensitivity.value, roundingError: 0, mu: asked });
  const { lattice, scale: sigma, mu } = scaled;
  const band = simultaneousBand({ kernel, grid, jitter: 0, coverage });
  const estimate = yield* target.estimating();
  const count = estimate.length;
  const scale = Math.abs(target.units.scale);
  // ‖φ(x)‖ ≤ 1: the covariance φ(x)·φ(y) is at most K, and the halves of a step that are rounded move a value by √r g/2.
  const rounded = (Math.sqrt(count) * lattice) / 2;
  const shared = {
    ...claimOf(budget, mu, 0),
    ...viewOf(target),
    kind: target.kind,
    ...{ lattice, sigma, dither: 0, jitter: 0, covarianceError: 0, estimateError: 0, noiseError: 0, computingError: 0 },
    roundingShare: 0,
    samplingMethod: "coordinates",
    basis,
    processing: [target.processing, unitWords(target.units)].filter((words) => words !== "").join("; "),
    deviation: scale * Math.hypot(sigma, lattice / Math.sqrt(12)),
    simultaneousHalfWidth: scale * (sigma * band.quantile + rounded),
    isBandProved: band.isProved,
  };
  return {
    *draw(words) {
      const integers = latticeGaussianRelease({ estimate, lattice: scaled, words });
      const values = inUnits(yield* target.evaluate(latticeValues(integers, lattice)), target.units);
      return { ...shared, integers, values };
    },
  };
}

/** A factor that lifts a short sum of products above its exact value. */
const roundingUp = 1 + 2 ** -48;

function claimOf({ epsilon, delta, calibration }: PrivacyBudget, mu: number, failure: number) {
  return {
    ...{ epsilon, delta, calibration, mu, failure },
    addedFailure: addedFailure({ epsilon, failure }),
    achievedDelta: claimedDelta({ epsilon, mu, failure }),
  };
}

function viewOf({ axes, units, sensitivity }: Target) {
  return { axes: axes.map((axis) => ({ ...axis })), units: { ...units }, sensitivity: { ...sensitivity } };
}

function inUnits(values: Float64Array, { scale, offset }: ReleaseView["units"]): Float64Array {
  if (scale === 1 && offset === 0) return values;
  return values.map((value) => offset + scale * value);
}

/** How a value follows from a released number; empty where it is that number. */
export function unitWords({ scale, offset }: ReleaseView["units"]): string {
  return scale === 1 && offset === 0 ? "" : `value = ${offset} + ${scale} × number`;
}
