import { kernelProduct } from "../linalg/kernelProduct.ts";
import { feasible, gapOf } from "./dualPoint.ts";
import type { KernelState } from "./dualPoint.ts";

const mostSteps = 200;
/** Steps without a smaller gap, after which rounding has the last word. */
const mostIdle = 30;

/**
 * Newton's method for a smooth loss, on the coefficients of f = Σ cᵢ K(xᵢ, ·), with g = Kc.
 *
 * At the minimiser 2λn c = b(g), bᵢ = −ℓ′(gᵢ). With W = diag ℓ″(g) and A where it is positive, a Newton step solves
 *
 *     (2λn W_A⁻¹ + K_AA) c_A = g_A + W_A⁻¹ b_A − K_AN c_N,   c_N = b_N / 2λn,
 *
 * by conjugate gradients; with residual r, the duality gap of the quadratic model is Σ wᵢ rᵢ² / 2n. Unless the step
 * halves the duality gap, it is shortened to the minimum of the convex objective along it. The dual point is 2λn c,
 * moved into range.
 *
 * @param state on return the dual variables are the last ones, the fitted values theirs
 * @param tolerance duality gap at which it stops; it also stops where rounding lets it go no further
 * @yields the last duality gap, in slices
 * @returns the number of steps
 * @see Chapelle (2007), Training a support vector machine in the primal, Neural Computation 19:1155–1178
 */
export function* newtonDescent(state: KernelState, tolerance: number): Generator<number, number> {
  const { rows, responses, loss, scale, dual, fitted } = state;
  const n = dual.length;
  const c = dual.map((b) => b / scale);
  const g = fitted.slice();
  const slopes = new Float64Array(n);
  const weights = new Float64Array(n);
  const targetFitted = new Float64Array(n);
  let gap = gapOf(state);
  let least = Infinity;

  for (let steps = 0, idle = 0; ; steps++) {
    if (gap <= tolerance || idle > mostIdle || steps >= mostSteps) return steps;
    for (let i = 0; i < n; i++) {
      slopes[i] = loss.negativeSlope(responses[i]!, g[i]!);
      weights[i] = loss.curvature!(responses[i]!, g[i]!);
    }
    const target = yield* solveNewtonSystem();
    yield* product(target, targetFitted);
    yield* move(1);
    if (!(gap <= 0.5 * least)) yield* move(lineMinimum(target));
    idle = gap < 0.9 * least ? 0 : idle + 1;
    least = Math.min(least, gap);
  }

  function* product(v: Float64Array, out: Float64Array): Generator<number, void> {
    for (const slices = kernelProduct(rows, v, out); !slices.next().done; ) yield gap;
  }

  function* solveNewtonSystem(): Generator<number, Float64Array> {
    const active = Uint8Array.from(weights, (w) => (w > 1e-10 ? 1 : 0));
    const x = c.map((value, i) => (active[i] ? value : slopes[i]! / scale));
    const applied = new Float64Array(n);
    yield* product(x, applied);
    const residual = new Float64Array(n);
    const preconditioner = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      if (!active[i]) continue;
      const ridge = scale / weights[i]!;
      residual[i] = g[i]! + slopes[i]! / weights[i]! - ridge * x[i]! - applied[i]!;
      preconditioner[i] = 1 / (ridge + rows.diagonal[i]!);
    }
    const modelGap = () => residual.reduce((sum, r, i) => sum + weights[i]! * r * r, 0) / (2 * n);
    const goal = Math.max(tolerance / 10, 1e-3 * modelGap());

    const direction = new Float64Array(n);
    let previous = Infinity;
    for (let k = 0; k < 2 * n + 20 && modelGap() > goal; k++) {
      let current = 0;
      for (let i = 0; i < n; i++) current += residual[i]! * residual[i]! * preconditioner[i]!;
      const beta = current / previous;
      previous = current;
      for (let i = 0; i < n; i++) direction[i] = residual[i]! * preconditioner[i]! + beta * direction[i]!;
      yield* product(direction, applied);
      let curvature = 0;
      for (let i = 0; i < n; i++) {
        if (!active[i]) continue;
        applied[i]! += (scale / weights[i]!) * direction[i]!;
        curvature += direction[i]! * applied[i]!;
      }
      const alpha = current / curvature;
      for (let i = 0; i < n; i++) {
        if (!active[i]) continue;
        x[i]! += alpha * direction[i]!;
        residual[i]! -= alpha * applied[i]!;
      }
    }
    return x;
  }

  /** The t in (0, 1] that minimises P(f + t (f_target − f)), by bisection of its derivative. */
  function lineMinimum(target: Float64Array): number {
    const slopeAt = (t: number): number => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const step = targetFitted[i]! - g[i]!;
        const along = c[i]! + t * (target[i]! - c[i]!);
        sum += step * (scale * along - loss.negativeSlope(responses[i]!, g[i]! + t * step));
      }
      return sum;
    };
    if (!(slopeAt(1) > 0)) return 1;
    let lower = 0;
    let upper = 1;
    for (let halvings = 0; halvings < 30; halvings++) {
      const middle = (lower + upper) / 2;
      if (slopeAt(middle) > 0) upper = middle;
      else lower = middle;
    }
    return upper;
  }
}
