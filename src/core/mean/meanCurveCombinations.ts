import { checkCombination, optionsOn, type Combinations, type Options } from "../combinations.ts";
import { boundOnRecords } from "../release/recordsPerPerson.ts";

export type MeanCurveUse = "comparison" | "buySmoothing" | "tuning" | "choice" | "online";

export type MeanCurveOption = "groups" | "absent" | "persons" | "sums" | "otherNoise" | MeanCurveUse;

const ofOneMean =
  "Comparisons, purchases, scores, choices and online answers are of one mean of all curves: choose no groups";
const ofOne = ["comparison", "buySmoothing", "tuning", "choice", "online"] as const;

export const meanCurveCombinations: Combinations<MeanCurveOption> = {
  parameterOf: { persons: "curvesPerPerson", sums: "curves", absent: "most" },
  clashes: [
    ...ofOne.map((use) => [use, ["groups"], ofOneMean] as const),
    [
      "absent",
      ["comparison", "buySmoothing", "tuning", "sums"],
      "Sums, purchases, comparisons and scores are of a public number of curves: declare no largest number",
    ],
    [
      "online",
      ["otherNoise"],
      "Between its grid points a mean curve is a function of its own kernel: choose that of the estimator for the noise",
    ],
    ["buySmoothing", ["persons"], "What is bought has the sensitivity of one curve: declare no column of persons"],
    ["comparison", ["sums"], "Mechanisms are compared on curves one by one: of sums the mean curve is drawn"],
    ["buySmoothing", ["sums"], "Purchases score curves one by one: of sums the mean curve is drawn"],
    ["tuning", ["sums"], "Scores need the curves one by one: of sums the mean curve is drawn"],
  ],
};

interface Decided {
  readonly kernel?: string | undefined;
  readonly noiseKernel?: string | undefined;
  readonly groups?: object | undefined;
  readonly mostRecords?: number | undefined;
  readonly summed?: object | undefined;
  readonly curvesPerPerson?: number | undefined;
}

function meanCurveOptions(parameters: Decided, records: Decided, use?: MeanCurveUse): Options<MeanCurveOption> {
  return optionsOn<MeanCurveOption>({
    groups: parameters.groups !== undefined,
    absent: parameters.mostRecords !== undefined,
    persons: boundOnRecords(parameters.curvesPerPerson, records.curvesPerPerson) > 1,
    sums: records.summed !== undefined,
    otherNoise: parameters.noiseKernel !== parameters.kernel,
    ...(use && { [use]: true }),
  });
}

export function checkMeanCurve(parameters: Decided, records: Decided, use?: MeanCurveUse): void {
  checkCombination(meanCurveCombinations, meanCurveOptions(parameters, records, use));
}
