import { boundaryRecordsFrom } from "../../src/core/datasets/boundaryRecords.ts";
import { planBoundary } from "../../src/core/releases/boundary.ts";
import type { BoundaryContract } from "../../src/core/releases/boundary.ts";
import { releasingAtPoints } from "../../src/core/releases/pointRelease.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
import { releaseOfPersons, targetOfPersons } from "../../src/core/releases/recordsPerPerson.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import { freshWords } from "../freshWords.ts";

/** The boundary study in a worker. */
export const studyWorker: StudyWorker<BoundaryContract> = {
  id: "boundary",
  recordsFrom: boundaryRecordsFrom,
  arraysOf: ({ points, responses }) => [points.coordinates, responses],
  tasksOn: (records) => {
    const plan = planBoundary(records);
    return {
      release: {
        run: function* (parameters, allocate) {
          return releaseOfPersons(yield* plan.releasing(parameters, allocate), parameters.recordsPerPerson);
        },
        arraysOf: ({ estimate, unitNoise, fitted, support }) => [estimate, fitted, support, ...unitNoise],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) =>
          releasingPrivately(
            targetOfPersons(plan.target(parameters), parameters.recordsPerPerson),
            budget,
            freshWords(),
          ),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      predictions: {
        *run({ budget, at, ...parameters }) {
          const { target, clampedCount } = plan.pointTarget(parameters, at);
          const ofPersons = targetOfPersons(target, parameters.recordsPerPerson);
          return { ...(yield* releasingAtPoints(ofPersons, budget, freshWords())), clampedCount };
        },
        arraysOf: ({ integers, values }) => [integers, values],
      },
      heldOut: { run: (parameters) => plan.holdingOut(parameters) },
      landmarkError: { run: (parameters) => plan.landmarkError(parameters) },
    };
  },
};
