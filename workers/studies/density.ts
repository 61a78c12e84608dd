import { recordsFrom } from "../../src/core/datasets/records.ts";
import { measureBinnedDifference } from "../../src/core/estimators/binnedDifference.ts";
import type { Points } from "../../src/core/points.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import { bandwidthMatrixOf, planDensity } from "../../src/core/releases/density.ts";
import type { DensityContract } from "../../src/core/releases/density.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
import { releaseOfPersons, targetOfPersons } from "../../src/core/releases/recordsPerPerson.ts";
import { remember } from "../../src/core/remember.ts";

import { freshWords } from "../freshWords.ts";

/** The density study in a worker; a plan lasts as long as the domain. */
export const studyWorker: StudyWorker<DensityContract> = {
  id: "density",
  recordsFrom: (table, choice) => recordsFrom({ table, ...choice }),
  arraysOf: ({ points }) => [points.coordinates],
  tasksOn: ({ points }) => {
    const planFor = remember((domain: DensityContract["tasks"]["release"]["parameters"]["domain"]) =>
      planDensity({ points, domain }),
    );
    return {
      release: {
        run: (parameters, allocate) =>
          releaseOfPersons(planFor(parameters.domain).release(parameters, allocate), parameters.recordsPerPerson),
        arraysOf: ({ estimate, unitNoise }) => [estimate, ...unitNoise],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) =>
          releasingPrivately(
            targetOfPersons(planFor(parameters.domain).target(parameters), parameters.recordsPerPerson),
            budget,
            freshWords(),
          ),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      difference: {
        run: function* (parameters) {
          const plan = planFor(parameters.domain);
          yield 0;
          const { estimate } = plan.release({ ...parameters, drawCount: 1 });
          return yield* measureBinnedDifference({
            points,
            grid: plan.grid,
            bandwidthMatrix: bandwidthMatrixOf(parameters),
            values: estimate,
            probeCount: probeCount(points),
          });
        },
      },
    };
  },
};

/** About 2·10⁷ kernel evaluations, and at least 16 probes. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}
