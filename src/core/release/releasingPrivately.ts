import { checkLength, checkNonNegative, checkPositive } from "../checks.ts";
import { gridSize } from "../grids.ts";
import { simultaneousBand } from "../privacy/bands/simultaneousQuantile.ts";
import { claimedMu, claimOf } from "../privacy/calibration/claim.ts";
import { gaussianNormFailure, gaussianNormTail } from "../privacy/mechanisms/gaussianNorm.ts";
import { copiedNoise } from "../privacy/mechanisms/copiedNoise.ts";
import { gridNoiseSampler } from "../privacy/mechanisms/gridNoise.ts";
import { gaussianLattice, latticeGaussianRelease } from "../privacy/mechanisms/latticeGaussian.ts";
import { drawLatticeRelease, latticePlan, latticeValues, noiseBounds } from "../privacy/mechanisms/latticeRelease.ts";
import type { Cost } from "../privacy/accounting/filter.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { extraNormals } from "../privacy/mechanisms/extraNormals.ts";
import { postMappedRelease } from "./postMappedRelease.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import { withoutErrors, type PrivateRelease } from "./privateRelease.ts";
import type { CoordinateTarget, GridTarget, ReleaseTarget, ReleaseView, Target } from "./releaseTarget.ts";

export interface PreparedRelease {
  /** Known before a draw. */
  readonly cost: Cost;
  /** @param words fresh, cryptographic: about 12 for each number and normal */
  draw(words: RandomWords): Generator<number, PrivateRelease>;
}

/** The dither is 2⁴ steps of the lattice. */
export const ditherBits = 4;
export const sumRoundingUp = 1 + 2 ** -48;
const coverage = 0.95;

/**
 * Private release of a function at a budget: lattice, dither and σ from public numbers, then the estimate.
 *
 * @throws {NumericalError} if δ cannot cover the failure, or rounding costs more than half of μ
 * @see docs/proofs/latticeRelease.md
 */
export function* preparing(target: ReleaseTarget, budget: PrivacyBudget): Generator<number, PreparedRelease> {
  checkPositive("sensitivity", target.sensitivity.value);
  return target.kind === "ditheredGaussian" ? yield* onGrid(target, budget) : yield* inCoordinates(target, budget);
}

export function* releasingPrivately(
  target: ReleaseTarget,
  budget: PrivacyBudget,
  words: RandomWords,
): Generator<number, PrivateRelease> {
  const prepared = yield* preparing(target, budget);
  return postMappedRelease(yield* prepared.draw(words), target.postMap);
}

