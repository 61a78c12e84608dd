import { checkAllFinite, checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { shiftedSystems } from "../../linalg/eigen/shiftedSystems.ts";
import { pointCount, type Points } from "../../points.ts";
import { distanceBetween } from "./distanceBetween.ts";
import { encode, gaussianMatrix, halfSquare } from "./hullCodes.ts";
import { hullSums, type HullSections } from "./hullSums.ts";
import { checkHull, solveHull, sumOfSquares } from "./hullSystem.ts";
import { principalAxes, type PrincipalAxes } from "./principalAxes.ts";

/**
 * Precision of the sums of an image. "single" rounds kernel values and coefficients, which moves an image by
 *
 *     at most 1.6·10⁻⁵ (Σᵢ|kᵢCᵢ| + |A(y)| Σᵢ|kᵢwᵢ|) / |wᵀk|:
 *
 * to compare distances, not to smooth rows.
 */
export type HullPrecision = "double" | "single";

export interface HullEvaluation {
  /** A(y), m rows in ℝᵖ; NaN if memberships add up to 0. */
  readonly image: Points;
  /** ‖y − A(y)‖; ∞ without an image. */
  readonly distance: Float64Array;
  /** Queries whose memberships add up to at most 2⁻²⁰ of largest weight times kernel value (errata K6). */
  readonly doubtful: readonly number[];
}

/** An affine combination of its rows for each point, and its distance. */
export interface AffineHullMachine {
  readonly points: Points;
  /** n, or the numerical rank of the rows' covariance (errata K10). */
  readonly subspaceDimension: number;
  /** Along the axes of the subspace. */
  readonly variances: Float64Array;
  /** τ_Y = 2‖Y‖²_F/(pN). */
  readonly tau: number;
  /** ê, mean square of the training error. */
  readonly trainingError: number;
  /** λ* = ê + τ_Y. */
  readonly penalty: number;
  /** w = (K + λ*I)⁻¹1; memberships of y add up to Σ wᵢ k(Py, Pyᵢ). */
  readonly weights: Float64Array;
  /** K, shape (N, N); computed at each access. */
  readonly kernelMatrix: Float64Array;
  /** C = (K + λ*I)⁻¹Y as columns, shape (p, N): A(y) = Cᵀk / wᵀk. */
  readonly coefficients: Float64Array;
  image(at: Points): Points;
  distance(at: Points): Float64Array;
  evaluate(at: Points): HullEvaluation;
  /** For points that may be NaN images. */
  evaluateUnchecked(at: Points): HullEvaluation;
  /** h₁(Py) … h_N(Py) of each query, shape (m, N), and their sums. */
  memberships(at: Points): { readonly values: Float64Array; readonly sums: Float64Array };
  /** Σᵢhᵢ(Py) / maxᵢ k(Py, Pyᵢ): positive near the rows (errata K6). */
  denominators(at: Points): Float64Array;
  /** A at the rows, by K C = Y − λ*C and K w = 1 − λ*w. */
  ownImage(): HullEvaluation;
}

/**
 * Kernel affine hull machine of N rows: with P the first n principal axes and θ the variances along them,
 *
 *     k(x, x′) = exp(−(x − x′)ᵀθ⁻¹(x − x′) / 2n),   hᵢ(Py) = eᵢᵀ (K + λ*I)⁻¹ (k(Py, Pyⱼ))ⱼ,
 *     A(y) = Σᵢ hᵢ(Py) yᵢ / Σᵢ hᵢ(Py),              λ* = ê + τ_Y,
 *
 * where ê is the fixed point of the training error and τ_Y = 2‖Y‖²_F/(pN). Kernel values are divided by the largest, as
 * all underflow far away (errata K14). Scaling and origin of the data are part of the model (errata K8).
 *
 * @param points N ≥ 1 rows in ℝᵖ, finite, with squares that add up to a normal number or to 0
 * @param subspaceDimension n, from 1 to p
 * @see Kumar, Moser & Fischer (2024), Definition 1, eqs (33)–(44)
 */
export function fitAffineHullMachine({
  points,
  subspaceDimension,
  precision = "double",
}: {
  readonly points: Points;
  readonly subspaceDimension: number;
  readonly precision?: HullPrecision;
}): AffineHullMachine {
  checkHull({ points, subspaceDimension });
  return machineOnAxes(points, principalAxes({ points, count: subspaceDimension }), { subspaceDimension, precision });
}

export function machineOnAxes(
  points: Points,
  { mean, variances: allVariances, axes: allAxes }: PrincipalAxes,
  {
    subspaceDimension,
    precision = "double",
  }: { readonly subspaceDimension: number; readonly precision?: HullPrecision | undefined },
): AffineHullMachine {
  const p = points.dimension;
  const N = pointCount(points);
  const n = Math.min(subspaceDimension, allVariances.length);
  const variances = allVariances.slice(0, n);
  const encoder = new Float64Array(n * p);
  for (let k = 0; k < n; k++) {
    const scale = 1 / Math.sqrt(variances[k]! * n);
    for (let j = 0; j < p; j++) encoder[k * p + j] = scale * allAxes[k * p + j]!;
  }
  const codes = encode(points, { mean, encoder, n });
  const halfSquares = Float64Array.from({ length: N }, (_, i) => halfSquare(codes, i * n, n));
  const kernelMatrix = () => gaussianMatrix(codes, halfSquares, n);

  const upper = sumOfSquares(points.coordinates) / (p * N);
  const tau = 2 * upper;
  const { coefficients, weights, trainingError } = solveHull(points, { upper, tau, kernelMatrix });
  const penalty = trainingError + tau;
  let largestWeight = 0;
  for (const weight of weights) largestWeight = Math.max(largestWeight, weight);
  const leastDenominator = 2 ** -20 * largestWeight;

  const isSingle = precision === "single" && coefficients.every((x) => Math.abs(x) < 1e30);
  const sections = { N, n, mean, encoder, codes, halfSquares, isSingle };
  const evaluate = (at: Points): HullEvaluation => {
    const m = pointCount(at);
    const image = new Float64Array(m * p);
    const distance = new Float64Array(m);
    const doubtful: number[] = [];
    hullSums(at, sections, { coefficients, weights }, (sums, first, count) => {
      for (let q = first, from = 0; q < first + count; q++, from += p + 1) {
        const denominator = sums[from + p]!;
        if (!(denominator > leastDenominator)) doubtful.push(q);
        for (let j = 0; j < p; j++) image[q * p + j] = denominator === 0 ? NaN : sums[from + j]! / denominator;
        distance[q] = distanceBetween(at.coordinates, image, q * p, p);
      }
    });
    return { image: { dimension: p, coordinates: image }, distance, doubtful };
  };
  const distances = (at: Points): Float64Array => {
    const distance = new Float64Array(pointCount(at));
    hullSums(at, sections, { coefficients, weights }, (sums, first, count) => {
      for (let q = first, from = 0; q < first + count; q++, from += p + 1) {
        const inverse = 1 / sums[from + p]!;
        distance[q] = Math.sqrt(squareBetween(at.coordinates, q * p, { sums, from, inverse, p }));
      }
    });
    return distance.every((value) => value < Infinity) ? distance : evaluate(at).distance;
  };

  return {
    points,
    subspaceDimension: n,
    variances,
    tau,
    trainingError,
    penalty,
    weights,
    coefficients,
    get kernelMatrix() {
      return kernelMatrix();
    },
    evaluate: (at) => evaluate(checkQueries(at, p)),
    image: (at) => evaluate(checkQueries(at, p)).image,
    distance: (at) => distances(checkQueries(at, p)),
    evaluateUnchecked: evaluate,
    denominators: (at) => {
      const out = new Float64Array(pointCount(checkQueries(at, p)));
      const onlySums = { coefficients: new Float64Array(0), weights };
      hullSums(at, sections, onlySums, (sums, first) => out.set(sums, first));
      return out;
    },
    memberships: (at) => membershipsOf(checkQueries(at, p), { N, n, mean, encoder, codes, penalty, K: kernelMatrix() }),
    ownImage: () => {
      const image = new Float64Array(N * p);
      const distance = new Float64Array(N);
      const doubtful: number[] = [];
      for (let i = 0; i < N; i++) {
        const denominator = 1 - penalty * weights[i]!;
        if (!(denominator > leastDenominator)) doubtful.push(i);
        for (let j = 0; j < p; j++) {
          const numerator = points.coordinates[i * p + j]! - penalty * coefficients[j * N + i]!;
          image[i * p + j] = denominator === 0 ? NaN : numerator / denominator;
        }
        distance[i] = distanceBetween(points.coordinates, image, i * p, p);
      }
      return { image: { dimension: p, coordinates: image }, distance, doubtful };
    },
  };
}

function squareBetween(
  y: Float64Array,
  start: number,
  {
    sums,
    from,
    inverse,
    p,
  }: { readonly sums: Float64Array; readonly from: number; readonly inverse: number; readonly p: number },
): number {
  let even = 0;
  let odd = 0;
  let j = 0;
  for (; j + 1 < p; j += 2) {
    const a = y[start + j]! - sums[from + j]! * inverse;
    const b = y[start + j + 1]! - sums[from + j + 1]! * inverse;
    even += a * a;
    odd += b * b;
  }
  if (j < p) even += (y[start + j]! - sums[from + j]! * inverse) ** 2;
  return even + odd;
}

export function checkQueries(at: Points, p: number): Points {
  if (at.dimension !== p) throw new ParameterError("at.dimension", at.dimension, `${p}, as that of the rows`);
  checkLength("at.coordinates", at.coordinates, Math.floor(at.coordinates.length / p) * p);
  checkAllFinite("at", at.coordinates);
  return at;
}

function membershipsOf(
  at: Points,
  {
    N,
    n,
    mean,
    encoder,
    codes,
    penalty,
    K,
  }: Omit<HullSections, "halfSquares" | "isSingle"> & { readonly penalty: number; readonly K: Float64Array },
): { readonly values: Float64Array; readonly sums: Float64Array } {
  const m = pointCount(at);
  const z = encode(at, { mean, encoder, n });
  const right = new Float64Array(m * N);
  for (let q = 0; q < m; q++) {
    for (let i = 0; i < N; i++) {
      let square = 0;
      for (let s = 0; s < n; s++) square += (z[q * n + s]! - codes[i * n + s]!) ** 2;
      right[q * N + i] = Math.exp(-square / 2);
    }
  }
  const values = penalty > 0 ? shiftedSystems({ K, right }).solve(penalty) : right.map((x) => x / N);
  const sums = new Float64Array(m);
  for (let q = 0; q < m; q++) for (let i = 0; i < N; i++) sums[q]! += values[q * N + i]!;
  return { values, sums };
}
