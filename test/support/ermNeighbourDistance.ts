import { checkAllFinite, checkLength } from "../../src/core/checks.ts";
import { ParameterError } from "../../src/core/errors.ts";
import type { Loss } from "../../src/core/erm/solver/losses.ts";
import { fitRegularisedErm } from "../../src/core/erm/solver/regularisedErm.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { pointAt, pointCount } from "../../src/core/points.ts";
import type { Point, Points } from "../../src/core/points.ts";
import { gapToleranceOf, regularisedErmSensitivity } from "../../src/core/privacy/sensitivity/regularisedErm.ts";

/**
 * ‖f_D − f_D′‖ of two regularised risk minimisers, of which one has another record at one index: both are fitted, each
 * to within a millionth of the sensitivity, or of what rounding allows. Never above `regularisedErmSensitivity` by more
 * than that. Private.
 *
 * @param points n records in ℝᵈ
 * @param responses shape (n,)
 * @param penalty λ > 0
 * @param index which record is replaced
 * @param point its new place, in ℝᵈ
 * @param response its new response
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if a fit cannot be certified
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7
 */
export function regularisedErmNeighbourDistance({
  points,
  responses,
  kernel,
  loss,
  penalty,
  index,
  point,
  response,
}: {
  readonly points: Points;
  readonly responses: ArrayLike<number>;
  readonly kernel: Kernel;
  readonly loss: Loss;
  readonly penalty: number;
  readonly index: number;
  readonly point: Point;
  readonly response: number;
}): number {
  const n = pointCount(points);
  const d = points.dimension;
  if (!(Number.isSafeInteger(index) && index >= 0 && index < n)) {
    throw new ParameterError("index", index, `an integer from 0 to ${n - 1}`);
  }
  checkAllFinite("point", checkLength("point", point, d));
  const coordinates = points.coordinates.slice();
  coordinates.set(Float64Array.from(point), index * d);
  const moved = { dimension: d, coordinates };
  const answers = Float64Array.from(responses);
  answers[index] = response;

  const sensitivity = regularisedErmSensitivity({
    recordCount: n,
    penalty,
    lipschitz: loss.lipschitz,
    kernelBound: kernel.diagonalBound,
  });
  const gapTolerance = Math.max(1e-14, gapToleranceOf({ sensitivity, share: 1e-6, penalty }));
  const shared = { kernel, loss, penalty, gapTolerance };
  const before = fitRegularisedErm({ ...shared, points, responses });
  const after = fitRegularisedErm({ ...shared, points: moved, responses: answers });
  const weights = Float64Array.of(...before.coefficients, ...after.coefficients.map((c) => -c));
  const placeOf = (i: number) => (i < n ? pointAt(points, i) : pointAt(moved, i - n));
  let squared = 0;
  for (let i = 0; i < 2 * n; i++) {
    for (let j = 0; j < 2 * n; j++) squared += weights[i]! * weights[j]! * kernel.evaluate(placeOf(i), placeOf(j));
  }
  // Cancellation can leave a negative remainder for equal minimisers.
  return Math.sqrt(Math.max(0, squared));
}