function* onGrid(target: GridTarget, budget: PrivacyBudget): Generator<number, PreparedRelease> {
  const { kernel, grid, jitter, estimateError, estimateBound, extra = [], copies = 1 } = target;
  checkPositive("jitter", jitter);
  checkNonNegative("estimateError", estimateError);
  const onGrid = copies * gridSize(grid);
  const count = onGrid + extra.length;
  const copied = copiedNoise(gridNoiseSampler({ kernel, grid, jitter }), gridSize(grid), copies);
  const sampler = extraNormals(copied, onGrid, extra.length);
  const { covarianceError, forwardError } = sampler;
  const noise = noiseBounds({
    forwardError,
    failure: (copies * gaussianNormFailure + (extra.length > 0 ? gaussianNormTail : 0)) * (1 + 2 ** -40),
    variance: (1 + jitter + covarianceError) * sumRoundingUp,
    count,
  });
  const mu = claimedMu({ ...budget, failure: noise.failure });
  const sensitivity = target.sensitivity.value;
  const plan = latticePlan({ sensitivity, mu, count, estimateError, estimateBound, noise, ditherBits });
  const { sigma, lattice, dither, computingError } = plan;
  // The covariance is at most K + whiteI; a smaller one stays in a symmetric convex set more probably (Anderson 1955).
  const white = (jitter + count * covarianceError + (dither / sigma) ** 2) * sumRoundingUp;
  const band = simultaneousBand({ kernel, grid, jitter: white, coverage, copies });
  const scale = Math.abs(target.units.scale);
  const deviation =
    sigma * Math.sqrt(1 + jitter + covarianceError + (dither / sigma) ** 2 + (lattice / sigma) ** 2 / 12);
  const shared = {
    ...claimOf(budget, mu, noise.failure),
    ...viewOf(target),
    kind: target.kind,
    lattice,
    dither,
    sigma,
    jitter,
    covarianceError,
    estimateError,
    computingError,
    roundingShare: (2 * computingError) / (dither * mu),
    samplingMethod: sampler.method,
    basis: undefined,
    processing: unitWords(target.units),
    deviation: scale * deviation,
    simultaneousHalfWidth: scale * (sigma * band.quantile * Math.sqrt(1 + white) + lattice / 2 + computingError),
    isBandProved: band.isProved,
    noiseLaw: {
      kernel,
      grid,
      variance: (scale * sigma) ** 2,
      white: scale ** 2 * (sigma ** 2 * (jitter + covarianceError) + dither ** 2 + lattice ** 2 / 12),
    },
  };
  const estimate = checkLength("estimate", yield* target.estimating(), count);
  return {
    cost: { kind: "gaussian", mu, failure: noise.failure },
    *draw(words) {
      const out = new Float64Array(count);
      const { normalCount } = sampler;
      const sample = (standardNormals: Float64Array) => sampler.sample(standardNormals, out);
      const integers = drawLatticeRelease({ plan, estimate, normalCount, sample, words });
      const numbers = latticeValues(integers, lattice);
      const values = inUnits(numbers.slice(0, onGrid), target.units);
      yield 1;
      if (extra.length === 0) return { ...shared, integers, values };
      const shown = extra.map(({ name, at, weight }, j) => ({
        name,
        weight,
        value: weight * numbers[onGrid + j]!,
        ...(at !== undefined && { at }),
        deviation: weight * sigma * Math.sqrt(1 + (dither / sigma) ** 2 + (lattice / sigma) ** 2 / 12),
      }));
      return { ...shared, integers, values, extra: shown };
    },
  };
}

function* inCoordinates(target: CoordinateTarget, budget: PrivacyBudget): Generator<number, PreparedRelease> {
  const { kernel, grid, basis } = target;
  const requestedMu = claimedMu({ ...budget, failure: 0 });
  const scaled = gaussianLattice({ sensitivity: target.sensitivity.value, roundingError: 0, mu: requestedMu });
  const { lattice, scale: sigma, mu } = scaled;
  const band = simultaneousBand({ kernel, grid, jitter: 0, coverage });
  const estimate = yield* target.estimating();
  const count = estimate.length;
  const scale = Math.abs(target.units.scale);
  // The covariance φ(x)·φ(y) is at most K, and rounding moves a value by at most √r g/2.
  const rounded = (Math.sqrt(count) * lattice) / 2;
  const shared = {
    ...claimOf(budget, mu, 0),
    ...viewOf(target),
    kind: target.kind,
    lattice,
    sigma,
    ...withoutErrors,
    samplingMethod: "coordinates",
    basis,
    processing: [target.processing, unitWords(target.units)].filter((words) => words !== "").join("; "),
    deviation: scale * Math.hypot(sigma, lattice / Math.sqrt(12)),
    simultaneousHalfWidth: scale * (sigma * band.quantile + rounded),
    isBandProved: band.isProved,
    noiseLaw: { kernel, grid, variance: scale ** 2 * (sigma ** 2 + lattice ** 2 / 12), white: 0 },
  };
  return {
    cost: { kind: "gaussian", mu, failure: 0 },
    *draw(words) {
      const integers = latticeGaussianRelease({ estimate, lattice: scaled, words });
      const values = inUnits(yield* target.evaluate(latticeValues(integers, lattice)), target.units);
      return { ...shared, integers, values };
    },
  };
}

function viewOf({ axes, units, sensitivity }: Target) {
  return { axes: axes.map((axis) => ({ ...axis })), units: { ...units }, sensitivity: { ...sensitivity } };
}

function inUnits(values: Float64Array, { scale, offset }: ReleaseView["units"]): Float64Array {
  if (scale === 1 && offset === 0) return values;
  return values.map((value) => offset + scale * value);
}

export function unitWords({ scale, offset }: ReleaseView["units"]): string {
  return scale === 1 && offset === 0 ? "" : `value = ${offset} + ${scale} × number`;
}
