import { recordsOfFreePrivacy } from "../../../core/mean/freePrivacy.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import type { PlannedRelease } from "../../../core/planning/planTarget.ts";
import { analyticNoiseMultiplier } from "../../../core/privacy/calibration/gaussian.ts";
import { curveMeasures, type PlanWords } from "../../../panels/planning/planWords.ts";

export const meanPlanWords: PlanWords = {
  symbol: "φ",
  axis: "penalty φ",
  noun: "penalty",
  records: "curves",
  recordsTitle: "Curves",
  about:
    "A plan looks at no curve. It measures against what you declare here, so it is the same for all data of this size, and costs nothing. The noise has the exact calibration; the chance of the curves is taken as normal.",
  parts: ["smoothing", "sampling", "noise"],
  integral: "the integral",
  heights: { noise: "the expected curve’s rise from lowest to highest", total: "the declared mean’s rise" },
};

export const meanRouteWords: PlanWords = {
  ...meanPlanWords,
  about:
    "A plan looks at no curve. It draws the means of curves that you declare here, releases them many times, and costs nothing. The noise has the exact calibration; curves beyond the norm bound are not simulated.",
  growing: true,
  measures: curveMeasures("the declared rise"),
};

const { supremum, square } = curveMeasures("the first group’s declared rise");

export const meanGroupsWords: PlanWords = {
  ...meanRouteWords,
  measures: {
    area: {
      name: "the error of the area between the first two groups’ curves",
      unit: "% of the first group’s declared rise over the whole domain",
      beyond: { noise: "more than without noise", total: "in all" },
    },
    ...{ supremum: supremum!, square: square! },
  },
};

/**
 * Number of curves from which privacy is free, where φ falls as 1/N.
 *
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 4.2; errata M5
 */
export function freeSentence(
  { power, normBound }: { readonly power: number; readonly normBound: number },
  { recordCount, recordsPerPerson, epsilon, delta, tuning }: PlannedRelease,
): string {
  const share = tuning * recordCount;
  const multiplier = recordsPerPerson * analyticNoiseMultiplier({ epsilon, delta });
  const from = recordsOfFreePrivacy({ share, power, normBound, multiplier });
  const held = `With φ in proportion to 1/N, as here φ·N = ${numberText(share)},`;
  return from === undefined
    ? `${held} noise falls as the chance of the curves does: privacy is free only with η above 1 (Theorem 4.2).`
    : `${held} the bound on the noise is below that on the chance of curves of norm τ from N = ${countText(Math.max(1, Math.ceil(from)))} on (Theorem 4.2).`;
}
