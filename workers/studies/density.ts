import { aldaFigure1 } from "../../src/core/figures/aldaFigures.ts";
import { measureBinnedDifference } from "../../src/core/density/estimator/binnedDifference.ts";
import type { Points } from "../../src/core/points.ts";
import type { StudyWorker } from "../../src/core/release/contract.ts";
import { inValueOrder } from "../../src/core/release/valueOrder.ts";
import {
  planBernsteinDensity,
  preparingBernsteinDensity,
  type DensityShape,
} from "../../src/core/density/bernsteinDensity.ts";
import { densityAxes, bandwidthMatrixOf, isOfGaussianBumps } from "../../src/core/density/densityGrid.ts";
import { checkDensity, type DensityUse } from "../../src/core/density/densityCombinations.ts";
import type { DensityParameters, DensityTargetParameters } from "../../src/core/density/densityParameters.ts";
import type { DensityContract } from "../../src/core/density/densityContract.ts";
import { densityFrame } from "../../src/core/density/densityFrame.ts";
import { densityChoice } from "../../src/core/density/densityChoice.ts";
import { buyForDensity } from "../../src/core/density/densityPurchase.ts";
import { densityPlans, targetFramed } from "../../src/core/density/densityPlans.ts";
import { densityRecordsFrom, growingDensityRecords } from "../../src/core/density/densityRecords.ts";
import { onlineDensity } from "../../src/core/density/onlineDensity.ts";
import { peakVisibility, preparedNoise } from "../../src/core/density/peakVisibility.ts";
import { comparingDensity } from "../../src/core/density/densityComparison.ts";
import type { PolynomialRelease } from "../../src/core/bernstein/polynomialContract.ts";
import { attackedPolynomial } from "../../src/core/bernstein/attackedPolynomial.ts";
import { attackedTarget, attacking, rememberedFactor, spreadOf } from "../../src/core/release/attacking.ts";
import { releasingPrivately } from "../../src/core/release/releasingPrivately.ts";
import { cryptographicSource } from "../../src/core/random/cryptographicSource.ts";
import type { RecordMove } from "../../src/core/release/attacking.ts";
import { boundOnRecords } from "../../src/core/release/recordsPerPerson.ts";
import { remember } from "../../src/core/remember.ts";
import { justOnce } from "../../src/core/slices.ts";
import { freshWords } from "../freshWords.ts";
import { choiceTasks, onlineTasks } from "../functionTasks.ts";

