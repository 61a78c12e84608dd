import { checkPositiveInteger } from "../../../checks.ts";
import type { CapableKernel } from "../../../kernels/kernel.ts";
import { dot } from "../../../linalg/vectors.ts";
import type { Point } from "../../../points.ts";
import type { RandomSource } from "../../../random/randomSource.ts";
import { queryPoint, checkRoom } from "./queryPoint.ts";
import { gaussianNormBound, gaussianNormTail } from "../gaussianNorm.ts";

/** Unit noise at requested points; a point has one value for ever. */
export interface OnlineNoise {
  readonly dimension: number;
  readonly size: () => number;
  readonly capacity: number;
  /** ρ: ‖N̂ − N‖₂ ≤ ρ over all points up to the capacity; public. */
  readonly forwardError: number;
  /** ν: ‖N̂‖₂ ≤ ν over all points up to the capacity; public. */
  readonly normBound: number;
  /** Probability that a bound fails, however points are chosen; public. */
  readonly failure: number;
  /** @throws {ParameterError} if the point is invalid, or the capacity is used up */
  at(point: Point): number;
}

/**
 * Gaussian noise of any kernel, point by point: each new point appends a row to Cholesky's factor L of K + τI, in
 * O(i²),
 *
 *     N(xᵢ) = Σ_j L_ij z_j,   τ = (4(m + 2)m + em)u sup K.
 *
 * The covariance is at least K, however points are chosen.
 *
 * @param capacity m, public
 * @param random one normal draw for each new point
 * @see docs/proofs/onlineNoise.md, Lemma 1; Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3, H15
 */
export function createOnlineNoise({
  kernel,
  dimension,
  capacity,
  random,
}: {
  readonly kernel: CapableKernel;
  readonly dimension: number;
  readonly capacity: number;
  readonly random: RandomSource;
}): OnlineNoise {
  const m = checkPositiveInteger("capacity", capacity);
  checkPositiveInteger("dimension", dimension);
  const elementRoundings = kernel.roundings ?? 16 + dimension / 2;
  const nugget = (4 * (m + 2) * m + elementRoundings * m) * 2 ** -53 * kernel.diagonalBound;
  const points: Point[] = [];
  const rows: Float64Array[] = [];
  const normals = new Float64Array(m);
  const values = new Map<string, number>();
  const normOfNormals = gaussianNormBound(m, 1);
  const forwardError = Math.sqrt(m) * (m + 4) * 2 ** -53 * Math.sqrt(1.01 * kernel.diagonalBound) * normOfNormals;

  return {
    dimension,
    capacity: m,
    failure: gaussianNormTail,
    forwardError,
    normBound: Math.sqrt(m * (kernel.diagonalBound + 2 * nugget)) * normOfNormals + forwardError,
    size: () => points.length,
    at: (point) => {
      const place = queryPoint(point, dimension);
      const key = place.join();
      const known = values.get(key);
      if (known !== undefined) return known;
      const i = points.length;
      checkRoom(i, m);
      const row = new Float64Array(i + 1);
      points.forEach((other, j) => {
        row[j] = (kernel.evaluate(place, other) - dot(rows[j]!, 0, row, 0, j)) / rows[j]![j]!;
      });
      // A pivot below the nugget is only rounding.
      row[i] = Math.sqrt(Math.max(nugget, kernel.evaluate(place, place) + nugget - dot(row, 0, row, 0, i)));
      normals[i] = random.normal();
      const value = dot(row, 0, normals, 0, i + 1);
      points.push(place);
      rows.push(row);
      values.set(key, value);
      return value;
    },
  };
}
