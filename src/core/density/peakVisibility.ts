import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { prominentFieldPeaks, prominentPeaks } from "./estimator/peaks.ts";
import { gridAxis, gridSize, gridStep, type GridAxis, type Interval, type RegularGrid } from "../grids.ts";
import { gridNoiseSampler } from "../privacy/mechanisms/gridNoise.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../random/seededSource.ts";

/** Counts of simulated releases with visible peaks, by noise size. Private. */
export interface PeakVisibility {
  /** Shape (p,), in the coordinates of the domain. */
  readonly peaks: readonly { readonly position: readonly number[]; readonly height: number }[];
  readonly releaseCount: number;
  readonly deviations: Float64Array;
  /** Releases that show exactly j of the peaks, at j + (p + 1)·level. */
  readonly showing: Float64Array;
  /** Releases that show peak i, at i + p·level. */
  readonly shownPeak: Float64Array;
  readonly misleading: Float64Array;
}

export interface VisibilityAt {
  /** Shares with exactly j visible peaks, shape (p + 1,). */
  readonly showing: readonly number[];
  readonly shownPeak: readonly number[];
  readonly misleading: number;
}

const farthestMove = 0.1;
const leastShare = 0.05;
const decades = 2.5;
const mostPointsPerAxis = 50;

/**
 * Least rise of a visible peak of a release above its valleys,
 *
 *     max(2uσ, largest value/20),
 *
 * uσ half the width of the simultaneous 95 % band; public.
 */
export function leastVisible({
  deviation,
  quantile,
  largest,
}: {
  readonly deviation: number;
  readonly quantile: number;
  readonly largest: number;
}): number {
  return Math.max(2 * quantile * deviation, leastShare * largest);
}

/** Indices where values on a grid rise above their valleys by at least `least`. */
export function gridPeaks(values: Float64Array, { axes }: RegularGrid, least: number): number[] {
  if (axes.length === 1) return prominentPeaks(values, least);
  return prominentFieldPeaks(values, axes[0]!.count, least);
}

export function placeOnGrid({ axes }: RegularGrid, index: number): number[] {
  let rest = index;
  return axes.map((axis) => {
    const i = rest % axis.count;
    rest = (rest - i) / axis.count;
    return axis.lower + gridStep(axis) * i;
  });
}

/**
 * Counts visible peaks of simulated releases at noise levels from 1/316 of the largest value to it, with the same
 * draws.
 *
 * Visible peaks match the function's nearest peak within a tenth of each axis, nearest first, each once.
 *
 * @param values the released function before noise, on the grid, shape (m,). Private
 * @param original f, if the released function approximates it. Private
 * @param noiseOn prepares noise on thinned points, in deviations
 * @param quantile u: |noise| ≤ u deviations everywhere with probability 0.95
 * @param releaseCount r ≥ 1
 */
export function* peakVisibility({
  values,
  original = values,
  grid,
  noiseOn,
  quantile,
  releaseCount,
}: {
  readonly values: Float64Array;
  readonly original?: Float64Array | undefined;
  readonly grid: RegularGrid;
  readonly noiseOn: NoiseOn;
  readonly quantile: number;
  readonly releaseCount: number;
}): Generator<number, PeakVisibility> {
  checkPositiveInteger("releaseCount", releaseCount);
  checkPositive("quantile", quantile);
  const strides = grid.axes.map(({ count }) => (grid.axes.length === 1 ? 1 : Math.ceil(count / mostPointsPerAxis)));
  const coarse = thinned(grid, strides);
  const seen = thinnedValues(values, grid, strides);
  const exact = original === values ? seen : thinnedValues(original, grid, strides);
  const sides = grid.axes.map(({ lower, upper }): Interval => [lower, upper]);
  const highest = exact.reduce((most, value) => Math.max(most, value), 0);
  const originals = gridPeaks(exact, coarse, leastShare * highest);
  const places = originals.map((index) => placeOnGrid(coarse, index));
  const p = places.length;

  const levels = grid.axes.length === 1 ? 41 : 21;
  const top = highest > 0 ? highest : 1;
  const deviations = Float64Array.from({ length: levels }, (_, k) => top * 10 ** (decades * (k / (levels - 1) - 1)));
  const showing = new Float64Array(levels * (p + 1));
  const shownPeak = new Float64Array(levels * p);
  const misleading = new Float64Array(levels);

  const drawNoise = noiseOn(strides);
  const released = new Float64Array(seen.length);
  for (let r = 0; r < releaseCount; r++) {
    const noise = drawNoise(r);
    for (let level = 0; level < levels; level++) {
      const deviation = deviations[level]!;
      const [smallest, largest] = releasedInto(released, { values: seen, noise, deviation });
      const least = leastVisible({ deviation, quantile, largest });
      const found = largest - smallest >= least ? gridPeaks(released, coarse, least) : [];
      if (found.length === 0) {
        showing[level * (p + 1)]! += 1;
        continue;
      }
      const matched = matchedPeaks(
        places,
        found.map((index) => placeOnGrid(coarse, index)),
        sides,
      );
      showing[level * (p + 1) + matched.length]! += 1;
      for (const i of matched) shownPeak[level * p + i]! += 1;
      if (found.length > matched.length) misleading[level]! += 1;
    }
    yield (r + 1) / releaseCount;
  }
  const peaks = places.map((position, i) => ({ position, height: exact[originals[i]!]! }));
  return { peaks, releaseCount, deviations, showing, shownPeak, misleading };
}

