import { checkAllFinite } from "../checks.ts";
import { NumericalError, ParameterError } from "../errors.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { kernelProduct, preciseKernelProduct } from "../linalg/kernelProduct.ts";
import { kernelRows } from "../linalg/kernelRows.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { coordinateAscent } from "./coordinateAscent.ts";
import { certify, checkProblem, progressOf, startingDual } from "./dualPoint.ts";
import type { KernelState } from "./dualPoint.ts";
import type { Loss } from "./losses.ts";
import { newtonDescent } from "./newtonDescent.ts";

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

  function* fitting(problem: ErmProblem): Generator<number, ErmFit> {
    checkProblem(problem, n, kernel.diagonalBound);
    const { responses, loss, penalty, gapTolerance, start } = problem;
    const scale = 2 * penalty * n;
    const dual = startingDual(start, responses, loss);
    const state: KernelState = { rows, responses, loss, scale, dual, fitted: new Float64Array(n) };
    const coefficients = () => dual.map((b) => b / scale);
    yield* inSlices(kernelProduct(rows, coefficients(), state.fitted), 0);

    const method = loss.kink !== undefined ? coordinateAscent : newtonDescent;
    let first = 0;
    let iterations = 0;
    // Rounding may hide a part of the gap from the method: what is certified then asks for more.
    for (let goal = gapTolerance; goal > gapTolerance / 10; goal /= 2) {
      const solving = method(state, goal);
      let step = solving.next();
      for (; !step.done; step = solving.next()) {
        if (first === 0) first = step.value;
        yield progressOf(first, step.value, goal);
      }
      iterations += step.value;
      yield* inSlices(preciseKernelProduct(rows, coefficients(), state.fitted), 1);
      const { gap, objective, squaredNorm } = certify(state, { kernelBound, ulps: fittedUlps });
      if (gap <= gapTolerance) {
        return {
          centres: points,
          coefficients: coefficients(),
          dual,
          fitted: state.fitted,
          objective,
          rkhsNorm: Math.sqrt(squaredNorm),
          dualityGap: gap,
          iterations,
        };
      }
    }
    throw outOfReach(gapTolerance);
  }

  return { fitting, fit: (problem) => lastOf(fitting(problem)) };
}

/** At most 30 for a kernel value, as in the rounding of an expansion, and 10 for coefficients and sums. */
const fittedUlps = 40;

export function outOfReach(gapTolerance: number): NumericalError {
  return new NumericalError(
    `the minimum could not be certified to within ${gapTolerance.toPrecision(2)}; raise λ or the tolerance`,
  );
}

/** The result of a computation in slices, all at once. */
export function lastOf<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}

function* inSlices(slices: Generator<undefined, void>, progress: number): Generator<number, void> {
  while (!slices.next().done) yield progress;
}
