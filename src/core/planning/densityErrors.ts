import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { densityGrid, densityNoise } from "../density/densityForm.ts";
import type { NoiseRoute } from "../density/densityParameters.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, type Interval, type RegularGrid } from "../grids.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { pointwise95 } from "../privacy/bands/pointwise.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { integralFunctional, valueFunctional } from "../release/curveFunctionals.ts";
import { slopeAt } from "../release/gridFunctionals.ts";
import { functionalDeviation } from "../release/noiseLaw.ts";
import { onFirstUse, rememberEach } from "../remember.ts";
import { normalCdf } from "../special/normal.ts";
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

/** Everything public that the errors of a density with Gaussian bumps depend on, but h, n and the budget. */
export interface PlannedDensity {
  readonly truth: DeclaredTruth;
  readonly domain: Interval;
  readonly route: NoiseRoute;
  /** γ·h on the Sobolev route. */
  readonly relativeRate: number;
}

/** What is computed of the curve. */
export type Functional =
  | { readonly kind: "value"; readonly at: number }
  | { readonly kind: "slope"; readonly at: number }
  | { readonly kind: "difference"; readonly from: number; readonly to: number }
  | { readonly kind: "integral"; readonly from: number; readonly to: number };

/** Sample size and noise of one release. */
export interface Sampled {
  /** n > 0; plans may ask for fractions of a record. */
  readonly recordCount: number;
  /** σ ≥ 0, standard deviation of the noise at a point. */
  readonly noiseScale: number;
}

/** Parts of the mean integrated squared error over the domain. */
export interface IntegratedError {
  readonly smoothing: number;
  /** Change of the squared bias by moving records outside to the ends; may be negative. */
  readonly clipping: number;
  readonly sampling: number;
  readonly noise: number;
}

/** How large an error counts: one standard deviation, or 95 % at each point, or 95 % everywhere at once. */
export type Confidence = "deviation" | "point" | "everywhere";

/**
 * Error at the place where it is largest, after each part is added in turn; the last is the whole.
 *
 * For "deviation" the root of the mean square, else |bias| + q √variance.
 */
export interface AddedErrors {
  readonly at: number;
  readonly smoothing: number;
  readonly sampling: number;
  readonly noise: number;
}

/** Errors of one bandwidth. */
export interface BandwidthErrors {
  readonly bandwidth: number;
  /** Δ·n of one record: that of n records of which a person has k is k times it over n. */
  readonly sensitivityOfOne: number;
  readonly kernel: NoiseKernel;
  readonly grid: RegularGrid;
  /** Highest place and value of the smoothed curve. */
  readonly peak: () => { readonly at: number; readonly value: number };
  /** Half width of the 95 % band of the noise everywhere, in σ. */
  readonly noiseQuantile: () => number;
  readonly integrated: (sampled: Sampled) => IntegratedError;
  /** Expected curve on the grid. */
  readonly expected: () => Float64Array;
  readonly largest: (confidence: Confidence, sampled: Sampled) => AddedErrors;
  readonly ofFunctional: (functional: Functional) => FunctionalErrors;
}

/** Errors of a functional c: bias, sampling deviation of one record, and √(c′Kc). */
interface FunctionalErrors {
  readonly truth: number;
  readonly bias: number;
  readonly perRecord: number;
  readonly unitNoise: number;
}

export interface DensityErrors {
  readonly truth: Truth;
  readonly peak: { readonly at: number; readonly value: number };
  /** Kept for each bandwidth. */
  readonly of: (bandwidth: number) => BandwidthErrors;
}

/**
 * Errors of a private kernel density with Gaussian bumps against a declared truth, in closed form up to a quadrature of
 * 10⁻¹⁰. Sampling and noise are independent and of mean 0; n records are independent draws of the truth.
 *
 * @throws {ParameterError} if the truth, the domain or the rate is out of range
 * @see docs/proofs/planning.md; Marron & Wand (1992), Annals of Statistics 20:712–736, section 2, for normals on a line
 */
