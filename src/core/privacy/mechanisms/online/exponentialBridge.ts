import type { Neighbours } from "./sortedNumbers.ts";

/** Normal law of unit noise at a new point, given known values. */
export interface ConditionalNoise {
  readonly mean: number;
  readonly variance: number;
}

/**
 * Law of a process with the kernel exp(−γ|x − y|) at x, given its values at the neighbours l ≤ x < r,
 *
 *     mean w_l G(l) + w_r G(r),  w_l = e^{−γ(x − l)} b/c,  w_r = e^{−γ(r − x)} a/c,  variance ab/c,
 *     a = 1 − e^{−2γ(x − l)},  b = 1 − e^{−2γ(r − x)},  c = a + b − ab.
 *
 * A missing neighbour is infinitely far.
 *
 * @param rate γ > 0
 * @param at x
 * @param out written to and returned
 * @see Hall, Rinaldo & Wasserman (2013), section 5; errata H4
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
