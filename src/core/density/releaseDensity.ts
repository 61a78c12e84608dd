import { checkIntervals, checkMembers, checkPositiveInteger } from "../checks.ts";
import { budgetOfTerms, drawnOncePaid, drawnRelease, drawTermNames, type DrawTerms } from "../release/drawnRelease.ts";
import type { PrivateRelease } from "../release/privateRelease.ts";
import { boundOnRecords } from "../release/recordsPerPerson.ts";
import { planBernsteinDensity, preparingBernsteinDensity } from "./bernsteinDensity.ts";
import { checkDensity } from "./densityCombinations.ts";
import type { DensityContract } from "./densityContract.ts";
import type { DensityParameters } from "./densityParameters.ts";
import { densityPlans, targetFramed } from "./densityPlans.ts";

type GivenRecords = Pick<DensityContract["records"], "points"> & Partial<DensityContract["records"]>;

interface DensityReleaseRequest
  extends
    Pick<DensityParameters, "domain" | "bandwidths">,
    Partial<Omit<DensityParameters, "domain" | "bandwidths" | "recordsPerPerson" | "drawCount" | "seed">>,
    DrawTerms {
  readonly records: GivenRecords;
  /** k ≥ 1, declared bound on the records of one person, which multiplies Δ; that of the records if larger. */
  readonly recordsPerPerson: number;
}

const shared = ["records", "recordsPerPerson", "domain", "bandwidths", "correlation", ...drawTermNames];
const ofProcess = [
  "route",
  "relativeRate",
  "bump",
  "transformation",
  "reflection",
  "pointMass",
  "levels",
  "mostRecords",
  ...shared,
];
const ofPolynomial = ["polynomial", "held", ...shared];

/**
 * A private release of the density of records: the kernel density estimate
 *
 *     f(x) = 1/(n (2π)^(d/2) Π h_j) Σᵢ exp(−½ Σ_j (x_j − x_ij)²/h_j²)
 *
 * on a public grid of 1000 points, or 200 × 200, with Gaussian process noise; or its Bernstein polynomial, if
 * `polynomial` is given, with noise on a lattice. (ε, δ)-differentially private for the replacement of all records of
 * one person, as the bits of `integers`; all else is made of them and of public numbers.
 *
 * @param records n ≥ 1 records in ℝᵈ, d = 1 or 2 (3 for a polynomial), clamped into the domain. Private; n is public
 * @param domain one interval for each coordinate, in units of the records, declared without looking at them. Public
 * @param bandwidths h_j > 0 in the same units, likewise. Public
 * @param route the kernel of the noise: "gaussian" if absent, or "sobolev" with γ = relativeRate/h, relativeRate 1 if
 * absent
 * @param mostRecords N, declared: neighbours then have one record more, less, or another one; the density is divided by N,
 * and the share of absent records is released with it
 * @param polynomial law ("laplace" for pure ε, "composedLaplace", "gaussian"), degree and order
 * @param words about 12 for each number and for each normal
 * @returns values of the density per unit, or unit², the first axis fastest, and all that a release file says
 * @throws {ParameterError} if an argument is out of range, unknown or misspelt
 * @throws {NumericalError} if δ cannot cover what may fail
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1 and 4.2; Aldà & Rubinstein (2017), section 6;
 * docs/proofs/latticeRelease.md
 */
export function releaseDensity(request: DensityReleaseRequest): PrivateRelease {
  checkMembers(request, request.polynomial ? ofPolynomial : ofProcess);
  checkPositiveInteger("recordsPerPerson", request.recordsPerPerson);
  checkIntervals("domain", request.domain);
  const { records: given, domain, bandwidths, correlation = 0, polynomial, held } = request;
  const records = { droppedCount: 0, ...given };
  if (!polynomial) {
    const parameters = { ...request, correlation, route: request.route ?? "gaussian" };
    const framed = densityPlans(records).framed({ ...parameters, relativeRate: request.relativeRate ?? 1 });
    return drawnRelease(targetFramed(framed), request);
  }
  checkDensity(request, records);
  const recordsPerPerson = boundOnRecords(request.recordsPerPerson, records.recordsPerPerson);
  const shape = { domain, bandwidths, correlation, held, recordsPerPerson };
  const plan = planBernsteinDensity({ points: records.points, ...shape });
  return drawnOncePaid(preparingBernsteinDensity(plan, { ...shape, polynomial }, budgetOfTerms(request)), request);
}
