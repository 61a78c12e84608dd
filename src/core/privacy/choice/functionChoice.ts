import { checkLength, checkOpenUnit, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import type { CandidateScores } from "./candidateScores.ts";
import { drawExponentialMechanism, exponentialMechanismProbabilities } from "./exponentialMechanism.ts";

/** Function on a grid, to which a public one is chosen. */
export interface ChoiceSubject {
  /** s, in the units of the candidates; public. */
  readonly sensitivity: number;
  /** In slices. Private. @throws {ParameterError} if candidates are not finite functions on the grid, at least two */
  readonly scoring: (candidates: readonly Float64Array[]) => Generator<number, CandidateScores>;
}

/** Public. */
export interface FunctionChoice {
  readonly epsilon: number;
  readonly candidates: readonly Float64Array[];
}

export const mostCandidates = 200;

/**
 * Distances of public functions to an estimate on m points,
 *
 *     d(g, f) = (Σⱼ wⱼ (g(xⱼ) − f(xⱼ))²)^½.
 *
 * @param values the estimate, shape (m,). Private
 * @param weights wⱼ > 0, shape (m,)
 * @param sensitivity s > 0: sup d(f_D, f_D′) of exact estimates
 * @param estimateError η, and estimateBound B, as in `GridTarget`
 * @see docs/proofs/sensitivities.md, Lemma 16; Hall, Rinaldo & Wasserman (2013), section 3.2; errata H10
 */
export function functionScores(
  candidates: readonly Float64Array[],
  {
    values,
    weights,
    sensitivity,
    estimateError,
    estimateBound,
  }: {
    readonly values: Float64Array;
    readonly weights: Float64Array;
    readonly sensitivity: number;
    readonly estimateError: number;
    readonly estimateBound: number;
  },
): CandidateScores {
  const m = checkLength("weights", weights, values.length).length;
  if (!(candidates.length >= 2 && candidates.length <= mostCandidates)) {
    throw new ParameterError("candidates", candidates.length, `between 2 and ${mostCandidates}`);
  }
  let largest = 0;
  const distances = Float64Array.from(candidates, (g, k) => {
    checkLength(`candidates[${k}]`, g, m);
    let sum = 0;
    for (let j = 0; j < m; j++) {
      const value = g[j]!;
      if (!(Math.abs(value) <= mostMagnitude)) {
        throw new ParameterError(`candidates[${k}][${j}]`, value, `at most ${mostMagnitude} in magnitude`);
      }
      largest = Math.max(largest, Math.abs(value));
      sum += weights[j]! * (value - values[j]!) ** 2;
    }
    return Math.sqrt(sum);
  });
  const weight = Math.sqrt(weights.reduce((most, w) => Math.max(most, w), 0));
  const rounding = (m + 8) * 2 ** -53 * (Math.sqrt(m) * largest + estimateBound);
  return { distances, sensitivity, roundingError: weight * (estimateError + rounding) * (1 + 1e-9) };
}

/** Squares do not overflow. */
const mostMagnitude = 1e150;

/** Index of a candidate, drawn by the exponential mechanism from exact bits; ε-private. */
export function* choosing(
  { scoring }: ChoiceSubject,
  { epsilon, candidates }: FunctionChoice,
  random: RandomSource,
): Generator<number, number> {
  checkPositive("epsilon", epsilon);
  return drawExponentialMechanism({ ...(yield* scoring(candidates)), epsilon, random });
}

/** Probability of each candidate. Private. */
export function* choiceOdds(
  { scoring }: ChoiceSubject,
  { epsilon, candidates }: FunctionChoice,
): Generator<number, Float64Array> {
  const { distances, sensitivity } = yield* scoring(candidates);
  return exponentialMechanismProbabilities({ distances, sensitivity, epsilon });
}

/**
 * Excess of the chosen distance over the least, except with probability β: (2s/ε) ln(m/β); public.
 *
 * @param candidateCount m ≥ 1
 * @see McSherry & Talwar (2007), FOCS, Theorem 6
 */
export function choiceExcess({
  candidateCount,
  sensitivity,
  epsilon,
  failure,
}: {
  readonly candidateCount: number;
  readonly sensitivity: number;
  readonly epsilon: number;
  readonly failure: number;
}): number {
  const m = checkPositiveInteger("candidateCount", candidateCount);
  const rate = (2 * checkPositive("sensitivity", sensitivity)) / checkPositive("epsilon", epsilon);
  return rate * Math.log(m / checkOpenUnit("failure", failure));
}
