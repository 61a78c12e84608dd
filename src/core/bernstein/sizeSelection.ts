import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { addProduct } from "../linalg/matrixProduct.ts";
import { pointCount, type Points } from "../points.ts";
import { latticeSize } from "../privacy/calibration/laplace.ts";
import type { CandidateScores } from "../privacy/choice/candidateScores.ts";
import { rememberEach } from "../remember.ts";
import { largestLattice, sizeDegrees, sizeOrders } from "./bernsteinChoice.ts";
import { bernsteinGrid } from "./operator/bernsteinOnGrid.ts";
import type { PolynomialSize } from "./polynomialChoice.ts";

/** Points of the public grid on an axis, where records are counted and errors taken. */
const gridSizes = [129, 65] as const;

/** Public candidates, and their private scores. */
export interface SizeScores extends CandidateScores {
  readonly sizes: readonly PolynomialSize[];
}

/**
 * Scores of degrees k and orders h for a sum of Gaussian bumps, each the largest error on a public grid,
 *
 *     d(k, h) = max_y |(B^(h) f_D − f_D)(y)| + noise(k, h),   f_D(y) = (H/n) Σᵢ φ(y, xᵢ),
 *
 * with records moved to the grid. A replaced record changes it by at most (H/n) c(k, h), e(y, x) the error for one
 * bump,
 *
 *     c = max_y (max_x e − min_x e) on a line,   c = 2(Π(1 + max |e_j|) − 1) in a plane.
 *
 * Candidates have a noise of at most T, and max |e| of at most max(T, εnT/(16 ln m)): T the least sum of both bounds, m
 * the number with that noise.
 *
 * @param points n records in the unit box, on a line or in a plane. Private
 * @param deviations bandwidths as shares of the sides
 * @param height H > 0 of a bump
 * @param noise bound for the release to come
 * @param epsilon ε of the choice
 * @see docs/proofs/bernsteinOperator.md, Lemma 5; Aldà & Rubinstein (2017), Definition 5, section 6
 */
export function* sizeScores({
  points,
  deviations,
  height,
  noise,
  epsilon,
  mostDegree,
}: {
  readonly points: Points;
  readonly deviations: readonly number[];
  readonly height: number;
  readonly noise: (size: PolynomialSize) => number;
  readonly epsilon: number;
  readonly mostDegree: number;
}): Generator<number, SizeScores> {
  const d = deviations.length;
  const size = gridSizes[d - 1] ?? 9;
  const n = checkPositiveInteger("points", pointCount(points));
  checkPositive("height", height);
  checkPositive("epsilon", epsilon);
  const counts = countsOnGrid(points, size);
  const axis = regular(size);
  deviations.forEach((sigma) => checkPositive("deviation", sigma));
  const bumps = deviations.map((sigma) => bumpsOnGrid(size, (x) => bumpAt(x, sigma, axis)));
  const original = onEachAxis(counts, bumps, size);
  const degrees = sizeDegrees.filter((k) => k <= mostDegree && latticeSize(k, d) <= largestLattice);
  const quietest = degrees
    .flatMap((degree) => sizeOrders.map((iterations) => ({ degree, iterations })))
    .filter((of) => of.degree > 1 || of.iterations === 1)
    .map((of) => ({ ...of, noise: noise(of) }))
    .sort((a, b) => a.noise - b.noise);
  const gridOf = rememberEach((degree: number) => bernsteinGrid({ degree, axes: [axis] }));
  const quiet: ((typeof quietest)[number] & Record<"error" | "worst" | "change", number>)[] = [];
  let least = Infinity;
  for (const each of quietest) {
    if (each.noise > least) break;
    const operator = gridOf(each.degree).iterated(each.iterations);
    const lattice = regular(each.degree + 1);
    const smoothed = deviations.map((sigma) => bumpsOnGrid(size, (x) => operator.evaluate(bumpAt(x, sigma, lattice))));
    const polynomial = onEachAxis(counts, smoothed, size);
    const error = polynomial.reduce((most, value, i) => Math.max(most, Math.abs(value - original[i]!)), 0);
    const axes = smoothed.map((matrix, j) => errorsOnAxis(matrix, bumps[j]!, size));
    const worst = axes.reduce((product, own) => product * (1 + own.worst), 1) - 1;
    quiet.push({ ...each, error, worst, change: axes.length === 1 ? axes[0]!.spread : 2 * worst });
    least = Math.min(least, height * worst + each.noise);
    yield quiet.length / quietest.length;
  }
  const near = Math.max(least, (least * n * epsilon) / (16 * Math.log(Math.max(2, quiet.length))));
  const kept = quiet.filter((each) => height * each.worst <= near);
  const largest = (of: (each: (typeof kept)[number]) => number) =>
    kept.reduce((most, each) => Math.max(most, of(each)), 0);
  return {
    sizes: kept.map(({ degree, iterations }) => ({ degree, iterations })),
    distances: Float64Array.from(kept, ({ error, noise: added }) => (height / n) * error + added),
    sensitivity: (height / n) * (largest(({ change }) => change) + 1e-15) * (1 + 1e-12),
    roundingError:
      2 ** -53 * (height * (4 * size + 16) * (largest(({ worst }) => worst) + 2) + 4 * largest((each) => each.noise)),
  };
}

/** Largest error max |e| of a bump, and the largest difference of two at one point. Public. */
function errorsOnAxis(smoothed: Float64Array, bumps: Float64Array, size: number) {
  let [worst, spread] = [0, 0];
  for (let y = 0; y < size; y++) {
    let [least, most] = [Infinity, -Infinity];
    for (let at = y; at < smoothed.length; at += size) {
      const error = smoothed[at]! - bumps[at]!;
      least = Math.min(least, error);
      most = Math.max(most, error);
    }
    worst = Math.max(worst, -least, most);
    spread = Math.max(spread, most - least);
  }
  return { worst, spread };
}

function countsOnGrid({ coordinates, dimension: d }: Points, size: number): Float64Array {
  const counts = new Float64Array(size ** d);
  for (let at = 0; at < coordinates.length; at += d) {
    let place = 0;
    for (let j = 0; j < d; j++) place = place * size + Math.round(coordinates[at + j]! * (size - 1));
    counts[place]!++;
  }
  return counts;
}

/** φ(y, x) for all y. */
function bumpAt(x: number, sigma: number, ys: Float64Array): Float64Array {
  return ys.map((y) => Math.exp(-0.5 * ((y - x) / sigma) ** 2));
}

const regular = (count: number) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));

function bumpsOnGrid(size: number, of: (x: number) => Float64Array): Float64Array {
  const rows = new Float64Array(size * size);
  for (let x = 0; 2 * x < size; x++) {
    const values = of(x / (size - 1));
    rows.set(values.slice().reverse(), (size - 1 - x) * size);
    rows.set(values, x * size);
  }
  return rows;
}

function onEachAxis(counts: Float64Array, matrices: readonly Float64Array[], size: number): Float64Array {
  const rest = counts.length / size;
  return matrices.reduce((values, matrix) => {
    const out = new Float64Array(counts.length);
    addProduct({ A: values, B: matrix, out, m: rest, n: size, terms: size });
    return out;
  }, counts);
}
