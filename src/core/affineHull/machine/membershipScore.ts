import { checkAllFinite, checkPositiveInteger } from "../../checks.ts";
import { validatedDensityDifference } from "./leastSquaresDensityDifference.ts";

/**
 * Membership-inference score of a classifier: squared L² distance between the densities of distances from the nearest
 * class, of training and of other rows. **A diagnostic for the data holder, not for release** (errata K16).
 *
 * NaN for a sample of one number, 0 if all distances are equal.
 *
 * @param members distances of training rows, finite, ≥ 1 of them
 * @param others distances of unused rows of the same law
 * @throws {ParameterError} if a sample is empty or a distance not finite
 * @see Kumar, Moser & Fischer (2024), section 4.3, eqs (64)–(69)
 */
export function membershipScore({
  members,
  others,
  mostCentres = 300,
}: {
  readonly members: Float64Array;
  readonly others: Float64Array;
  readonly mostCentres?: number;
}): number {
  checkPositiveInteger("members.length", checkAllFinite("members", members).length);
  checkPositiveInteger("others.length", checkAllFinite("others", others).length);
  checkPositiveInteger("mostCentres", mostCentres);
  const pooled = new Float64Array(members.length + others.length);
  pooled.set(members);
  pooled.set(others, members.length);
  pooled.sort();
  const deviation = standardDeviation(pooled);
  if (!(deviation > 0)) return 0;
  const folds = Math.min(5, members.length, others.length);
  if (folds < 2) return NaN;
  const count = Math.min(mostCentres, pooled.length);
  const centres = Float64Array.from(
    { length: count },
    (_, l) => pooled[Math.floor(((l + 0.5) * pooled.length) / count)]! / deviation,
  );
  const nine = Array.from({ length: 9 }, (_, k) => k);
  const { squaredDistance } = validatedDensityDifference({
    first: members.map((d) => d / deviation),
    second: others.map((d) => d / deviation),
    centres,
    widths: nine.map((k) => 10 ** (-1.5 + 0.375 * k)),
    ridges: nine.map((k) => 10 ** (-3 + 0.5 * k)),
    folds,
  });
  return squaredDistance / deviation;
}

function standardDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, x) => sum + x / values.length, 0);
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2 / values.length, 0));
}
