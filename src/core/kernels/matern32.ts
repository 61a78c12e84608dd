import type { DistanceKernel, Kernel, MaternDecay } from "./kernel.ts";
import { maternKernel } from "./matern.ts";

/**
 * Matérn kernel of smoothness 3/2 (C3), with r = ‖x − y‖ and s = √3 r/ℓ:
 *
 *     k(x, y) = (1 + s) e^(−s).
 *
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰
 * @see Mirshani, Reimherr & Slavković (2019), eq. (6)
 */
export function matern32Kernel(lengthScale: number): Kernel & MaternDecay & DistanceKernel {
  return maternKernel(3, lengthScale);
}
