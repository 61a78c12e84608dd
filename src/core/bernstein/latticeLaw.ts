import { pointwise95 } from "../privacy/bands/pointwise.ts";
import { largestEpsilonOfTheorem7, latticeSize } from "../privacy/calibration/laplace.ts";
import {
  composedLaplaceMechanism,
  gaussianMechanism,
  laplaceMechanism,
  type Mechanism,
} from "../privacy/mechanisms/mechanism.ts";
import type { NoiseLaw } from "./latticeNoiseDraws.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";

/** Calibration of noise on lattice values: Laplace for pure ε, Laplace for (ε, δ) by Theorem 7, or Gaussian for (ε, δ). */
export type LatticeLaw = NoiseLaw | "composedLaplace";

export const latticeLaws = ["laplace", "composedLaplace", "gaussian"] as const satisfies readonly LatticeLaw[];

/** Law of the single numbers drawn. */
export function noiseLawOf(law: LatticeLaw): NoiseLaw {
  return law === "gaussian" ? "gaussian" : "laplace";
}

/** Mechanism of each law: a budget becomes a multiplier of the calibratedSensitivity, and a multiplier a loss. */
export const mechanismOfLaw: Readonly<Record<LatticeLaw, Mechanism>> = {
  laplace: laplaceMechanism,
  composedLaplace: composedLaplaceMechanism,
  gaussian: gaussianMechanism,
};

const laplaceSpread = { variance: 2, pointwiseFactor: Math.log(20) / Math.SQRT2 };

/**
 * Variance of one unit draw of a law, and the number of standard deviations that holds 95 % of any weighted sum of draws:
 * 1.96, or ln 20/√2 for Laplace numbers.
 *
 * A sum of several has lighter tails (Proschan 1965 for its peakedness; the factor was checked against the characteristic
 * function).
 */
export const spreadOfLaw: Readonly<
  Record<LatticeLaw, { readonly variance: number; readonly pointwiseFactor: number }>
> = {
  laplace: laplaceSpread,
  composedLaplace: laplaceSpread,
  gaussian: { variance: 1, pointwiseFactor: pointwise95 },
};

/** True if a law is proved at a budget: Theorem 7 needs a δ in (0, 1), and has a largest ε. */
export function isProvedAt(
  law: LatticeLaw,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
): boolean {
  if (law !== "composedLaplace") return true;
  return delta > 0 && delta < 1 && epsilon <= largestEpsilonOfTheorem7(delta);
}

/**
 * Sensitivity of all lattice values to which a law is calibrated: Δ₁ for pure ε, Δ₂ for Gaussian noise, √N S by Theorem 7.
 *
 * @throws {ParameterError} if k is not a positive integer
 */
export function calibratedSensitivity(
  law: LatticeLaw,
  target: Pick<LatticeTarget, "sensitivity" | "pointwiseSensitivity" | "dimension">,
  degree: number,
): number {
  if (law !== "composedLaplace") return target.sensitivity(degree)[law === "laplace" ? "l1" : "l2"];
  return (
    normOfOnes(law, latticeSize(degree, target.dimension)) * target.pointwiseSensitivity * (1 + 4 * Number.EPSILON)
  );
}

/** N or √N: the calibratedSensitivity if each of N values changes by 1. */
export function normOfOnes(law: LatticeLaw, count: number): number {
  return law === "laplace" ? count : Math.sqrt(count);
}
