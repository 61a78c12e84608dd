import { ParameterError } from "../errors.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";

/** Records shared out among the nodes of a mesh. */
export interface LinearBins {
  /** `total` times the weight of each node, an integer; first axis fastest. Private. */
  readonly counts: Float64Array;
  /** The sum of the counts: n times a power of two that depends on the mesh alone. */
  readonly total: number;
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
 * where j + t, its position in mesh steps, is rounded to a multiple of 2⁻²⁰ (2⁻¹⁰ per axis in two dimensions),
 * or of the smallest power of two with which it fits 31 bits.
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

type Bins = Omit<LinearBins, "recordCount">;

function binOnLine(records: Float64Array, axis: GridAxis): Bins {
  const { lower, upper } = axis;
  const bits = shareBits(axis, 20);
  const unit = 2 ** bits;
  const scale = ((axis.count - 1) / (upper - lower)) * unit;
  // One sum per cell holds both the number of its records, times 2^(bits + 16), and their shares: exact for a block.
  const sums = new Float64Array(axis.count);
  const one = unit * block;
  const counts = new Float64Array(axis.count + 1);
  let clampedCount = 0;
  for (let start = 0; start < records.length; start += block) {
    const end = Math.min(start + block, records.length);
    sums.fill(0);
    for (let i = start; i < end; i++) {
      let value = records[i]!;
      if (!(value >= lower && value <= upper)) {
        value = clamp(value, axis);
        clampedCount++;
      }
      const position = ((value - lower) * scale + 0.5) | 0;
      sums[position >> bits]! += one + (position & (unit - 1));
    }
    for (let cell = 0; cell < sums.length; cell++) {
      const number = Math.floor(sums[cell]! / one);
      const shares = sums[cell]! - number * one;
      counts[cell]! += number * unit - shares;
      counts[cell + 1]! += shares;
    }
  }
  return { counts: counts.subarray(0, axis.count), total: unit * records.length, clampedCount };
}

// 2¹⁶ records of at most 2²⁰ shares each: sums stay below 2⁵³.
const block = 2 ** 16;

function binOnPlane(records: Float64Array, first: GridAxis, second: GridAxis): Bins {
  const width = first.count;
  const bitsX = shareBits(first, 10);
  const bitsY = shareBits(second, 10);
  const unitX = 2 ** bitsX;
  const unitY = 2 ** bitsY;
  const scaleX = ((width - 1) / (first.upper - first.lower)) * unitX;
  const scaleY = ((second.count - 1) / (second.upper - second.lower)) * unitY;
  const counts = new Float64Array(width * (second.count + 1) + 1);
  let clampedCount = 0;
  for (let i = 0; i + 1 < records.length; i += 2) {
    let x = records[i]!;
    let y = records[i + 1]!;
    if (!(x >= first.lower && x <= first.upper && y >= second.lower && y <= second.upper)) {
      x = clamp(x, first);
      y = clamp(y, second);
      clampedCount++;
    }
    const positionX = ((x - first.lower) * scaleX + 0.5) | 0;
    const positionY = ((y - second.lower) * scaleY + 0.5) | 0;
    const right = positionX & (unitX - 1);
    const above = positionY & (unitY - 1);
    const node = (positionX >> bitsX) + (positionY >> bitsY) * width;
    counts[node]! += (unitX - right) * (unitY - above);
    counts[node + 1]! += right * (unitY - above);
    counts[node + width]! += (unitX - right) * above;
    counts[node + width + 1]! += right * above;
  }
  const total = unitX * unitY * (records.length / 2);
  return { counts: counts.subarray(0, width * second.count), total, clampedCount };
}

/** Binary digits after the point with which a position, up to count − 1, fits 31 bits. */
function shareBits({ count }: GridAxis, most: number): number {
  return Math.min(most, 31 - Math.ceil(Math.log2(count)));
}

function clamp(value: number, { lower, upper }: GridAxis): number {
  if (Number.isFinite(value)) return Math.min(upper, Math.max(lower, value));
  throw new ParameterError("points", value, "finite in every coordinate");
}
