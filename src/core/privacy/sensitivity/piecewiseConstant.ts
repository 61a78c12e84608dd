import { checkPositive } from "../../checks.ts";
import { largestEigenvalueBound } from "../../linalg/eigen/largestEigenvalue.ts";
import { gram } from "../../kernels/gram.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { pointCount, type Points } from "../../points.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * l2 sensitivity of a piecewise constant function,
 *
 *     ‖(f_D(xⱼ) − f_D′(xⱼ))_j‖₂ ≤ √λ₁(K) · Δ,   K = [k(xᵢ, xⱼ)].
 *
 * @param at one point of each piece, public
 * @see Hall, Rinaldo & Wasserman (2013), section 3.2, last paragraph
 */
export function piecewiseConstantSensitivity({
  kernel,
  at,
  sensitivity,
}: {
  readonly kernel: CapableKernel;
  readonly at: Points;
  readonly sensitivity: number;
}): number {
  const m = pointCount(at);
  const rounding = (kernel.roundings ?? 16 + at.dimension / 2) * m * kernel.diagonalBound * 2 ** -53;
  const largest = largestEigenvalueBound(gram(kernel, at), m) + rounding;
  return representableBound(Math.sqrt(largest) * checkPositive("sensitivity", sensitivity));
}
