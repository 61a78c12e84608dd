import { checkPositive, checkPositiveInteger } from "../checks.ts";
import type { Interval } from "../grids.ts";
import { pointwise95 } from "../privacy/bands/pointwise.ts";
import { integralFunctional, valueFunctional } from "../release/curveFunctionals.ts";
import { slopeAt } from "../release/gridFunctionals.ts";
import { normalCdf } from "../special/normal.ts";

/** Number computed from the curve. */
export type Functional =
  | { readonly kind: "value"; readonly at: number }
  | { readonly kind: "slope"; readonly at: number }
  | { readonly kind: "difference"; readonly from: number; readonly to: number }
  | { readonly kind: "integral"; readonly from: number; readonly to: number };

/** Functional on the points of a line; places are moved into it. */
export function functionalOnGrid(functional: Functional, x: Float64Array): Float64Array {
  switch (functional.kind) {
    case "value":
      return valueFunctional(x, functional.at);
    case "slope":
      return slopeAt(x, functional.at);
    case "integral":
      return integralFunctional(x, endsOf(functional));
    case "difference": {
      const before = valueFunctional(x, functional.from);
      return valueFunctional(x, functional.to).map((share, i) => share - before[i]!);
    }
  }
}

export function endsOf({ from, to }: { readonly from: number; readonly to: number }): Interval {
  return [Math.min(from, to), Math.max(from, to)];
}

export interface Sampled {
  /** n > 0; plans may ask for fractions of a record. */
  readonly recordCount: number;
  /** σ ≥ 0, standard deviation of the noise at a point. */
  readonly noiseScale: number;
}

export interface IntegratedError {
  readonly smoothing: number;
  /** Change of the squared bias by moving records; may be negative. */
  readonly clipping: number;
  readonly sampling: number;
  readonly noise: number;
}

/** Meaning of an error bound: one standard deviation, or 95 % at each point, or 95 % everywhere at once. */
export type Confidence = "deviation" | "point" | "everywhere";

/**
 * Largest error after each part is added in turn; the last is the whole, which is largest at `at`.
 *
 * For "deviation" the root of the mean square, else |bias| + q √variance.
 */
export interface AddedErrors {
  readonly at: number;
  readonly smoothing: number;
  readonly sampling: number;
  readonly noise: number;
}

/** Errors of a functional c: bias, sampling deviation of one record, and √(c′Kc). */
export interface FunctionalErrors {
  readonly truth: number;
  readonly bias: number;
  readonly perRecord: number;
  readonly unitNoise: number;
}

/** Errors at one value of the tuning parameter: h of a density, φ of a mean curve. */
export interface ErrorsAt {
  /** Δ·n of one record: that of n records of which a person has k is k times it over n. */
  readonly sensitivityOfOne: number;
  readonly peak: () => { readonly at: number; readonly value: number };
  /** Half width of the 95 % band of the noise everywhere, in σ. */
  readonly noiseQuantile: () => number;
  readonly integrated: (sampled: Sampled) => IntegratedError;
  readonly largest: (confidence: Confidence, sampled: Sampled) => AddedErrors;
  readonly ofFunctional: (functional: Functional) => FunctionalErrors;
}

/** Declared curve, and its expectation before noise. */
export interface PlannedCurves {
  readonly x: Float64Array;
  readonly truth: Float64Array;
  readonly expected: Float64Array;
}

/** Errors of a planned function against its declared truth. */
export interface PlannedErrors {
  readonly curves: (tuning: number) => PlannedCurves;
  readonly peak: { readonly at: number; readonly value: number };
  readonly of: (tuning: number) => ErrorsAt;
}

interface PlacedErrors {
  readonly x: Float64Array;
  readonly bias: Float64Array;
  readonly variance: Float64Array;
  readonly nextTo: () => Float64Array;
  readonly neighbours: number;
}

/** Largest error, alone and before noise and sampling are added. docs/proofs/planning.md, Lemmas 4 and 5. */
export function largestError(
  { x, bias, variance, nextTo, neighbours }: PlacedErrors,
  confidence: Confidence,
  { recordCount, noiseScale }: Sampled,
): AddedErrors {
  const upTo = (sampled: Sampled) => {
    const isExact = sampled.noiseScale === 0 && sampled.recordCount === Infinity;
    const everywhere = () => (isExact ? 0 : quantileEverywhere(variance, nextTo(), { ...sampled, neighbours }));
    const q = confidence === "deviation" ? 1 : confidence === "point" ? pointwise95 : everywhere();
    let [best, most] = [0, -1];
    for (let i = 0; i < bias.length; i++) {
      const [b, v] = [bias[i]!, variance[i]! / sampled.recordCount + sampled.noiseScale ** 2];
      const error = confidence === "deviation" ? Math.sqrt(b * b + v) : Math.abs(b) + q * Math.sqrt(v);
      if (error > most) [best, most] = [i, error];
    }
    return { at: x[best]!, most };
  };
  const { at, most } = upTo({ recordCount, noiseScale });
  return {
    ...{ at, noise: most },
    smoothing: upTo({ recordCount: Infinity, noiseScale: 0 }).most,
    sampling: noiseScale === 0 ? most : upTo({ recordCount, noiseScale: 0 }).most,
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
  { sensitivityOfOne }: Pick<ErrorsAt, "sensitivityOfOne">,
  { recordCount, recordsPerPerson, multiplier }: { recordCount: number; recordsPerPerson: number; multiplier: number },
): number {
  checkPositive("recordCount", recordCount);
  return (multiplier * checkPositiveInteger("recordsPerPerson", recordsPerPerson) * sensitivityOfOne) / recordCount;
}
