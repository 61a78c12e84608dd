import { checkOpenUnit, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { digitsText } from "../../numberFormats.ts";
import type { PrivacyParameters } from "./gaussian.ts";

const up = 1 + 32 * Number.EPSILON;

/**
 * Scale of Laplace noise that makes a vector ε-private: Δ₁/ε, rounded up.
 *
 * @param sensitivity Δ₁ > 0, in the ℓ₁ norm of the whole vector
 * @param epsilon ε > 0
 * @see Dwork, McSherry, Nissim & Smith (2006), TCC
 */
export function laplaceScale({
  sensitivity,
  epsilon,
}: {
  readonly sensitivity: number;
  readonly epsilon: number;
}): number {
  return (checkPositive("sensitivity", sensitivity) / checkPositive("epsilon", epsilon)) * up;
}

/**
 * Scale of Theorem 7 over √N S, 2√(2 ln(1/δ))/ε, rounded up. N values that each change by at most S, with independent
 * Laplace noise of that scale, are (ε, δ)-private for ε ≤ 8 ln(3/2) ln(1/δ).
 *
 * @param delta 0 < δ < 1
 * @see docs/proofs/composedLaplace.md; errata A5
 */
export function theorem7Multiplier({ epsilon, delta }: PrivacyParameters): number {
  checkPositive("epsilon", epsilon);
  const most = largestEpsilonOfTheorem7(delta);
  if (!(epsilon <= most)) {
    throw new ParameterError(
      "epsilon",
      epsilon,
      `at most ${digitsText(most, 4)} at delta = ${delta}, where the proof of the scale ends; Gaussian noise has no such limit`,
    );
  }
  return ((2 * Math.sqrt(-2 * Math.log(delta))) / epsilon) * up;
}

/**
 * Largest ε for which Theorem 7 is proved: 8 ln(3/2) ln(1/δ), rounded down.
 *
 * @param delta 0 < δ < 1
 */
export function largestEpsilonOfTheorem7(delta: number): number {
  return (-8 * Math.log(1.5) * Math.log(checkOpenUnit("delta", delta))) / up;
}

/**
 * Quantile q of the largest of `count` independent Laplace magnitudes, rounded up,
 *
 *     (1 − e^(−q/b))^count = coverage.
 *
 * @param count ≥ 1
 * @param scale b > 0
 * @param coverage in (0, 1)
 * @see errata A4
 */
export function largestLaplaceQuantile({
  count,
  scale,
  coverage,
}: {
  readonly count: number;
  readonly scale: number;
  readonly coverage: number;
}): number {
  const below = Math.log(checkOpenUnit("coverage", coverage)) / checkPositiveInteger("count", count);
  const logOfRest = below < -Math.LN2 ? Math.log1p(-Math.exp(below)) : Math.log(-Math.expm1(below));
  return -checkPositive("scale", scale) * logOfRest * (1 + 1e-13);
}

/** (k + 1)^ℓ, exact. @throws {ParameterError} if it is not a safe integer */
export function latticeSize(degree: number, dimension: number): number {
  const n = checkPositiveInteger("degree", degree) + 1;
  return checkPositiveInteger("(degree + 1)^dimension", n ** checkPositiveInteger("dimension", dimension));
}
