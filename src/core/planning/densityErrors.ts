import { checkPositive } from "../checks.ts";
import { densityGrid } from "../density/densityGrid.ts";
import { densityNoise } from "../density/densityForm.ts";
import type { NoiseRoute } from "../density/densityParameters.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, type Interval, type RegularGrid } from "../grids.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { functionalDeviation } from "../release/noiseLaw.ts";
import { onFirstUse, rememberEach } from "../remember.ts";
import {
  endsOf,
  functionalOnGrid,
  largestError,
  type ErrorsAt,
  type Functional,
  type FunctionalErrors,
  type PlannedErrors,
} from "./plannedErrors.ts";
import {
  highestOn,
  movedAt,
  nodesBetween,
  normalDensity,
  normalMass,
  smoothedAt,
  truthOn,
  type DeclaredTruth,
  type Truth,
} from "./declaredTruth.ts";

/** Public parameters of the errors of a density with Gaussian bumps, but h, n and the budget. */
export interface PlannedDensity {
  readonly truth: DeclaredTruth;
  readonly domain: Interval;
  readonly route: NoiseRoute;
  /** γ·h on the Sobolev route. */
  readonly relativeRate: number;
}

interface BandwidthErrors extends ErrorsAt {
  readonly kernel: NoiseKernel;
  readonly grid: RegularGrid;
  readonly expected: () => Float64Array;
  readonly ofFunctional: (functional: Functional) => FunctionalErrors;
}

interface DensityErrors extends PlannedErrors {
  readonly truth: Truth;
  readonly of: (bandwidth: number) => BandwidthErrors;
}

/**
 * Errors of a private kernel density with Gaussian bumps against a declared truth, in closed form up to a quadrature of
 * 10⁻¹⁰. Records are n independent draws of the truth.
 *
 * @see docs/proofs/planning.md; Marron & Wand (1992), Annals of Statistics 20:712–736, section 2, for normals on a line
 */
export function densityErrors(planned: PlannedDensity): DensityErrors {
  const truth = truthOn(planned.truth, planned.domain);
  checkPositive("relativeRate", planned.relativeRate);
  const of = rememberEach((bandwidth) => errorsOfBandwidth(planned, truth, bandwidth));
  const curves = (bandwidth: number) => {
    const { grid, expected } = of(bandwidth);
    const x = gridCoordinates(grid.axes[0]!);
    return { x, truth: x.map(truth.densityAt), expected: expected().slice() };
  };
  return { truth, peak: highestOn(truth.densityAt, planned.domain), of, curves };
}

