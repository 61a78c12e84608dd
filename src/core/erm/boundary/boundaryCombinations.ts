import { checkCombination, optionsOn, type Combinations, type Options } from "../../combinations.ts";
import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import type { FitParameters } from "./boundaryParameters.ts";

export type BoundaryUse =
  | ("comparison" | "sobolev" | "lattice" | "learners" | "classifier" | "priestleyChao")
  | ("buyPenalty" | "predictions" | "choice" | "online" | "map" | "editing");

export type BoundaryOption =
  | ("labels" | "responses" | "further" | "manyInputs" | "otherKernel" | "landmarks" | "groups" | "absent" | "persons")
  | BoundaryUse;

export const boundaryCombinations: Combinations<BoundaryOption> = {
  parameterOf: {
    ...{ landmarks: "solver", sobolev: "mechanism", lattice: "mechanism" },
    ...{ classifier: "learner", priestleyChao: "learner", learners: "further", absent: "most" },
  },
  clashes: [
    ["landmarks", ["further"], "A grid of landmarks fills at most two inputs: with further ones choose the exact fit"],
    ["landmarks", ["groups"], "Groups are fitted over the whole space: choose the exact fit"],
    ["landmarks", ["absent"], "With a private number of records the fit is over the whole space: choose the exact fit"],
    ["landmarks", ["predictions", "choice", "online"], "Predictions, choices and online answers need the exact fit"],
    ["landmarks", ["buyPenalty"], "λ is bought for the exact fit: choose it"],
    [
      "groups",
      ["comparison", "buyPenalty", "learners", "predictions", "choice", "online", "map"],
      "Comparisons, bought λ, other learners, predictions, choices, online answers and the map of λ are about one function of all records. Choose no groups for them",
    ],
    ["groups", ["editing"], "Points are edited by their numbers, and the group of a record is none of them"],
    [
      "absent",
      ["comparison", "learners", "map", "editing"],
      "Comparisons, other learners, the map of λ and edited points are of a public number of records: declare no largest number",
    ],
    ["buyPenalty", ["persons"], "What is bought has the sensitivity of one record: declare no column of persons"],
    ["sobolev", ["otherKernel"], "The noise of a Sobolev space is for the Gaussian kernel: choose another mechanism"],
    [
      "lattice",
      ["manyInputs"],
      "A lattice in all inputs has too many values for more than three: choose a process as the mechanism",
    ],
    [
      "learners",
      ["manyInputs"],
      "A polynomial has a value for each point of a lattice in all inputs: it is offered for at most three",
    ],
    ["classifier", ["responses"], "Naive Bayes and logistic regression classify labels: choose a learner of responses"],
    ["priestleyChao", ["labels"], "A Priestley–Chao curve is of responses: choose a learner of labels"],
    ["priestleyChao", ["further"], "The Priestley–Chao estimate needs gaps between inputs, which only a line has"],
  ],
};

type Records = Partial<Pick<BoundaryRecords, "groups" | "recordsPerPerson">>;

/** Each input multiplies the values by k + 1. */
const mostLatticeInputs = 3;

export function boundaryOptions(
  parameters: Partial<FitParameters>,
  records: Records = {},
  uses: readonly BoundaryUse[] = [],
): Options<BoundaryOption> {
  const { domain = [], held = [], responseRange, kernel = "gaussian", recordsPerPerson: bound = 1 } = parameters;
  const options = optionsOn<BoundaryOption>({
    labels: responseRange === undefined,
    responses: responseRange !== undefined,
    further: held.length > 0,
    manyInputs: !(domain.length <= mostLatticeInputs),
    otherKernel: kernel !== "gaussian",
    landmarks: parameters.solver === "landmarks",
    groups: (parameters.groups ?? records.groups) !== undefined,
    absent: parameters.mostRecords !== undefined,
    persons: Math.max(bound, records.recordsPerPerson ?? 1) !== 1,
  });
  return new Set([...options, ...uses]);
}

export function checkBoundary(parameters: Partial<FitParameters>, records: Records, ...uses: BoundaryUse[]): void {
  checkCombination(boundaryCombinations, boundaryOptions(parameters, records, uses));
}
