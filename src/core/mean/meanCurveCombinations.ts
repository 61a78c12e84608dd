import { checkCombination, optionsOn, type Combinations, type Options } from "../combinations.ts";
import { boundOnRecords } from "../release/recordsPerPerson.ts";

export type MeanCurveUse = "comparison" | "buySmoothing" | "tuning";

export type MeanCurveOption = "groups" | "absent" | "persons" | "sums" | MeanCurveUse;

const ofOneMean = "Comparisons, purchases and scores are of one mean of all curves: choose no groups";

export const meanCurveCombinations: Combinations<MeanCurveOption> = {
  parameterOf: { persons: "curvesPerPerson", sums: "curves", absent: "most" },
  clashes: [
    ["comparison", ["groups"], ofOneMean],
    ["buySmoothing", ["groups"], ofOneMean],
    ["tuning", ["groups"], ofOneMean],
    [
      "absent",
      ["comparison", "buySmoothing", "tuning", "sums"],
      "Sums, purchases, comparisons and scores are of a public number of curves: declare no largest number",
    ],
    ["buySmoothing", ["persons"], "What is bought has the sensitivity of one curve: declare no column of persons"],
    ["comparison", ["sums"], "Mechanisms are compared on curves one by one: of sums the mean curve is drawn"],
    ["buySmoothing", ["sums"], "Purchases score curves one by one: of sums the mean curve is drawn"],
    ["tuning", ["sums"], "Scores need the curves one by one: of sums the mean curve is drawn"],
  ],
};

interface Decided {
  readonly groups?: object | undefined;
  readonly mostRecords?: number | undefined;
  readonly summed?: object | undefined;
  readonly curvesPerPerson?: number | undefined;
}

/** The options that parameters, records and a use turn on. */
function meanCurveOptions(parameters: Decided, records: Decided, use?: MeanCurveUse): Options<MeanCurveOption> {
  return optionsOn<MeanCurveOption>({
    groups: parameters.groups !== undefined,
    absent: parameters.mostRecords !== undefined,
    persons: boundOnRecords(parameters.curvesPerPerson, records.curvesPerPerson) > 1,
    sums: records.summed !== undefined,
    ...(use && { [use]: true }),
  });
}

/** Checks that parameters, records and a use go together. */
export function checkMeanCurve(parameters: Decided, records: Decided, use?: MeanCurveUse): void {
  checkCombination(meanCurveCombinations, meanCurveOptions(parameters, records, use));
}
