import { checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { definiteMatrix, quadraticForm, type Rows } from "../../linalg/smallMatrix.ts";
import { pointCount, type Points } from "../../points.ts";

/**
 * Gaussian kernel density estimate, exact sum over the records,
 *
 *     f(x) = 1 / (n (2πh²)^{d/2}) · Σᵢ exp(−‖x − xᵢ‖² / 2h²).
 *
 * @param points n ≥ 1 records xᵢ in ℝᵈ. Private
 * @param bandwidth h > 0, in data units
 * @param at m points of evaluation in ℝᵈ
 * @returns f at each point, shape (m,). O(nm)
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1
 */
export function kernelDensity({
  points,
  bandwidth,
  at,
}: {
  readonly points: Points;
  readonly bandwidth: number;
  readonly at: Points;
}): Float64Array {
  const h = checkPositive("bandwidth", bandwidth);
  const bandwidthMatrix = Array.from({ length: points.dimension }, (_, i) =>
    Array.from({ length: points.dimension }, (_, j) => (i === j ? h * h : 0)),
  );
  return anisotropicKernelDensity({ points, bandwidthMatrix, at });
}

/**
 * Gaussian kernel density estimate with a bandwidth matrix, exact sum over the records,
 *
 *     f(x) = 1 / (n (2π)^{d/2} |H|^{1/2}) · Σᵢ exp(−½ (x − xᵢ)ᵀH⁻¹(x − xᵢ)).
 *
 * @param points n ≥ 1 records xᵢ in ℝᵈ. Private
 * @param bandwidthMatrix H, d × d symmetric positive definite, in squared data units
 * @param at m points of evaluation in ℝᵈ
 * @returns f at each point, shape (m,). O(nm d²)
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.1
 */
export function anisotropicKernelDensity({
  points,
  bandwidthMatrix,
  at,
}: {
  readonly points: Points;
  readonly bandwidthMatrix: Rows;
  readonly at: Points;
}): Float64Array {
  const { dimension: d, inverse, determinant } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  const n = pointCount(points);
  if (n < 1) throw new ParameterError("points", n, "at least one record");
  if (points.dimension !== d) throw new ParameterError("points.dimension", points.dimension, `equal to ${d}`);
  if (at.dimension !== d) throw new ParameterError("at.dimension", at.dimension, `equal to ${d}`);

  const sumAt = d === 1 ? bumpSum(points.coordinates, -0.5 * inverse[0]![0]!) : bumpSumIn(points, inverse);
  const scale = 1 / (n * (2 * Math.PI) ** (d / 2) * Math.sqrt(determinant));
  return Float64Array.from({ length: pointCount(at) }, (_, i) => {
    return scale * sumAt(at.coordinates.subarray(i * d, (i + 1) * d));
  });
}

// Blocks keep rounding near (block + n/block)·u instead of n·u.
const block = 1024;

function bumpSum(records: Float64Array, factor: number): (x: Float64Array) => number {
  return ([x = 0]) => {
    let total = 0;
    for (let start = 0; start < records.length; start += block) {
      const end = Math.min(start + block, records.length);
      let sum = 0;
      for (let i = start; i < end; i++) {
        const r = x - records[i]!;
        sum += Math.exp(factor * r * r);
      }
      total += sum;
    }
    return total;
  };
}

function bumpSumIn({ dimension: d, coordinates }: Points, inverse: Rows): (x: Float64Array) => number {
  const r = new Float64Array(d);
  return (x) => {
    let total = 0;
    for (let start = 0; start < coordinates.length; start += block * d) {
      const end = Math.min(start + block * d, coordinates.length);
      let sum = 0;
      for (let i = start; i < end; i += d) {
        for (let j = 0; j < d; j++) r[j] = x[j]! - coordinates[i + j]!;
        sum += Math.exp(-0.5 * quadraticForm(inverse, r));
      }
      total += sum;
    }
    return total;
  };
}
