import { checkNonNegative } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { fillKernelRow } from "../../kernels/kernelRows.ts";
import { pivotedCholesky, type RowPlace } from "../../linalg/pivotedCholesky.ts";
import { elementRoundings } from "../../kernels/elementRoundings.ts";
import { coordinatesByAxis, fillSectionRow, hasSectionRows } from "../../kernels/sectionRow.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

interface ScatteredNoiseSampler extends UnitNoiseSampler {
  /** Used pivots in order, then given ones not needed. */
  readonly pivots: readonly number[];
  /** N_i = whiteDeviation·z_i + Σ_k L_ik z_{m+k}. */
  readonly whiteDeviation: number;
  /** Copies of the columns of L, as doubles. */
  columns(): Float64Array[];
}

/**
 * Noise with any kernel at arbitrary public points, by a pivoted Cholesky factor with a nugget. O(m·rank) per draw;
 * points may coincide. White noise makes the covariance at least K + τI (errata H15). Normal m + k belongs to pivot k,
 * so paths are continuous in the kernel.
 *
 * @param kernel computed to `roundings` times uκ; by default (6 + d/2)uκ with a decay, else (16 + d/2)uκ
 * @param at m points, public
 * @param jitter τ ≥ 0
 * @param pivots of another sampler, used first; any keep the guarantee
 * @throws {ParameterError} if jitter is out of range, elements of the kernel are off by more than 0.01κ/m, or pivots
 * are not different indices
 * @see docs/proofs/scatteredNoise.md
 */
export function scatteredNoiseSampler(
  argument: Omit<Parameters<typeof lowRankNoiseSampler>[0], "rankBelow">,
): ScatteredNoiseSampler {
  return lowRankNoiseSampler({ ...argument, rankBelow: Infinity })!;
}

/** scatteredNoiseSampler if the rank is below a bound; else undefined. */
export function lowRankNoiseSampler({
  kernel,
  at: given,
  jitter,
  pivots: first = [],
  rankBelow,
}: {
  readonly kernel: CapableKernel;
  readonly at: Points;
  readonly jitter: number;
  readonly pivots?: readonly number[];
  readonly rankBelow: number;
}): ScatteredNoiseSampler | undefined {
  checkNonNegative("jitter", jitter);
  const inMemory = hasSectionRows(kernel);
  const shared = inMemory ? coordinatesByAxis(given) : new Float64Array(0);
  const at = inMemory ? given : { ...given, coordinates: given.coordinates.slice() };
  const { dimension } = at;
  const m = pointCount(at);
  checkPivots(first, m);
  const diagonal = kernelDiagonal(kernel, at);
  const { trace, largest } = sizeOf(diagonal);
  const fillRow = (i: number, out: Float64Array, { layout: way, at: row, shared: points, count }: RowPlace) => {
    if (inMemory) fillSectionRow(way, kernel, { points, stride: count, dimension, centre: i, out: row, count });
    else fillKernelRow(kernel, pointAt(at, i), at, out);
  };
  const unit = roundoff * largest;
  const a = 4 + elementRoundings(kernel, dimension, m);
  const s = 1 - ((a - 1) / (a + m)) ** 0.25;
  const nugget = (k: number) => 4.5 * s * (k + a) ** 2 * unit;
  const isHopeless = (columns: number, rest: Float64Array, at: number) =>
    isFarFromDone({ columns, rest, most: rankBelow, nugget: nugget(columns), share: rest[at]! / largest });
  const factor = pivotedCholesky(diagonal, fillRow, 0, { shared, nugget, pivots: first, most: rankBelow, isHopeless });
  const r = factor.rank;
  if (factor.isGivenUp || !(r < rankBelow)) return undefined;
  const left = factor.residualTrace * (1 + m * roundoff) + (m - r) * (r + a + (2 * r) / s) * unit;
  const slack = left + 2.1 * (r + 5) * roundoff * (trace + jitter);
  const whiteDeviation = Math.sqrt(jitter + slack);
  // Σ |L_ik|², with rounding and the nuggets of the pivots.
  const squares = trace + 2 * r * nugget(r) + m * (r + a) * unit;
  const forwardError =
    1.02 *
    (r + 5) *
    roundoff *
    (Math.sqrt(squares) * gaussianNormBound(r, 1) + whiteDeviation * gaussianNormBound(m, 1));

  return {
    method: "cholesky",
    normalCount: m + r,
    jitter,
    forwardError,
    whiteDeviation,
    columns: () => factor.columns(),
    covarianceError: 2 * slack + nugget(r) + (r + a) * unit,
    pivots: [...factor.pivots, ...first.slice(r)],
    sample: (z, out) => {
      for (let i = 0; i < m; i++) out[i] = whiteDeviation * z[i]!;
      factor.addProduct(z, m, out);
      return out;
    },
  };
}

const roundoff = 2 ** -53;

function isFarFromDone({
  columns,
  rest,
  most,
  nugget,
  share,
}: {
  readonly columns: number;
  readonly rest: Float64Array;
  readonly most: number;
  readonly nugget: number;
  readonly share: number;
}): boolean {
  const isUsual =
    !(columns === Math.ceil(most / 4) && share > 0.4) && !(columns === Math.ceil(most / 2) && share > 1e-3);
  if (isUsual) return false;
  const done = rest.reduce((count, value) => (value <= nugget ? count + 1 : count), 0);
  return done * most < rest.length * columns;
}

function checkPivots(pivots: readonly number[], m: number): void {
  const seen = new Set<number>();
  pivots.forEach((pivot, k) => {
    if (!(Number.isInteger(pivot) && pivot >= 0 && pivot < m) || seen.has(pivot)) {
      throw new ParameterError(`pivots[${k}]`, pivot, `the index of one of ${m} points, and no earlier pivot`);
    }
    seen.add(pivot);
  });
}

function sizeOf(diagonal: Float64Array): { readonly trace: number; readonly largest: number } {
  let [trace, largest] = [0, 0];
  for (let i = 0; i < diagonal.length; i++) {
    trace += diagonal[i]!;
    largest = Math.max(largest, diagonal[i]!);
  }
  return { trace, largest };
}

function kernelDiagonal(kernel: CapableKernel, at: Points): Float64Array {
  const diagonal = new Float64Array(pointCount(at));
  if (kernel.ofSquaredDistance) return diagonal.fill(kernel.ofSquaredDistance(0));
  return diagonal.map((_, i) => kernel.evaluate(pointAt(at, i), pointAt(at, i)));
}
