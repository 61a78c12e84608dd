import type { DistanceKernel, Kernel, MaternDecay } from "./kernel.ts";
import { maternKernel } from "./matern.ts";

/**
 * Matérn kernel of smoothness 5/2 (C2), with r = ‖x − y‖ and s = √5 r/ℓ:
 *
 *     k(x, y) = (1 + s + s²/3) e^(−s).
 *
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰
 * @see Mirshani, Reimherr & Slavković (2019), eq. (6)
 */
export function matern52Kernel(lengthScale: number): Kernel & MaternDecay & DistanceKernel {
  return maternKernel(5, lengthScale);
}