/** Writes released values; returns smallest and largest, 0 included. */
function releasedInto(
  released: Float64Array,
  { values, noise, deviation }: { values: Float64Array; noise: Float64Array; deviation: number },
): readonly [smallest: number, largest: number] {
  let smallest = 0;
  let largest = 0;
  for (let i = 0; i < noise.length; i++) {
    const value = values[i]! + deviation * noise[i]!;
    released[i] = value;
    largest = Math.max(largest, value);
    smallest = Math.min(smallest, value);
  }
  return [smallest, largest];
}

/** Shares of releases at a deviation, linear in its logarithm between levels. */
export function visibilityAt(visibility: PeakVisibility, deviation: number): VisibilityAt {
  const { peaks, releaseCount, deviations, showing, shownPeak, misleading } = visibility;
  checkPositive("deviation", deviation);
  const last = deviations.length - 1;
  const place = (last * Math.log(deviation / deviations[0]!)) / Math.log(deviations[last]! / deviations[0]!);
  const within = Math.min(last, Math.max(0, place));
  const level = Math.min(last - 1, Math.floor(within));
  const upper = within - level;
  const share = (counts: Float64Array, width: number, j: number) =>
    ((1 - upper) * counts[level * width + j]! + upper * counts[(level + 1) * width + j]!) / releaseCount;
  const p = peaks.length;
  return {
    showing: Array.from({ length: p + 1 }, (_, j) => share(showing, p + 1, j)),
    shownPeak: peaks.map((_, i) => share(shownPeak, p, i)),
    misleading: share(misleading, 1, 0),
  };
}

/** Indices of original places with a released place nearby. */
export function matchedPeaks(
  original: readonly (readonly number[])[],
  released: readonly (readonly number[])[],
  domain: readonly Interval[],
): number[] {
  const pairs: { readonly i: number; readonly j: number; readonly shift: number }[] = [];
  for (const [i, from] of original.entries())
    for (const [j, to] of released.entries()) {
      const shift = shiftBetween(from, to, domain);
      if (shift <= farthestMove) pairs.push({ i, j, shift });
    }
  pairs.sort((a, b) => a.shift - b.shift);
  const [takenFrom, takenTo] = [new Set<number>(), new Set<number>()];
  for (const { i, j } of pairs) {
    if (takenFrom.has(i) || takenTo.has(j)) continue;
    takenFrom.add(i);
    takenTo.add(j);
  }
  return [...takenFrom];
}

function shiftBetween(a: readonly number[], b: readonly number[], domain: readonly Interval[]): number {
  let most = 0;
  for (const [k, [lower, upper]] of domain.entries()) most = Math.max(most, Math.abs(a[k]! - b[k]!) / (upper - lower));
  return most;
}

function thinned({ axes }: RegularGrid, strides: readonly number[]): RegularGrid {
  return {
    axes: axes.map((axis, j): GridAxis => {
      const count = Math.floor((axis.count - 1) / strides[j]!) + 1;
      if (strides[j] === 1) return axis;
      return gridAxis({ lower: axis.lower, upper: axis.lower + gridStep(axis) * strides[j]! * (count - 1), count });
    }),
  };
}

function thinnedValues(values: Float64Array, grid: RegularGrid, strides: readonly number[]): Float64Array {
  if (strides.every((stride) => stride === 1)) return values;
  const [columns, rows] = thinned(grid, strides).axes.map(({ count }) => count) as [number, number];
  const width = grid.axes[0]!.count;
  return Float64Array.from({ length: columns * rows }, (_, at) => {
    const [i, j] = [at % columns, Math.floor(at / columns)];
    return values[j * strides[1]! * width + i * strides[0]!]!;
  });
}

type NoiseOn = (strides: readonly number[]) => (draw: number) => Float64Array;

/**
 * Draws of the Gaussian process with the covariance K + τI, over √(1 + τ).
 *
 * @param grid in the units of the kernel
 */
export function processNoise({
  kernel,
  grid,
  jitter,
}: {
  readonly kernel: NoiseKernel;
  readonly grid: RegularGrid;
  readonly jitter: number;
}): NoiseOn {
  return (strides) => {
    const coarse = thinned(grid, strides);
    const sampler = gridNoiseSampler({ kernel, grid: coarse, jitter });
    const random = seededSource(20261122);
    const normals = new Float64Array(sampler.normalCount);
    const noise = new Float64Array(gridSize(coarse));
    const unit = 1 / Math.sqrt(1 + jitter);
    return () => {
      random.fillNormals(normals);
      sampler.sample(normals, noise);
      for (let i = 0; i < noise.length; i++) noise[i]! *= unit;
      return noise;
    };
  };
}

export function preparedNoise(draws: readonly Float64Array[], grid: RegularGrid, jitter: number): NoiseOn {
  const unit = 1 / Math.sqrt(1 + jitter);
  return (strides) => (draw) => thinnedValues(draws[draw]!, grid, strides).map((value) => unit * value);
}
