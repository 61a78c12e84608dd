import { checkOpenUnit, checkPositive, checkPositiveInteger } from "../../src/core/checks.ts";
import type { polynomialNoiseBound } from "../../src/core/bernstein/polynomialNoise.ts";
import { ParameterError } from "../../src/core/errors.ts";

/**
 * The constant of Theorem 5 for (2h, T)-smooth functions of one variable: |f − B_k^(h) f| ≤ T D_h k^(−h).
 *
 * D₁ = 1/8, D₂ = 17/64, by docs/proofs/bernsteinOperator.md, Lemma 1.
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
 * The printed bound for Laplace noise, (2^h − 1)^ℓ scale ln(1/(1 − coverage)). False: it lacks the union over the lattice.
 *
 * @see Aldà & Rubinstein (2017), Proposition 4 with the constant of its proof; errata A4
 */
export function polynomialNoiseBoundPrinted({
  iterations,
  dimension,
  scale,
  coverage,
}: Pick<Parameters<typeof polynomialNoiseBound>[0], "iterations" | "dimension" | "scale" | "coverage">): number {
  const constant =
    (2 ** checkPositiveInteger("iterations", iterations) - 1) ** checkPositiveInteger("dimension", dimension);
  return -constant * checkPositive("scale", scale) * Math.log1p(-checkOpenUnit("coverage", coverage));
}
