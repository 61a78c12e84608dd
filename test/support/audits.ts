import { normalQuantile } from "../../src/core/special/normal.ts";
import { lowerBound, upperBound } from "./clopperPearson.ts";

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
