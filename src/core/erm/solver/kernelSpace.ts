import { cholesky } from "../../linalg/cholesky.ts";
import { kernelProduct } from "../../kernels/kernelProduct.ts";
import { solveLower, solveTransposed } from "../../linalg/triangular.ts";
import type { KernelState } from "./dualPoint.ts";
import { lowRankSolver } from "./lowRankSolver.ts";
import type { NewtonSpace } from "./newtonPath.ts";
import { relativeRidge } from "./ridgedSystem.ts";

const refinements = 3;
const mostDense = 1000;

/**
 * The functions Σ cᵢ K(xᵢ, ·), where a step has coefficients (b + δ)/2λn − c. δ is 0 outside the records of the step; at
 * them, with h the values of f_b,
 *
 *     (W⁻¹ + K/2λn) δ = W⁻¹ e + g − h,
 *
 * with K of low rank for many records, if it is nearly that.
 *
 * @param at b, and h as its fitted values
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
  let isFirst = true;

  const denseStep = (records: Int32Array, curvatures: Float64Array, right: Float64Array): Float64Array => {
    const m = records.length;
    const A = new Float64Array(m * m);
    const ridge = (relativeRidge * m * kernelBound) / scale;
    for (let a = 0; a < m; a++) {
      const row = rows.row(records[a]!);
      for (let b = 0; b <= a; b++) A[a * m + b] = row[records[b]!]! / scale;
      A[a * m + a]! += 1 / curvatures[a]! + ridge;
    }
    const R = cholesky(A, m);
    return solveTransposed(R, solveLower(R, right));
  };

  return {
    squaredDistance: () => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += (c[i]! - dual[i]! / scale) * (fitted[i]! - ofDual[i]!);
      return Math.max(0, sum);
    },
    *step(records, curvatures, excesses) {
      const m = records.length;
      const right = excesses.map((e, a) => e / curvatures[a]! + fitted[records[a]!]! - ofDual[records[a]!]!);
      const isDense = m <= (isFirst ? mostDense : 2 * mostDense);
      isFirst = false;
      delta.fill(0);
      if (isDense) {
        denseStep(records, curvatures, right).forEach((d, a) => (delta[records[a]!] = d));
        yield* kernelProduct(rows, delta, added);
      } else {
        const solve = lowRankSolver({ rows, records, scale, curvatures });
        if (!solve) return undefined;
        added.fill(0);
        for (let k = 0; k < refinements; k++) {
          const left = right.map((h, a) => h - delta[records[a]!]! / curvatures[a]! - added[records[a]!]! / scale);
          solve(left).forEach((d, a) => (delta[records[a]!]! += d));
          yield* kernelProduct(rows, delta, added);
        }
      }
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
