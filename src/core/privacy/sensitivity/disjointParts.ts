import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * Sensitivity of functions of disjoint parts of the records, released together, when one of n records is replaced (n is
 * public, the sizes of the parts are not):
 *
 *     f_g = (1/n) Σ_{i in g} φ_g(x_i),  ‖φ_g‖ ≤ s:   Δ = √2 s/n  in the orthogonal sum of the parts' spaces,
 *
 * whatever the number of parts. A replaced record may leave one part and enter another, so two parts change: this is not parallel
 * composition, and each part divides by the n of all.
 *
 * @param recordCount n ≥ 1, of all parts together, public
 * @param featureNorm s > 0, the largest norm of one record's function: of a density's bumps their height
 * @throws {ParameterError} if an argument is outside the range above
 * @throws {NumericalError} if a double cannot hold the result
 * @see docs/proofs/disjointParts.md, Lemma 1
 */
export function disjointPartsSensitivity({
  recordCount,
  featureNorm,
}: {
  readonly recordCount: number;
  readonly featureNorm: number;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  return representableBound(((Math.SQRT2 * checkPositive("featureNorm", featureNorm)) / n) * (1 + 2 ** -50));
}

/**
 * Sensitivity of a density whose records at one value, an atom, are counted beside it. The pair is μ-GDP where the
 * density has noise of the multiplier 1/μ at this Δ, and the count noise of standard deviation a/μ:
 *
 *     Δ′ = max(Δ, (s/n)/√(1 − a⁻²)).
 *
 * A record that moves between atom and rest changes the count by 1 and the density, which is divided by the n of all, by s/n.
 *
 * @param sensitivity Δ > 0, of the density, of records none of which moves to the atom
 * @param featureNorm s > 0
 * @param countDeviation a > 1, standard deviation of the count in units of 1/μ; √2 costs next to nothing
 * @throws {ParameterError} if an argument is outside the range above
 * @throws {NumericalError} if a double cannot hold the result
 * @see docs/proofs/disjointParts.md, Lemma 2
 */
export function atomSensitivity({
  sensitivity,
  recordCount,
  featureNorm,
  countDeviation,
}: {
  readonly sensitivity: number;
  readonly recordCount: number;
  readonly featureNorm: number;
  readonly countDeviation: number;
}): number {
  checkPositive("sensitivity", sensitivity);
  const n = checkPositiveInteger("recordCount", recordCount);
  const s = checkPositive("featureNorm", featureNorm);
  if (!(countDeviation > 1 && countDeviation < Infinity)) {
    throw new ParameterError("countDeviation", countDeviation, "above 1 and finite");
  }
  const moved = (s / n / Math.sqrt(1 - 1 / (countDeviation * countDeviation))) * (1 + 2 ** -40);
  return representableBound(Math.max(sensitivity, moved));
}
