import { checkAllFinite } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { kernelProduct, preciseKernelProduct } from "../../kernels/kernelProduct.ts";
import { kernelRows } from "../../kernels/kernelRows.ts";
import { compensatedDot } from "../../linalg/compensatedDot.ts";
import { pointCount, type Points } from "../../points.ts";
import { mapSlices } from "../../slices.ts";
import { activePart } from "./activePart.ts";
import type { CertainAscent } from "./certainFit.ts";
import { certainSolver } from "./certainSolver.ts";
import { coordinateAscent } from "./coordinateAscent.ts";
import { certify, gapOf, progressTracker, startingDual, type KernelState } from "./dualPoint.ts";
import { ascentPass } from "./gapAscent.ts";
import { kernelSpace } from "./kernelSpace.ts";
import type { ErmFit, ErmProblem, ErmSolver } from "./ermProblem.ts";
import { newtonDescent } from "./newtonDescent.ts";
import { newtonPath } from "./newtonPath.ts";

/**
 * Solver with the kernel matrix: Newton's method for smooth losses; for kinks pairs of coordinates, then Newton's
 * method; else the certain ascent. With f = (1/2λn) Σ bᵢ K(xᵢ, ·) and b in the dual range,
 *
 *     P(f) − min P ≤ P(f) − D(b),   D(b) = −(1/n) Σ ℓ*(yᵢ, −bᵢ) − (1/4λn²) bᵀKb.
 *
 * @param points n ≥ 1 points, private
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3, eq. (11); Steinwart, Hush & Scovel (2011), JMLR 12:141–202
 */
export function createErmSolver({
  points,
  kernel,
}: {
  readonly points: Points;
  readonly kernel: CapableKernel;
}): ErmSolver {
  const n = pointCount(points);
  if (!(n >= 1)) throw new ParameterError("points", n, "at least one point");
  checkAllFinite("points", points.coordinates);
  const rows = kernelRows(kernel, points);
  const kernelBound = rows.diagonal.reduce((a, b) => Math.max(a, b), 0);
  const ulps = fittedUlps + (kernel.roundings ?? 0);

  const stateOf = ({ responses, loss, penalty, start }: ErmProblem): KernelState => ({
    rows,
    responses,
    loss,
    scale: 2 * penalty * n,
    dual: startingDual(start, responses, loss),
    fitted: new Float64Array(n),
  });
  const coefficientsOf = ({ dual, scale }: KernelState) => dual.map((b) => b / scale);

  function* certified(
    state: KernelState,
    { gapTolerance, penalty }: ErmProblem,
    iterations: number,
  ): Generator<number, ErmFit | undefined> {
    const { dual, fitted, scale } = state;
    const coefficients = coefficientsOf(state);
    yield* mapSlices(preciseKernelProduct(rows, coefficients, fitted), () => 1);
    const absolute = dual.reduce((sum, b) => sum + Math.abs(b), 0);
    const { gap, meanLoss } = certify(state, (ulps * 2 ** -53 * kernelBound * absolute) / scale);
    if (!(gap <= gapTolerance)) return undefined;
    const squaredNorm = Math.max(0, dual.reduce((sum, b, i) => sum + b * fitted[i]!, 0) / scale);
    return {
      centres: points,
      coefficients,
      dual,
      fitted,
      objective: meanLoss + penalty * squaredNorm,
      rkhsNorm: Math.sqrt(squaredNorm),
      dualityGap: gap,
      iterations,
    };
  }

  function* attempt(problem: ErmProblem): Generator<number, ErmFit | undefined> {
    const { gapTolerance } = problem;
    const state = stateOf(problem);
    yield* mapSlices(kernelProduct(rows, coefficientsOf(state), state.fitted), () => 0);
    const tracked = progressTracker();
    let iterations = 0;
    for (let goal = gapTolerance; goal > gapTolerance / 10; goal /= 2) {
      iterations += yield* tracked(maximise(state, goal), goal);
      const fit = yield* certified(state, problem, iterations);
      if (fit) return fit;
    }
    return undefined;
  }

  function ascent(problem: ErmProblem): CertainAscent {
    const state = stateOf({ ...problem, start: undefined });
    const { dual, scale } = state;
    const at = (i: number) => compensatedDot(rows.row(i), dual) / scale;
    const goal = { diagonal: rows.diagonal, threshold: problem.gapTolerance / 2, perValue: 2 * n };
    let moves = 0;
    return {
      dual,
      *pass() {
        const moved = yield* ascentPass(state, { at, moved: () => undefined }, goal);
        moves += moved;
        return moved;
      },
      fit: () => certified(state, problem, moves),
    };
  }

  return certainSolver({ recordCount: n, kernelBound: kernel.diagonalBound, ulps, attempt, ascent });
}

