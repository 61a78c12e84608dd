import { exponentials } from "../arithmetic/exponentials.ts";
import { squaredDistance } from "./distance.ts";
import type { DistanceKernel, Kernel, MaternDecay } from "./kernel.ts";
import { checkLengthScale } from "./lengthScale.ts";

/**
 * Matérn kernel of smoothness ν = 3/2 or 5/2, with r = ‖x − y‖ and s = √(2ν) r/ℓ:
 *
 *     k(x, y) = (1 + s + s²/c) e^(−s),   c = ∞ for ν = 3/2, c = 3 for ν = 5/2.
 *
 * @param twiceSmoothness 2ν
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰
 * @see Rasmussen & Williams (2006), Gaussian Processes for Machine Learning, eq. (4.17)
 */
export function maternKernel(twiceSmoothness: 3 | 5, lengthScale: number): Kernel & MaternDecay & DistanceKernel {
  const rate = Math.sqrt(twiceSmoothness) / checkLengthScale(lengthScale);
  const c = twiceSmoothness === 3 ? Infinity : 3;
  const ofSquaredDistance = (squared: number) => {
    const s = Math.min(rate * Math.sqrt(squared), endOfDecay);
    return (1 + s + (s * s) / c) * Math.exp(-s);
  };
  let decayed = new Float64Array(0);
  return {
    evaluate: (x, y) => ofSquaredDistance(squaredDistance(x, y)),
    diagonalBound: 1,
    matern: { rate, linear: 1, square: 1 / c },
    ofSquaredDistance,
    ofSquaredDistances: (values) => {
      if (decayed.length !== values.length) decayed = new Float64Array(values.length);
      for (let i = 0; i < values.length; i++) {
        const s = Math.min(rate * Math.sqrt(values[i]!), endOfDecay);
        values[i] = 1 + s + (s * s) / c;
        decayed[i] = -s;
      }
      exponentials(decayed);
      for (let i = 0; i < values.length; i++) values[i]! *= decayed[i]!;
    },
  };
}

/** Here e^{−s} is 0, and powers of s are finite. */
const endOfDecay = 1000;
