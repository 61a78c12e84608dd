import { checkPositiveInteger } from "../checks.ts";

/**
 * Bound ε on the rounding errors of one transform: for the computed X̂ of either direction,
 *
 *     |X̂_k − X_k| ≤ ε Σ_j |x_j|  for each k (up to the factor 1/N of the inverse),   ‖X̂ − X‖₂ ≤ ε ‖X‖₂.
 *
 * 1. A stage multiplies by a root of unity, itself known to 4u, with an error of at most √2·2u, u = 2⁻⁵³, whether a·b +
 *    c is rounded once or twice: 6.9u in all.
 * 2. Before that, radix 4 adds twice and radix 2 once, a relative error u each. Every such layer is a multiple of a
 *    unitary matrix with entries of equal modulus, so in both norms the stage costs less than 9u. 10u covers products
 *    of errors.
 * 3. Radix 3 adds b + c and b − c (u each), halves exactly, multiplies by √3/2 (u for the constant, u for the product)
 *    and adds twice: an output is off by at most 2u|a| + (½ + ½ + 3√3/2 + 1)u(|b| + |c|) ≤ 4.6u Σ|input|.
 * 4. Radix 5 adds b ± e and c ± d, multiplies by cosines and sines and adds. With 3u for each product and u for each
 *    later addition, no input has more than (5 cos 36° + 4 sin 36° + 1)u ≤ 7.5u.
 * 5. If each of r outputs is off by γ Σ|input|, their 2-norm is off by √rγ Σ|input| ≤ rγ ‖input‖₂ = √rγ ‖output‖₂. So
 *    radix 3 costs (√3·4.6 + 6.9)u < 15u, and radix 5 (√5·7.5 + 6.9)u < 24u; with products 16u and 25u.
 * 6. In all cases the cost is at most 11u log₂r.
 *
 * @param length N ≥ 1
 * @returns ε = 11u log₂N, but at least 11u; it grows with N, so the bound of the longest of several transforms holds
 * for all
 * @throws {ParameterError} unless length is a positive integer
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, Lemma 3.5 and Theorem 24.2
 */
export function fftRoundoff(length: number): number {
  return 11 * Math.log2(Math.max(2, checkPositiveInteger("length", length))) * 2 ** -53;
}

/** Smallest power of two that is at least n. */
export function powerOfTwoAtLeast(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}
