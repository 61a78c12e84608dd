import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { pointCount, type Points } from "../points.ts";
import { latticeSize } from "../privacy/calibration/laplace.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { Interval } from "../grids.ts";

/** Function of private records on the unit box, released by its values on a lattice. */
export interface LatticeTarget {
  readonly dimension: number;
  readonly recordCount: number;
  /** Records per person in its sensitivities; 1 if absent. */
  readonly recordsPerPerson?: number;
  readonly clampedCount: number;
  /** f_D on the product of lists of coordinates in [0, 1], the first axis fastest. Private. */
  evaluate(axes: readonly Float64Array[]): Float64Array;
  /** Approximate multiplications or exponentials. */
  readonly operationsPerValue: number;
  /** η: bound on computed minus exact value, whatever the records. */
  readonly roundingError: number;
  /** S ≥ sup |f_D − f_D′|, for a replaced record or person. */
  readonly pointwiseSensitivity: number;
  /** Sensitivity of all values on the lattice of degree k. */
  sensitivity(degree: number): LatticeSensitivity;
  /** Cheaper bound, to compare degrees. */
  readonly ceiling?: (degree: number) => LatticeSensitivity;
}

/** Δ₁ ≤ NS, Δ₂ ≤ √N S with N = (k + 1)^ℓ. */
export function valueByValue(pointwise: number, degree: number, dimension: number): LatticeSensitivity {
  const count = latticeSize(degree, dimension);
  const up = 1 + 4 * Number.EPSILON;
  return { l1: count * pointwise * up, l2: Math.sqrt(count) * pointwise * up };
}

/**
 * Records mapped onto the unit box of a declared domain, outer ones to its edge.
 *
 * @param points n ≥ 1 finite records in ℝᵈ. Private
 * @param domain d non-empty intervals. Public
 */
export function unitRecords(
  points: Points,
  domain: readonly Interval[],
): { readonly points: Points; readonly clampedCount: number } {
  const d = points.dimension;
  if (domain.length !== d) throw new ParameterError("domain", domain.length, `of ${d} intervals`);
  const sides = domain.map(([lower, upper]) => {
    if (upper > lower && upper - lower < Infinity) return upper - lower;
    throw new ParameterError("domain", `${lower}..${upper}`, "an interval with lower below upper, of finite length");
  });
  const n = checkPositiveInteger("records", pointCount(points));
  const coordinates = new Float64Array(n * d);
  let clampedCount = 0;
  for (let i = 0; i < n; i++) {
    let isOutside = false;
    for (let j = 0; j < d; j++) {
      const coordinate = points.coordinates[i * d + j]!;
      if (!Number.isFinite(coordinate)) throw new ParameterError(`points[${i}]`, coordinate, "finite");
      const share = (coordinate - domain[j]![0]) / sides[j]!;
      coordinates[i * d + j] = Math.min(1, Math.max(0, share));
      isOutside ||= share < 0 || share > 1;
    }
    if (isOutside) clampedCount++;
  }
  return { points: { dimension: d, coordinates }, clampedCount };
}

export function productPoints(axes: readonly Float64Array[]): Points {
  const dimension = axes.length;
  const size = axes.reduce((product, axis) => product * axis.length, 1);
  const coordinates = new Float64Array(size * dimension);
  let stride = 1;
  axes.forEach((axis, j) => {
    for (let i = 0; i < size; i++) coordinates[i * dimension + j] = axis[Math.floor(i / stride) % axis.length]!;
    stride *= axis.length;
  });
  return { dimension, coordinates };
}
