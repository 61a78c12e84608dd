import type { Evidence } from "../../core/privacy/attack/playing.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import type { Fault } from "../../core/privacy/attack/faults.ts";
import { achievedEpsilon } from "../../core/privacy/calibration/gaussian.ts";
import { decimalsText, numberText } from "../../core/numberFormats.ts";

/** "55", of 100. Rounding never makes 0, 50 or 100. */
export function ofHundred(share: number): string {
  const percent = 100 * share;
  if (percent > 99.99) return "over 99.99";
  if (percent < 0.01) return "under 0.01";
  const near = Math.min(percent, 100 - percent, Math.abs(percent - 50) || 50);
  return String(Number(decimalsText(percent, near < 1 ? Math.max(1, Math.ceil(-Math.log10(near))) : 0)));
}

export const faultWords: Readonly<Record<Fault, readonly [name: string, why: string]>> = {
  none: ["nothing: the mechanism as it is", "This is the sound mechanism: to accuse it would be a false alarm."],
  halved: ["half the noise", "Half the noise is twice the loss."],
  rough: [
    "too rough: new noise at each point",
    "Noise that is independent from point to point averages out over a bump.",
  ],
  smooth: [
    "too smooth: a few random numbers for all points",
    "The difference of neighbours has directions in which so smooth noise never goes, and there nothing hides it.",
  ],
  cut: [
    "cut off at one standard deviation",
    "A value beyond the end, or exactly at it, is possible for one of the two only.",
  ],
  seeded: ["noise of a known seed", "Who knows the seed subtracts the noise."],
  twoScales: ["the same noise at two scales", "Of two releases that share noise a sum without noise can be made."],
  lastBits: [
    "doubles with all their digits",
    "Of most doubles one of the two neighbours cannot be the source. “Release” therefore draws on a lattice.",
  ],
  setting: [
    "a setting made of the records, published",
    "The number changes with every record, and no noise covers it.",
  ],
};

/** "μ = 0.268, ε = 1 at δ = 0.00001", or "ε = 1". */
export function lossText(loss: PrivacyLoss, delta: number): string {
  if (loss.kind === "pure") return `ε = ${numberText(loss.epsilon)}`;
  return `μ = ${numberText(loss.mu)}, ε = ${epsilonText(loss.mu, delta)} at δ = ${numberText(delta)}`;
}

/** Loss by rounds; without `delta` from below only. */
export function boundsText({ mu, epsilon }: Evidence, { kind }: PrivacyLoss, delta?: number): string {
  const [least, most] = kind === "pure" ? epsilon : mu;
  // No loss is 0.
  const isBounded = kind !== "pure" && delta !== undefined && Number.isFinite(most) && most > 0;
  if (least === 0 && !isBounded) return "These rounds bound nothing yet";
  const range = (text: (value: number) => string) => {
    if (!isBounded) return `at least ${text(least)}`;
    return least === 0 ? `at most ${text(most)}` : `${text(least)} to ${text(most)}`;
  };
  const atDelta =
    kind === "pure" || delta === undefined
      ? ""
      : `, ε at δ = ${numberText(delta)} is ${range((m) => epsilonText(m, delta))}`;
  return `By these rounds ${kind === "pure" ? "ε" : "μ"} of this pair is ${range(numberText)}${atDelta} (right in 95 of 100 such runs: Clopper and Pearson)`;
}

export function epsilonText(mu: number, delta: number): string {
  return mu > 0 && delta > 0 ? numberText(achievedEpsilon({ delta, noiseMultiplier: 1 / mu })) : "0";
}
