import { cholesky } from "../linalg/cholesky.ts";
import { kernelProduct } from "../kernels/kernelProduct.ts";
import { solveLower, solveTransposed } from "../linalg/triangular.ts";
import type { KernelState } from "./dualPoint.ts";
import type { NewtonSpace } from "./newtonPath.ts";

/** Keeps a system positive definite whatever is rounded. */
const relativeRidge = 1e-14;

/**
 * The functions Σ cᵢ K(xᵢ, ·), where a step has coefficients (b + δ)/2λn − c, with δ = 0 but at the records of the step;
 * there, with h the values of f_b,
 *
 *     (W⁻¹ + K/2λn) δ = W⁻¹ e + g − h.
 *
 * @param at b, and h as its fitted values, which are kept in step
 * @param fitted g, the values of f, which starts as f_b; shape (n,)
 */
export function kernelSpace({ rows, scale, dual, fitted: ofDual }: KernelState, fitted: Float64Array): NewtonSpace {
  const n = dual.length;
  const kernelBound = rows.diagonal.reduce((a, b) => Math.max(a, b), 0);
  const c = dual.map((b) => b / scale);
  const stepC = new Float64Array(n);
  const delta = new Float64Array(n);
  const along = new Float64Array(n);
  const added = new Float64Array(n);

  return {
    squaredDistance: () => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += (c[i]! - dual[i]! / scale) * (fitted[i]! - ofDual[i]!);
      return Math.max(0, sum);
    },
    *step(records, curvatures, excesses) {
      const m = records.length;
      const A = new Float64Array(m * m);
      const ridge = (relativeRidge * m * kernelBound) / scale;
      const right = new Float64Array(m);
      for (let a = 0; a < m; a++) {
        const i = records[a]!;
        const row = rows.row(i);
        for (let b = 0; b <= a; b++) A[a * m + b] = row[records[b]!]! / scale;
        A[a * m + a]! += 1 / curvatures[a]! + ridge;
        right[a] = excesses[a]! / curvatures[a]! + fitted[i]! - ofDual[i]!;
      }
      const R = cholesky(A, m);
      delta.fill(0);
      solveTransposed(R, solveLower(R, right)).forEach((d, a) => (delta[records[a]!] = d));
      yield* kernelProduct(rows, delta, added);
      let linear = 0;
      let quadratic = 0;
      for (let i = 0; i < n; i++) {
        along[i] = ofDual[i]! + added[i]! / scale - fitted[i]!;
        stepC[i] = (dual[i]! + delta[i]!) / scale - c[i]!;
        linear += c[i]! * along[i]!;
        quadratic += stepC[i]! * along[i]!;
      }
      return { along, linear: scale * linear, quadratic: scale * quadratic };
    },
    advance(t) {
      for (let i = 0; i < n; i++) {
        c[i]! += t * stepC[i]!;
        fitted[i]! += t * along[i]!;
      }
    },
    *changeDual(changes) {
      yield* kernelProduct(rows, changes, added);
      for (let i = 0; i < n; i++) ofDual[i]! += added[i]! / scale;
    },
  };
}
