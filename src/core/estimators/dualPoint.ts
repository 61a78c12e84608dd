import { checkAllFinite, checkLength } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { Loss } from "./losses.ts";

/** Dual variables of a regularised risk minimiser, with f at the records. */
export interface DualPoint {
  readonly responses: Float64Array;
  readonly loss: Loss;
  /** 2λn: f = (1/scale) Σ bᵢ K(xᵢ, ·). */
  readonly scale: number;
  /** b, feasible; shape (n,). */
  readonly dual: Float64Array;
  /** g = f at the records, kept in step with b; shape (n,). */
  readonly fitted: Float64Array;
}

/** P(f) − D(b), as computed. */
export function gapOf(state: DualPoint): number {
  const { losses, conjugates, squaredNorm, n } = sumsOf(state);
  return Math.max(0, (losses + conjugates + state.scale * squaredNorm) / n);
}

/**
 * The gap of a point whose fitted values are one product with K, with a bound on what rounding may hide of it,
 * P(f) and ‖f‖².
 *
 * @param kernelBound sup K
 */
export function certify(
  state: DualPoint,
  kernelBound: number,
): { readonly gap: number; readonly objective: number; readonly squaredNorm: number } {
  const { losses, squaredNorm, mass, magnitude, n } = sumsOf(state);
  // A fitted value is a sum of n terms of total size mass · sup K, and moves a loss by at most 2M times its error.
  const reach = 2 * state.loss.lipschitz * n * mass * kernelBound;
  const rounding = ((n + 16) * 2 ** -53 * (magnitude + reach)) / n;
  const objective = losses / n + (state.scale * squaredNorm) / (2 * n);
  return { gap: gapOf(state) + rounding, objective, squaredNorm: Math.max(0, squaredNorm) };
}

function sumsOf({ responses, loss, scale, dual, fitted }: DualPoint) {
  const n = dual.length;
  let losses = 0;
  let conjugates = 0;
  let squaredNorm = 0;
  let mass = 0;
  let magnitude = 0;
  for (let i = 0; i < n; i++) {
    const conjugate = loss.conjugate(responses[i]!, dual[i]!);
    const share = dual[i]! * fitted[i]!;
    losses += loss.value(responses[i]!, fitted[i]!);
    conjugates += conjugate;
    squaredNorm += share / scale;
    mass += Math.abs(dual[i]!) / scale;
    magnitude += Math.abs(conjugate) + Math.abs(share);
  }
  return { n, losses, conjugates, squaredNorm, mass, magnitude: magnitude + losses };
}

/** A feasible dual point: the given one moved into range, or 0. */
export function startingDual(start: Float64Array | undefined, responses: Float64Array, loss: Loss): Float64Array {
  const dual = new Float64Array(responses.length);
  if (start?.length !== responses.length) return dual;
  for (let i = 0; i < dual.length; i++) {
    const [lower, upper] = loss.dualRange(responses[i]!);
    dual[i] = Math.min(upper, Math.max(lower, start[i]!)) || 0;
  }
  return dual;
}

/** @throws {ParameterError} unless there are n responses of the kind that the loss asks for */
export function checkResponses(responses: Float64Array, n: number, { responses: kind }: Loss): void {
  checkAllFinite("responses", checkLength("responses", responses, n));
  if (kind === "real") return;
  const wrong = responses.find((y) => y !== 1 && y !== -1);
  if (wrong !== undefined) throw new ParameterError("responses", wrong, "−1 or +1 for this loss");
}

/** How much of the way from the first gap to the tolerance is done, on a log scale. */
export function progressOf(first: number, gap: number, tolerance: number): number {
  if (!(first > tolerance) || !(gap > 0)) return 0;
  return Math.min(1, Math.max(0, Math.log(first / gap) / Math.log(first / tolerance)));
}
