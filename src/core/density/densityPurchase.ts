import { checkLength, checkOpenUnit, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { normalReferenceBandwidth, printedReferenceBandwidth } from "./estimator/bandwidthRule.ts";
import { latticeNoiseMultiplier } from "../bernstein/bernstein.ts";
import { calibratedSensitivity, noiseLawOf, type LatticeLaw } from "../bernstein/latticeLaw.ts";
import { polynomialLimits, type PolynomialSize } from "../bernstein/polynomialChoice.ts";
import { polynomialNoiseBound } from "../bernstein/polynomialNoise.ts";
import { sizeScores, type SizeScores } from "../bernstein/sizeSelection.ts";
import type { Interval } from "../grids.ts";
import type { PrivacyParameters } from "../privacy/calibration/gaussian.ts";
import { unitRecords } from "../release/latticeTarget.ts";
import { rememberEach } from "../remember.ts";
import { densityTarget } from "./densityLatticeTarget.ts";
import { pointCount, type Points } from "../points.ts";
import type { PrivacyLoss } from "../privacy/accounting/privacyLoss.ts";
import { bandwidthScoreRange, bandwidthScores } from "../privacy/choice/bandwidthSelection.ts";
import { drawExponentialMechanism } from "../privacy/choice/exponentialMechanism.ts";
import { drawInterquartileRanges } from "../privacy/choice/privateInterquartileRange.ts";
import { drawIntervals } from "../privacy/choice/privateQuantile.ts";
import { drawInterquartileRange } from "../privacy/choice/proposeTestRelease.ts";
import type { RandomSource } from "../random/randomSource.ts";
import type { CandidateScores } from "../privacy/choice/candidateScores.ts";

/** Public. */
export type DensityPurchase = {
  /** ε > 0, for all axes together. */
  readonly epsilon: number;
  readonly domain: readonly Interval[];
} & (
  | {
      /** Bandwidths by a rule of thumb from private interquartile ranges. */
      readonly kind: "interquartileRange";
      readonly rule: BandwidthRule;
    }
  | {
      readonly kind: "proposeTestRelease";
      readonly rule: BandwidthRule;
      /** Failure of the test for the whole purchase, 0 < δ < 1. */
      readonly delta: number;
    }
  | {
      readonly kind: "crossValidation";
      /** σ/Δ of the planned release. */
      readonly noiseMultiplier: number;
    }
  | {
      /** Degree k and order h of a Bernstein polynomial, for a release by this law and budget. */
      readonly kind: "polynomial";
      readonly bandwidths: readonly number[];
      readonly law: LatticeLaw;
      readonly budget: PrivacyParameters;
    }
  | {
      /** Two ends inside each axis's domain, with a share q of the records beyond each. */
      readonly kind: "ends";
      readonly tail: number;
    }
);

/** Optimal constant for a normal density, or the printed one. */
export type BandwidthRule = "reference" | "printed";

export type DensityBought =
  | { readonly kind: "bandwidths"; readonly bandwidths: readonly number[]; readonly ranges: readonly number[] }
  | { readonly kind: "domain"; readonly domain: readonly Interval[] }
  | ({ readonly kind: "size" } & PolynomialSize)
  /** Propose-test-release gave no answer, at the same cost. */
  | { readonly kind: "noAnswer" };

export const fewestBought = 4;

export const mostCrossValidated = 5000;

/** Candidates of cross-validation, as shares of a side. */
export const candidateShares: readonly number[] = Array.from({ length: 16 }, (_, k) => 0.01 * 30 ** (k / 15));

/** Cost of a purchase, with or without an answer: pure ε, and for propose-test-release a failure δ. */
export function purchaseLoss(purchase: DensityPurchase): PrivacyLoss {
  const epsilon = checkPositive("epsilon", purchase.epsilon);
  if (purchase.kind !== "proposeTestRelease") return { kind: "pure", epsilon };
  return { kind: "pure", epsilon, failure: checkOpenUnit("delta", purchase.delta) };
}

/**
 * ε₁ = ε/2d and T = 1 + ln(d/δ)/ε₁ of propose-test-release, for each of d axes, which costs (2ε₁, e^{−ε₁(T − 1)});
 * public.
 */
export function rangeTestOf({
  epsilon,
  delta,
  dimension,
}: {
  readonly epsilon: number;
  readonly delta: number;
  readonly dimension: number;
}): { readonly epsilon: number; readonly threshold: number } {
  const each = checkPositive("epsilon", epsilon) / (2 * dimension);
  return { epsilon: each, threshold: (1 + Math.log(dimension / checkOpenUnit("delta", delta)) / each) * (1 + 1e-12) };
}

/**
 * Buys a parameter by exact draws, at the price of `purchaseLoss`.
 *
 * @param points n ≥ 2 records, on a line or in a plane. Private
 * @param random from a cryptographic source
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.1.2; errata H5, H6
 */
export function* buyForDensity({
  points,
  random,
  ...purchase
}: DensityPurchase & { readonly points: Points; readonly random: RandomSource }): Generator<number, DensityBought> {
  const n = pointCount(points);
  const d = points.dimension;
  if (n < fewestBought) throw new ParameterError("points", n, "at least four records");
  checkLength("domain", purchase.domain, d);
  checkPositive("epsilon", purchase.epsilon);
  const columns = clampedColumns(points, purchase.domain);
  switch (purchase.kind) {
    case "ends":
      return { kind: "domain", domain: drawIntervals({ ...purchase, columns, random }) };
    case "interquartileRange": {
      const ranges = drawInterquartileRanges({ ...purchase, columns, random });
      return { kind: "bandwidths", ranges, bandwidths: byRule(ranges, purchase.rule, n) };
    }
    case "proposeTestRelease": {
      const test = rangeTestOf({ epsilon: purchase.epsilon, delta: purchase.delta, dimension: d });
      const ranges = columns.map((values) => drawInterquartileRange({ values, ...test, random }));
      if (!ranges.every((range) => range !== undefined)) return { kind: "noAnswer" };
      return { kind: "bandwidths", ranges, bandwidths: byRule(ranges, purchase.rule, n) };
    }
    case "crossValidation": {
      if (n > mostCrossValidated) throw new ParameterError("points", n, `at most ${mostCrossValidated} records`);
      const sides = purchase.domain.map(([lower, upper]) => upper - lower);
      const scores = yield* scoringBandwidths({ ...purchase, points });
      const share = candidateShares[drawExponentialMechanism({ ...scores, epsilon: purchase.epsilon, random })]!;
      return { kind: "bandwidths", ranges: [], bandwidths: sides.map((side) => share * side) };
    }
    case "polynomial": {
      const scores = yield* scoringSizes({ ...purchase, points });
      const size = scores.sizes[drawExponentialMechanism({ ...scores, epsilon: purchase.epsilon, random })]!;
      return { kind: "size", ...size };
    }
  }
}

function byRule(ranges: readonly number[], rule: BandwidthRule, recordCount: number): number[] {
  const of = rule === "reference" ? normalReferenceBandwidth : printedReferenceBandwidth;
  return ranges.map((interquartileRange) => of({ recordCount, dimension: ranges.length, interquartileRange }));
}

function clampedColumns({ coordinates, dimension }: Points, domain: readonly Interval[]): readonly Float64Array[] {
  return domain.map(([lower, upper], j) =>
    Float64Array.from({ length: coordinates.length / dimension }, (_, i) =>
      Math.min(upper, Math.max(lower, coordinates[i * dimension + j]!)),
    ),
  );
}

/**
 * Scores of degrees and orders for Gaussian bumps without correlation. Private.
 *
 * @param budget of the release to come
 * @see sizeScores
 */
export function scoringSizes({
  points,
  domain,
  bandwidths,
  law,
  budget,
  epsilon,
}: Pick<Extract<DensityPurchase, { kind: "polynomial" }>, "domain" | "bandwidths" | "law" | "budget" | "epsilon"> & {
  readonly points: Points;
}): Generator<number, SizeScores> {
  const target = densityTarget({ points, domain, bandwidths });
  const multiplier = latticeNoiseMultiplier(law, budget);
  const { dimension } = target;
  const scaleOf = rememberEach(
    (degree: number) => multiplier * calibratedSensitivity(law, { ...target, sensitivity: target.ceiling! }, degree),
  );
  return sizeScores({
    points: unitRecords(points, domain).points,
    deviations: bandwidths.map((h, j) => h / (domain[j]![1] - domain[j]![0])),
    height: bandwidths.reduce((height, h) => height / (Math.sqrt(2 * Math.PI) * h), 1),
    noise: (size) =>
      polynomialNoiseBound({ ...size, dimension, law: noiseLawOf(law), scale: scaleOf(size.degree), coverage: 0.95 }),
    epsilon,
    mostDegree: polynomialLimits.degree[dimension - 1]!,
  });
}

/**
 * Scores of the candidate shares on the unit box of the domain. Private.
 *
 * @param noiseMultiplier σ/Δ of the planned release
 */
export function* scoringBandwidths({
  points,
  domain,
  noiseMultiplier,
}: {
  readonly points: Points;
  readonly domain: readonly Interval[];
  readonly noiseMultiplier: number;
}): Generator<number, CandidateScores> {
  const [n, d] = [pointCount(points), points.dimension];
  const columns = clampedColumns(points, domain);
  const unit: Points = {
    dimension: d,
    coordinates: Float64Array.from({ length: n * d }, (_, k) => {
      const [i, j] = [Math.floor(k / d), k % d];
      const [lower, upper] = domain[j]!;
      return (columns[j]![i]! - lower) / (upper - lower);
    }),
  };
  checkPositive("noiseMultiplier", noiseMultiplier);
  // σ² over the unit box, with Δ of section 4.1.
  const costs = candidateShares.map((h) => 2 * (noiseMultiplier / (n * (2 * Math.PI * h * h) ** (d / 2))) ** 2);
  const distances = new Float64Array(candidateShares.length);
  let [sensitivity, roundingError] = [0, 0];
  for (const [k, h] of candidateShares.entries()) {
    const score = bandwidthScores({ points: unit, bandwidths: [h], costs: [costs[k]!] });
    distances[k] = score.distances[0]!;
    sensitivity = Math.max(sensitivity, score.sensitivity);
    roundingError = Math.max(roundingError, score.roundingError);
    yield (k + 1) / candidateShares.length;
  }
  const range =
    Math.max(...costs) < 1e280 * sensitivity
      ? bandwidthScoreRange({ recordCount: n, dimension: d, bandwidths: candidateShares })
      : 2 * sensitivity;
  return { distances, sensitivity, range, roundingError };
}
