import { aldaFigure2Table } from "../../src/core/figures/aldaFigures.ts";
import { boundaryRecordsFrom, type BoundaryRecords } from "../../src/core/records/boundaryRecords.ts";
import { inValueOrder } from "../../src/core/release/valueOrder.ts";
import { balancedRecords } from "../../src/core/erm/boundary/balancedRecords.ts";
import { remember } from "../../src/core/remember.ts";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import { comparingBoundary } from "../../src/core/erm/boundary/boundaryComparison.ts";
import type { BoundaryContract } from "../../src/core/erm/boundaryContract.ts";
import { buyPenalty } from "../../src/core/erm/boundary/boundaryPurchase.ts";
import { cryptographicSource } from "../../src/core/random/cryptographicSource.ts";
import { attackedTarget, attacking, rememberedFactor, spreadOf } from "../../src/core/release/attacking.ts";
import { releasingAtPoints } from "../../src/core/release/pointRelease.ts";
import { releasingPrivately } from "../../src/core/release/releasingPrivately.ts";
import { planLearners } from "../../src/core/erm/learners/learnerPolynomial.ts";
import type { BoundaryParameters, FitParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import type { RecordMove } from "../../src/core/release/attacking.ts";
import type { StudyWorker } from "../../src/core/release/contract.ts";
import { freshWords } from "../freshWords.ts";
import { choiceTasks, onlineTasks } from "../functionTasks.ts";

function withMove(records: BoundaryRecords, { record, to }: RecordMove): BoundaryRecords {
  const { points, responses } = records;
  const coordinates = points.coordinates.slice();
  coordinates.set(to.slice(0, -1), record * points.dimension);
  return { ...records, points: { ...points, coordinates }, responses: responses.with(record, to.at(-1)!) };
}

export const studyWorker: StudyWorker<BoundaryContract> = {
  id: "boundary",
  recordsFrom: boundaryRecordsFrom,
  ordered: inValueOrder,
  arraysOf: ({ points, responses, groups }) => [points.coordinates, responses, ...(groups ? [groups.of] : [])],
  tasksOn: (records) => {
    const plan = planBoundary(records);
    const learners = planLearners(records);
    const factorOf = rememberedFactor();
    const attackingTable = (table: BoundaryRecords, own = planBoundary(table)) =>
      attacking<BoundaryParameters>({
        functionOf: (parameters, move) =>
          attackedTarget((move ? planBoundary(withMove(table, move)) : own).target(parameters), factorOf),
        settingOf: (move) => {
          const { points, responses } = move ? withMove(table, move) : table;
          return spreadOf(points.coordinates) + spreadOf(responses);
        },
      });
    const attackingRecords = attackingTable(records, plan);
    const attackingWorst = remember(({ low, high }: { readonly low: number; readonly high: number }) =>
      attackingTable(balancedRecords(records, [low, high])),
    );
    return {
      attack: {
        run: (request) => {
          const [low, high] = request.parameters.responseRange ?? [-1, 1];
          return (request.isWorst ? attackingWorst({ low, high }) : attackingRecords)(request);
        },
      },
      ...onlineTasks<FitParameters>(records.points.dimension, (parameters) => plan.online(parameters)),
      ...choiceTasks<FitParameters>((parameters) => plan.choice(parameters)),
      release: {
        run: function* (parameters, allocate) {
          return yield* plan.releasing(parameters, allocate);
        },
        arraysOf: ({ estimate, unitNoise, fitted, support }) => [estimate, fitted, support, ...unitNoise],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) => releasingPrivately(plan.target(parameters), budget, freshWords()),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      predictions: {
        *run({ budget, at, ...parameters }) {
          const { target, clampedCount } = plan.pointTarget(parameters, at);
          return { ...(yield* releasingAtPoints(target, budget, freshWords())), clampedCount };
        },
        arraysOf: ({ integers, values }) => [integers, values],
      },
      purchase: {
        run: (parameters) => buyPenalty(parameters, records, cryptographicSource()),
      },
      learner: {
        run: (parameters) => learners.release(parameters),
        arraysOf: ({ estimate, unitNoise, original }) => [estimate, original, ...unitNoise],
      },
      learnerRelease: {
        run: (request) => learners.releasing(request, freshWords()),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      aldaFigure: {
        run: (change) => aldaFigure2Table(change),
        arraysOf: ({ original, shown }) => [original, shown.released],
      },
      compare: {
        run: (parameters) => comparingBoundary(records, parameters),
        arraysOf: ({ releases }) => releases,
        inTurn: true,
      },
      heldOut: { run: (parameters) => plan.holdingOut(parameters) },
      landmarkError: { run: (parameters) => plan.landmarkError(parameters) },
    };
  },
};
