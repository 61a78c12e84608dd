import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { meanWeights } from "./meanCurveGrid.ts";

export const curveBasisNames = ["cosines", "polynomials"] as const;

export type CurveBasisName = (typeof curveBasisNames)[number];

/**
 * Functionals of the first coefficients of a curve on m even points,
 *
 *     c_j = Σᵢ wᵢ b_j(sᵢ) f(tᵢ),   sᵢ = i/(m − 1),
 *
 * with trapezia and a basis that is orthonormal on [0, 1]: 1, √2 cos(jπs), or Legendre's √(2j + 1) P_j(2s − 1).
 *
 * @param terms from 1 to m/2
 * @returns row j over the grid
 * @see Mirshani, Reimherr & Slavković (2019), Corollary 3.1
 */
export function curveBasis(name: CurveBasisName, m: number, terms: number): readonly Float64Array[] {
  if (!(checkPositiveInteger("terms", terms) <= m / 2)) throw new ParameterError("terms", terms, `at most ${m / 2}`);
  const weights = meanWeights(m, "trapezoid");
  return Array.from({ length: terms }, (_, j) =>
    weights.map((w, i) => w * (name === "cosines" ? cosine(j, i / (m - 1)) : legendre(j, (2 * i) / (m - 1) - 1))),
  );
}

function cosine(j: number, s: number): number {
  return j === 0 ? 1 : Math.SQRT2 * Math.cos(j * Math.PI * s);
}

function legendre(j: number, x: number): number {
  let [before, now] = [0, 1];
  for (let k = 0; k < j; k++) [before, now] = [now, ((2 * k + 1) * x * now - k * before) / (k + 1)];
  return Math.sqrt(2 * j + 1) * now;
}
