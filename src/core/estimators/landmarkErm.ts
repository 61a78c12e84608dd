import { checkAllFinite, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridAxis, gridPoints } from "../grids.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { cholesky } from "../linalg/cholesky.ts";
import { gram } from "../linalg/gram.ts";
import { fillKernelRow } from "../linalg/kernelRows.ts";
import { pointAt, pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { representableBound } from "../privacy/sensitivity/representableBound.ts";
import { certify, checkProblem, gapOf, progressOf, startingDual } from "./dualPoint.ts";
import type { DualPoint } from "./dualPoint.ts";
import { lastOf, outOfReach } from "./ermSolver.ts";
import type { ErmFit, ErmProblem, ErmSolver } from "./ermSolver.ts";

/** τ, added to the landmarks' kernel matrix relative to sup K. */
const landmarkJitter = 1e-6;
const mostLandmarks = 400;

/**
 * The public landmarks of the unit box [0, 1]ᵈ for a kernel of a given length scale: a regular grid with a spacing
 * of four fifths of it, of at most 400 points. It depends on nothing private.
 *
 * @param dimension d, 1 or 2
 * @param lengthScale ℓ > 0, as a share of the box's side
 */
export function landmarkGrid({ dimension, lengthScale }: { readonly dimension: number; readonly lengthScale: number }): Points {
  const most = Math.floor(mostLandmarks ** (1 / dimension));
  const count = Math.max(4, Math.min(most, 1 + Math.ceil(1 / (0.8 * checkPositive("lengthScale", lengthScale)))));
  return gridPoints({ axes: Array.from({ length: dimension }, () => gridAxis({ lower: 0, upper: 1, count })) });
}

/**
 * A solver over the span V of K(z₁, ·), …, K(z_r, ·), with public landmarks z: O(nr) an epoch instead of O(n²).
 *
 * With LLᵀ = K_zz + τI and features φ(x) = L⁻¹ k_z(x), the minimiser is sought among f = w·φ with penalty λ‖w‖².
 * Since ‖φ(x)‖² ≤ K(x, x), the sensitivity of w in the 2-norm is at most M √(sup K)/(λn), as in the whole space; and
 * f = Σ aⱼ K(zⱼ, ·) with a = L⁻ᵀw has ‖f‖² = aᵀK_zz a ≤ ‖w‖². So two neighbours differ, in the norm of the whole
 * RKHS, by no more than the exact minimisers may: the same noise protects them. This needs landmarks that do not
 * depend on the records; landmarks picked from the data would void it.
 *
 * The gap, the objective and the norm ‖w‖ are those of this restricted problem. How far it is from the exact one is
 * an error of accuracy, to be measured, not of privacy.
 *
 * @param points n ≥ 1 points, private
 * @param landmarks r points, public
 * @see errata H7, H15; the losses with kinks by dual coordinate descent, Hsieh et al. (2008), ICML
 */
export function createLandmarkSolver({
  points,
  kernel,
  landmarks,
}: {
  readonly points: Points;
  readonly kernel: Kernel;
  readonly landmarks: Points;
}): ErmSolver {
  const n = pointCount(points);
  if (!(n >= 1)) throw new ParameterError("points", n, "at least one point");
  checkAllFinite("points", points.coordinates);
  const r = pointCount(landmarks);
  const K = gram(kernel, landmarks);
  for (let j = 0; j < r; j++) K[j * r + j]! += landmarkJitter * kernel.diagonalBound;
  const L = cholesky(K, r);
  const features = featuresOf(kernel, points, landmarks, L);
  const squares = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = i * r; j < (i + 1) * r; j++) sum += features[j]! * features[j]!;
    return sum;
  });

  function* fitting(problem: ErmProblem): Generator<number, ErmFit> {
    checkProblem(problem, n, kernel.diagonalBound);
    const { responses, loss, penalty, gapTolerance, start } = problem;
    const scale = 2 * penalty * n;
    const dual = startingDual(start, responses, loss);
    const state: FeatureState = { responses, loss, scale, dual, fitted: new Float64Array(n), features, squares, r, w: new Float64Array(r) };
    const solving = loss.kink !== undefined ? descend(state, gapTolerance) : newton(state, gapTolerance);
    let first = 0;
    let step = solving.next();
    for (; !step.done; step = solving.next()) {
      if (first === 0) first = step.value;
      yield progressOf(first, step.value, gapTolerance);
    }
    const iterations = step.value;
    refresh(state);
    const { gap, objective, squaredNorm } = certify(state, { kernelBound: kernel.diagonalBound, ulps: n + r + 16 });
    if (!(gap <= gapTolerance)) throw outOfReach(gapTolerance);
    return {
      centres: landmarks,
      coefficients: backSubstitute(L, state.w, r),
      dual,
      fitted: state.fitted,
      objective,
      rkhsNorm: Math.sqrt(squaredNorm),
      dualityGap: gap,
      iterations,
    };
  }

  return { fitting, fit: (problem) => lastOf(fitting(problem)) };
}

