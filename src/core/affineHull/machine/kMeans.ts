import { checkAllFinite, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { pointCount, type Points } from "../../points.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { lastOf } from "../../slices.ts";

interface Clustering {
  /** From 0 on, each cluster at least once. */
  readonly assignment: Float64Array;
  readonly centres: Points;
  /** Σ‖yᵢ − centre‖² after each round. */
  readonly sumsOfSquares: Float64Array;
}

/**
 * Clusters of rows by Lloyd's iteration from the centres of k-means++. **Only for rows that are private already**
 * (errata K4).
 *
 * @param points N rows, finite
 * @param clusterCount S, from 1 to N
 * @param mostRounds ≥ 1; fewer if nothing changes
 * @param random consumes exactly S uniform draws
 * @see Arthur & Vassilvitskii (2007), k-means++, SODA
 */
export function kMeans(clustering: KMeansProblem): Clustering {
  return lastOf(clusteringByKMeans(clustering));
}

interface KMeansProblem {
  readonly points: Points;
  readonly clusterCount: number;
  readonly mostRounds?: number;
  readonly random: RandomSource;
}

export function* clusteringByKMeans({
  points,
  clusterCount,
  mostRounds = 50,
  random,
}: KMeansProblem): Generator<number, Clustering> {
  const N = pointCount(points);
  const S = checkPositiveInteger("clusterCount", clusterCount);
  checkPositiveInteger("mostRounds", mostRounds);
  checkAllFinite("points", points.coordinates);
  if (!(S <= N)) throw new ParameterError("clusterCount", clusterCount, `at most ${N}, the number of rows`);
  const p = points.dimension;
  const centres = { dimension: p, coordinates: firstCentres(points, S, random) };
  const assignment = new Float64Array(N).fill(-1);
  const sumsOfSquares: number[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const { nearest, squares } = nearestCentres(points, centres);
    fillEmpty(nearest, squares, S);
    let changed = false;
    for (let i = 0; i < N; i++) {
      changed ||= nearest[i] !== assignment[i];
      assignment[i] = nearest[i]!;
    }
    if (!changed) break;
    moveToMeans(points, assignment, centres);
    sumsOfSquares.push(spread(points, assignment, centres));
    yield (round + 1) / mostRounds;
  }
  return { assignment, centres, sumsOfSquares: Float64Array.from(sumsOfSquares) };
}

function firstCentres(points: Points, S: number, random: RandomSource): Float64Array {
  const p = points.dimension;
  const N = pointCount(points);
  const centres = new Float64Array(S * p);
  const squares = new Float64Array(N).fill(Infinity);
  for (let s = 0; s < S; s++) {
    const chosen = s === 0 ? Math.floor(random.uniform() * N) : drawInProportion(squares, random.uniform());
    const row = points.coordinates.subarray(chosen * p, (chosen + 1) * p);
    centres.set(row, s * p);
    for (let i = 0; i < N; i++) {
      let sum = 0;
      for (let j = 0; j < p; j++) sum += (points.coordinates[i * p + j]! - row[j]!) ** 2;
      if (sum < squares[i]!) squares[i] = sum;
    }
  }
  return centres;
}

function drawInProportion(weights: Float64Array, u: number): number {
  const total = weights.reduce((a, b) => a + b, 0);
  if (!(total > 0)) return Math.floor(u * weights.length);
  let left = u * total;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (!(weights[i]! > 0)) continue;
    last = i;
    left -= weights[i]!;
    if (left < 0) break;
  }
  return last;
}

const rowsAtOnce = 512;

/** Nearest centre of each row by ‖c‖² − 2⟨y, c⟩, and ‖y − c‖². */
function nearestCentres(
  points: Points,
  centres: Points,
): { readonly nearest: Float64Array; readonly squares: Float64Array } {
  const p = points.dimension;
  const N = pointCount(points);
  const S = pointCount(centres);
  const { reserve, multiplyAdd } = arithmetic();
  const rows = S * p;
  const out = rows + rowsAtOnce * p;
  const memory = reserve(out + rowsAtOnce * S);
  memory.set(centres.coordinates);
  const norms = rowSquares(centres);
  const ownNorms = rowSquares(points);
  const nearest = new Float64Array(N);
  const squares = new Float64Array(N);
  for (let first = 0; first < N; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, N - first);
    memory.set(points.coordinates.subarray(first * p, (first + count) * p), rows);
    for (let q = 0; q < count; q++) memory.set(norms, out + q * S);
    const inner = { a: rows, aRow: p, aColumn: 1, b: 0, bRow: 1, bColumn: p, terms: p, scale: -2 };
    multiplyAdd({ ...inner, c: out, cRow: S, rows: count, columns: S });
    for (let q = 0; q < count; q++) {
      let best = 0;
      for (let s = 1; s < S; s++) if (memory[out + q * S + s]! < memory[out + q * S + best]!) best = s;
      nearest[first + q] = best;
      squares[first + q] = memory[out + q * S + best]! + ownNorms[first + q]!;
    }
  }
  return { nearest, squares };
}

function rowSquares({ dimension: p, coordinates }: Points): Float64Array {
  return Float64Array.from({ length: coordinates.length / p }, (_, i) => {
    let sum = 0;
    for (let j = i * p; j < (i + 1) * p; j++) sum += coordinates[j]! * coordinates[j]!;
    return sum;
  });
}

/** Gives each empty cluster the row farthest from its centre that is not alone. */
function fillEmpty(nearest: Float64Array, squares: Float64Array, S: number): void {
  const sizes = new Float64Array(S);
  nearest.forEach((s) => sizes[s]!++);
  for (let s = 0; s < S; s++) {
    if (sizes[s]! > 0) continue;
    let farthest = -1;
    for (let i = 0; i < nearest.length; i++) {
      if (sizes[nearest[i]!]! > 1 && (farthest < 0 || squares[i]! > squares[farthest]!)) farthest = i;
    }
    sizes[nearest[farthest]!]!--;
    nearest[farthest] = s;
    squares[farthest] = 0;
    sizes[s] = 1;
  }
}

function moveToMeans({ dimension: p, coordinates }: Points, assignment: Float64Array, centres: Points): void {
  const sizes = new Float64Array(pointCount(centres));
  assignment.forEach((s) => sizes[s]!++);
  centres.coordinates.fill(0);
  assignment.forEach((s, i) => {
    for (let j = 0; j < p; j++) centres.coordinates[s * p + j]! += coordinates[i * p + j]! / sizes[s]!;
  });
}

function spread({ dimension: p, coordinates }: Points, assignment: Float64Array, centres: Points): number {
  let sum = 0;
  assignment.forEach((s, i) => {
    for (let j = 0; j < p; j++) sum += (coordinates[i * p + j]! - centres.coordinates[s * p + j]!) ** 2;
  });
  return sum;
}
