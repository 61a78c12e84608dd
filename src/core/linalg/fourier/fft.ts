import { checkPositiveInteger } from "../../checks.ts";

/**
 * Bound ε on the rounding errors of one transform: for the computed X̂ of either direction,
 *
 *     |X̂_k − X_k| ≤ ε Σ_j |x_j|  for each k (up to the factor 1/N of the inverse),   ‖X̂ − X‖₂ ≤ ε ‖X‖₂.
 *
 * A stage multiplies by a root of unity with an error of at most 6.9u; radix 2 and 4 cost less than 10u in all, radix 3
 * (4.6u Σ|input| an output) less than 16u, radix 5 (7.5u Σ|input|) less than 25u: at most 11u log₂r.
 *
 * @param length N ≥ 1
 * @returns ε = 11u log₂N, but at least 11u; it grows with N
 * @see Higham (2002), Lemma 3.5 and Theorem 24.2
 */
export function fftRoundoff(length: number): number {
  return 11 * Math.log2(Math.max(2, checkPositiveInteger("length", length))) * 2 ** -53;
}

export function powerOfTwoAtLeast(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}
