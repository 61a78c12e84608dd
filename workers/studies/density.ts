import { aldaFigure1 } from "../../src/core/datasets/examples/aldaFigures.ts";
import { recordsFrom } from "../../src/core/datasets/records.ts";
import { measureBinnedDifference } from "../../src/core/estimators/binnedDifference.ts";
import type { Points } from "../../src/core/points.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import { latticeSensitivityFormulas, planBernsteinDensity } from "../../src/core/releases/bernsteinDensity.ts";
import type { DensityShape } from "../../src/core/releases/bernsteinDensity.ts";
import { bandwidthMatrixOf, densityGrid, planDensity } from "../../src/core/releases/density.ts";
import type { DensityContract } from "../../src/core/releases/density.ts";
import { comparingDensity } from "../../src/core/releases/densityComparison.ts";
import { releasingPolynomial } from "../../src/core/releases/privatePolynomial.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
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
    const polynomialFor = remember((shape: DensityShape) =>
      planBernsteinDensity({
        points,
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
            ? polynomialFor(shapeOf(parameters)).release(parameters.polynomial, parameters)
            : planFor(parameters.domain).release(parameters, allocate),
        arraysOf: ({ estimate, unitNoise, original }) => [estimate, ...unitNoise, ...(original ? [original] : [])],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) =>
          parameters.polynomial
            ? releasingPolynomial(
                polynomialFor(shapeOf(parameters)).target(parameters.polynomial),
                {
                  axes: densityGrid(parameters.domain).axes,
                  units: { scale: 1, offset: 0 },
                  formula: latticeSensitivityFormulas[parameters.polynomial.law],
                },
                budget,
                freshWords(),
              )
            : releasingPrivately(planFor(parameters.domain).target(parameters), budget, freshWords()),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      aldaFigure: { run: (change) => aldaFigure1(change) },
      compare: {
        run: (parameters) => comparingDensity(points, parameters),
        arraysOf: ({ releases }) => releases,
        inTurn: true,
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
