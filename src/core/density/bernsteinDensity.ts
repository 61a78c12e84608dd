import { approximationBound, densityDerivatives } from "../bernstein/operator/approximationBound.ts";
import { pointCount, type Points } from "../points.ts";
import { singleRecordApproximation } from "../bernstein/bernsteinChoice.ts";
import { densityAxes } from "./densityGrid.ts";
import { heldAxes, heldPlaces, type HeldBox } from "../release/heldBox.ts";
import { latticeTargetOfPersons, personsFormula } from "../release/recordsPerPerson.ts";
import { remember } from "../remember.ts";
import { densityTarget } from "./densityLatticeTarget.ts";
import { planPolynomial } from "../bernstein/polynomialRelease.ts";
import { preparingPolynomial } from "../bernstein/privatePolynomial.ts";
import type { PolynomialChoice } from "../bernstein/polynomialChoice.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { PreparedRelease } from "../release/releasingPrivately.ts";
import type { PolynomialPlan } from "../bernstein/polynomialContract.ts";

export interface DensityShape extends HeldBox {
  readonly bandwidths: readonly number[];
  readonly correlation: number;
  /** Declared bound; 1 if absent. */
  readonly recordsPerPerson?: number | undefined;
}

/**
 * Plan for the private density of given records as a Bernstein polynomial, on the drawn grid. With more axes a slice is
 * shown.
 *
 * The approximation error is n times that of one record for a product of bumps; else bounded through derivatives, with
 * the deviation σ_j √(1 − r²) along axis j.
 *
 * @param points n ≥ 1 records in ℝᵈ, d = 1, 2 or 3; clamped into the domain. Private
 * @param drawnOnGrid the grid estimate, drawn where exact sums take long; never released
 * @see densityTarget; Aldà & Rubinstein (2017), section 6
 */
export function planBernsteinDensity({
  points,
  domain,
  bandwidths,
  correlation,
  held,
  recordsPerPerson,
  drawnOnGrid,
}: DensityShape & { readonly points: Points; readonly drawnOnGrid?: () => Float64Array }): PolynomialPlan {
  const target = densityTarget({ points, domain, bandwidths, correlation });
  const places = heldPlaces({ domain, held });
  const gridCounts = [...densityAxes({ domain, held }).map(({ count }) => count), ...places];
  const isSlow = domain.length === 2 && places.length === 0 && pointCount(points) > mostExact;
  return planPolynomial({
    target: latticeTargetOfPersons(target, recordsPerPerson),
    approximation: densityApproximation({ domain, bandwidths, correlation }),
    gridCounts,
    ...(isSlow && drawnOnGrid && { original: drawnOnGrid }),
  });
}

/** Private release of a density as a polynomial, ready to be drawn. */
export function preparingBernsteinDensity(
  plan: PolynomialPlan,
  { polynomial, recordsPerPerson, ...box }: DensityShape & { readonly polynomial: PolynomialChoice },
  budget: PrivacyBudget,
): PreparedRelease {
  const target = plan.target(polynomial);
  return preparingPolynomial(
    target,
    {
      axes: densityAxes(box),
      held: heldAxes(box),
      units: { scale: 1, offset: 0 },
      formula: personsFormula(latticeSensitivityFormulas[polynomial.law], recordsPerPerson),
    },
    budget,
  );
}

export const mostExact = 20_000;

/** Bound on max |f − B^(h) f| over all records, by degree and order; public. */
export const densityApproximation: (
  shape: Pick<DensityShape, "domain" | "bandwidths" | "correlation">,
) => (degree: number, iterations: number) => number = remember(approximationOf);

function approximationOf({
  domain,
  bandwidths,
  correlation,
}: Pick<DensityShape, "domain" | "bandwidths" | "correlation">): (degree: number, iterations: number) => number {
  const deviations = bandwidths.map((h, j) => h / (domain[j]![1] - domain[j]![0]));
  const narrowed = Math.sqrt(1 - correlation ** 2);
  const height =
    1 / bandwidths.reduce((product, h) => product * Math.sqrt(2 * Math.PI) * h, bandwidths.length > 1 ? narrowed : 1);
  if (correlation === 0) return singleRecordApproximation({ deviations, height });
  const along = deviations.map((sigma) => sigma * narrowed);
  return (degree, iterations) =>
    approximationBound({
      degree,
      iterations,
      derivatives: densityDerivatives({ deviations: along, order: 2 * Math.min(iterations, 40), height }),
    });
}

export const latticeSensitivityFormulas = {
  laplace: "sup over two records of ‖φ(a) − φ(b)‖₁/n, φ the bump at all lattice points together",
  composedLaplace: "√N times the largest change of one value, N the number of lattice points",
  gaussian: "sup over two records of ‖φ(a) − φ(b)‖₂/n, φ the bump at all lattice points together",
} as const;
