import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { nearestOnGrid } from "../bernstein/operator/nearestOnGrid.ts";
import { pointAt, pointCount, type Points } from "../points.ts";
import type { Interval } from "../grids.ts";
import { latticeNoiseDraws, type NoiseLaw } from "../bernstein/latticeNoiseDraws.ts";
import { unitRecords } from "../release/latticeTarget.ts";
import type { ScalableRelease } from "../release/release.ts";

interface HistogramRelease extends ScalableRelease {
  /** Noisy heights of the cells, first axis fastest: the released numbers. */
  readonly cells: ScalableRelease;
  /** Private. */
  readonly clampedCount: number;
}

/**
 * Noisy histogram of records in a box, as a density. A replaced record moves 1/(n·volume of a cell) from one cell to
 * another, so Δ₁ = 2/(nv) and Δ₂ = √2/(nv).
 *
 * @param points n ≥ 1 records in ℝᵈ, clamped into the domain. Private
 * @param domain one interval per coordinate. Public
 * @param cellCount cells per axis, ≥ 2
 * @param axes coordinates in [0, 1] of the grid shown
 */
export function histogramRelease({
  points,
  domain,
  cellCount,
  axes,
  law,
  drawCount,
  seed,
}: {
  readonly points: Points;
  readonly domain: readonly Interval[];
  readonly cellCount: number;
  readonly axes: readonly Float64Array[];
  readonly law: NoiseLaw;
  readonly drawCount: number;
  readonly seed: number | "secure";
}): HistogramRelease {
  const box = unitRecords(points, domain);
  const d = domain.length;
  if (axes.length !== d) throw new ParameterError("axes.length", axes.length, `equal to ${d}`);
  if (!(checkPositiveInteger("cellCount", cellCount) >= 2)) {
    throw new ParameterError("cellCount", cellCount, "an integer of at least 2");
  }
  const n = pointCount(box.points);
  const counts = new Float64Array(cellCount ** d);
  for (let i = 0; i < n; i++) {
    counts[pointAt(box.points, i).reduceRight((at, x) => at * cellCount + cellOf(x, cellCount), 0)]!++;
  }
  const volume = domain.reduce((product, [lower, upper]) => product * ((upper - lower) / cellCount), 1);
  const heights = counts.map((count) => count / (n * volume));
  // Cells are lattice points of the nearest-value operator.
  const shown = nearestOnGrid({
    degree: cellCount - 1,
    axes: axes.map((axis) => axis.map((y) => cellOf(y, cellCount) / (cellCount - 1))),
  });
  const sensitivity = ((law === "laplace" ? 2 : Math.SQRT2) / (n * volume)) * (1 + 16 * d * Number.EPSILON);
  const draws = latticeNoiseDraws()({ law, count: counts.length, drawCount, seed });
  return {
    estimate: shown.evaluate(heights),
    sensitivity,
    unitNoise: draws.map((draw) => shown.evaluate(draw)),
    cells: { estimate: heights, sensitivity, unitNoise: draws },
    clampedCount: box.clampedCount,
  };
}

function cellOf(x: number, cellCount: number): number {
  return Math.min(cellCount - 1, Math.floor(x * cellCount));
}
