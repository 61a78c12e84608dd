import { checkAllFinite, checkFinite, checkLength, checkPositive } from "../../src/core/checks.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { gram } from "../../src/core/kernels/gram.ts";
import { cholesky } from "../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../src/core/linalg/triangular.ts";
import { dot } from "../../src/core/linalg/vectors.ts";
import { pointAt, pointCount, type Point, type Points } from "../../src/core/points.ts";
import { noNeighbours } from "../../src/core/privacy/mechanisms/online/sortedNumbers.ts";
import {
  exponentialBridge,
  type ConditionalNoise,
} from "../../src/core/privacy/mechanisms/online/exponentialBridge.ts";

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

/**
 * Law of a Gaussian process G with covariance K at a point x, given its values at others,
 *
 *     mean VᵀC⁻¹G,  variance K(x, x) − VᵀC⁻¹V,   C = [K(xᵢ, xⱼ)],  V = [K(xᵢ, x)].
 *
 * O(i³); for many points in turn see `createOnlineNoise`.
 *
 * @param released distinct points, i ≥ 0
 * @param noise G at them: (released value − f_D)/scale, shape (i,)
 * @param at x
 * @throws {ParameterError} if shapes differ or a number is not finite
 * @throws {NumericalError} if C is not numerically positive definite
 * @see Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3, H15
 */
export function conditionalNoise({
  kernel,
  released,
  noise,
  at: place,
}: {
  readonly kernel: Kernel;
  readonly released: Points;
  readonly noise: ArrayLike<number>;
  readonly at: Point | Points;
}): ConditionalNoise {
  const at = "coordinates" in place ? place.coordinates : place;
  const i = pointCount(released);
  checkAllFinite("noise", checkLength("noise", noise, i));
  checkAllFinite("at", checkLength("at", at, released.dimension));
  const known = Array.from({ length: i }, (_, j) => pointAt(released, j));
  const same = known.findIndex((point) => point.every((value, k) => value === at[k]));
  if (same >= 0) return { mean: noise[same]!, variance: 0 };
  const own = kernel.evaluate(at, at);
  if (i === 0) return { mean: 0, variance: own };
  const L = cholesky(gram(kernel, released), i);
  const v = solveLower(
    L,
    Float64Array.from(known, (point) => kernel.evaluate(point, at)),
  );
  const g = solveLower(L, Float64Array.from(noise));
  return { mean: dot(v, 0, g, 0, i), variance: Math.max(0, own - dot(v, 0, v, 0, i)) };
}
