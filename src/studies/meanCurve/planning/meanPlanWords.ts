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
