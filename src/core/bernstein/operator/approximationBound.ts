import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { lebesgueBound } from "./lebesgueConstant.ts";

/**
 * Bound on max |f − B_k^(h) f| over [0, 1]^ℓ from bounds on the derivatives of f, with every constant; it falls as k^(−h).
 *
 * **Proof.**
 *
 * 1. Let g be a function of one variable with |g^(i)| ≤ G_i, and i ≤ k. Then (B_k g)^(i)(y) = α_i E g^(i)(Z) with α_i =
 *    Π_{j<i}(1 − j/k) ≥ 1 − i(i − 1)/2k and Z = (X + U₁ + … + U_i)/k, X binomial of k − i trials, U uniform on [0, 1].
 *    Since |EZ − y| = i|½ − y|/k ≤ i/2k and Var Z ≤ 1/4k, Taylor's theorem gives
 *
 *     |((I − B_k) g)^(i)| ≤ (1/k) (i(i − 1)/2 · G_i + i/2 · G_{i+1} + G_{i+2}/8).
 *
 * This holds for i > k too, since there (B_k g)^(i) = 0 and i(i − 1)/2 ≥ k.
 *
 * 2. Applied j ≤ h times to f, step 1 bounds (I − B_k)^j f by k^(−j) times a combination of F_2, …, F_2j. The other
 *    iterations, I − B^(h−j), have norm at most 1 + Λ_{h−j}. The least bound over j is taken.
 * 3. In ℓ variables f − B₁…B_ℓ f = Σ_j B₁…B_{j−1}(I − B_j) f, and B₁…B_{j−1} has norm at most Λ^(j−1). ∎
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @param derivatives for each axis j the bounds F_i ≥ sup |∂^i f/∂y_j^i| for i = 0, …, r, r ≥ 2; public
 * @throws {ParameterError} outside these ranges
 * @see Micchelli (1973), J. Approx. Theory 8:1–18 (Aldà & Rubinstein 2017, Theorem 5), with its constant D_h made explicit
 */
export function approximationBound({
  degree,
  iterations,
  derivatives,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly derivatives: readonly (readonly number[])[];
}): number {
  const h = checkPositiveInteger("iterations", iterations);
  checkPositiveInteger("degree", degree);
  checkPositiveInteger("derivatives.length", derivatives.length);
  const lebesgue = derivatives.length > 1 ? lebesgueBound({ degree, iterations }) : 1;
  let [total, factor] = [0, 1];
  derivatives.forEach((bounds, axis) => {
    if (!(bounds.length >= 3)) {
      throw new ParameterError(`derivatives[${axis}].length`, bounds.length, "at least 3");
    }
    let F = bounds.map((bound, i) => checkNonNegative(`derivatives[${axis}][${i}]`, bound));
    let least = Infinity;
    for (let used = 1; used <= h && F.length >= 3; used++) {
      F = Array.from({ length: F.length - 2 }, (_, i) => {
        return ((i * (i - 1)) / 2) * (F[i]! / degree) + (i / 2) * (F[i + 1]! / degree) + F[i + 2]! / (8 * degree);
      });
      if (F[0]! < least) {
        const rest = used === h ? 1 : 1 + lebesgueBound({ degree, iterations: h - used });
        least = Math.min(least, rest * F[0]!);
      }
    }
    total += factor * least;
    factor *= lebesgue;
  });
  return total;
}

/**
 * The constant of Theorem 5 for (2h, T)-smooth functions of one variable: |f − B_k^(h) f| ≤ T D_h k^(−h).
 *
 * D₁ = 1/8, D₂ = 17/64, and so on by step 1 of approximationBound.
 *
 * @param iterations h ≥ 1
 * @throws {ParameterError} otherwise
 */
export function micchelliConstant(iterations: number): number {
  const h = checkPositiveInteger("iterations", iterations);
  let F = new Array<number>(2 * h + 1).fill(1);
  for (let used = 0; used < h; used++) {
    F = Array.from(
      { length: F.length - 2 },
      (_, i) => ((i * (i - 1)) / 2) * F[i]! + (i / 2) * F[i + 1]! + F[i + 2]! / 8,
    );
  }
  return F[0]!;
}

/**
 * Bound on max |f − B_k f| for Hölder continuous functions, |f(x) − f(y)| ≤ L‖x − y‖_∞^γ, and h = 1: ℓL(4k)^(−γ/2).
 *
 * @param exponent γ in (0, 1]
 * @param constant L > 0
 * @throws {ParameterError} outside these ranges
 * @see Aldà & Rubinstein (2017), Theorem 6 and Appendix E
 */
export function holderApproximationBound({
  degree,
  dimension,
  exponent,
  constant,
}: {
  readonly degree: number;
  readonly dimension: number;
  readonly exponent: number;
  readonly constant: number;
}): number {
  if (!(exponent > 0 && exponent <= 1)) throw new ParameterError("exponent", exponent, "in (0, 1]");
  const k = checkPositiveInteger("degree", degree);
  return (
    checkPositiveInteger("dimension", dimension) * checkPositive("constant", constant) * (4 * k) ** (-exponent / 2)
  );
}

/**
 * Bounds on the derivatives of every Gaussian kernel density estimate with bandwidth σ_j on each axis of the unit cube,
 * for approximationBound: sup |∂^i f/∂y_j^i| ≤ K(0) σ_j^(−i) E|N|^i with N standard normal.
 *
 * A derivative of the normal density is at most (1/2π)∫|ω|^i e^(−σ²ω²/2) dω, with equality at 0 for even i. An estimate is
 * an average of such bumps.
 *
 * @param deviations σ_j > 0, shape (ℓ,), as shares of the sides
 * @param order the highest i
 * @param height K(0) > 0, the largest value of one bump
 * @throws {ParameterError} outside these ranges
 */
export function densityDerivatives({
  deviations,
  order,
  height,
}: {
  readonly deviations: readonly number[];
  readonly order: number;
  readonly height: number;
}): number[][] {
  checkPositive("height", height);
  checkLength("deviations", deviations, checkPositiveInteger("deviations.length", deviations.length));
  checkPositiveInteger("order", order);
  // E|N|^i = (i − 1) E|N|^(i−2), from 1 and √(2/π).
  const moments = [1, Math.sqrt(2 / Math.PI)];
  for (let i = 2; i <= order; i++) moments.push((i - 1) * moments[i - 2]!);
  return deviations.map((sigma, j) =>
    moments.slice(0, order + 1).map((moment, i) => (height * moment) / checkPositive(`deviations[${j}]`, sigma) ** i),
  );
}
