import type { DualPoint } from "./dualPoint.ts";

export interface AscentValues {
  /** f(xᵢ), as precise as the solver's least tolerance assumes. */
  at(i: number): number;
  moved(i: number, by: number): void;
}

const sliceWork = 5e5;

/**
 * A pass of dual ascent over all records, which never stalls. Where a term Gᵢ = ℓ(yᵢ, gᵢ) + ℓ*(yᵢ, −bᵢ) + bᵢgᵢ of the
 * gap exceeds the threshold, bᵢ moves towards the negative slope u of the loss at gᵢ by the share min(1, λnGᵢ/((u −
 * bᵢ)²Kᵢᵢ)).
 *
 * @param point `dual` is updated
 * @param diagonal K(xᵢ, xᵢ), shape (n,)
 * @param threshold at least eight times the rounding error of a term
 * @returns the number of variables moved
 * @see docs/proofs/solverTermination.md; Shalev-Shwartz & Zhang (2013), JMLR 14:567–599, Lemma 1
 */
export function* ascentPass(
  { responses, loss, scale, dual }: Omit<DualPoint, "fitted">,
  values: AscentValues,
  {
    diagonal,
    threshold,
    perValue,
  }: { readonly diagonal: Float64Array; readonly threshold: number; readonly perValue: number },
): Generator<undefined, number> {
  const atOnce = Math.ceil(sliceWork / perValue);
  let moves = 0;
  for (let i = 0; i < dual.length; i++) {
    if (i > 0 && i % atOnce === 0) yield;
    const [y, b, g] = [responses[i]!, dual[i]!, values.at(i)];
    const term = loss.value(y, g) + loss.conjugate(y, b) + b * g;
    if (!(term > threshold)) continue;
    const slope = loss.negativeSlope(y, g);
    const distance = slope - b;
    const share = (0.5 * scale * term) / (distance * distance * diagonal[i]!);
    const to = share < 1 ? between(b + share * distance, b, slope) : slope;
    dual[i] = to;
    values.moved(i, to - b);
    moves++;
  }
  return moves;
}

function between(x: number, a: number, b: number): number {
  return Math.min(Math.max(a, b), Math.max(Math.min(a, b), x));
}
