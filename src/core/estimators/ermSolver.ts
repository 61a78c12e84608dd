import { checkAllFinite, checkPositive } from "../checks.ts";
import { NumericalError, ParameterError } from "../errors.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { kernelRows } from "../linalg/kernelRows.ts";
import type { KernelRows } from "../linalg/kernelRows.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { coordinateAscent } from "./coordinateAscent.ts";
import { certify, checkResponses, progressOf, startingDual } from "./dualPoint.ts";
import type { DualPoint } from "./dualPoint.ts";
import { newtonDescent } from "./newtonDescent.ts";
import type { Loss } from "./losses.ts";

/** What is minimised: P(f) = (1/n) Σ ℓ(yᵢ, f(xᵢ)) + λ‖f‖², without offset (errata H13). */
export interface ErmProblem {
  /** Shape (n,). Private. */
  readonly responses: Float64Array;
  readonly loss: Loss;
  /** λ > 0. */
  readonly penalty: number;
  /** The certified bound on P(f) − min P at which the solver stops, > 0. Public: it enters the sensitivity. */
  readonly gapTolerance: number;
  /** Dual variables of an earlier fit of any problem on n points: a better start, never another answer. */
  readonly start?: Float64Array | undefined;
}

/** f = Σ cᵢ K(centreᵢ, ·), within the tolerance of the minimiser. */
export interface ErmFit {
  readonly centres: Points;
  readonly coefficients: Float64Array;
  /** b, of which the coefficients are multiples: the start of a later fit. */
  readonly dual: Float64Array;
  /** f at the records, shape (n,). */
  readonly fitted: Float64Array;
  /** P(f). */
  readonly objective: number;
  /** ‖f‖ in the RKHS. */
  readonly rkhsNorm: number;
  /** Upper bound on P(f) − min P, rounding included; at most the tolerance. */
  readonly dualityGap: number;
  readonly iterations: number;
}

/** Fits on fixed points with a fixed kernel. */
export interface ErmSolver {
  /**
   * @throws {ParameterError} if a response is not what the loss asks for, or a number is out of range
   * @throws {NumericalError} if the tolerance cannot be certified
   */
  fit(problem: ErmProblem): ErmFit;
  /** The same in slices of some milliseconds, each yielding the progress so far, in [0, 1]. */
  fitting(problem: ErmProblem): Generator<number, ErmFit>;
}

/** A dual point of a kernel problem, with the rows that a method reads. */
export interface KernelState extends DualPoint {
  readonly rows: KernelRows;
}

/**
 * A solver of kernel problems that keeps the kernel matrix for later fits.
 *
 * Losses with kinks are solved by dual coordinate ascent without equality constraint, two coordinates at a
 * time; smooth losses by Newton's method. Every fit comes with its duality gap: with f = (1/2λn) Σ bᵢ K(xᵢ, ·)
 * and b in the dual range,
 *
 *     P(f) − min P ≤ P(f) − D(b),   D(b) = −(1/n) Σ ℓ*(yᵢ, −bᵢ) − (1/4λn²) bᵀKb.
 *
 * When the solver stops depends on the records; how far from the minimiser it may stop does not. The sensitivity
 * is therefore inflated by the tolerance, which is public, and never by the gap that was reached.
 *
 * @param points n ≥ 1 points, private
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3, eq. (11); Steinwart, Hush & Scovel (2011), JMLR 12:141–202
 */
export function createErmSolver({ points, kernel }: { readonly points: Points; readonly kernel: Kernel }): ErmSolver {
  const n = pointCount(points);
  if (!(n >= 1)) throw new ParameterError("points", n, "at least one point");
  checkAllFinite("points", points.coordinates);
  const rows = kernelRows(kernel, points);
  const kernelBound = rows.diagonal.reduce((a, b) => Math.max(a, b), 0);

  function* fitting({ responses, loss, penalty, gapTolerance, start }: ErmProblem): Generator<number, ErmFit> {
    checkResponses(responses, n, loss);
    const scale = 2 * checkPositive("penalty", penalty) * n;
    checkPositive("gapTolerance", gapTolerance);
    const dual = startingDual(start, responses, loss);
    const state: KernelState = { rows, responses, loss, scale, dual, fitted: new Float64Array(n) };
    multiply(state);

    const method = loss.kink !== undefined ? coordinateAscent : newtonDescent;
    let first = 0;
    let iterations = 0;
    for (let attempt = 0; attempt < 4; attempt++) {
      const solving = method(state, gapTolerance / 2 ** attempt);
      for (;;) {
        const step = solving.next();
        if (step.done) {
          iterations += step.value;
          break;
        }
        if (first === 0) first = step.value;
        yield progressOf(first, step.value, gapTolerance);
      }
      multiply(state); // What was kept in step has gathered rounding errors.
      const { gap, objective, squaredNorm } = certify(state, kernelBound);
      if (gap <= gapTolerance) {
        return {
          centres: points,
          coefficients: dual.map((b) => b / scale),
          dual,
          fitted: state.fitted,
          objective,
          rkhsNorm: Math.sqrt(squaredNorm),
          dualityGap: gap,
          iterations,
        };
      }
    }
    throw new NumericalError(
      `the fit could not be certified to a gap of ${gapTolerance.toPrecision(2)}; a larger penalty or tolerance is within reach`,
    );
  }

  return {
    fitting,
    fit: (problem) => {
      const solving = fitting(problem);
      for (;;) {
        const step = solving.next();
        if (step.done) return step.value;
      }
    },
  };
}

/** fitted = K b / scale, from scratch. */
export function multiply({ rows, scale, dual, fitted }: KernelState): void {
  const n = dual.length;
  fitted.fill(0);
  for (let j = 0; j < n; j++) {
    const c = dual[j]! / scale;
    if (c === 0) continue;
    const row = rows.row(j);
    for (let i = 0; i < n; i++) fitted[i]! += c * row[i]!;
  }
}
