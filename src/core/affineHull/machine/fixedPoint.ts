import { NumericalError } from "../../errors.ts";

/**
 * Unique fixed point ê = R(ê) of the training error, where R grows, with a slope below 1, and is below `upper`.
 *
 * @param error R
 * @param upper ‖Y‖²_F/(pN) > 0
 * @returns ê to about 10⁻¹³ of itself
 * @throws {NumericalError} if it does not converge
 * @see Kumar, Moser & Fischer (2024), Theorem 1, eqs (25)–(28)
 */
export function trainingErrorFixedPoint(error: (e: number) => number, upper: number): number {
  let low = error(0);
  let high = upper;
  let before = 0;
  let excessBefore = low;
  let e = low;
  for (let step = 0; step < mostSteps; step++) {
    const value = error(e);
    const excess = value - e;
    if (Math.abs(excess) <= precision * e) return value;
    // R(e) − e falls; from below, R(e) is nearer to the fixed point than e.
    if (excess > 0) low = Math.max(low, value);
    else high = Math.min(high, value);
    const slope = (excess - excessBefore) / (e - before);
    before = e;
    excessBefore = excess;
    e -= excess / slope;
    if (!(e >= low && e <= high)) e = low + (high - low) / 2;
    if (e === before) return e;
  }
  throw new NumericalError("the training error found no fixed point");
}

const mostSteps = 100;
const precision = 2 ** -44;