const patience = 0.5;

/**
 * Smooth losses: Newton steps, rough, then precise. Kinks: pairs while quick, then moving records, then Newton steps in
 * all.
 */
function* maximise(state: KernelState, tolerance: number): Generator<number, number> {
  const { loss, dual } = state;
  const n = dual.length;
  // From b = 0 most pairs find new support vectors, and the gap says little.
  let leastPairs = dual.some((b) => b !== 0) ? 0 : n / 4;
  for (let iterations = 0; ;) {
    const opening =
      loss.kink === undefined
        ? yield* newtonDescent(state, tolerance)
        : yield* coordinateAscent(state, { tolerance, patience, leastPairs });
    iterations += opening;
    if (loss.kink !== undefined) iterations += yield* maximiseParts(state, tolerance);
    if (gapOf(state) <= tolerance) return iterations;

    const before = gapOf(state);
    iterations += yield* newtonSteps(state, tolerance);
    const after = gapOf(state);
    if (after <= tolerance) return iterations;
    if (after < before / 2) continue;
    leastPairs = Math.max(n / 4, 2 * leastPairs);
    if (loss.kink === undefined || opening === 0 || iterations > 100 * n) return iterations;
  }
}

/** Newton steps, undone unless they halve the gap. */
function* newtonSteps(state: KernelState, tolerance: number): Generator<number, number> {
  const { dual, fitted } = state;
  const before = { gap: gapOf(state), dual: dual.slice(), fitted: fitted.slice() };
  const values = fitted.slice();
  const space = kernelSpace(state, values);
  const accepted = () => gapOf(state) <= tolerance;
  const steps = yield* newtonPath({ ...state, fitted: values }, space, { tolerance, accepted });
  if (!(gapOf(state) <= before.gap / 2)) {
    dual.set(before.dual);
    fitted.set(before.fitted);
  }
  return steps;
}

/** Pairs of about the time of Newton's method. */
const untilNewton = (m: number) => ({ patience: 1, leastPairs: Infinity, mostPairs: 500 + 6 * m });

function* maximiseParts(state: KernelState, tolerance: number): Generator<number, number> {
  const n = state.dual.length;
  let iterations = 0;
  let gap = gapOf(state);
  for (let idle = 0; gap > tolerance && idle < 3;) {
    const part = activePart(state, (inside) => (2 + idle) * inside + 50);
    if (!part) return iterations + (yield* coordinateAscent(state, { tolerance, ...untilNewton(n) }));
    const m = part.state.dual.length;
    const goal = (Math.max(gap / 20, 0.7 * tolerance) * n) / m;
    iterations += yield* ofWhole(m / n, coordinateAscent(part.state, { tolerance: goal, ...untilNewton(m) }));
    if (gapOf(part.state) > goal) iterations += yield* ofWhole(m / n, newtonSteps(part.state, goal));
    yield* mapSlices(part.merge(), () => gap);
    const after = gapOf(state);
    idle = after < gap / 2 ? 0 : idle + 1;
    gap = after;
    yield gap;
  }
  return iterations;
}

function ofWhole(share: number, method: Generator<number, number>): Generator<number, number> {
  return mapSlices(method, (gap) => share * gap);
}

/** Error of a fitted value in units of u Σ|bᵢ| sup K/2λn: 30 for a kernel value, and 10 for coefficients and sums. */
const fittedUlps = 40;
