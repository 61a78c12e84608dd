import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { lebesgueBound } from "./lebesgueConstant.ts";

/**
 * Bound on max |f − B_k^(h) f| over [0, 1]^ℓ from bounds on the derivatives of f.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @param derivatives for each axis j the bounds F_i ≥ sup |∂^i f/∂y_j^i| for i = 0, …, r, r ≥ 2; public
 * @see docs/proofs/bernsteinOperator.md, Lemma 1; Micchelli (1973), J. Approx. Theory 8:1–18 (Aldà & Rubinstein 2017,
 * Theorem 5)
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
 * Bounds on the derivatives of every Gaussian kernel density estimate with bandwidth σ_j on each axis of the unit cube:
 * sup |∂^i f/∂y_j^i| ≤ K(0) σ_j^(−i) E|N|^i, N standard normal.
 *
 * @param deviations σ_j > 0, shape (ℓ,), as shares of the sides
 * @param order the highest i
 * @param height K(0) > 0, the largest value of one bump
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
  const moments = [1, Math.sqrt(2 / Math.PI)];
  for (let i = 2; i <= order; i++) moments.push((i - 1) * moments[i - 2]!);
  return deviations.map((sigma, j) =>
    moments.slice(0, order + 1).map((moment, i) => (height * moment) / checkPositive(`deviations[${j}]`, sigma) ** i),
  );
}
