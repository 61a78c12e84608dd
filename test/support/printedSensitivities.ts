import type { LatticeSensitivity } from "../../src/core/privacy/sensitivity/bumps/latticeSensitivity.ts";
import { latticeKernelDensityBounds } from "../../src/core/privacy/sensitivity/latticeKernelDensity.ts";
import type { linearLogisticSensitivity } from "../../src/core/privacy/sensitivity/linearLogistic.ts";
import { checkNonNegative, checkPositive, checkPositiveInteger } from "../../src/core/checks.ts";
import { representableBound } from "../../src/core/representableBound.ts";
import { laplaceScale, latticeSize, theorem7Multiplier } from "../../src/core/privacy/calibration/laplace.ts";

const up = 1 + 32 * Number.EPSILON;

/**
 * Joint μ of several independent Gaussian releases of the same records, √Σμ².
 *
 * @param mus μ_i = Δ_i/σ_i ≥ 0, one per release; none gives 0
 * @throws {ParameterError} if a μ is negative or not finite
 * @see Dong, Roth & Su (2022), Gaussian differential privacy, Corollary 3.3
 */
export function composeGaussian(mus: readonly number[]): number {
  return mus.reduce((total, mu, i) => Math.hypot(total, checkNonNegative(`mus[${i}]`, mu)), 0);
}

interface LatticeScale {
  /** S > 0, the largest change of a value of the function. */
  readonly sensitivity: number;
  /** k ≥ 1 */
  readonly degree: number;
  /** ℓ ≥ 1 */
  readonly dimension: number;
  readonly epsilon: number;
}

/**
 * Scale of the Laplace noise on the (k + 1)^ℓ lattice values for ε-privacy, S(k + 1)^ℓ/ε, rounded up. laplaceScale needs
 * less if the sensitivity of the whole vector is known.
 *
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), Algorithm 1
 */
export function bernsteinLaplaceScale({ sensitivity, degree, dimension, epsilon }: LatticeScale): number {
  const size = latticeSize(degree, dimension);
  return laplaceScale({ sensitivity: checkPositive("sensitivity", sensitivity) * size, epsilon });
}

/**
 * Scale of the Laplace noise for (ε, δ)-privacy by Theorem 7, 2S√(2N ln(1/δ))/ε with N = (k + 1)^ℓ, rounded up.
 *
 * @param delta 0 < δ < 1
 * @throws {ParameterError} outside these ranges
 * @see theorem7Multiplier; Aldà & Rubinstein (2017), Theorem 7; errata A5
 */
export function bernsteinLaplaceScaleApproximate({
  sensitivity,
  degree,
  dimension,
  epsilon,
  delta,
}: LatticeScale & { readonly delta: number }): number {
  const size = latticeSize(degree, dimension);
  return checkPositive("sensitivity", sensitivity) * Math.sqrt(size) * theorem7Multiplier({ epsilon, delta }) * up;
}

/**
 * Sensitivity s of squared distances, from that of the distances,
 *
 *     |d(g, f)² − d(g, f′)²| ≤ 2 R Δ,
 *
 * with d(g, f) ≤ R for all candidates and data sets, d(f, f′) ≤ Δ for neighbours.
 *
 * @throws {ParameterError} unless both are positive and finite
 * @see errata H10
 */
export function squaredDistanceSensitivity({
  neighbourDistance,
  largestDistance,
}: {
  readonly neighbourDistance: number;
  readonly largestDistance: number;
}): number {
  return 2 * checkPositive("largestDistance", largestDistance) * checkPositive("neighbourDistance", neighbourDistance);
}

/**
 * Sensitivity in the supremum norm of the minimiser of (C/n) Σ ℓ + ½‖f‖², the same with C = 1/(2λ),
 *
 *     sup |f_D − f_D′| ≤ 2MC sup K / n.
 *
 * @param cost C > 0
 * @throws {ParameterError} outside these ranges
 * @see Aldà & Rubinstein (2017), section 6, with the factor 2 of errata A1
 */
export function supNormErmSensitivity({
  recordCount,
  cost,
  lipschitz,
  kernelBound,
}: {
  readonly recordCount: number;
  readonly cost: number;
  readonly lipschitz: number;
  readonly kernelBound: number;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const M = checkPositive("lipschitz", lipschitz);
  return representableBound((2 * M * checkPositive("cost", cost) * checkPositive("kernelBound", kernelBound)) / n);
}

/**
 * The printed sensitivity, 2C√ℓ/n: right, but up to twice the necessary.
 *
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), section 6, Logistic Regression
 */
export function linearLogisticSensitivityPrinted({
  recordCount,
  dimension,
  cost,
}: Parameters<typeof linearLogisticSensitivity>[0]): number {
  const perRecord = (2 * checkPositive("cost", cost)) / checkPositiveInteger("recordCount", recordCount);
  return perRecord * Math.sqrt(checkPositiveInteger("dimension", dimension));
}

/** The sharper bounds of latticeKernelDensityBounds. */
export function latticeKernelDensitySensitivity(
  density: Parameters<typeof latticeKernelDensityBounds>[0],
): LatticeSensitivity {
  return latticeKernelDensityBounds(density).sensitivity;
}
