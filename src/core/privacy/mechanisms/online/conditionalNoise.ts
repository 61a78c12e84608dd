import { checkAllFinite, checkLength } from "../../../checks.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import { cholesky } from "../../../linalg/cholesky.ts";
import { gram } from "../../../kernels/gram.ts";
import { solveLower } from "../../../linalg/triangular.ts";
import { dot } from "../../../linalg/vectors.ts";
import { pointAt, pointCount, type Point, type Points } from "../../../points.ts";

/** Normal law of unit noise at a new point, given known values. */
export interface ConditionalNoise {
  readonly mean: number;
  readonly variance: number;
}

/**
 * Law of a Gaussian process G with covariance K at a point x, given its values at others,
 *
 *     mean VᵀC⁻¹G,  variance K(x, x) − VᵀC⁻¹V,   C = [K(xᵢ, xⱼ)],  V = [K(xᵢ, x)].
 *
 * An online release at x has the mean f_D(x) + scale·mean and the deviation scale·√variance. O(i³); for many points in
 * turn see `createOnlineNoise`.
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