/**
 * A bound on Σ|aⱼ| for every data set: ‖w‖ ≤ M √(sup K)/(2λ), ‖a‖₁ ≤ √r ‖L⁻ᵀ‖ ‖w‖ and ‖L⁻ᵀ‖² ≤ 1/(τ sup K).
 */
export function landmarkCoefficientBound({
  landmarkCount,
  lipschitz,
  penalty,
}: {
  readonly landmarkCount: number;
  readonly lipschitz: number;
  readonly penalty: number;
}): number {
  return representableBound((Math.sqrt(landmarkCount / landmarkJitter) * checkPositive("lipschitz", lipschitz)) / (2 * checkPositive("penalty", penalty)));
}

interface FeatureState extends DualPoint {
  /** φ(xᵢ) row by row, shape (n, r). */
  readonly features: Float64Array;
  /** ‖φ(xᵢ)‖². */
  readonly squares: Float64Array;
  readonly r: number;
  /** w = Σ bᵢ φ(xᵢ)/scale. */
  readonly w: Float64Array;
}

/** φ(xᵢ) = L⁻¹ k_z(xᵢ), shape (n, r). */
function featuresOf(kernel: Kernel, points: Points, landmarks: Points, L: Float64Array): Float64Array {
  const n = pointCount(points);
  const r = pointCount(landmarks);
  const features = new Float64Array(n * r);
  for (let i = 0; i < n; i++) {
    const phi = features.subarray(i * r, (i + 1) * r);
    fillKernelRow(kernel, pointAt(points, i), landmarks, phi);
    for (let j = 0; j < r; j++) {
      let sum = phi[j]!;
      const row = j * r;
      for (let k = 0; k < j; k++) sum -= L[row + k]! * phi[k]!;
      phi[j] = sum / L[row + j]!;
    }
  }
  return features;
}

/** L⁻ᵀ w. */
function backSubstitute(L: Float64Array, w: Float64Array, r: number): Float64Array {
  const a = w.slice();
  for (let j = r - 1; j >= 0; j--) {
    a[j]! /= L[j * r + j]!;
    for (let k = 0; k < j; k++) a[k]! -= L[j * r + k]! * a[j]!;
  }
  return a;
}

/** w and the fitted values from the dual variables, from scratch. */
function refresh({ features, dual, fitted, scale, w, r }: FeatureState): void {
  w.fill(0);
  for (let i = 0; i < dual.length; i++) {
    const c = dual[i]! / scale;
    if (c !== 0) for (let j = 0, k = i * r; j < r; j++, k++) w[j]! += c * features[k]!;
  }
  for (let i = 0; i < dual.length; i++) fitted[i] = dot(features, i * r, w);
}

/** Σ features[from + j] w[j]. */
function dot(features: Float64Array, from: number, w: Float64Array): number {
  let even = 0;
  let odd = 0;
  const r = w.length;
  let j = 0;
  for (; j + 1 < r; j += 2) {
    even += features[from + j]! * w[j]!;
    odd += features[from + j + 1]! * w[j + 1]!;
  }
  return j < r ? even + odd + features[from + j]! * w[j]! : even + odd;
}

const mostEpochs = 40_000;

