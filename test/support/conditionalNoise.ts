import { checkAllFinite, checkFinite, checkLength, checkPositive } from "../../src/core/checks.ts";
import type { ConditionalNoise } from "../../src/core/privacy/mechanisms/online/conditionalNoise.ts";
import { noNeighbours } from "../../src/core/privacy/mechanisms/online/sortedNumbers.ts";
import { exponentialBridge } from "../../src/core/privacy/mechanisms/online/exponentialBridge.ts";

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
