import { checkPositiveInteger } from "../checks.ts";
import { largestLaplaceQuantile } from "../privacy/calibration/laplace.ts";
import { pointwiseKernelDensitySensitivity } from "../privacy/sensitivity/pointwiseKernelDensity.ts";
import { bandwidthMatrixOf, densityGrid } from "./densityGrid.ts";
import { planDensity, type DensityPlan } from "./density.ts";
import type { DensityTargetParameters, NoiseRoute } from "./densityParameters.ts";
import { latticeNoiseMultiplier } from "../bernstein/bernstein.ts";
import { densityApproximation, mostExact } from "./bernsteinDensity.ts";
import {
  comparing,
  type ComparedMechanism,
  type ComparisonParameters,
  type Contender,
} from "../comparison/comparison.ts";
import { histogramRelease } from "../comparison/histogram.ts";
import { gridCoordinates } from "../grids.ts";
import { densityTarget } from "./densityLatticeTarget.ts";
import { pointCount, pointsAt, type Points } from "../points.ts";
import { densitySliceProcess, processDetail } from "./densitySliceProcess.ts";
import { drawnDomain, heldAxes, heldPlaces } from "../release/heldBox.ts";
import { latticeContenders, leastPieces, type LatticeMechanism } from "../comparison/latticeContenders.ts";
import { latticeTargetOfPersons } from "../release/recordsPerPerson.ts";
import { someRecords } from "../comparison/someRecords.ts";

export type DensityMechanism = "gaussianProcess" | "sobolev" | "histogram" | LatticeMechanism;

export interface DensityComparisonParameters extends ComparisonParameters {
  readonly mechanism: DensityMechanism;
  readonly recordCount: number;
  readonly density: DensityTargetParameters;
}

/**
 * Error of one mechanism on a density, with parameters that public numbers suggest at each ε; on the slice, if one is
 * drawn. Private.
 *
 * @param truthAt a density on a line to measure against, in place of the smoothed curve of the records
 */
export function* comparingDensity(
  points: Points,
  parameters: DensityComparisonParameters,
  truthAt?: (x: number) => number,
): Generator<number, ComparedMechanism> {
  const { mechanism, density, recordCount, delta, seed } = parameters;
  const some =
    recordCount === pointCount(points) ? points : pointsAt(points, someRecords(pointCount(points), recordCount, seed));
  const { domain, bandwidths, correlation } = density;
  const places = heldPlaces(density);
  const persons = checkPositiveInteger("recordsPerPerson", density.recordsPerPerson ?? 1);
  const shape = { domain, bandwidths, correlation };
  const plan = places.length > 0 ? undefined : planDensity({ points: some, domain });
  yield 0;
  const single = densityTarget({ points: some, ...shape });
  const target = latticeTargetOfPersons(single, persons);
  const gridCounts = [...densityGrid(drawnDomain(density)).axes.map(({ count }) => count), ...places];
  const missed = piecewiseBound(density);
  const approximation = densityApproximation(shape);
  const lattice = latticeContenders({ target, gridCounts, approximation, missed });
  const isSlow = plan !== undefined && domain.length > 1 && recordCount > mostExact;
  const original = isSlow
    ? plan.release({ ...density, route: "gaussian", drawCount: 1, seed }).estimate
    : lattice.plan.original();
  yield 0;
  const known = new Map<string, Contender>();
  const once = (key: string, make: () => Contender): Contender => {
    const contender = known.get(key) ?? make();
    known.set(key, contender);
    return contender;
  };

  const contenderAt = (epsilon: number): Contender | undefined => {
    if (mechanism === "gaussianProcess" || mechanism === "sobolev") {
      const route = mechanism === "sobolev" ? "sobolev" : "gaussian";
      return once("", () =>
        ofPersons(
          plan
            ? process(plan, density, route)
            : densitySliceProcess({ target: single, estimate: original, density, route }),
          persons,
        ),
      );
    }
    if (mechanism !== "histogram") return lattice.at(mechanism, { epsilon, delta });
    // More cells would follow the sample (Rice's rule).
    const most = 2 * recordCount ** (1 / (domain.length + 2));
    const scaleOf = (cells: number, multiplier: number) => {
      const volume = domain.reduce((product, [lower, upper]) => product * ((upper - lower) / cells), 1);
      return ((2 * persons) / (recordCount * volume)) * multiplier;
    };
    const multiplier = latticeNoiseMultiplier("laplace", { epsilon, delta });
    const cellCount = leastPieces(Math.min(most, [201, 61, 21][domain.length - 1] ?? 11), (cells) => {
      const count = cells ** domain.length;
      return missed(cells) + largestLaplaceQuantile({ count, scale: scaleOf(cells, multiplier), coverage: 0.95 });
    });
    return once(String(cellCount), () => {
      const release = (seed: number, drawCount: number) =>
        histogramRelease({ points: some, domain, cellCount, axes: lattice.plan.axes, law: "laplace", drawCount, seed });
      const { estimate, sensitivity } = release(seed, 1);
      const one: Contender = {
        law: "laplace",
        detail: `${cellCount}${["", "²", "³"][domain.length - 1] ?? ""} cells`,
        estimate,
        sensitivity,
        draws: (seed, count) => release(seed, count).unitNoise,
      };
      return ofPersons(one, persons);
    });
  };
  const exact = truthAt ? gridCoordinates(densityGrid(domain).axes[0]!).map(truthAt) : original;
  return yield* comparing(exact, checkPositiveInteger("recordCount", recordCount), contenderAt, parameters);
}

