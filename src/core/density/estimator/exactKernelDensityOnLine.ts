import { checkFinite, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointCount, type Points } from "../../points.ts";
import { kernelDensity } from "./kernelDensity.ts";

/**
 * Gaussian kernel density estimate on a line as the exact sum over the records, through the moments of cells:
 *
 *     f(x) = 1 / (n √(2π) h) · Σᵢ exp(−(x − xᵢ)² / 2h²).
 *
 * @param points n ≥ 1 records xᵢ in ℝ. Private
 * @param bandwidth h > 0, in data units
 * @returns f. O(nR) once, then O(WP) for each x, W ≤ 70
 * @throws {ParameterError}; from f, unless x is finite
 * @see docs/proofs/densitySums.md, Lemma 3; Greengard & Strain (1991), SIAM J. Sci. Stat. Comput. 12:79–94
 */
export function exactKernelDensityOnLine({
  points,
  bandwidth,
}: {
  readonly points: Points;
  readonly bandwidth: number;
}): (x: number) => number {
  const h = checkPositive("bandwidth", bandwidth);
  if (points.dimension !== 1) throw new ParameterError("points.dimension", points.dimension, "equal to 1");
  const n = pointCount(points);
  if (!(n >= 1)) throw new ParameterError("points", n, "at least one record");
  const { lower, upper } = extent(points.coordinates);
  const perUnit = cellsPerBandwidth / h;
  const cells = Math.floor((upper - lower) * perUnit) + 1;
  if (!(cells <= n)) {
    return (x) => {
      const at = { dimension: 1, coordinates: Float64Array.of(checkFinite("x", x)) };
      return kernelDensity({ points, bandwidth, at })[0]!;
    };
  }

  const moments = cellMoments({ records: points.coordinates, lower, perUnit, cells });
  const scale = 1 / (n * Math.sqrt(2 * Math.PI) * h);
  return (x) => {
    const position = (checkFinite("x", x) - lower) * perUnit;
    const from = Math.max(0, Math.floor(position - reach * cellsPerBandwidth));
    const to = Math.min(cells - 1, Math.floor(position + reach * cellsPerBandwidth));
    let total = 0;
    for (let cell = from; cell <= to; cell++) {
      const t = (position - cell - 0.5) / cellsPerBandwidth;
      const square = t * t;
      let even = 0;
      let odd = 0;
      for (let q = (cell + 1) * momentCount - 2; q >= cell * momentCount; q -= 2) {
        even = even * square + moments[q]!;
        odd = odd * square + moments[q + 1]!;
      }
      total += Math.exp(-0.5 * square) * (even + odd * t);
    }
    return scale * total;
  };
}

const cellsPerBandwidth = 4;

/** P. */
const momentCount = 12;

/** R. */
const powerCount = 13;

/** T. */
const reach = 8.5;

// Blocks keep rounding near (block + n/block)·u instead of n·u.
const block = 4096;

/** A_q of each cell, in cell order. */
function cellMoments({
  records,
  lower,
  perUnit,
  cells,
}: {
  readonly records: Float64Array;
  readonly lower: number;
  readonly perUnit: number;
  readonly cells: number;
}): Float64Array {
  const sums = new Float64Array(cells * powerCount);
  const ofBlock = new Float64Array(cells * powerCount);
  for (let start = 0; start < records.length; start += block) {
    const end = Math.min(start + block, records.length);
    ofBlock.fill(0);
    for (let i = start; i < end; i++) {
      const position = (records[i]! - lower) * perUnit;
      const cell = Math.floor(position);
      const u = (position - cell - 0.5) / cellsPerBandwidth;
      const square = u * u;
      let even = 1;
      let odd = u;
      const last = (cell + 1) * powerCount - 1;
      for (let r = cell * powerCount; r < last; r += 2) {
        ofBlock[r]! += even;
        ofBlock[r + 1]! += odd;
        even *= square;
        odd *= square;
      }
      ofBlock[last]! += even;
    }
    for (let r = 0; r < sums.length; r++) sums[r]! += ofBlock[r]!;
  }
  const moments = new Float64Array(cells * momentCount);
  for (let cell = 0; cell < cells; cell++) {
    for (let q = 0, factorial = 1; q < momentCount; q++) {
      let moment = 0;
      for (let k = Math.floor((powerCount - 1 - q) / 2); k >= 0; k--)
        moment = sums[cell * powerCount + q + 2 * k]! - (0.5 / (k + 1)) * moment;
      factorial *= Math.max(1, q);
      moments[cell * momentCount + q] = moment / factorial;
    }
  }
  return moments;
}

function extent(records: Float64Array): { lower: number; upper: number } {
  let lower = Infinity;
  let upper = -Infinity;
  for (let i = 0; i < records.length; i++) {
    const value = records[i]!;
    if (!Number.isFinite(value)) throw new ParameterError("points", value, "finite in every coordinate");
    if (value < lower) lower = value;
    if (value > upper) upper = value;
  }
  return { lower, upper };
}
