import { kernelProduct } from "../../kernels/kernelProduct.ts";
import { mapSlices } from "../../slices.ts";
import { feasible, gapOf, type KernelState } from "./dualPoint.ts";

const mostSteps = 200;
const mostIdle = 5;

/**
 * Newton's method for a smooth loss, on the coefficients of f = Σ cᵢ K(xᵢ, ·), g = Kc. With b = −ℓ′(g), W = diag ℓ″(g)
 * and A where it is positive, a step Δ of c solves
 *
 *     (2λn W_A⁻¹ + K_AA) Δ_A = W_A⁻¹ (b_A − 2λn c_A) − K_AN Δ_N,   Δ_N = b_N / 2λn − c_N,
 *
 * by conjugate gradients; with residual r, the gap of the quadratic model is Σ wᵢ rᵢ² / 2n. The dual point is 2λn c,
 * moved into range.
 *
 * @param state updated
 * @param tolerance of the gap; it also stops where rounding prevents progress
 * @yields the last duality gap, in slices
 * @returns the number of steps
 * @see Chapelle (2007), Neural Computation 19:1155–1178
 */
export function* newtonDescent(state: KernelState, tolerance: number): Generator<number, number> {
  const { rows, responses, loss, scale, dual, fitted } = state;
  const n = dual.length;
  let c: Float64Array = dual.map((b) => b / scale);
  let g: Float64Array = fitted.slice();
  const slopes = new Float64Array(n);
  const weights = new Float64Array(n);
  let gap = gapOf(state);
  let least = gap;

  for (let steps = 0, idle = 0; ; steps++) {
    if (gap <= tolerance || idle > mostIdle || steps >= mostSteps) return steps;
    for (let i = 0; i < n; i++) {
      slopes[i] = loss.negativeSlope(responses[i]!, g[i]!);
      weights[i] = loss.curvature!(responses[i]!, g[i]!);
    }
    const stepC = yield* newtonStep();
    const stepG = new Float64Array(n);
    yield* product(stepC, stepG);
    yield* tryShare(1, stepC);
    let t = 1;
    if (!(gap <= 0.5 * least)) {
      t = lineMinimum(stepC, stepG);
      yield* tryShare(t, stepC);
    }
    c = along(c, t, stepC);
    g = along(g, t, stepG);
    idle = gap < least ? 0 : idle + 1;
    least = Math.min(least, gap);
  }

  function* tryShare(t: number, stepC: Float64Array): Generator<number, void> {
    for (let i = 0; i < n; i++) dual[i] = feasible(loss, responses[i]!, (c[i]! + t * stepC[i]!) * scale);
    const coefficients = dual.map((b) => b / scale);
    yield* product(coefficients, fitted);
    gap = gapOf(state);
  }

  function* product(v: Float64Array, out: Float64Array): Generator<number, void> {
    yield* mapSlices(kernelProduct(rows, v, out), () => gap);
    yield gap;
  }

  function* newtonStep(): Generator<number, Float64Array> {
    const active = weights.map((w) => (w > 1e-10 ? 1 : 0));
    const x = c.map((value, i) => (active[i] ? 0 : slopes[i]! / scale - value));
    const applied = new Float64Array(n);
    yield* product(x, applied);
    const residual = new Float64Array(n);
    const ridge = new Float64Array(n);
    const preconditioner = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      if (!active[i]) continue;
      ridge[i] = scale / weights[i]!;
      residual[i] = (slopes[i]! - scale * c[i]!) / weights[i]! - applied[i]!;
      preconditioner[i] = 1 / (ridge[i]! + rows.diagonal[i]!);
    }
    const modelGap = () => residual.reduce((sum, r, i) => sum + weights[i]! * r * r, 0) / (2 * n);
    const first = modelGap();
    const goal = Math.min(1e-3 * first, Math.max(1e-7 * first, tolerance / 10));

    const direction = new Float64Array(n);
    let before = Infinity;
    for (let k = 0; k < 2 * n + 20 && modelGap() > goal; k++) {
      let now = 0;
      for (let i = 0; i < n; i++) now += residual[i]! * residual[i]! * preconditioner[i]!;
      for (let i = 0; i < n; i++) direction[i] = residual[i]! * preconditioner[i]! + (now / before) * direction[i]!;
      before = now;
      yield* product(direction, applied);
      let curvature = 0;
      for (let i = 0; i < n; i++) {
        applied[i]! += ridge[i]! * direction[i]!;
        curvature += direction[i]! * applied[i]!;
      }
      if (!(curvature > 0)) break;
      for (let i = 0; i < n; i++) {
        if (!active[i]) continue;
        x[i]! += (now / curvature) * direction[i]!;
        residual[i]! -= (now / curvature) * applied[i]!;
      }
    }
    return x;
  }

  /** The t in (0, 1] of least objective, by bisection of its derivative. */
  function lineMinimum(stepC: Float64Array, stepG: Float64Array): number {
    const slopeAt = (t: number): number => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const b = loss.negativeSlope(responses[i]!, g[i]! + t * stepG[i]!);
        sum += stepG[i]! * (scale * (c[i]! + t * stepC[i]!) - b);
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

function along(from: Float64Array, t: number, step: Float64Array): Float64Array {
  return from.map((value, i) => value + t * step[i]!);
}
