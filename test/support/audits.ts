import { normalQuantile } from "../../src/core/special/normal.ts";
import { lowerBound, upperBound } from "../../src/core/privacy/attack/clopperPearson.ts";

/** Probability that a bound of Clopper and Pearson is wrong; two are used in each audit. */
export const boundError = 2e-6;

/** A lower bound on μ from how often an attacker says "the second" of each neighbour. */
export function muOf(alarms: number, hits: number, draws: number): number {
  return normalQuantile(lowerBound(hits, draws, boundError)) - normalQuantile(upperBound(alarms, draws, boundError));
}

/** A lower bound on ε at δ from how often an outcome comes of each neighbour. */
export function epsilonOf(first: number, second: number, draws: number, delta = 0): number {
  return Math.log(Math.max(0, lowerBound(first, draws, boundError) - delta) / upperBound(second, draws, boundError));
}

/** How often an outcome came of both neighbours, or of one alone, in pairs of draws with the same random words. */
export interface PairedCounts {
  readonly both: number;
  readonly first: number;
  readonly second: number;
}

/**
 * A lower bound on the logarithm of P/Q, the probabilities of an outcome of two neighbours, from independent pairs of draws.
 * Whatever the two of a pair have in common, P/Q is the share of the first among the pairs in which the outcome comes of either,
 * by that of the second; given how many these are, both counts are binomial. Where it comes of the second only if it does of the
 * first, the one share is 1, and the other alone is uncertain: a third of the draws tells as much as of two that know nothing of
 * each other.
 */
export function epsilonOfPairs({ both, first, second }: PairedCounts): number {
  const either = both + first + second;
  return Math.log(lowerBound(both + first, either, boundError) / upperBound(both + second, either, boundError));
}

/** The counts of an outcome in pairs of draws. */
export function pairedCounts(pairs: number, outcomeOf: (trial: number, second: boolean) => boolean): PairedCounts {
  const counts = { both: 0, first: 0, second: 0 };
  for (let trial = 0; trial < pairs; trial++) {
    const [one, other] = [outcomeOf(trial, false), outcomeOf(trial, true)];
    if (one || other) counts[one && other ? "both" : one ? "first" : "second"]++;
  }
  return counts;
}
