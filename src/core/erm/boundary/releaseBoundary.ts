import { checkFinite, checkInterval, checkIntervals, checkMembers, checkPositiveInteger } from "../../checks.ts";
import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { drawnRelease, drawTermNames, type DrawTerms } from "../../release/drawnRelease.ts";
import type { PrivateRelease } from "../../release/privateRelease.ts";
import { planBoundary } from "./boundary.ts";
import type { FitParameters } from "./boundaryParameters.ts";

type GivenRecords = Pick<BoundaryRecords, "points" | "responses"> & Partial<BoundaryRecords>;

interface BoundaryReleaseRequest
  extends
    Omit<FitParameters, "lossParameter" | "solver" | "recordsPerPerson">,
    Partial<Pick<FitParameters, "lossParameter" | "solver">>,
    DrawTerms {
  readonly records: GivenRecords;
  /** k ≥ 1, the declared bound, which multiplies Δ; that of the records if larger. */
  readonly recordsPerPerson: number;
}

const names = [
  ...["records", "recordsPerPerson", "domain", "held", "responseRange", "kernel", "lengthScale", "loss"],
  ...["lossParameter", "penalty", "solver", "groups", "mostRecords", ...drawTermNames],
];

/**
 * A private release of a decision function or a regression curve: the regularised risk minimiser
 *
 *     f = argmin over the RKHS of K of (1/n) Σ ℓ(yᵢ, f(xᵢ)) + λ‖f‖²
 *
 * on a public grid of 500 points, or 200 × 200, and Gaussian process noise of the same kernel. (ε, δ)-differentially
 * private for the replacement of all records of one person, as the bits of `integers`; the rest follows from them. Where
 * |value| exceeds `simultaneousHalfWidth`, f has that sign, at all points together with probability 0.95 of the noise.
 *
 * @param records n ≥ 1 inputs in ℝᵈ, d ≤ 20, and labels ±1, or responses. Private; n is public
 * @param domain one interval for each input, declared without looking at the records. Public
 * @param responseRange of responses, clamped into it; absent for labels
 * @param lengthScale ℓ > 0, a share of the domain's sides
 * @param loss "hinge" or "logistic" for labels; "huber", "squared", "epsilonInsensitive" or "pinball" for responses, with
 * `lossParameter`
 * @param penalty λ > 0
 * @param solver "exact" if absent, up to 10,000 records, or "landmarks"
 * @param mostRecords N, declared: neighbours then have one record more, less, or another one; the loss is divided by N,
 * and the share of absent records is released with f
 * @param words about 12 for each number and for each normal
 * @returns values of f, in the units of the responses or of labels, the first axis varying fastest
 * @throws {ParameterError} if an argument is out of range, unknown or misspelt
 * @throws {NumericalError} if δ cannot cover what may fail
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; docs/proofs/latticeRelease.md
 */
export function releaseBoundary(request: BoundaryReleaseRequest): PrivateRelease {
  const { records, lossParameter = 0, solver = "exact" } = checkMembers(request, names);
  checkPositiveInteger("recordsPerPerson", request.recordsPerPerson);
  checkIntervals("domain", request.domain);
  checkFinite("lossParameter", lossParameter);
  if (request.responseRange !== undefined) checkInterval("responseRange", request.responseRange);
  return drawnRelease(planBoundary(records).target({ ...request, lossParameter, solver }), request);
}