/** Dual coordinate descent for losses with kinks, with the records that rest at a bound looked at now and then. */
function* descend(state: FeatureState, tolerance: number): Generator<number, number> {
  const { responses, loss, scale, dual, features, squares, r, w } = state;
  const n = dual.length;
  const kink = loss.kink!;
  const ranges = Array.from(responses, (y) => loss.dualRange(y));
  const lower = Float64Array.from(ranges, ([low]) => low);
  const upper = Float64Array.from(ranges, ([, high]) => high);
  let active = Int32Array.from({ length: n }, (_, i) => i);
  refresh(state);
  for (let epoch = 1; ; epoch++) {
    let moved = 0;
    const stay: number[] = [];
    for (const i of active) {
      const q = Math.max(squares[i]! / scale, 1e-300);
      const g = dot(features, i * r, w);
      const b = dual[i]!;
      const a = responses[i]! - g + q * b;
      const soft = kink === 0 ? a : a > kink ? a - kink : a < -kink ? a + kink : 0;
      const to = Math.min(upper[i]!, Math.max(lower[i]!, soft / q));
      const change = to - b;
      if (change !== 0) {
        dual[i] = to;
        const c = change / scale;
        for (let j = 0, k = i * r; j < r; j++, k++) w[j]! += c * features[k]!;
        moved = Math.max(moved, Math.abs(change));
      }
      if (change !== 0 || (to > lower[i]! && to < upper[i]!)) stay.push(i);
    }
    const full = active.length === n;
    if (full || moved < 1e-9 || epoch % 10 === 0) {
      refresh(state);
      const gap = gapOf(state);
      if (gap <= 0.5 * tolerance || epoch > mostEpochs || (full && moved === 0)) return epoch;
      active = full && moved > 0 ? Int32Array.from(stay) : Int32Array.from({ length: n }, (_, i) => i);
      yield gap;
    } else {
      active = Int32Array.from(stay);
      if (active.length === 0) active = Int32Array.from({ length: n }, (_, i) => i);
    }
  }
}

const mostSteps = 60;

/** Newton's method in w for smooth losses: (ΦᵀWΦ + 2λn I) w⁺ = Φᵀ(W g + b). */
function* newton(state: FeatureState, tolerance: number): Generator<number, number> {
  const { responses, loss, scale, dual, fitted, features, r, w } = state;
  const n = dual.length;
  refresh(state);
  let v = w.slice();
  let g = fitted.slice();
  const objectiveOf = (v: Float64Array, g: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += loss.value(responses[i]!, g[i]!);
    return sum + (scale / 2) * v.reduce((s, x) => s + x * x, 0);
  };
  let least = Infinity;
  let idle = 0;
  for (let steps = 0; ; steps++) {
    for (let i = 0; i < n; i++) dual[i] = loss.negativeSlope(responses[i]!, g[i]!);
    refresh(state);
    const gap = gapOf(state);
    idle = gap < 0.9 * least ? 0 : idle + 1;
    least = Math.min(least, gap);
    if (gap <= 0.5 * tolerance || idle > 3 || steps >= mostSteps) return steps;
    yield gap;

    const A = new Float64Array(r * r);
    const right = new Float64Array(r);
    for (let i = 0; i < n; i++) {
      const weight = loss.curvature!(responses[i]!, g[i]!);
      const target = weight * g[i]! + dual[i]!;
      const from = i * r;
      for (let j = 0; j < r; j++) {
        const x = features[from + j]!;
        right[j]! += target * x;
        const wx = weight * x;
        if (wx !== 0) for (let k = 0, row = j * r; k <= j; k++) A[row + k]! += wx * features[from + k]!;
      }
    }
    for (let j = 0; j < r; j++) A[j * r + j]! += scale;
    const R = cholesky(A, r);
    for (let j = 0; j < r; j++) {
      let sum = right[j]!;
      for (let k = 0; k < j; k++) sum -= R[j * r + k]! * right[k]!;
      right[j] = sum / R[j * r + j]!;
    }
    const target = backSubstitute(R, right, r);
    const targetFitted = Float64Array.from({ length: n }, (_, i) => dot(features, i * r, target));
    const from = objectiveOf(v, g);
    let t = 1;
    const at = (a: Float64Array, b: Float64Array) => a.map((x, i) => x + t * (b[i]! - x));
    for (let halvings = 0; halvings < 40 && !(objectiveOf(at(v, target), at(g, targetFitted)) <= from); halvings++) t /= 2;
    v = at(v, target);
    g = at(g, targetFitted);
  }
}
