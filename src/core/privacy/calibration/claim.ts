import { checkNonNegative, checkOpenUnit, checkPositive, checkUnit } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";
import {
  achievedDelta,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
  type PrivacyParameters,
} from "./gaussian.ts";
import type { Calibration, PrivacyBudget } from "./privacyBudget.ts";
import { oneOf } from "../../untrusted.ts";

/**
 * Claim of a release with a budget: the largest μ, rounded down, with
 *
 *     δ_μ(ε) + (1 + e^ε) p ≤ δ;
 *
 * for the classical calibration, the μ of its multiplier at δ less the failure.
 *
 * @param epsilon ε > 0, at most 1 for the classical calibration
 * @param delta 0 < δ < 1
 * @param failure p in [0, 1]: the release is μ-GDP outside an event of this probability
 * @throws {NumericalError} if the failure alone exceeds δ at this ε
 * @see docs/proofs/latticeRelease.md
 */
export function claimedMu({
  epsilon,
  delta,
  failure,
  calibration,
}: PrivacyParameters & { readonly failure: number; readonly calibration: Calibration }): number {
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  const left = (delta - addedFailure({ epsilon, failure })) * (1 - 2 ** -50);
  if (!(left > 0)) {
    throw new NumericalError(
      `delta = ${delta} cannot cover a failure of probability ${failure} at epsilon = ${epsilon}`,
    );
  }
  return (1 / calibratedMultiplier({ epsilon, delta: left, calibration })) * (1 - 2 ** -50);
}

/** Noise multiplier σ/Δ of a budget. */
export function calibratedMultiplier({
  calibration,
  ...budget
}: PrivacyParameters & { readonly calibration: Calibration }): number {
  return checkCalibration(calibration, "calibration") === "analytic"
    ? analyticNoiseMultiplier(budget)
    : classicalNoiseMultiplier(budget);
}

const checkCalibration = oneOf("analytic", "classical");

/**
 * (1 + e^ε)p, rounded up: the part of δ that a failure costs.
 *
 * @param epsilon ε ≥ 0
 * @param failure p in [0, 1]
 */
export function addedFailure({ epsilon, failure }: { readonly epsilon: number; readonly failure: number }): number {
  checkNonNegative("epsilon", epsilon);
  return checkUnit("failure", failure) === 0 ? 0 : (1 + Math.exp(epsilon)) * failure * (1 + 2 ** -46);
}

/**
 * Smallest proved δ of a release that is μ-GDP outside an event of probability p, rounded up,
 *
 *     δ(ε) = min(1, δ_μ(ε) + (1 + e^ε) p).
 *
 * @param epsilon ε ≥ 0
 * @param mu μ > 0
 * @param failure p in [0, 1]
 */
export function claimedDelta({
  epsilon,
  mu,
  failure,
}: {
  readonly epsilon: number;
  readonly mu: number;
  readonly failure: number;
}): number {
  const gaussian = achievedDelta({ epsilon, noiseMultiplier: (1 / checkPositive("mu", mu)) * (1 - 2 ** -50) });
  return Math.min(1, gaussian * (1 + 1e-12) + addedFailure({ epsilon, failure }));
}

export interface ReleaseClaim {
  readonly calibration: Calibration | "pure" | "theorem7";
  /** The release is μ-GDP but for `failure`, the probability p. */
  readonly mu: number;
  readonly failure: number;
  readonly addedFailure: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly achievedDelta: number;
}

export function claimOf({ epsilon, delta, calibration }: PrivacyBudget, mu: number, failure: number): ReleaseClaim {
  return {
    epsilon,
    delta,
    calibration,
    mu,
    failure,
    addedFailure: addedFailure({ epsilon, failure }),
    achievedDelta: claimedDelta({ epsilon, mu, failure }),
  };
}
