import { checkOpenUnit, checkPositive, checkPositiveInteger } from "../checks.ts";
import { lebesgueBound } from "./operator/lebesgueConstant.ts";
import { normalQuantile } from "../special/normal.ts";
import { largestLaplaceQuantile, latticeSize } from "../privacy/calibration/laplace.ts";

/** Public. */
interface LatticeNoise {
  readonly degree: number;
  readonly iterations: number;
  readonly dimension: number;
  /** Density e^(−|z|/scale)/2scale, or normal. */
  readonly law: "laplace" | "gaussian";
  readonly scale: number;
}

/**
 * Bound T that the noise polynomial max_y |Σ Z_ν Π b_{ν_j}^(h)(y_j)| stays below with probability `coverage` or more,
 *
 *     T = Λ^ℓ q,   q the exact quantile of the largest |Z_ν|,   Λ = lebesgueBound ≤ 2^h − 1.
 *
 * The printed tail exp(−T/(C scale)) holds for one y only.
 *
 * @param coverage in (0, 1)
 * @see Aldà & Rubinstein (2017), Propositions 4 and 11; errata A4
 */
export function polynomialNoiseBound({
  degree,
  iterations,
  dimension,
  law,
  scale,
  coverage,
}: LatticeNoise & { readonly coverage: number }): number {
  const count = latticeSize(degree, dimension);
  const quantile =
    law === "laplace"
      ? largestLaplaceQuantile({ count, scale, coverage })
      : checkPositive("scale", scale) * largestNormalQuantile({ count, coverage });
  return lebesgueBound({ degree, iterations }) ** dimension * quantile;
}

/** Quantile of the largest of `count` standard normal magnitudes, rounded up: P(|N| > q) = 1 − coverage^(1/count). */
export function largestNormalQuantile({
  count,
  coverage,
}: {
  readonly count: number;
  readonly coverage: number;
}): number {
  const beyond = -Math.expm1(Math.log(checkOpenUnit("coverage", coverage)) / checkPositiveInteger("count", count));
  return -normalQuantile(beyond / 2) * (1 + 1e-9);
}
