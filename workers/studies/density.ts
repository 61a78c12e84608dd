import { recordsFromCounts } from "../../src/core/datasets/latticeCounts.ts";
import { recordsFrom } from "../../src/core/datasets/records.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { measureBinnedDifference } from "../../src/core/estimators/binnedDifference.ts";
import type { Points } from "../../src/core/points.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import { latticeSensitivityFormulas, planBernsteinDensity } from "../../src/core/releases/bernsteinDensity.ts";
import type { DensityShape } from "../../src/core/releases/bernsteinDensity.ts";
import { bandwidthMatrixOf, densityGrid, planDensity } from "../../src/core/releases/density.ts";
import type { DensityContract } from "../../src/core/releases/density.ts";
import { releasingPolynomial } from "../../src/core/releases/privatePolynomial.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
import { releaseOfPersons, targetOfPersons } from "../../src/core/releases/recordsPerPerson.ts";
import { remember } from "../../src/core/remember.ts";

import { freshWords } from "../freshWords.ts";

/** The density study in a worker; a plan lasts as long as the domain. */
export const studyWorker: StudyWorker<DensityContract> = {
  id: "density",
  recordsFrom: (table, choice) =>
    choice.counted ? { ...recordsFromCounts(table), droppedCount: 0 } : recordsFrom({ table, ...choice }),
  arraysOf: ({ points, multiplicities }) =>
    multiplicities ? [points.coordinates, multiplicities] : [points.coordinates],
  tasksOn: ({ points, multiplicities }) => {
    /** The records one by one. @throws {ParameterError} if they are counts */
    const single = () => {
      if (!multiplicities) return points;
      throw new ParameterError("route", "counts", "a Gaussian process for counts: all else needs the records");
    };
    const planFor = remember((domain: DensityContract["tasks"]["release"]["parameters"]["domain"]) =>
      planDensity({ points, multiplicities, domain }),
    );
    const polynomialFor = remember((shape: DensityShape) =>
      planBernsteinDensity({
        points: single(),
        ...shape,
        drawnOnGrid: () => {
          const parameters = { ...shape, route: "gaussian", relativeRate: 1, drawCount: 1, seed: 0 } as const;
          return planFor(shape.domain).release(parameters).estimate;
        },
      }),
    );
    const shapeOf = ({ domain, bandwidths, correlation }: DensityShape) => ({ domain, bandwidths, correlation });
    return {
      release: {
        run: (parameters, allocate) =>
          parameters.polynomial
            ? polynomialFor(shapeOf(eachAPerson(parameters))).release(parameters.polynomial, parameters)
            : releaseOfPersons(planFor(parameters.domain).release(parameters, allocate), parameters.recordsPerPerson),
        arraysOf: ({ estimate, unitNoise, original }) => [estimate, ...unitNoise, ...(original ? [original] : [])],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) =>
          parameters.polynomial
            ? releasingPolynomial(
                polynomialFor(shapeOf(eachAPerson(parameters))).target(parameters.polynomial),
                {
                  axes: densityGrid(parameters.domain).axes,
                  units: { scale: 1, offset: 0 },
                  formula: latticeSensitivityFormulas[parameters.polynomial.law],
                },
                budget,
                freshWords(),
              )
            : releasingPrivately(
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
            points: single(),
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

/** The sensitivity of a polynomial is that of one record. @throws {ParameterError} if a person may have several */
function eachAPerson<P extends { readonly recordsPerPerson?: number }>(parameters: P): P {
  const { recordsPerPerson = 1 } = parameters;
  if (recordsPerPerson === 1) return parameters;
  throw new ParameterError("route", "a polynomial", "a Gaussian process where a person may have several rows");
}

/** About 2·10⁷ kernel evaluations, and at least 16 probes. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}
