import type { PlanWords } from "../../../panels/planning/planWords.ts";

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
