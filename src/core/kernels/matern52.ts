import { exponentials } from "../arithmetic/exponentials.ts";
import { squaredDistance } from "./distance.ts";
import type { Kernel } from "./kernel.ts";
import { checkLengthScale } from "./lengthScale.ts";

/**
 * Matérn kernel of smoothness 5/2 (C2), with r = ‖x − y‖ and s = √5 r/ℓ:
 *
 *     k(x, y) = (1 + s + s²/3) e^(−s).
 *
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰
 * @see Mirshani, Reimherr & Slavković (2019), eq. (6)
 */
export function matern52Kernel(lengthScale: number): Kernel {
  const scale = Math.sqrt(5) / checkLengthScale(lengthScale);
  const ofSquaredDistance = (squared: number) => {
    const s = Math.min(scale * Math.sqrt(squared), endOfDecay);
    return (1 + s + (s * s) / 3) * Math.exp(-s);
  };
  let decayed = new Float64Array(0);
  return {
    evaluate: (x, y) => ofSquaredDistance(squaredDistance(x, y)),
    diagonalBound: 1,
    matern: { rate: scale, linear: 1, square: 1 / 3 },
    ofSquaredDistance,
    ofSquaredDistances: (values) => {
      if (decayed.length !== values.length) decayed = new Float64Array(values.length);
      for (let i = 0; i < values.length; i++) {
        const s = Math.min(scale * Math.sqrt(values[i]!), endOfDecay);
        values[i] = 1 + s + (s * s) / 3;
        decayed[i] = -s;
      }
      exponentials(decayed);
      for (let i = 0; i < values.length; i++) values[i]! *= decayed[i]!;
    },
  };
}

/** From here on e^{−s} is 0, and powers of s are still finite. */
const endOfDecay = 1000;