/** A plan lasts as long as the domain. */
export const studyWorker: StudyWorker<DensityContract> = {
  id: "density",
  recordsFrom: densityRecordsFrom,
  ordered: inValueOrder,
  growing: growingDensityRecords,
  arraysOf: ({ points, multiplicities, groups }) => [
    points.coordinates,
    ...(multiplicities ? [multiplicities] : []),
    ...(groups ? [groups.of] : []),
  ],
  tasksOn: (records) => {
    const { points, recordsPerPerson } = records;
    const { planFor, framed } = densityPlans(records);
    const checked = <P extends Partial<DensityParameters>>(parameters: P, use?: DensityUse): P => {
      checkDensity(parameters, records, use);
      return parameters;
    };
    const polynomialFor = remember((shape: DensityShape) =>
      planBernsteinDensity({
        points,
        ...shape,
        drawnOnGrid: () => {
          const { domain, bandwidths, correlation } = shape;
          const process = { route: "gaussian", relativeRate: 1, drawCount: 1, seed: 0 } as const;
          return planFor(domain).release({ domain, bandwidths, correlation, ...process }).estimate;
        },
      }),
    );
    const shapeOf = ({
      domain,
      held,
      bandwidths,
      correlation,
      recordsPerPerson: asked,
    }: DensityShape): DensityShape => ({
      domain,
      held,
      bandwidths,
      correlation,
      recordsPerPerson: boundOnRecords(asked, recordsPerPerson),
    });
    return {
      release: {
        run: (parameters, allocate) => {
          checked(parameters);
          if (parameters.polynomial)
            return polynomialFor(shapeOf(parameters)).release(parameters.polynomial, parameters);
          const { plan, parameters: inFrame } = framed(parameters);
          return plan.release(inFrame, allocate);
        },
        arraysOf: ({ estimate, unitNoise, original }) => [estimate, ...unitNoise, ...(original ? [original] : [])],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) => {
          const { polynomial } = checked(parameters);
          if (!polynomial) return releasingPrivately(targetFramed(framed(parameters)), budget, freshWords());
          const shape = shapeOf(parameters);
          return preparingBernsteinDensity(polynomialFor(shape), { ...shape, polynomial }, budget).draw(freshWords());
        },
        arraysOf: ({ integers, values }) => [integers, values],
      },
      aldaFigure: { run: (change) => aldaFigure1(change) },
      compare: {
        run: ({ density, ...parameters }) => {
          const bound = boundOnRecords(checked(density, "comparison").recordsPerPerson, recordsPerPerson);
          return comparingDensity(points, { ...parameters, density: { ...density, recordsPerPerson: bound } });
        },
        arraysOf: ({ releases }) => releases,
        inTurn: true,
      },
      difference: {
        run: function* (asked) {
          const { plan, parameters } = framed(checked(asked, "exactSum"));
          yield 0;
          const { estimate } = plan.release({ ...parameters, drawCount: 1 });
          return yield* measureBinnedDifference({
            points: densityFrame(asked)?.recordsOf(points) ?? points,
            grid: plan.grid,
            bumps: isOfGaussianBumps(parameters)
              ? { bandwidthMatrix: bandwidthMatrixOf(parameters) }
              : { kernel: parameters.bump!, bandwidths: parameters.bandwidths },
            values: estimate,
            probeCount: probeCount(points),
          });
        },
      },
      attack: { run: attackOn(records, shapeOf) },
      ...onlineTasks<DensityTargetParameters>(points.dimension, (parameters) =>
        justOnce(onlineDensity(checked(parameters, "online"), points)),
      ),
      ...choiceTasks<DensityTargetParameters>((parameters) =>
        densityChoice(checked(parameters, "choice"), points, (asked) => targetFramed(framed(asked))),
      ),
      purchase: {
        run: (parameters) =>
          buyForDensity({ ...checked(parameters, "bandwidth"), points, random: cryptographicSource() }),
      },
      visibility: {
        run: function* (parameters) {
          const { polynomial, domain } = checked(parameters, "peaks");
          if (!polynomial) return yield* planFor(domain).visibility(parameters);
          const releaseCount = densityAxes(parameters).length === 1 ? 200 : 50;
          const noise = { drawCount: releaseCount, seed: 20261122 };
          const release = polynomialFor(shapeOf(parameters)).release(polynomial, noise);
          yield 0;
          const grid = { axes: densityAxes(parameters) };
          return yield* peakVisibility({
            values: release.estimate,
            original: release.original,
            grid,
            noiseOn: preparedNoise(release.unitNoise, grid, release.jitter),
            // The proved bound is far above a polynomial in space.
            quantile: Math.min(release.simultaneousQuantile, drawnQuantile(release)),
            releaseCount,
          });
        },
      },
    };
  },
};

function attackOn(records: DensityContract["records"], shapeOf: (parameters: DensityParameters) => DensityShape) {
  const factorOf = rememberedFactor();
  const withMove = (move: RecordMove | undefined): DensityContract["records"] => {
    if (!move) return records;
    const { points } = records;
    const coordinates = points.coordinates.slice();
    coordinates.set(move.to, move.record * points.dimension);
    return { ...records, points: { ...points, coordinates } };
  };
  return attacking<DensityParameters>({
    *functionOf(parameters, move) {
      const moved = withMove(move);
      checkDensity(parameters, moved);
      if (!parameters.polynomial)
        return yield* attackedTarget(targetFramed(densityPlans(moved).framed(parameters)), factorOf);
      const shape = shapeOf(parameters);
      const target = planBernsteinDensity({ points: moved.points, ...shape }).target(parameters.polynomial);
      return attackedPolynomial(target, densityAxes(shape));
    },
    settingOf: (move) => spreadOf(withMove(move).points.coordinates),
  });
}

/** 95 % quantile of the noise's maximum on the grid, in units of its largest deviation. */
function drawnQuantile({ unitNoise, jitter }: Pick<PolynomialRelease, "unitNoise" | "jitter">): number {
  const highest = unitNoise
    .map((draw) => draw.reduce((most, value) => Math.max(most, Math.abs(value)), 0))
    .sort((a, b) => a - b);
  return highest[Math.ceil(0.95 * highest.length) - 1]! / Math.sqrt(1 + jitter);
}

/** About 2·10⁷ kernel evaluations. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}
