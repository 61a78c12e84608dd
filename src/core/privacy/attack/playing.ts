import { checkPositiveInteger } from "../../checks.ts";
import { normalCdf, normalQuantile } from "../../special/normal.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import type { PrivacyLoss } from "../accounting/privacyLoss.ts";
import type { Attack, AttackedNumbers } from "./attackedPair.ts";
import { lowerBound, upperBound } from "./clopperPearson.ts";
import type { LossLaw } from "./lossLaw.ts";

/** Rounds of "f or f′?", each from a fair coin, and the last one. Private. */
export interface Played {
  readonly rounds: number;
  readonly right: number;
  /** Rounds from f and from f′, and those of each with ℓ beyond the threshold. */
  readonly sides: readonly [first: SideCount, second: SideCount];
  readonly last: { readonly isSecond: boolean; readonly loss: number; readonly released: AttackedNumbers };
}

interface SideCount {
  readonly rounds: number;
  readonly beyond: number;
}

/**
 * Rounds of an attack: a fair coin chooses f or f′, the mechanism draws, the attack says f′ where ℓ > 0.
 *
 * @param rounds ≥ 1
 * @param threshold fixed in advance
 * @param random for each round a uniform draw, those of the mechanism, and another uniform one where ℓ = 0
 * @yields the fraction done, each 25 rounds
 */
export function* playing(
  attack: Attack,
  { rounds, threshold }: { readonly rounds: number; readonly threshold: number },
  random: RandomSource,
): Generator<number, Played> {
  checkPositiveInteger("rounds", rounds);
  let right = 0;
  const sides = [
    { rounds: 0, beyond: 0 },
    { rounds: 0, beyond: 0 },
  ];
  for (let round = 1; ; round++) {
    const isSecond = random.uniform() < 0.5;
    const released = attack.lossOfDraw && round < rounds ? undefined : attack.draw(isSecond, random);
    const loss = released ? attack.lossOf(released) : attack.lossOfDraw!(isSecond, random);
    const saysSecond = loss === 0 ? random.uniform() < 0.5 : loss > 0;
    if (saysSecond === isSecond) right++;
    const side = sides[isSecond ? 1 : 0]!;
    side.rounds++;
    if (loss > threshold) side.beyond++;
    if (released && round === rounds)
      return { rounds, right, sides: [sides[0]!, sides[1]!], last: { isSecond, loss, released } };
    if (round % 25 === 0) yield round / rounds;
  }
}

/**
 * Largest probability of a right guess between two equally likely neighbours,
 *
 *     Φ(μ/2)  for a Gaussian loss, and a bound for a composed one,   1/(1 + e^(−ε))  for a pure one,
 *
 * plus half the failure, at most 1.
 *
 * @see Dong, Roth & Su (2022), section 2; Wasserman & Zhou (2010), Theorem 2.4
 */
export function bestGuessOf(loss: PrivacyLoss): number {
  const best = loss.kind === "pure" ? 1 / (1 + Math.exp(-loss.epsilon)) : normalCdf(loss.mu / 2);
  return Math.min(1, best + (loss.failure ?? 0) / 2);
}

/** Evidence of rounds about a claim. */
export interface Evidence {
  /** Largest μ and ε that rounds of 95 % allow: μ = 2Φ⁻¹(p), ε = ln(p/(1 − p)), p the probability of a right guess. */
  readonly mu: readonly [least: number, most: number];
  readonly epsilon: readonly [least: number, most: number];
  /** True if so many right guesses come of a sound mechanism in fewer than one of a million such runs. */
  readonly isCaught: boolean;
}

/** Probability that a run of rounds accuses a sound mechanism, at most. */
const falseAccusation = 1e-6;

/** Threshold of ℓ for rounds against a claim of ε; with half the noise ℓ reaches 2ε. */
export function accusingThreshold(claim: PrivacyLoss): number {
  return claim.kind === "pure" ? 1.5 * claim.epsilon : Infinity;
}

/**
 * Proof by rounds: least and most loss with 95 %, and whether too many right guesses refute the claim; a pure one also
 * where P(ℓ > t | f′) > e^ε P(ℓ > t | f).
 *
 * @param claim the loss that a mechanism claims
 * @see Clopper & Pearson (1934), Biometrika 26:404–413
 */
export function evidenceOf({ right, rounds, sides }: Omit<Played, "last">, claim: PrivacyLoss): Evidence {
  const bounds = [lowerBound(right, rounds, 0.025), upperBound(right, rounds, 0.025)] as const;
  const each = (of: (p: number) => number) => bounds.map((p) => Math.max(0, of(p))) as unknown as [number, number];
  const isRightTooOften = lowerBound(right, rounds, falseAccusation / 2) > bestGuessOf(claim);
  const [first, second] = sides;
  const isBeyondTooOften = () =>
    claim.kind === "pure" &&
    Math.min(first.rounds, second.rounds) > 0 &&
    lowerBound(second.beyond, second.rounds, falseAccusation / 4) - (claim.failure ?? 0) >
      Math.exp(claim.epsilon) * upperBound(first.beyond, first.rounds, falseAccusation / 4);
  return {
    mu: each((p) => 2 * normalQuantile(p)),
    epsilon: each((p) => Math.log(p / (1 - p))),
    isCaught: isRightTooOften || isBeyondTooOften(),
  };
}

const mostRounds = 1e7;

/**
 * Rounds, within 1 %, that catch a mechanism with this law of ℓ in 9 of 10 runs, by the normal approximation of counts.
 *
 * @returns undefined beyond 10⁷
 */
export function roundsToCatch({ right, errorsAt }: LossLaw, claim: PrivacyLoss): number | undefined {
  const { alarms, misses } = errorsAt(accusingThreshold(claim));
  const isCaughtIn = (rounds: number) => {
    const side = Math.ceil(rounds / 2);
    const hits = (p: number, count: number, sign: 1 | -1) =>
      Math.min(
        count,
        Math.max(0, Math.round(count * p + sign * normalQuantile(0.95) * Math.sqrt(count * p * (1 - p)))),
      );
    const sides = [
      { rounds: side, beyond: hits(alarms, side, 1) },
      { rounds: side, beyond: hits(1 - misses, side, -1) },
    ] as const;
    return evidenceOf({ rounds, right: hits(right, rounds, -1), sides }, claim).isCaught;
  };
  if (!isCaughtIn(mostRounds)) return undefined;
  let [low, high] = [1, mostRounds];
  while (high > 1.01 * low + 1) {
    const middle = Math.round(Math.sqrt(low * high));
    if (isCaughtIn(middle)) high = middle;
    else low = middle;
  }
  return high;
}
