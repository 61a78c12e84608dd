import { checkAllFinite, checkFinite, checkLength, checkPositive } from "../../../checks.ts";
import type { ConditionalNoise } from "./conditionalNoise.ts";
import { noNeighbours } from "./sortedNumbers.ts";
import type { Neighbours } from "./sortedNumbers.ts";

/**
 * Law of a process with the kernel exp(−γ|x − y|) at x, given its values at the neighbours l ≤ x < r,
 *
 *     mean w_l G(l) + w_r G(r),  w_l = e^{−γ(x − l)} b/c,  w_r = e^{−γ(r − x)} a/c,  variance ab/c,
 *     a = 1 − e^{−2γ(x − l)},  b = 1 − e^{−2γ(r − x)},  c = a + b − ab.
 *
 * 1 − e^{−t} is known to a few units in the last place; a missing neighbour is infinitely far.
 *
 * @param rate γ > 0; no argument is checked, in the loop over all points
 * @param at x
 * @param out written to and returned
 * @see Hall, Rinaldo & Wasserman (2013), section 5, exponential kernel; errata H4
 */
export function exponentialBridge(
  rate: number,
  { leftKey, leftValue, rightKey, rightValue }: Neighbours,
  at: number,
  out: { mean: number; variance: number },
): ConditionalNoise {
  out.mean = leftValue;
  out.variance = 0;
  if (leftKey === at) return out;
  const a = -Math.expm1(-2 * rate * (at - leftKey));
  const b = -Math.expm1(-2 * rate * (rightKey - at));
  // 1 − e^{−2γ(r − l)} without cancellation; 0 if distances underflow.
  const whole = a + b - a * b;
  if (whole === 0) return out;
  out.mean =
    leftValue * ((Math.exp(-rate * (at - leftKey)) * b) / whole) +
    rightValue * ((Math.exp(-rate * (rightKey - at)) * a) / whole);
  out.variance = (a * b) / whole;
  return out;
}

/**
 * Law of a process with the kernel exp(−γ|x − y|) on a line, from any released numbers: exponentialBridge between the
 * neighbours.
 *
 * @param rate γ > 0
 * @param released distinct numbers, in any order
 * @param noise G at them, shape (i,)
 * @param at x
 * @throws {ParameterError} if shapes differ or a number is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 5, exponential kernel; errata H4
 */
export function exponentialConditionalNoise({
  rate,
  released,
  noise,
  at,
}: {
  readonly rate: number;
  readonly released: ArrayLike<number>;
  readonly noise: ArrayLike<number>;
  readonly at: number;
}): ConditionalNoise {
  checkPositive("rate", rate);
  checkAllFinite("released", released);
  checkAllFinite("noise", checkLength("noise", noise, released.length));
  checkFinite("at", at);
  const around = noNeighbours();
  for (let j = 0; j < released.length; j++) {
    const [place, value] = [released[j]!, noise[j]!];
    if (place <= at && place > around.leftKey) Object.assign(around, { leftKey: place, leftValue: value });
    if (place > at && place < around.rightKey) Object.assign(around, { rightKey: place, rightValue: value });
  }
  return exponentialBridge(rate, around, at, { mean: 0, variance: 0 });
}
