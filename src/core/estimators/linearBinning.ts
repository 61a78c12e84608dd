import { ParameterError } from "../errors.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";

/** Records shared out among the nodes of a mesh. */
export interface LinearBins {
  /** 2²⁰ times the weight of each node, an integer; first axis fastest. Their sum is 2²⁰n. Private. */
  readonly counts: Float64Array;
  /** n. */
  readonly recordCount: number;
  /** Records outside the box of the mesh, moved to its edge. Private. */
  readonly clampedCount: number;
}

/**
 * Linear binning: each record becomes a convex combination of the corners of its mesh cell,
 *
 *     x ↦ (1 − t)·node_j + t·node_(j+1)      (in two dimensions, the product of two of these),
 *
 * where t, its position in the cell, is rounded to a multiple of 2⁻²⁰ (2⁻¹⁰ per axis in two dimensions).
 *
 * The rounding is a public rule applied to each record by itself, so the counts are integers, and their sums
 * exact up to n = 2³³: neither the order nor the number of the records leaves a trace.
 *
 * @param points n ≥ 1 records in ℝᵈ, clamped into the box of the mesh. Private
 * @param mesh d = 1 or 2 axes. Public
 * @throws {ParameterError} if a coordinate is not finite, n = 0, or the dimensions are not 1 or 2 and equal
 * @see Wand (1994), Journal of Computational and Graphical Statistics 3:433–445, section 2
 */
export function binLinearly({ points, mesh }: { readonly points: Points; readonly mesh: RegularGrid }): LinearBins {
  const [first, second, ...others] = mesh.axes;
  if (!first || others.length > 0) throw new ParameterError("mesh.axes.length", mesh.axes.length, "1 or 2");
  if (points.dimension !== mesh.axes.length) {
    throw new ParameterError("points.dimension", points.dimension, `equal to ${mesh.axes.length}`);
  }
  const recordCount = pointCount(points);
  if (!(recordCount >= 1)) throw new ParameterError("points", recordCount, "at least one record");
  const bins = second ? binOnPlane(points.coordinates, first, second) : binOnLine(points.coordinates, first);
  return { ...bins, recordCount };
}

function binOnLine(records: Float64Array, axis: GridAxis): Omit<LinearBins, "recordCount"> {
  const counts = new Float64Array(axis.count);
  const { lower, upper } = axis;
  const scale = (axis.count - 1) / (upper - lower);
  const lastCell = axis.count - 2;
  let clampedCount = 0;
  for (let i = 0; i < records.length; i++) {
    let value = records[i]!;
    if (!(value >= lower && value <= upper)) {
      value = clamp(value, axis);
      clampedCount++;
    }
    const position = (value - lower) * scale;
    const cell = position < lastCell ? position | 0 : lastCell;
    const share = ((position - cell) * 2 ** 20 + 0.5) | 0;
    counts[cell]! += 2 ** 20 - share;
    counts[cell + 1]! += share;
  }
  return { counts, clampedCount };
}

function binOnPlane(records: Float64Array, first: GridAxis, second: GridAxis): Omit<LinearBins, "recordCount"> {
  const width = first.count;
  const counts = new Float64Array(width * second.count);
  const scaleX = (width - 1) / (first.upper - first.lower);
  const scaleY = (second.count - 1) / (second.upper - second.lower);
  const lastX = width - 2;
  const lastY = second.count - 2;
  let clampedCount = 0;
  for (let i = 0; i < records.length; i += 2) {
    let x = records[i]!;
    let y = records[i + 1]!;
    if (!(x >= first.lower && x <= first.upper && y >= second.lower && y <= second.upper)) {
      x = clamp(x, first);
      y = clamp(y, second);
      clampedCount++;
    }
    const positionX = (x - first.lower) * scaleX;
    const positionY = (y - second.lower) * scaleY;
    const cellX = positionX < lastX ? positionX | 0 : lastX;
    const cellY = positionY < lastY ? positionY | 0 : lastY;
    const right = ((positionX - cellX) * 2 ** 10 + 0.5) | 0;
    const above = ((positionY - cellY) * 2 ** 10 + 0.5) | 0;
    const node = cellX + cellY * width;
    counts[node]! += (2 ** 10 - right) * (2 ** 10 - above);
    counts[node + 1]! += right * (2 ** 10 - above);
    counts[node + width]! += (2 ** 10 - right) * above;
    counts[node + width + 1]! += right * above;
  }
  return { counts, clampedCount };
}

function clamp(value: number, { lower, upper }: GridAxis): number {
  if (Number.isFinite(value)) return Math.min(upper, Math.max(lower, value));
  throw new ParameterError("points", value, "finite in every coordinate");
}
