import { checkInterval, checkMembers } from "../checks.ts";
import { drawnRelease, drawTermNames, type DrawTerms } from "../release/drawnRelease.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { PrivateRelease } from "../release/privateRelease.ts";
import { planMeanCurve } from "./meanCurve.ts";
import type { MeanCurveParameters } from "./meanCurveParameters.ts";
import type { CurvesOrSums } from "./clippedMeans.ts";

interface MeanCurveReleaseRequest
  extends
    Omit<MeanCurveParameters, keyof NoiseRequest | "rule" | "power" | "noiseKernel">,
    Partial<Pick<MeanCurveParameters, "rule" | "power" | "noiseKernel">>,
    DrawTerms {
  /** Curves over one grid, or the result of `meanCurveRecordsFrom`. Private. */
  readonly records: CurvesOrSums;
}

const names = [
  ...["records", "domain", "rule", "kernel", "range", "penalty", "power", "normBound", "centre", "noiseKernel"],
  ...["curvesPerPerson", "groups", "mostRecords", ...drawTermNames],
];

/**
 * A private release of the mean of curves: the penalised mean
 *
 *     μ̂ = Σ_j λ_j^η₀/(λ_j^η₀ + φ) ⟨x̄, v_j⟩ v_j,   λ_j and v_j of the covariance operator of the kernel,
 *
 * on the grid of the curves, with Gaussian process noise. (ε, δ)-differentially private for the replacement of all curves
 * of one person, as the bits of `integers`; all else is made of them and of public numbers.
 *
 * @param records n ≥ 1 curves, rows over m evenly spaced points: `curves` of shape (n, m) and `pointCount` m. Private
 * @param domain the interval of times, declared without looking at the curves. Public
 * @param kernel "gaussian", "matern52", "matern32" or "exponential"; of the noise, too, unless `noiseKernel` is given
 * @param range ρ₀ > 0, in units of time: exp(−r²/ρ₀) is the Gaussian kernel, ℓ = ρ₀ that of the others
 * @param penalty φ > 0
 * @param power η₀ ≥ 1, 1 if absent
 * @param normBound τ₀ > 0, root mean square in the units of the curves, to which curves less the centre are shrunk. Public
 * @param curvesPerPerson k ≥ 1, declared bound on the curves of one person, which multiplies Δ
 * @param mostRecords N, declared: neighbours then have one curve more, less, or another one; the sum is divided by N, and
 * the share of absent curves is released with it
 * @param rule weights of the points, "trapezoid" if absent, or "uniform"
 * @param words about 12 for each number and for each normal
 * @returns values of the mean, in the units of the curves
 * @throws {ParameterError} if an argument is out of range, unknown or misspelt
 * @throws {NumericalError} if δ cannot cover what may fail
 * @see Mirshani, Reimherr & Slavković (2019), sections 3 and 4; docs/proofs/latticeRelease.md
 */
export function releaseMeanCurve(request: MeanCurveReleaseRequest): PrivateRelease {
  const { records, rule = "trapezoid", power = 1, noiseKernel = request.kernel } = checkMembers(request, names);
  checkInterval("domain", request.domain);
  return drawnRelease(planMeanCurve(records).target({ ...request, rule, power, noiseKernel }), request);
}
