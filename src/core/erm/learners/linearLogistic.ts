import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { NumericalError, ParameterError } from "../../errors.ts";
import { cholesky } from "../../linalg/cholesky.ts";
import { solveLower, solveTransposed } from "../../linalg/triangular.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";
import type { LinearLogistic } from "../../privacy/sensitivity/linearLogistic.ts";

/** Non-private. */
interface LinearClassifier {
  /** w, shape (ℓ,). */
  readonly weights: Float64Array;
  /** Certified bound on ‖w − w*‖₂, at most `logisticTolerance`. Private. */
  readonly distance: number;
}

const mostSteps = 100;

/**
 * Public bound on ‖w − w*‖₂ that every fit certifies: eight times the gradient's error. Each margin is off by (ℓ +
 * 2)uC, its share of the sum by a quarter of that and 8u; the sum adds nu.
 */
export function logisticTolerance({ recordCount, dimension, cost }: LinearLogistic): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const C = checkPositive("cost", cost);
  const share = (d + 2) * C + n + 16;
  return 8 * (Math.sqrt(d) * C * share + 4 * C) * 2 ** -52 + 1e-13 * (1 + C);
}

/**
 * The weights of logistic regression without intercept,
 *
 *     w* = argmin P(w),   P(w) = (C/n) Σ log(1 + exp(−l_i⟨w, d_i⟩)) + ½‖w‖₂²,
 *
 * by Newton's method with halved steps, then steps of ∇P/(1 + C/4). It stops by ‖w − w*‖ ≤ ‖∇P(w)‖.
 *
 * @param points n ≥ 1 inputs d_i in ℝ^ℓ with ‖d_i‖₂ ≤ 1, on which the sensitivity depends. Private
 * @param labels ±1, shape (n,). Private
 * @param cost C > 0
 * @throws {NumericalError} if C leaves the range of doubles
 * @see docs/proofs/solverTermination.md; Aldà & Rubinstein (2017), section 6, eq. (5); errata A2
 */
export function fitLinearLogistic({
  points,
  labels,
  cost,
}: {
  readonly points: Points;
  readonly labels: ArrayLike<number>;
  readonly cost: number;
}): LinearClassifier {
  const C = checkPositive("cost", cost);
  const n = pointCount(points);
  const d = points.dimension;
  if (n < 1) throw new ParameterError("points", n, "at least one record");
  checkAllFinite("points", points.coordinates);
  checkLength("labels", labels, n);
  for (let i = 0; i < n; i++) {
    if (labels[i] !== 1 && labels[i] !== -1) throw new ParameterError(`labels[${i}]`, labels[i], "1 or −1");
    const norm = Math.hypot(...pointAt(points, i));
    if (!(norm <= 1 + 1e-12)) throw new ParameterError(`points[${i}]`, norm, "of Euclidean norm at most 1");
  }

  const tolerance = logisticTolerance({ recordCount: n, dimension: d, cost: C });
  const derivativesAt = (w: Float64Array) => derivatives(points, labels, C, w);
  const near = newtonSteps(derivativesAt, new Float64Array(d), tolerance / 2);
  const { w, gradient } = gradientSteps(derivativesAt, near, { lipschitz: 1 + C / 4, goal: tolerance / 2 });
  return { weights: w, distance: norm(gradient) + tolerance / 2 };
}

function newtonSteps(derivativesAt: (w: Float64Array) => Derivatives, start: Float64Array, goal: number): Float64Array {
  const d = start.length;
  let w = start;
  let at = derivativesAt(w);
  for (let step = 0; step < mostSteps && norm(at.gradient) > goal; step++) {
    const L = cholesky(at.hessian, d);
    const direction = solveTransposed(L, solveLower(L, at.gradient));
    let gained = false;
    for (let size = 1; size > 2 ** -40 && !gained; size /= 2) {
      const next = w.map((value, j) => value - size * direction[j]!);
      const there = derivativesAt(next);
      gained = there.objective <= at.objective || norm(there.gradient) <= norm(at.gradient);
      if (gained) [w, at] = [next, there];
    }
    if (!gained) break;
  }
  return w;
}

/** Steps of the gradient over its Lipschitz constant, until it is at most `goal`, at least four times its error. */
export function gradientSteps(
  derivativesAt: (w: Float64Array) => Pick<Derivatives, "gradient">,
  start: Float64Array,
  { lipschitz, goal }: { readonly lipschitz: number; readonly goal: number },
): { readonly w: Float64Array; readonly gradient: Float64Array } {
  for (let w = start; ;) {
    const { gradient } = derivativesAt(w);
    const size = norm(gradient);
    if (size <= goal) return { w, gradient };
    if (!(size < Infinity)) throw new NumericalError("the gradient of logistic regression leaves the range of doubles");
    w = w.map((value, j) => value - gradient[j]! / lipschitz);
  }
}

interface Derivatives {
  readonly objective: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}

function derivatives(points: Points, labels: ArrayLike<number>, C: number, w: Float64Array): Derivatives {
  const d = points.dimension;
  const n = pointCount(points);
  const gradient = w.slice();
  const hessian = Float64Array.from({ length: d * d }, (_, at) => (at % (d + 1) === 0 ? 1 : 0));
  let loss = 0;
  for (let i = 0; i < n; i++) {
    const x = pointAt(points, i);
    const label = labels[i]!;
    let margin = 0;
    for (let j = 0; j < d; j++) margin += label * w[j]! * x[j]!;
    const small = Math.exp(-Math.abs(margin));
    const wrong = (margin > 0 ? small : 1) / (1 + small);
    loss += Math.log1p(small) + Math.max(0, -margin);
    const curvature = small / (1 + small) ** 2;
    for (let j = 0; j < d; j++) {
      gradient[j]! -= (C / n) * label * wrong * x[j]!;
      for (let k = 0; k <= j; k++) hessian[j * d + k]! += (C / n) * curvature * x[j]! * x[k]!;
    }
  }
  return { objective: (C / n) * loss + 0.5 * norm(w) ** 2, gradient, hessian };
}

function norm(v: Float64Array): number {
  return Math.hypot(...v);
}
