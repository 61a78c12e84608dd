import { checkAllFinite, checkLength, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { KernelRows } from "../../kernels/kernelRows.ts";
import { mapSlices } from "../../slices.ts";
import type { ErmProblem } from "./ermProblem.ts";
import type { Loss } from "./losses.ts";

/** Dual variables of a regularised risk minimiser, with f at the records. */
export interface DualPoint {
  readonly responses: Float64Array;
  readonly loss: Loss;
  /** 2λn: f = (1/scale) Σ bᵢ K(xᵢ, ·) */
  readonly scale: number;
  /** b, feasible; shape (n,) */
  readonly dual: Float64Array;
  /** g = f at the records; shape (n,) */
  readonly fitted: Float64Array;
}

export interface KernelState extends DualPoint {
  readonly rows: KernelRows;
}

/**
 * P(f) − D(b). With λ‖f‖² = (1/2n) Σ bᵢ gᵢ it is a mean of terms ≥ 0,
 *
 *     (1/n) Σ (ℓ(yᵢ, gᵢ) + ℓ*(yᵢ, −bᵢ) + bᵢ gᵢ).
 */
export function gapOf({ responses, loss, dual, fitted }: DualPoint): number {
  let sum = 0;
  for (let i = 0; i < dual.length; i++) {
    const y = responses[i]!;
    sum += loss.value(y, fitted[i]!) + loss.conjugate(y, dual[i]!) + dual[i]! * fitted[i]!;
  }
  return Math.max(0, sum / dual.length);
}

interface Certificate {
  /** Upper bound on the gap. */
  readonly gap: number;
  /** Computed (1/n) Σ ℓ(yᵢ, gᵢ). */
  readonly meanLoss: number;
}

/**
 * The certificate of a dual point. An error of δ in a fitted value moves term i by at most (sᵢ + |bᵢ|) δ, sᵢ the
 * steepest slope of the loss within δ and the rounding of its argument. Computing the term adds 16u of its parts, and
 * of the arguments times the slopes.
 *
 * @param fittedError δ
 */
export function certify({ responses, loss, dual, fitted }: DualPoint, fittedError: number): Certificate {
  const n = dual.length;
  const u = 2 ** -53;
  let losses = 0;
  let terms = 0;
  let rounding = 0;
  for (let i = 0; i < n; i++) {
    const y = responses[i]!;
    const b = dual[i]!;
    const g = fitted[i]!;
    const value = loss.value(y, g);
    const conjugate = loss.conjugate(y, b);
    const size = Math.abs(y) + Math.abs(g) + (loss.kink ?? 0);
    const within = fittedError + 4 * u * size;
    const steepest = Math.max(Math.abs(loss.negativeSlope(y, g - within)), Math.abs(loss.negativeSlope(y, g + within)));
    const slopes = steepest + Math.abs(b);
    const parts = value + Math.abs(conjugate) + Math.abs(b * g);
    rounding += slopes * fittedError + 16 * u * (parts + slopes * size);
    losses += value;
    terms += value + conjugate + b * g;
  }
  return { gap: ((Math.max(0, terms) + rounding) / n) * (1 + 4 * n * u), meanLoss: losses / n };
}

/**
 * Least gap tolerance for any records: 16 times the largest rounding of {@link certify}. With |bᵢ| ≤ M and Y ≥ |yᵢ|,
 * |f| ≤ G = M sup K / 2λ and parts of a term are at most M (Y + G + M + w); so
 *
 *     16u M (2 ulps G + 64 (Y + G) + 16 M + 48 w).
 *
 * @param responseBound Y; 1 for labels
 * @param kernelBound sup K over the domain
 * @see docs/proofs/solverTermination.md
 */
export function leastGapTolerance({
  loss,
  penalty,
  responseBound,
  kernelBound,
  ulps,
}: {
  readonly loss: Loss;
  readonly penalty: number;
  readonly responseBound: number;
  readonly kernelBound: number;
  readonly ulps: number;
}): number {
  const M = loss.lipschitz;
  const G = (M * checkPositive("kernelBound", kernelBound)) / (2 * checkPositive("penalty", penalty));
  const Y = checkPositive("responseBound", responseBound);
  return 16 * 2 ** -53 * M * (2 * ulps * G + 64 * (Y + G) + 16 * M + 48 * (loss.kink ?? 0));
}

/** `leastGapTolerance` of one problem; infinite if dual variables are unbounded. */
export function leastFor(
  { responses, loss, penalty }: ErmProblem,
  { kernelBound, ulps }: { readonly kernelBound: number; readonly ulps: number },
): number {
  const [lower, upper] = loss.dualRange(1);
  if (!Number.isFinite(upper - lower)) return Infinity;
  const responseBound = responses.reduce((most, y) => Math.max(most, Math.abs(y)), 1);
  return leastGapTolerance({ loss, penalty, responseBound, kernelBound, ulps });
}

/** A feasible dual point: the given one moved into range, or 0. */
export function startingDual(start: Float64Array | undefined, responses: Float64Array, loss: Loss): Float64Array {
  const dual = new Float64Array(responses.length);
  if (start?.length === dual.length) start.forEach((b, i) => (dual[i] = feasible(loss, responses[i]!, b)));
  return dual;
}

export function feasible(loss: Loss, response: number, b: number): number {
  const [lower, upper] = loss.dualRange(response);
  return Number.isFinite(b) ? Math.min(upper, Math.max(lower, b)) : 0;
}

/**
 * Checks a problem on n points.
 *
 * @param kernelBound sup K
 * @throws {ParameterError} if a number is out of range, a response does not suit the loss, or the loss is not Lipschitz
 * with its constant on this problem
 */
export function checkProblem(
  { responses, loss, penalty, gapTolerance }: ErmProblem,
  n: number,
  kernelBound: number,
): void {
  checkPositive("penalty", penalty);
  checkPositive("gapTolerance", gapTolerance);
  checkAllFinite("responses", checkLength("responses", responses, n));
  if (loss.responses === "sign") refuse(responses, (y) => y === 1 || y === -1, "−1 or +1 for this loss");
  if (!loss.validFor) return;
  const { responseBound, ...least } = loss.validFor;
  refuse(responses, (y) => Math.abs(y) <= responseBound, `within ±${responseBound}, the bound that the loss was given`);
  if (!(penalty >= least.penalty))
    throw new ParameterError("penalty", penalty, `at least ${least.penalty}, which the loss was given`);
  if (!(kernelBound <= least.kernelBound)) {
    throw new ParameterError(
      "kernel.diagonalBound",
      kernelBound,
      `at most ${least.kernelBound}, which the loss was given`,
    );
  }
}

function refuse(responses: Float64Array, accepted: (y: number) => boolean, requirement: string): void {
  const i = responses.findIndex((y) => !accepted(y));
  if (i >= 0) throw new ParameterError(`responses[${i}]`, responses[i], requirement);
}

export function rangesOf({ responses, loss }: DualPoint): {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
} {
  const lower = new Float64Array(responses.length);
  const upper = new Float64Array(responses.length);
  for (let i = 0; i < responses.length; i++) [lower[i], upper[i]] = loss.dualRange(responses[i]!);
  return { lower, upper };
}

export function progressTracker(): (method: Generator<number, number>, goal: number) => Generator<number, number> {
  let first = 0;
  return (method, goal) =>
    mapSlices(method, (gap) => {
      if (first === 0) first = gap;
      return progressOf(first, gap, goal);
    });
}

function progressOf(first: number, gap: number, tolerance: number): number {
  if (!(first > tolerance) || !(gap > 0)) return 0;
  return Math.min(1, Math.max(0, Math.log(first / gap) / Math.log(first / tolerance)));
}
