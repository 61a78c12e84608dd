import { gapOf } from "./dualPoint.ts";
import { multiply } from "./ermSolver.ts";
import type { KernelState } from "./ermSolver.ts";

/**
 * Newton's method for a smooth loss, on the dual variables bᵢ = −∂ℓ/∂f at f(xᵢ), with f = Σ cᵢ K(xᵢ, ·), c = b/2λn.
 *
 * At the minimiser 2λn c = −ℓ′(Kc). A Newton step from c solves, with W = diag ℓ″ and A its positive part,
 *
 *     (2λn W_A⁻¹ + K_AA) c_A = g_A + b_A/W_A − K_AN c_N,   c_N = b_N/2λn,
 *
 * whose matrix has condition at most 1 + n sup K · max W / 2λn: conjugate gradients solve it in some dozens of
 * products. Steps are shortened until the objective falls enough. The dual point of the certificate is −ℓ′ at the
 * fitted values, feasible whatever they are.
 *
 * @param state on return the dual variables are those of the last fitted values
 * @param tolerance duality gap at which it stops; it also stops where rounding lets it go no further
 * @yields the duality gap after each step
 * @returns the number of steps
 * @see Chapelle (2007), Training a support vector machine in the primal, Neural Computation 19:1155–1178
 */
export function* newtonDescent(state: KernelState, tolerance: number): Generator<number, number> {
  const { rows, responses, loss, scale, dual, fitted } = state;
  const n = dual.length;
  let c: Float64Array = dual.map((b) => b / scale);
  let g: Float64Array = fitted.slice();
  const weights = new Float64Array(n);
  const slopes = new Float64Array(n);
  let least = Infinity;
  let idle = 0;

  for (let steps = 0; ; steps++) {
    for (let i = 0; i < n; i++) {
      slopes[i] = loss.negativeSlope(responses[i]!, g[i]!);
      weights[i] = loss.curvature!(responses[i]!, g[i]!);
    }
    dual.set(slopes);
    multiply(state);
    const gap = gapOf(state);
    idle = gap < 0.9 * least ? 0 : idle + 1;
    least = Math.min(least, gap);
    if (gap <= tolerance || idle > 3 || steps >= mostSteps) return steps;
    yield gap;

    const target = newtonTarget(Math.min(0.1, Math.sqrt(gap)) * 1e-3);
    const targetFitted = product(target);
    const from = objectiveOf(c, g);
    // The direction is one of descent, so that some step of a halving sequence lowers the objective.
    let t = 1;
    for (let halvings = 0; halvings < 40; halvings++, t /= 2) {
      if (objectiveOf(blend(c, target, t), blend(g, targetFitted, t)) <= from) break;
    }
    c = blend(c, target, t);
    g = blend(g, targetFitted, t);
  }

  /** P for coefficients c and fitted values g = Kc. */
  function objectiveOf(c: Float64Array, g: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += loss.value(responses[i]!, g[i]!) + (scale / 2) * c[i]! * g[i]!;
    return sum / n;
  }

  function product(v: Float64Array): Float64Array {
    const out = new Float64Array(n);
    for (let j = 0; j < n; j++) {
      const x = v[j]!;
      if (x === 0) continue;
      const row = rows.row(j);
      for (let i = 0; i < n; i++) out[i]! += x * row[i]!;
    }
    return out;
  }

  function newtonTarget(relativeTolerance: number): Float64Array {
    const active = weights.map((w) => (w > 1e-10 ? 1 : 0));
    const fixed = slopes.map((b, i) => (active[i] ? 0 : b / scale));
    const fromFixed = active.every((a) => a === 1) ? undefined : product(fixed);
    const diagonal = weights.map((w, i) => (active[i] ? scale / w : 1));
    const right = slopes.map((b, i) => (active[i] ? g[i]! + b / weights[i]! - (fromFixed?.[i] ?? 0) : 0));
    const apply = (v: Float64Array) => {
      const out = product(v);
      for (let i = 0; i < n; i++) out[i] = active[i] ? out[i]! + diagonal[i]! * v[i]! : 0;
      return out;
    };
    const start = c.map((x, i) => (active[i] ? x : 0));
    const solved = conjugateGradients(apply, right, start, diagonal.map((d, i) => d + rows.diagonal[i]!), relativeTolerance);
    return solved.map((x, i) => (active[i] ? x : fixed[i]!));
  }
}

const mostSteps = 100;

function blend(a: Float64Array, b: Float64Array, t: number): Float64Array {
  return t === 1 ? b.slice() : a.map((x, i) => x + t * (b[i]! - x));
}

/** Solves A x = right for a symmetric positive definite A, with a diagonal preconditioner. */
function conjugateGradients(
  apply: (v: Float64Array) => Float64Array,
  right: Float64Array,
  start: Float64Array,
  diagonal: Float64Array,
  relativeTolerance: number,
): Float64Array {
  const n = right.length;
  const x = start.slice();
  const first = apply(x);
  const residual = right.map((r, i) => r - first[i]!);
  const goal = relativeTolerance * Math.sqrt(dot(right, right));
  let z: Float64Array = residual.map((r, i) => r / diagonal[i]!);
  let direction: Float64Array = z.slice();
  let rz = dot(residual, z);
  for (let k = 0; k < 4 * n + 20 && Math.sqrt(dot(residual, residual)) > goal && rz > 0; k++) {
    const applied = apply(direction);
    const alpha = rz / dot(direction, applied);
    for (let i = 0; i < n; i++) {
      x[i]! += alpha * direction[i]!;
      residual[i]! -= alpha * applied[i]!;
    }
    z = residual.map((r, i) => r / diagonal[i]!);
    const next = dot(residual, z);
    const beta = next / rz;
    direction = direction.map((d, i) => z[i]! + beta * d);
    rz = next;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
