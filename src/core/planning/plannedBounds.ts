import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { entryNoiseMoments } from "../privacy/mechanisms/entryNoise.ts";
import { recordNoiseLevels } from "../privacy/mechanisms/recordNoise.ts";
import { unitRange } from "../privacy/sensitivity/recordRange.ts";
import { seededSource } from "../random/seededSource.ts";
import { classesOn } from "./declaredClasses.ts";
import { nodesBetween, truthOn } from "./declaredTruth.ts";
import { densityErrors, type PlannedDensity } from "./densityErrors.ts";
import { drawnCurves, meanErrors, type PlannedMean } from "./meanErrors.ts";
import { noiseOfPlan, type PlannedRelease } from "./planTarget.ts";
import { movedColumns, type PlannedTable } from "./tableRounds.ts";

export type BoundsRequest = { readonly release: PlannedRelease } & (
  | { readonly kind: "density"; readonly density: PlannedDensity }
  | { readonly kind: "mean"; readonly mean: PlannedMean }
  | { readonly kind: "table"; readonly table: PlannedTable; readonly column: number }
);

/** Errors at narrower or wider bounds, in the same unit. */
export interface BoundsPoint {
  readonly factor: number;
  /** Ends of a domain or range; 0 and τ of a norm bound. */
  readonly bounds: Interval;
  readonly clipping: number;
  readonly noise: number;
}

const curveCount = 400;

const factors = Array.from({ length: 25 }, (_, j) => 0.25 * 8 ** (j / 24));

/**
 * Clipping against noise over bounds: roots of the integrated squares of a density on the whole line, norms of a mean
 * curve before it is smoothed, root mean squares of an entry of a table.
 *
 * A domain or range keeps its centre. Clipping of a mean curve is that of 400 drawn curves.
 *
 * @see docs/proofs/planning.md, Lemma 11
 */
export function* plannedBounds(request: BoundsRequest): Generator<number, readonly BoundsPoint[]> {
  const at = errorsOver(request);
  const points: BoundsPoint[] = [];
  for (const factor of factors) {
    points.push({ factor, ...at(factor) });
    yield factor / 2;
  }
  return points;
}

function errorsOver(request: BoundsRequest): (factor: number) => Omit<BoundsPoint, "factor"> {
  switch (request.kind) {
    case "density":
      return densityOver(request.density, request.release);
    case "mean":
      return meanOver(request.mean, request.release);
    case "table":
      return tableOver(request.table, request.column, request.release);
  }
}

function widened([lower, upper]: Interval, factor: number): Interval {
  const [centre, half] = [(lower + upper) / 2, (factor * (upper - lower)) / 2];
  return [centre - half, centre + half];
}

function densityOver(density: PlannedDensity, release: PlannedRelease) {
  // A curve through heights has no values beyond its domain.
  if (density.truth.kind === "drawn") throw new ParameterError("truth", density.truth.kind, "a sum of normals");
  const wide = truthOn(density.truth, widened(density.domain, 9));
  return (factor: number) => {
    const bounds = widened(density.domain, factor);
    const errors = densityErrors({ ...density, domain: bounds }).of(release.tuning);
    const { recordCount } = release;
    const { clipping, noise } = errors.integrated({ recordCount, noiseScale: noiseOfPlan(errors, release) });
    const outside = [
      [wide.domain[0], bounds[0]],
      [bounds[1], wide.domain[1]],
    ] as const;
    const lost = outside.reduce((sum, [from, to]) => {
      const { places, weights } = nodesBetween([from, to], wide.narrowest);
      return sum + places.reduce((own, x, i) => own + weights[i]! * wide.densityAt(x) ** 2, 0);
    }, 0);
    return { bounds, clipping: Math.sqrt(Math.max(0, clipping) + lost), noise: Math.sqrt(noise) };
  };
}

function meanOver(mean: PlannedMean, release: PlannedRelease) {
  const errors = meanErrors(mean);
  const { curves, weights } = drawnCurves(mean, curveCount, seededSource(1));
  const size = weights.reduce((sum, weight) => sum + weight, 0);
  const norms = curves.map((curve) => Math.sqrt(curve.reduce((sum, x, i) => sum + weights[i]! * x * x, 0)));
  const noise = noiseOfPlan(errors.of(release.tuning), release) * Math.sqrt(size);
  return (factor: number) => {
    const bound = factor * mean.smoothing.normBound;
    const lost = weights.map((_, i) =>
      curves.reduce((sum, curve, k) => sum + Math.max(0, 1 - bound / norms[k]!) * curve[i]!, 0),
    );
    const square = lost.reduce((sum, x, i) => sum + weights[i]! * (x / curves.length) ** 2, 0);
    return { bounds: [0, bound] as const, clipping: Math.sqrt(square), noise: factor * noise };
  };
}

function tableOver({ truth, machines }: PlannedTable, column: number, release: PlannedRelease) {
  const { ranges, protection, adjacency } = machines;
  if (!ranges[column]) throw new ParameterError("column", column, `from 0 to ${ranges.length - 1}`);
  const { epsilon, delta, recordsPerPerson } = release;
  const deviation =
    protection === "entry"
      ? Math.sqrt(entryNoiseMoments({ epsilon, delta, adjacency }).variance)
      : Math.sqrt(recordsPerPerson) *
        recordNoiseLevels({ epsilon, delta, ...unitRange(ranges.length) }).gaussianDeviation;
  return (factor: number) => {
    const bounds = widened(ranges[column]!, factor);
    const { parts, domain } = classesOn(truth, ranges);
    const moved = movedColumns({ parts, domain: domain.with(column, bounds) })[column]!;
    return { bounds, clipping: Math.sqrt(Math.max(0, moved.second)), noise: deviation * (bounds[1] - bounds[0]) };
  };
}
