import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { splineSpread } from "./splineSpread.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * RKHS sensitivity of the Gaussian kernel density estimate of cubically binned records, kernel exp(−Σ γ_j|x_j − y_j|),
 * for one replaced record:
 *
 *     Δ = (1/n) √(2 Π A_j (Π B_j − min g_j)),  A = (1/u + 2u) / (8√π h²),  g = −2κ e^{−3/2 − u²},
 *     u = γh,  κ = 1/(1 + 2u²),  B = min(1, 1 − (¼ + κ/2) m₂ + (1/32 + κ/8) m₄),
 *
 * m₂, m₄ bound the means of s and s², s the squared distance of a record's nodes in bandwidths. Steps 0: the exact
 * supremum on ℝᵈ.
 *
 * @param recordCount n ≥ 1, public
 * @param bandwidths h_j > 0, shape (d,), that smooth the bins, in data units; public
 * @param rates γ_j > 0, shape (d,), of the noise, per data unit; public
 * @param steps s_j ≥ 0, shape (d,), of the mesh, in data units; public
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/binnedSobolevKernelDensity.md; Hall, Rinaldo & Wasserman (2013), section 4.2, eqs (9), (10); errata
 * H8
 */
export function binnedSobolevKernelDensitySensitivity({
  recordCount,
  bandwidths,
  rates,
  steps,
}: {
  readonly recordCount: number;
  readonly bandwidths: readonly number[];
  readonly rates: readonly number[];
  readonly steps: readonly number[];
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  checkPositiveInteger("bandwidths.length", bandwidths.length);
  checkLength("rates", rates, bandwidths.length);
  checkLength("steps", steps, bandwidths.length);
  const { leastVariance, mostFourthMoment } = splineSpread;
  let largest = 1;
  let spread = 1;
  let least = 0;
  bandwidths.forEach((bandwidth, j) => {
    const h = checkPositive(`bandwidths[${j}]`, bandwidth);
    const u = checkPositive(`rates[${j}]`, rates[j]!) * h;
    const square = (checkNonNegative(`steps[${j}]`, steps[j]!) / h) ** 2;
    const kappa = 1 / (1 + 2 * u * u);
    const second = 2 * leastVariance * square;
    const fourth = mostFourthMoment * square * square;
    largest *= (1 / u + 2 * u) / (8 * Math.sqrt(Math.PI) * h * h);
    spread *= Math.min(1, 1 - (1 / 4 + kappa / 2) * second + (1 / 32 + kappa / 8) * fourth);
    least = Math.min(least, -2 * kappa * Math.exp(-1.5 - u * u));
  });
  return representableBound(Math.sqrt(2 * largest * (spread - least)) / n);
}
