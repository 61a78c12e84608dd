import { laplace95, pointwise95 } from "../privacy/bands/pointwise.ts";
import { largestEpsilonOfTheorem7, latticeSize } from "../privacy/calibration/laplace.ts";
import {
  composedLaplaceMechanism,
  gaussianMechanism,
  laplaceMechanism,
  type Mechanism,
} from "../privacy/mechanisms/mechanism.ts";
import type { NoiseLaw } from "./latticeNoiseDraws.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import type { PrivacyParameters } from "../privacy/calibration/gaussian.ts";

/** Calibration of noise on lattice values; "composedLaplace" is by Theorem 7. */
export type LatticeLaw = NoiseLaw | "composedLaplace";

export const latticeLaws = ["laplace", "composedLaplace", "gaussian"] as const satisfies readonly LatticeLaw[];

export function noiseLawOf(law: LatticeLaw): NoiseLaw {
  return law === "gaussian" ? "gaussian" : "laplace";
}

export const mechanismOfLaw: Readonly<Record<LatticeLaw, Mechanism>> = {
  laplace: laplaceMechanism,
  composedLaplace: composedLaplaceMechanism,
  gaussian: gaussianMechanism,
};

const laplaceSpread = { variance: 2, pointwiseFactor: laplace95 };

/** Variance of a unit draw, and deviations that hold 95 % of a weighted sum. */
export const spreadOfLaw: Readonly<
  Record<LatticeLaw, { readonly variance: number; readonly pointwiseFactor: number }>
> = {
  laplace: laplaceSpread,
  composedLaplace: laplaceSpread,
  gaussian: { variance: 1, pointwiseFactor: pointwise95 },
};

export function isProvedAt(law: LatticeLaw, { epsilon, delta }: PrivacyParameters): boolean {
  if (law !== "composedLaplace") return true;
  return delta > 0 && delta < 1 && epsilon <= largestEpsilonOfTheorem7(delta);
}

/** Sensitivity of lattice values by law: Δ₁ for pure ε, Δ₂ for Gaussian noise, √N S by Theorem 7. */
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

/** N or √N: the calibratedSensitivity if each value changes by 1. */
export function normOfOnes(law: LatticeLaw, count: number): number {
  return law === "laplace" ? count : Math.sqrt(count);
}
