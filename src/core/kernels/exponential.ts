import { exponentials } from "../arithmetic/exponentials.ts";
import { squaredDistance } from "./distance.ts";
import type { DistanceKernel, Kernel, MaternDecay } from "./kernel.ts";
import { checkLengthScale } from "./lengthScale.ts";

/**
 * Exponential kernel (C4), k(x, y) = exp(−‖x − y‖/ℓ).
 *
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰
 * @see Mirshani, Reimherr & Slavković (2019), eq. (6)
 */
export function exponentialKernel(lengthScale: number): Kernel & MaternDecay & DistanceKernel {
  const scale = checkLengthScale(lengthScale);
  const ofSquaredDistance = (squared: number) => Math.exp(-Math.sqrt(squared) / scale);
  return {
    evaluate: (x, y) => ofSquaredDistance(squaredDistance(x, y)),
    diagonalBound: 1,
    matern: { rate: 1 / scale, linear: 0, square: 0 },
    ofSquaredDistance,
    ofSquaredDistances: (values) => {
      for (let i = 0; i < values.length; i++) values[i] = -Math.sqrt(values[i]!) / scale;
      exponentials(values);
    },
  };
}
