import { checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { GridAxis, RegularGrid } from "../../grids.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { positionsPerStep, sharesPerRecord, type SplineAxis } from "../../arithmetic/plain/bins.ts";
import { pointCount, pointsAt, type Points } from "../../points.ts";

/** Records shared out among the nodes of a mesh, with an extra node at each end. */
export interface SplineBins {
  /** `total` times the weight of each node, whole, shape (m₁ + 2,) or (m₁ + 2, m₂ + 2), first axis fastest. Private. */
  readonly counts: Float64Array;
  /** n times a power of two. */
  readonly total: number;
  readonly recordCount: number;
  /** Records moved to the edge of the mesh's box. Private. */
  readonly clampedCount: number;
}

/**
 * Cubic binning: each record becomes a convex combination of the four nodes around it on each axis, weighted by the
 * cubic B-spline, or by the product of two.
 *
 * Positions are rounded to 1/2048 of a step, and weights to multiples of 2⁻¹⁴ that add up to 1 and keep the mean; their
 * variance is a third of the squared step to within 2⁻¹³ of it (plain/bins.ts). Counts are whole: the order of the
 * records leaves no trace.
 *
 * @param points n ≥ 1 records in ℝᵈ, clamped into the box of the mesh; n ≤ 2³⁹, or 2²⁵ in two dimensions. Private
 * @param mesh d = 1 or 2 axes of at most 2²⁰ nodes. Public
 * @see Wand (1994), JCGS 3:433–445; Unser (1999), IEEE Signal Processing Magazine 16(6):22–38
 */
export function binOnSplines(
  { points, mesh }: { readonly points: Points; readonly mesh: RegularGrid },
  by: Arithmetic = arithmetic(),
): SplineBins {
  const [first, second, ...others] = mesh.axes;
  if (!first || others.length > 0) throw new ParameterError("mesh.axes.length", mesh.axes.length, "1 or 2");
  if (points.dimension !== mesh.axes.length) {
    throw new ParameterError("points.dimension", points.dimension, `equal to ${mesh.axes.length}`);
  }
  const recordCount = pointCount(points);
  const total = recordCount * sharesPerRecord ** points.dimension;
  if (!(recordCount >= 1 && total <= 2 ** 53)) {
    throw new ParameterError(
      "points",
      recordCount,
      `from 1 to ${2 ** 53 / sharesPerRecord ** points.dimension} records`,
    );
  }
  const { counts, inside } = second ? onPlane(points, first, second, by) : onLine(points, first, by);
  return { counts, total, recordCount, clampedCount: recordCount - inside };
}

/**
 * Cubic binning of records with multiplicities: records with bit b are binned once and counted 2ᵇ times.
 *
 * @param multiplicities whole numbers ≥ 1, shape (n,). Private
 */
export function binMultiplesOnSplines({
  points,
  multiplicities,
  mesh,
}: {
  readonly points: Points;
  readonly multiplicities: Float64Array;
  readonly mesh: RegularGrid;
}): SplineBins {
  const n = pointCount(points);
  checkLength("multiplicities", multiplicities, n);
  let recordCount = 0;
  let largest = 0;
  for (const multiplicity of multiplicities) {
    if (!(Number.isSafeInteger(multiplicity) && multiplicity >= 1))
      throw new ParameterError("multiplicities", multiplicity, "whole numbers of at least 1");
    recordCount += multiplicity;
    largest = Math.max(largest, multiplicity);
  }
  const { dimension } = points;
  const total = recordCount * sharesPerRecord ** dimension;
  if (!(total <= 2 ** 53)) {
    throw new ParameterError("points", recordCount, `from 1 to ${2 ** 53 / sharesPerRecord ** dimension} records`);
  }
  let counts: Float64Array | undefined;
  let clampedCount = 0;
  for (let bit = 1; bit <= largest; bit *= 2) {
    const chosen = Array.from(multiplicities.keys()).filter((i) => Math.floor(multiplicities[i]! / bit) % 2 === 1);
    if (chosen.length === 0) continue;
    const bins = binOnSplines({ points: pointsAt(points, chosen), mesh });
    counts ??= new Float64Array(bins.counts.length);
    for (let k = 0; k < counts.length; k++) counts[k]! += bit * bins.counts[k]!;
    clampedCount += bit * bins.clampedCount;
  }
  if (!counts) throw new ParameterError("points", n, "at least one record");
  return { counts, total, recordCount, clampedCount };
}

interface Binned {
  readonly counts: Float64Array;
  readonly inside: number;
}

const block = 4096;

function onLine({ coordinates }: Points, { count, ...ends }: GridAxis, by: Arithmetic): Binned {
  const axis = splineAxis({ count, ...ends });
  const memory = by.reserve(count + 3 + block);
  memory.fill(0, 0, count + 3);
  const inside = inBlocks(coordinates, 1, memory, count + 3, (records) =>
    by.binOnLine({ records: count + 3, count: records, bins: 0, axis }),
  );
  return { counts: memory.slice(0, count + 2), inside };
}

function onPlane({ coordinates }: Points, first: GridAxis, second: GridAxis, by: Arithmetic): Binned {
  const axes = [splineAxis(first), splineAxis(second)] as const;
  const width = first.count + 3;
  const size = width * (second.count + 3);
  const memory = by.reserve(size + block);
  memory.fill(0, 0, size);
  const inside = inBlocks(coordinates, 2, memory, size, (count) =>
    by.binOnPlane({ records: size, count, bins: 0, width, axes }),
  );
  const counts = new Float64Array((first.count + 2) * (second.count + 2));
  for (let j = 0; j < second.count + 2; j++) {
    counts.set(memory.subarray(j * width, j * width + first.count + 2), j * (first.count + 2));
  }
  return { counts, inside };
}

function inBlocks(
  coordinates: Float64Array,
  dimension: number,
  memory: Float64Array,
  to: number,
  bin: (records: number) => number,
): number {
  let inside = 0;
  for (let start = 0; start < coordinates.length; start += block) {
    const part = coordinates.subarray(start, start + block);
    memory.set(part, to);
    const here = bin(part.length / dimension);
    if (here < part.length / dimension) checkFinite(part);
    inside += here;
  }
  return inside;
}

function checkFinite(coordinates: Float64Array): void {
  const wrong = coordinates.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) throw new ParameterError("points", wrong, "finite in every coordinate");
}

function splineAxis({ lower, upper, count }: GridAxis): SplineAxis {
  if (!(count >= 2 && count <= 2 ** 20)) throw new ParameterError("mesh.axes.count", count, "from 2 to 1048576");
  const last = (count - 1) * positionsPerStep;
  return { lower, upper, scale: last / (upper - lower), last };
}
