import { checkMeanCurve } from "./meanCurveCombinations.ts";
import { checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { weightedNorm } from "./functionalMean.ts";
import { drawExponentialMechanism } from "../privacy/choice/exponentialMechanism.ts";
import { drawQuantile } from "../privacy/choice/privateQuantile.ts";
import { curveScoreRange } from "../privacy/sensitivity/foldScores.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { lessCentre, meanCurveGrid, meanWeights } from "./meanCurveGrid.ts";
import { curveKernel } from "./curveKernels.ts";
import type { MeanCurveParameters } from "./meanCurveParameters.ts";
import { drawnFolds } from "../privacy/choice/drawnFolds.ts";
import { scoringCurveCandidates } from "./meanCurveScores.ts";
import type { CandidateScores } from "../privacy/choice/candidateScores.ts";

/** Public. */
export type MeanCurvePurchase = {
  /** ε > 0. */
  readonly epsilon: number;
  readonly parameters: MeanCurveParameters;
} & (
  | {
      /** φ and ρ₀ of the least private cross-validation. */
      readonly kind: "smoothing";
      readonly penalties: readonly number[];
      readonly ranges: readonly number[];
      /** σ/Δ of the planned release. */
      readonly noiseMultiplier: number;
    }
  | {
      /** τ₀, a quantile of the curves' norms. */
      readonly kind: "normBound";
      readonly share: number;
      readonly most: number;
    }
);

export type MeanCurveBought =
  | { readonly kind: "smoothing"; readonly penalty: number; readonly range: number }
  | { readonly kind: "normBound"; readonly normBound: number };

export const mostPairs = 400;

const purchaseFolds = 10;

/** r of the scores of φ and ρ₀, in ten folds; public. */
export function smoothingScoreRange(curveCount: number, normBound: number): number {
  const folds = Math.min(purchaseFolds, curveCount);
  const foldSizes = Array.from({ length: folds }, (_, k) => Math.floor((curveCount - k - 1) / folds) + 1);
  return curveScoreRange({ foldSizes, normBound });
}

/**
 * Buys φ and ρ₀, or τ₀, by exact draws: ε-private as it leaves. Each person has one curve.
 *
 * @param curves n ≥ 2 rows, shape (n, m). Private
 * @param random from a cryptographic source
 * @see Hall, Rinaldo & Wasserman (2013), section 3.2; Mirshani, Reimherr & Slavković (2019), section 6; errata M3, M4
 */
export function* buyForMeanCurve(
  purchase: MeanCurvePurchase,
  { curves, pointCount: m }: { readonly curves: Float64Array; readonly pointCount: number },
  random: RandomSource,
): Generator<number, MeanCurveBought> {
  const { parameters, epsilon } = purchase;
  const { rule } = parameters;
  checkPositive("epsilon", epsilon);
  const n = curves.length / m;
  if (n < 2) throw new ParameterError("curves", n, "at least two");
  checkMeanCurve(parameters, {}, "buySmoothing");
  if (purchase.kind === "normBound") {
    const { share, most } = purchase;
    checkPositive("most", most);
    const weights = meanWeights(m, rule);
    const centred = lessCentre(curves, parameters, m);
    // Refusing an overflow would reveal a curve.
    const values = Float64Array.from({ length: n }, (_, i) =>
      Math.min(most, weightedNorm(centred.subarray(i * m, (i + 1) * m), weights)),
    );
    return {
      kind: "normBound",
      normBound: drawQuantile({ values, quantile: share, epsilon, lower: 0, upper: most, random }),
    };
  }
  const named = { ...purchase, penalties: [...new Set(purchase.penalties)], ranges: [...new Set(purchase.ranges)] };
  const foldOf = drawnFolds({ recordCount: n, foldCount: Math.min(purchaseFolds, n), random });
  const scores = yield* scoringSmoothing(named, { curves, pointCount: m }, foldOf);
  return { kind: "smoothing", ...pairsOf(named)[drawExponentialMechanism({ ...scores, epsilon, random })]! };
}

type Smoothing = Extract<MeanCurvePurchase, { readonly kind: "smoothing" }>;

function pairsOf({ penalties, ranges }: Pick<Smoothing, "penalties" | "ranges">) {
  return ranges.flatMap((range) => penalties.map((penalty) => ({ range, penalty })));
}

/**
 * Scores of all pairs of φ and ρ₀, the penalties of each range in turn. Private.
 *
 * @param foldOf {@link drawnFolds} of the curves into ten folds, or n if fewer, shape (n,)
 */
export function scoringSmoothing(
  { parameters, penalties, ranges, noiseMultiplier }: Omit<Smoothing, "epsilon" | "kind">,
  { curves, pointCount: m }: { readonly curves: Float64Array; readonly pointCount: number },
  foldOf: Int32Array,
): Generator<number, CandidateScores> {
  const { domain, rule, power, normBound } = parameters;
  const count = penalties.length * ranges.length;
  if (!(count >= 1 && count <= mostPairs)) {
    throw new ParameterError("candidates", count, `from 1 to ${mostPairs} pairs`);
  }
  const kernels = new Map(
    ranges.map((range) => {
      const kernel = curveKernel(parameters.kernel, range);
      const own = parameters.noiseKernel === parameters.kernel;
      return [range, { kernel, noiseKernel: own ? kernel : curveKernel(parameters.noiseKernel, range) }] as const;
    }),
  );
  return scoringCurveCandidates({
    curves: lessCentre(curves, parameters, m),
    grid: meanCurveGrid(domain, m).axes[0]!,
    weights: meanWeights(m, rule),
    foldOf,
    normBound,
    candidates: pairsOf({ penalties, ranges }).map(({ range, penalty }) => ({
      ...kernels.get(range)!,
      penalty,
      power,
      noiseMultiplier,
    })),
  });
}
