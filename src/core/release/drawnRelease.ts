import type { Cost } from "../privacy/accounting/filter.ts";
import { type Calibration, type PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { RandomWords } from "../random/randomWords.ts";
import { lastOf } from "../slices.ts";
import { postMappedRelease } from "./postMappedRelease.ts";
import type { PrivateRelease } from "./privateRelease.ts";
import { preparing, type PreparedRelease } from "./releasingPrivately.ts";
import type { ReleaseTarget } from "./releaseTarget.ts";

export interface DrawTerms {
  /** ε > 0, at most 1 for the classical calibration. */
  readonly epsilon: number;
  /** 0 < δ < 1; unused by Laplace noise. */
  readonly delta: number;
  /** "analytic" if absent. */
  readonly calibration?: Calibration | undefined;
  /** Fresh words of a cryptographic source. */
  readonly words: RandomWords;
  /** Called with the cost; nothing is drawn if it throws. */
  readonly pay?: ((cost: Required<Cost>) => void) | undefined;
}

export const drawTermNames = ["epsilon", "delta", "calibration", "words", "pay"] as const;

export function budgetOfTerms({ epsilon, delta, calibration = "analytic" }: DrawTerms): PrivacyBudget {
  return { epsilon, delta, calibration };
}

export function drawnRelease(target: ReleaseTarget, terms: DrawTerms): PrivateRelease {
  const prepared = lastOf(preparing(target, budgetOfTerms(terms)));
  return postMappedRelease(drawnOncePaid(prepared, terms), target.postMap);
}

export function drawnOncePaid(prepared: PreparedRelease, { words, pay }: DrawTerms): PrivateRelease {
  pay?.({ failure: 0, delta: 0, ...prepared.cost });
  return lastOf(prepared.draw(words));
}
