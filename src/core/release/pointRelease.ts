import { checkLength, checkNonNegative, checkPositive } from "../checks.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { pointCount, type Points } from "../points.ts";
import { claimedMu, claimOf, type ReleaseClaim } from "../privacy/calibration/claim.ts";
import { gaussianNormFailure } from "../privacy/mechanisms/gaussianNorm.ts";
import { drawLatticeRelease, latticePlan, latticeValues, noiseBounds } from "../privacy/mechanisms/latticeRelease.ts";
import { pointNoiseSampler } from "../privacy/mechanisms/pointNoise.ts";
import type { RandomWords } from "../random/randomWords.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import { ditherBits, sumRoundingUp } from "./releasingPrivately.ts";
import type { PrivateRelease, ReleaseErrors } from "./privateRelease.ts";
import type { ReleaseSensitivity, ReleaseView } from "./releaseTarget.ts";

/** Function at scattered points, released as one vector; all but the estimate is public. */
export interface PointTarget {
  readonly kernel: Kernel;
  /** m points, in the units of the kernel. */
  readonly at: Points;
  /** A value is offset + scale·(released number). */
  readonly units: ReleaseView["units"];
  readonly sensitivity: ReleaseSensitivity;
  /** τ > 0: Δ is in the norm of noise of covariance K + τI. */
  readonly jitter: number;
  /** η, as in `GridTarget`. */
  readonly estimateError: number;
  /** B, as in `GridTarget`. */
  readonly estimateBound: number;
  /** In slices. Private; no other member reads the records. */
  readonly estimating: () => Generator<number, Float64Array>;
}

/** Values at points that are (ε, δ)-private together. */
export interface PointRelease
  extends
    ReleaseClaim,
    ReleaseErrors,
    Pick<
      PrivateRelease,
      "units" | "lattice" | "dither" | "integers" | "sigma" | "sensitivity" | "samplingMethod" | "values" | "deviation"
    > {
  /** Points answered at the edge of the domain. */
  readonly clampedCount: number;
}

/**
 * Values of a function at public points as one private release. Coinciding points share the noise but not the dither.
 *
 * @param words fresh: about 12 for each point and for each normal
 * @throws {NumericalError} if δ cannot cover the failure, or rounding costs more than half of μ
 * @see docs/proofs/boundarySlice.md, docs/proofs/latticeRelease.md, docs/proofs/scatteredNoise.md; Hall, Rinaldo &
 * Wasserman (2013), Corollary 9
 */
export function* releasingAtPoints(
  target: PointTarget,
  budget: PrivacyBudget,
  words: RandomWords,
): Generator<number, Omit<PointRelease, "clampedCount">> {
  const { kernel, at, units, sensitivity, jitter, estimateError, estimateBound } = target;
  checkPositive("sensitivity", sensitivity.value);
  checkPositive("jitter", jitter);
  checkNonNegative("estimateError", estimateError);
  const count = pointCount(at);
  const sampler = pointNoiseSampler({ kernel, at, jitter });
  const { covarianceError, forwardError, normalCount } = sampler;
  const noise = noiseBounds({
    forwardError,
    failure: gaussianNormFailure,
    variance: (1 + jitter + covarianceError) * sumRoundingUp,
    count,
  });
  const mu = claimedMu({ ...budget, failure: noise.failure });
  const sizes = { count, estimateError, estimateBound, noise, ditherBits };
  const plan = latticePlan({ sensitivity: sensitivity.value, mu, ...sizes });
  const { sigma, lattice, dither, computingError } = plan;
  const estimate = checkLength("estimate", yield* target.estimating(), count);
  const out = new Float64Array(count);
  const sample = (standardNormals: Float64Array) => sampler.sample(standardNormals, out);
  const integers = drawLatticeRelease({ plan, estimate, normalCount, sample, words });
  yield 1;
  return {
    ...claimOf(budget, mu, noise.failure),
    lattice,
    dither,
    sigma,
    jitter,
    covarianceError,
    estimateError,
    computingError,
    units: { ...units },
    sensitivity: { ...sensitivity },
    samplingMethod: sampler.method,
    integers,
    values: latticeValues(integers, lattice).map((number) => units.offset + units.scale * number),
    deviation:
      Math.abs(units.scale) *
      sigma *
      Math.sqrt(1 + jitter + covarianceError + (dither / sigma) ** 2 + (lattice / sigma) ** 2 / 12),
  };
}