function errorsOfBandwidth(planned: PlannedDensity, truth: Truth, h: number): BandwidthErrors {
  const { domain, route, relativeRate } = planned;
  const [lower, upper] = domain;
  if (!(h >= (upper - lower) / 1000 && h <= upper - lower))
    throw new ParameterError("bandwidth", h, `from ${(upper - lower) / 1000} to ${upper - lower}`);
  const parameters = { domain: [domain], bandwidths: [h], correlation: 0, route, relativeRate };
  const { kernel, exactSensitivity } = densityNoise(parameters, 1);
  const grid = densityGrid([domain]);
  const x = onFirstUse(() => gridCoordinates(grid.axes[0]!));
  const finest = Math.min(h, truth.narrowest);
  // Smoothed parts are as wide as the parts, except where mass ends.
  const isOpen = truth.breaks.length === 2 && truth.moved[0] + truth.moved[1] < 1e-6;
  const expected = onFirstUse(() => x().map((place) => smoothedAt(truth, place, h)));
  /** Covariance, of one record, between two places. Lemma 2. */
  const covariance = (a: number, b: number, meanA: number, meanB: number) =>
    normalDensity(a - b, Math.SQRT2 * h) * smoothedAt(truth, (a + b) / 2, h * Math.SQRT1_2) - meanA * meanB;
  const atPlaces = onFirstUse(() => {
    const mean = expected();
    return {
      bias: mean.map((value, i) => value - truth.densityAt(x()[i]!)),
      variance: mean.map((value, i) => Math.max(0, covariance(x()[i]!, x()[i]!, value, value))),
    };
  });
  const nextTo = onFirstUse(() =>
    expected()
      .subarray(1)
      .map((value, i) => covariance(x()[i]!, x()[i + 1]!, expected()[i]!, value)),
  );
  const integrals = onFirstUse(() => {
    const { places, weights } = nodesBetween(truth.breaks, isOpen ? Math.min(truth.narrowest, upper - lower) : finest);
    let [smoothing, bias, variance] = [0, 0, 0];
    places.forEach((place, i) => {
      const density = truth.densityAt(place);
      const inside = truth.smoothedInside(place, h);
      const mean = inside + movedAt(truth, place, h);
      smoothing += weights[i]! * (inside - density) ** 2;
      bias += weights[i]! * (mean - density) ** 2;
      variance += weights[i]! * covariance(place, place, mean, mean);
    });
    return { smoothing, bias, variance };
  });
  const noiseQuantile = onFirstUse(() =>
    simultaneousQuantile({ kernel, grid, jitter: smallestJitter, coverage: 0.95 }),
  );
  const neighbours = onFirstUse(() => {
    const step = (upper - lower) / (x().length - 1);
    return kernel.type === "productExponential" ? Math.exp(-kernel.rates[0]! * step) : Math.exp(-0.5 * (step / h) ** 2);
  });

  return {
    sensitivityOfOne: exactSensitivity,
    kernel,
    grid,
    expected,
    noiseQuantile,
    largest: (confidence, sampled) =>
      largestError({ x: x(), ...atPlaces(), nextTo, neighbours: neighbours() }, confidence, sampled),
    peak: onFirstUse(() => highestOn((place) => smoothedAt(truth, place, h), domain)),
    integrated: ({ recordCount, noiseScale }) => {
      const { smoothing, bias, variance } = integrals();
      return {
        smoothing,
        clipping: bias - smoothing,
        sampling: variance / recordCount,
        noise: noiseScale ** 2 * (upper - lower),
      };
    },
    ofFunctional: (functional) => {
      const { ofBump, exactly } = functionalOf(functional, x()[1]! - x()[0]!, h, truth);
      const { places, weights } = nodesBetween(truth.breaks, finest);
      let [mean, square, mass] = [0, 0, 0];
      const add = (place: number, share: number) => {
        const value = ofBump(place);
        mean += share * value;
        square += share * value * value;
        mass += share;
      };
      places.forEach((place, i) => add(place, weights[i]! * truth.densityAt(place)));
      domain.forEach((end, j) => truth.moved[j]! > 0 && add(end, truth.moved[j]!));
      return {
        truth: exactly,
        bias: mean - exactly,
        perRecord: Math.sqrt(Math.max(0, square - (mean * mean) / mass)),
        unitNoise: functionalDeviation({ kernel, grid, variance: 1, white: 0 }, [functionalOnGrid(functional, x())]),
      };
    },
  };
}

/** A functional of the density itself, and of a record's bump at t. */
function functionalOf(
  functional: Functional,
  step: number,
  h: number,
  { domain, densityAt: f, breaks, narrowest }: Truth,
) {
  const [lower, upper] = domain;
  const inside = (place: number) => Math.min(upper, Math.max(lower, place));
  const [from, to] = ("at" in functional ? [functional.at, functional.at] : [functional.from, functional.to]).map(
    inside,
  ) as [number, number];
  switch (functional.kind) {
    case "value":
      return { ofBump: (t: number) => normalDensity(to - t, h), exactly: f(to) };
    case "slope":
      return quotient(inside(from - step), inside(to + step), inside(to + step) - inside(from - step));
    case "difference":
      return quotient(from, to, 1);
    case "integral": {
      const [left, right] = endsOf({ from, to });
      const inner = breaks.filter((place) => place > left && place < right);
      const { places, weights } = nodesBetween([left, ...inner, right], Math.min(h, narrowest));
      return {
        ofBump: (t: number) => normalMass((left - t) / h, (right - t) / h),
        exactly: left === right ? 0 : places.reduce((sum, place, i) => sum + weights[i]! * f(place), 0),
      };
    }
  }

  function quotient(a: number, b: number, width: number) {
    return {
      ofBump: (t: number) => (normalDensity(b - t, h) - normalDensity(a - t, h)) / width,
      exactly: (f(b) - f(a)) / width,
    };
  }
}