/** Change by one person at a drawn point, and the number of persons, for `releaseLowerBound`. */
export function densityReach(
  density: DensityTargetParameters,
  recordCount: number,
): { readonly sensitivity: number; readonly unitCount: number } {
  const persons = checkPositiveInteger("recordsPerPerson", density.recordsPerPerson ?? 1);
  const unitCount = Math.max(1, Math.floor(checkPositiveInteger("recordCount", recordCount) / persons));
  const drawn = drawnDomain(density);
  const boxSides = [
    ...drawn.map(([lower, upper]) => upper - lower),
    ...heldAxes(density).map(({ lower, upper, at }) => {
      const inside = Math.min(upper, Math.max(lower, at));
      return Math.max(inside - lower, upper - inside);
    }),
  ];
  const one = pointwiseKernelDensitySensitivity({ recordCount, bandwidthMatrix: bandwidthMatrixOf(density), boxSides });
  return { sensitivity: Math.min(persons, recordCount) * one, unitCount };
}

function ofPersons(contender: Contender, persons: number): Contender {
  return persons === 1 ? contender : { ...contender, sensitivity: persons * contender.sensitivity };
}

function process(plan: DensityPlan, density: DensityTargetParameters, route: NoiseRoute): Contender {
  const correlation = route === "sobolev" ? 0 : density.correlation;
  const parameters = { ...density, route, correlation, recordsPerPerson: 1 };
  const { estimate, sensitivity } = plan.release({ ...parameters, drawCount: 1, seed: 0 });
  return {
    law: "gaussian",
    detail: processDetail(route, density.relativeRate),
    estimate,
    sensitivity,
    draws: (seed, drawCount) => plan.release({ ...parameters, drawCount, seed }).unitNoise,
  };
}

function piecewiseBound({ domain, bandwidths, correlation }: DensityTargetParameters): (pieces: number) => number {
  const peak =
    1 / bandwidths.reduce((product, h) => product * Math.sqrt(2 * Math.PI) * h, Math.sqrt(1 - correlation ** 2));
  return (pieces) =>
    bandwidths.reduce((sum, h, j) => {
      const side = domain[j]![1] - domain[j]![0];
      return sum + (peak * Math.exp(-0.5) * side) / (h * Math.sqrt(1 - correlation ** 2) * 2 * pieces);
    }, 0);
}
