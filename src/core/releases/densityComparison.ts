import { checkPositiveInteger } from "../checks.ts";
import { largestLaplaceQuantile } from "../privacy/calibration/laplace.ts";
import { densityGrid } from "./densityForm.ts";
import { planDensity } from "./density.ts";
import type { DensityPlan } from "./density.ts";
import type { DensityTargetParameters } from "./densityContract.ts";
import { latticeNoiseMultiplier } from "./bernstein.ts";
import { densityApproximation } from "./bernsteinDensity.ts";
import { comparing } from "./comparison.ts";
import type { ComparedMechanism, ComparisonParameters, Contender } from "./comparison.ts";
import { histogramRelease } from "./histogram.ts";
import { densityTarget } from "./latticeTargets/density.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { latticeContenders, leastPieces } from "./latticeContenders.ts";
import { someRecords } from "./someRecords.ts";

/** The mechanisms that can release a density. */
export type DensityMechanism =
  "gaussianProcess" | "sobolev" | "bernsteinLaplace" | "bernsteinGaussian" | "piecewiseConstant" | "histogram";

/** What is compared, of which density. All of it is public. */
export interface DensityComparisonParameters extends ComparisonParameters {
  readonly mechanism: DensityMechanism;
  /** So many of the records, chosen by the seed; all if it is their number. */
  readonly recordCount: number;
  readonly density: DensityTargetParameters;
}

/**
 * The error of one mechanism on a density, with the parameters that public numbers suggest at each ε: degree and order
 * of a polynomial as planPolynomial chooses them, the pieces of a piecewise constant function and the cells of a
 * histogram by the same kind of bound. A look at private data.
 *
 * @yields the share done
 * @throws {ParameterError} if an argument is out of range
 */
export function* comparingDensity(
  points: Points,
  parameters: DensityComparisonParameters,
): Generator<number, ComparedMechanism> {
  const { mechanism, density, recordCount, delta, seed } = parameters;
  const some = recordCount === pointCount(points) ? points : subset(points, recordCount, seed);
  const { domain, bandwidths, correlation } = density;
  const shape = { domain, bandwidths, correlation };
  const plan = planDensity({ points: some, domain });
  yield 0;
  const drawn = () => plan.release({ ...density, route: "gaussian", drawCount: 1, seed }).estimate;
  const isSlow = domain.length > 1 && recordCount > mostExact;
  const target = densityTarget({ points: some, ...shape });
  const counts = densityGrid(domain).axes.map(({ count }) => count);
  const missed = piecewiseBound(density);
  const approximation = densityApproximation(shape);
  const lattice = latticeContenders({ target, gridCounts: counts, approximation, missed });
  const original = isSlow ? drawn() : lattice.plan.original();
  yield 0;
  const known = new Map<string, Contender>();
  const once = (key: string, make: () => Contender): Contender => {
    const contender = known.get(key) ?? make();
    known.set(key, contender);
    return contender;
  };

  const contenderAt = (epsilon: number): Contender => {
    if (mechanism === "gaussianProcess" || mechanism === "sobolev") {
      return once("", () => process(plan, density, mechanism === "sobolev" ? "sobolev" : "gaussian"));
    }
    if (mechanism !== "histogram") return lattice.at(mechanism, { epsilon, delta });
    // More cells than that follow the sample, not the density (Rice's rule).
    const most = 2 * recordCount ** (1 / (domain.length + 2));
    const scaleOf = (cells: number, multiplier: number) => {
      const volume = domain.reduce((product, [lower, upper]) => product * ((upper - lower) / cells), 1);
      return (2 / (recordCount * volume)) * multiplier;
    };
    const multiplier = latticeNoiseMultiplier("laplace", { epsilon, delta });
    const cellCount = leastPieces(Math.min(most, domain.length > 1 ? 61 : 201), (cells) => {
      const count = cells ** domain.length;
      return missed(cells) + largestLaplaceQuantile({ count, scale: scaleOf(cells, multiplier), coverage: 0.95 });
    });
    return once(String(cellCount), () => {
      const release = (seed: number, drawCount: number) =>
        histogramRelease({ points: some, domain, cellCount, axes: lattice.plan.axes, law: "laplace", drawCount, seed });
      const { estimate, sensitivity } = release(seed, 1);
      return {
        law: "laplace",
        detail: `${cellCount}${domain.length > 1 ? "²" : ""} cells`,
        estimate,
        sensitivity,
        draws: (seed, count) => release(seed, count).unitNoise,
      };
    });
  };
  return yield* comparing(original, checkPositiveInteger("recordCount", recordCount), contenderAt, parameters);
}

/** Records in the plane beyond which the original on 200² points is not summed exactly. */
const mostExact = 20_000;

function process(plan: DensityPlan, density: DensityTargetParameters, route: "gaussian" | "sobolev"): Contender {
  const parameters = { ...density, route, correlation: route === "sobolev" ? 0 : density.correlation };
  const { estimate, sensitivity } = plan.release({ ...parameters, drawCount: 1, seed: 0 });
  return {
    law: "gaussian",
    detail: route === "gaussian" ? "kernel of the estimate" : `rate ${density.relativeRate}/h`,
    estimate,
    sensitivity,
    draws: (seed, drawCount) => plan.release({ ...parameters, drawCount, seed }).unitNoise,
  };
}

/** What a piecewise constant function misses: half a piece along each axis, times the steepest slope of a bump. */
function piecewiseBound({ domain, bandwidths, correlation }: DensityTargetParameters): (pieces: number) => number {
  const peak =
    1 / bandwidths.reduce((product, h) => product * Math.sqrt(2 * Math.PI) * h, Math.sqrt(1 - correlation ** 2));
  return (pieces) =>
    bandwidths.reduce((sum, h, j) => {
      const side = domain[j]![1] - domain[j]![0];
      return sum + (peak * Math.exp(-0.5) * side) / (h * Math.sqrt(1 - correlation ** 2) * 2 * pieces);
    }, 0);
}

/** So many records, chosen by a seed. */
function subset({ dimension, coordinates }: Points, count: number, seed: number): Points {
  const out = new Float64Array(count * dimension);
  someRecords(coordinates.length / dimension, count, seed).forEach((from, i) => {
    out.set(coordinates.subarray(from * dimension, (from + 1) * dimension), i * dimension);
  });
  return { dimension, coordinates: out };
}
