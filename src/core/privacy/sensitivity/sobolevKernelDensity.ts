import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { binnedSobolevKernelDensitySensitivity } from "./binnedSobolevKernelDensity.ts";
import { representableBound } from "../../representableBound.ts";
import type { IsotropicDensity } from "./kernelDensity.ts";

/**
 * RKHS sensitivity of the isotropic Gaussian kernel density estimate in the space of the kernel exp(−γ‖x − y‖₁), for
 * one replaced record:
 *
 *     Δ = (1/n) √(2 A^d (1 − g)),  A = (1/u + 2u) / (8√π h²),  g = −2 e^{−3/2 − u²} / (1 + 2u²),  u = γh.
 *
 * It is the exact supremum on ℝᵈ.
 *
 * @param rate γ > 0, per data unit; public
 * @throws {NumericalError} beyond the doubles
 * @see Hall, Rinaldo & Wasserman (2013), section 4.2, eqs (9), (10); sharp form: errata H8
 */
export function sobolevKernelDensitySensitivity({
  recordCount,
  dimension,
  bandwidth,
  rate,
}: IsotropicDensity & { readonly rate: number }): number {
  const d = checkPositiveInteger("dimension", dimension);
  checkPositive("bandwidth", bandwidth);
  checkPositive("rate", rate);
  const onEachAxis = (value: number) => new Array<number>(d).fill(value);
  return binnedSobolevKernelDensitySensitivity({
    recordCount,
    bandwidths: onEachAxis(bandwidth),
    rates: onEachAxis(rate),
    steps: onEachAxis(0),
  });
}

/**
 * The printed bound, 2 / ((2π)^{d/4} n h^d), for the rate γ = 1/h only.
 *
 * @throws {NumericalError} beyond the doubles
 * @see errata H8
 */
export function sobolevKernelDensitySensitivityPrinted({
  recordCount,
  dimension,
  bandwidth,
}: IsotropicDensity): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const h = checkPositive("bandwidth", bandwidth);
  return representableBound(2 / ((2 * Math.PI) ** (d / 4) * n * h ** d));
}
