import { checkLength } from "../../checks.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { pointCount, type Points } from "../../points.ts";
import { landmarkFactors } from "./landmarkFactors.ts";
import { backSubstitution } from "./landmarkFeatures.ts";

/**
 * a = L⁻ᵀw with w·φ = Σ aⱼ K(zⱼ, ·), for coordinates w of a fit on landmarks z, or for released ones: w + σz is an
 * exact Gaussian mechanism of r numbers.
 *
 * @param landmarks r points, public
 * @param coordinates w, shape (r,); private if from a fit
 * @see docs/proofs/landmarkCoordinates.md; Hall, Rinaldo & Wasserman (2013), section 4.3
 */
export function landmarkCoefficients({
  kernel,
  landmarks,
  coordinates,
}: {
  readonly kernel: Kernel;
  readonly landmarks: Points;
  readonly coordinates: Float64Array;
}): Float64Array {
  checkLength("coordinates", coordinates, pointCount(landmarks));
  const factors = landmarkFactors(kernel, landmarks);
  return backSubstitution(factors, factors.columns, coordinates).coefficients;
}
