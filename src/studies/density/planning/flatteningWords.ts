import { numberText, percentText } from "../../../core/numberFormats.ts";
import type { DensityPlanAnswer, DensityPlanRequest } from "../../../core/planning/curvePlans.ts";
import { curveMeasures, type PlanWords } from "../../../panels/planning/planWords.ts";

export const densityPlanWords: PlanWords = {
  symbol: "h",
  axis: "bandwidth h",
  noun: "bandwidth",
  records: "records",
  recordsTitle: "Records",
  about:
    "A plan looks at no record. It measures against what you declare here, so it is the same for all data of this size, and costs nothing. The noise has the exact calibration; the chance of the records is taken as normal.",
  parts: ["smoothing", "sampling", "noise"],
  integral: "the share",
  heights: { noise: "the smoothed curve’s peak", total: "the true peak" },
};

export const routePlanWords: PlanWords = {
  ...densityPlanWords,
  about:
    "A plan looks at no record. It draws records of what you declare here, releases their density by this route many times, and costs nothing. The noise has the exact calibration.",
  growing: true,
  measures: curveMeasures("the true peak"),
};

const { supremum, square } = curveMeasures("the highest true peak");

export const groupsPlanWords: PlanWords = {
  ...routePlanWords,
  measures: {
    area: {
      name: "the error of the area between the first two groups’ curves",
      unit: "percentage points, of all records",
      beyond: { noise: "more than without noise", total: "in all" },
    },
    ...{ supremum: supremum!, square: square! },
  },
};

export function flatteningSentence(
  { release: { tuning: bandwidth } }: Pick<DensityPlanRequest, "release">,
  { narrowest, peak, smoothedPeak }: Pick<DensityPlanAnswer, "narrowest" | "peak" | "smoothedPeak">,
): string {
  const [before, after] = [numberText(peak), numberText(smoothedPeak)];
  const moved = `${smoothedPeak < peak ? "falls" : "rises"} from ${before} to`;
  const highest = `The highest peak ${before === after ? "stays at" : moved} ${after}.`;
  if (narrowest === Infinity) return highest;
  const lost = 1 - narrowest / Math.hypot(narrowest, bandwidth);
  return `Bumps of h = ${numberText(bandwidth)} take ${percentText(lost)} off a peak as narrow as ${numberText(narrowest)}. ${highest}`;
}

/** Share of records beyond the ends, if it matters. */
export function movedSentence({ movedShare }: Pick<DensityPlanAnswer, "movedShare">): string | undefined {
  return movedShare < 1e-3
    ? undefined
    : `${percentText(movedShare)} of the truth’s records lie beyond the domain and are moved to its ends.`;
}