export function densityErrors(planned: PlannedDensity): DensityErrors {
  const truth = truthOn(planned.truth, planned.domain);
  checkPositive("relativeRate", planned.relativeRate);
  return {
    truth,
    peak: highestOn(truth.densityAt, planned.domain),
    of: rememberEach((bandwidth) => errorsOfBandwidth(planned, truth, bandwidth)),
  };
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

  const largest: BandwidthErrors["largest"] = (confidence, { recordCount, noiseScale }) => {
    const { bias, variance } = atPlaces();
    const everywhere = () =>
      noiseScale === 0 && recordCount === Infinity
        ? 0
        : quantileEverywhere(variance, nextTo(), { recordCount, noiseScale, neighbours: neighbours() });
    const q = confidence === "deviation" ? 1 : confidence === "point" ? pointwise95 : everywhere();
    const size = (b: number, v: number) =>
      confidence === "deviation" ? Math.sqrt(b * b + v) : Math.abs(b) + q * Math.sqrt(v);
    let best = 0;
    let most = -1;
    for (let i = 0; i < bias.length; i++) {
      const error = size(bias[i]!, variance[i]! / recordCount + noiseScale ** 2);
      if (error > most) [best, most] = [i, error];
    }
    const sampling = size(bias[best]!, variance[best]! / recordCount);
    return { at: x()[best]!, smoothing: Math.abs(bias[best]!), sampling, noise: most };
  };

  return {
    bandwidth: h,
    sensitivityOfOne: exactSensitivity,
    kernel,
    grid,
    expected,
    noiseQuantile,
    largest,
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
      const { onGrid, ofBump, exactly } = functionalOn(functional, x(), h, truth);
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
        // The quadrature's mass is 1 but for its rounding.
        perRecord: Math.sqrt(Math.max(0, square - (mean * mean) / mass)),
        unitNoise: functionalDeviation({ kernel, grid, variance: 1, white: 0 }, [onGrid]),
      };
    },
  };
}

/** A functional on the grid, of one record's bump, and of the truth. */
function functionalOn(functional: Functional, x: Float64Array, h: number, truth: Truth) {
  const [lower, upper] = truth.domain;
  const inside = (place: number) => Math.min(upper, Math.max(lower, place));
  const f = truth.densityAt;
  if (functional.kind === "value") {
    const at = inside(functional.at);
    return { onGrid: valueFunctional(x, at), ofBump: (t: number) => normalDensity(at - t, h), exactly: f(at) };
  }
  if (functional.kind === "slope") {
    const at = inside(functional.at);
    const step = x[1]! - x[0]!;
    const [from, to] = [Math.max(lower, at - step), Math.min(upper, at + step)];
    return {
      onGrid: slopeAt(x, at),
      ofBump: (t: number) => (normalDensity(to - t, h) - normalDensity(from - t, h)) / (to - from),
      exactly: (f(to) - f(from)) / (to - from),
    };
  }
  const [from, to] = [inside(functional.from), inside(functional.to)];
  if (functional.kind === "difference") {
    const before = valueFunctional(x, from);
    return {
      onGrid: valueFunctional(x, to).map((share, i) => share - before[i]!),
      ofBump: (t: number) => normalDensity(to - t, h) - normalDensity(from - t, h),
      exactly: f(to) - f(from),
    };
  }
  const [left, right] = from <= to ? [from, to] : [to, from];
  const inner = truth.breaks.filter((place) => place > left && place < right);
  const { places, weights } = nodesBetween([left, ...inner, right], Math.min(h, truth.narrowest));
  return {
    onGrid: integralFunctional(x, [left, right]),
    ofBump: (t: number) => normalMass((left - t) / h, (right - t) / h),
    exactly: left === right ? 0 : places.reduce((sum, place, i) => sum + weights[i]! * f(place), 0),
  };
}

/**
 * u with P(|e(xᵢ) − E e(xᵢ)| ≤ u √var e(xᵢ) for all i) ≥ 0.95, e normal with the covariance of sampling and noise: the
 * tree of all edges of the line, docs/proofs/planning.md Lemma 5, or Šidák's bound if smaller.
 */
function quantileEverywhere(
  variance: Float64Array,
  nextTo: Float64Array,
  { recordCount, noiseScale, neighbours }: Sampled & { readonly neighbours: number },
): number {
  const noise = noiseScale ** 2;
  let angles = 0;
  for (let i = 0; i < nextTo.length; i++) {
    const product = (variance[i]! / recordCount + noise) * (variance[i + 1]! / recordCount + noise);
    const correlation = product > 0 ? (nextTo[i]! / recordCount + noise * neighbours) / Math.sqrt(product) : 1;
    angles += Math.acos(Math.min(1, Math.abs(correlation)));
  }
  const m = variance.length;
  const missed = (u: number) =>
    Math.min(
      -Math.expm1(m * Math.log1p(-2 * normalCdf(-u))),
      2 * normalCdf(-u) + (angles / Math.PI) * Math.exp(-0.5 * u * u),
    );
  let [low, high] = [0, 10];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (missed(middle) <= 0.05) high = middle;
    else low = middle;
  }
  return high;
}

/** σ of a release of n records, of which a person has at most k. */
export function noiseScaleOf(
  { sensitivityOfOne }: Pick<BandwidthErrors, "sensitivityOfOne">,
  { recordCount, recordsPerPerson, multiplier }: { recordCount: number; recordsPerPerson: number; multiplier: number },
): number {
  checkPositive("recordCount", recordCount);
  return (multiplier * checkPositiveInteger("recordsPerPerson", recordsPerPerson) * sensitivityOfOne) / recordCount;
}
