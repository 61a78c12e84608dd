import { ParameterError } from "../errors.ts";
import type { Kernel } from "./kernel.ts";
import { checkLengthScale } from "./lengthScale.ts";

/**
 * Triangular kernel on a line, k(x, y) = max(0, 1 − |x − y|/ℓ), positive definite on a line only.
 *
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰; from `evaluate`, for points not on a line
 */
export function triangularKernel(lengthScale: number): Kernel {
  const scale = checkLengthScale(lengthScale);
  return {
    evaluate: (x, y) => {
      if (x.length !== 1) throw new ParameterError("x.length", x.length, "1: the triangular kernel is one on a line");
      return Math.max(0, 1 - Math.abs(x[0]! - y[0]!) / scale);
    },
    diagonalBound: 1,
  };
}
