import { meanCurveRecordsFrom } from "../../src/core/records/curves/meanCurveRecords.ts";
import { withoutCentre } from "../../src/core/release/postMap.ts";
import { compatibilityCurve } from "../../src/core/mean/compatibility.ts";
import type { RecordMove } from "../../src/core/release/attacking.ts";
import type { StudyWorker } from "../../src/core/release/contract.ts";
import { checkMeanCurve, type MeanCurveUse } from "../../src/core/mean/meanCurveCombinations.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../src/core/mean/curveKernels.ts";
import type { MeanCurveParameters, MeanTargetParameters } from "../../src/core/mean/meanCurveParameters.ts";
import { comparingMeanCurve } from "../../src/core/mean/meanCurveComparison.ts";
import type { MeanCurveContract } from "../../src/core/mean/meanCurveContract.ts";
import { buyForMeanCurve } from "../../src/core/mean/meanCurvePurchase.ts";
import { cryptographicSource } from "../../src/core/random/cryptographicSource.ts";
import { foldsByPlace } from "../../src/core/privacy/choice/drawnFolds.ts";
import { planCrossValidation } from "../../src/core/mean/meanCurveTuning.ts";
import { attackedTarget, attacking, rememberedFactor, spreadOf } from "../../src/core/release/attacking.ts";
import { releasingPrivately } from "../../src/core/release/releasingPrivately.ts";
import { checkPositiveInteger } from "../../src/core/checks.ts";
import { boundOnRecords } from "../../src/core/release/recordsPerPerson.ts";
import { remember } from "../../src/core/remember.ts";
import { justOnce } from "../../src/core/slices.ts";
import { freshWords } from "../freshWords.ts";
import { choiceTasks, onlineTasks } from "../functionTasks.ts";
import { defined } from "../../src/core/defined.ts";

type Folds = Pick<MeanCurveParameters, "domain" | "rule" | "normBound" | "centre"> & { readonly foldCount: number };

export const studyWorker: StudyWorker<MeanCurveContract> = {
  id: "meanCurve",
  recordsFrom: meanCurveRecordsFrom,
  arraysOf: ({ curves, personOf, groups }) => [curves, ...(personOf ? [personOf] : []), ...(groups ? [groups.of] : [])],
  tasksOn: ({ curves, pointCount, personOf, curvesPerPerson: held, summed, groups }) => {
    const curveCount = curves.length / pointCount;
    const mean = planMeanCurve({ curves, pointCount, summed, groups, curvesPerPerson: held });
    const single = { curves, pointCount };
    const checked = <P extends Pick<MeanCurveParameters, "curvesPerPerson" | "groups" | "mostRecords">>(
      parameters: P,
      use: MeanCurveUse,
    ): P => {
      checkPositiveInteger("curvesPerPerson", parameters.curvesPerPerson);
      checkMeanCurve(parameters, { summed, curvesPerPerson: held }, use);
      return { ...parameters, curvesPerPerson: boundOnRecords(parameters.curvesPerPerson, held) };
    };
    const crossValidation = remember(({ domain, rule, normBound, foldCount, centre }: Folds) => {
      const grid = meanCurveGrid(domain, pointCount).axes[0]!;
      const foldOf = foldsByPlace({ curveCount, personOf, foldCount });
      const centred = centre ? withoutCentre(curves, centre, grid) : curves;
      return planCrossValidation({ curves: centred, grid, weights: meanWeights(pointCount, rule), foldOf, normBound });
    });
    const factorOf = rememberedFactor();
    const withMove = (move: RecordMove | undefined) => {
      if (!move) return curves;
      const moved = curves.slice();
      const own = moved.subarray(move.record * pointCount, (move.record + 1) * pointCount);
      const { to, about = 0 } = move;
      own.set(to.length === 1 ? own.map((value) => about + to[0]! * (value - about)) : to);
      return moved;
    };
    return {
      attack: {
        run: attacking<MeanCurveParameters>({
          functionOf: (parameters, move) => {
            const asked = { curves: withMove(move), pointCount, summed, groups, curvesPerPerson: held };
            return attackedTarget(planMeanCurve(asked).target(parameters), factorOf);
          },
          settingOf: (move) => spreadOf(withMove(move), pointCount),
        }),
      },
      ...onlineTasks<MeanTargetParameters>(1, (parameters) => justOnce(mean.online(parameters))),
      ...choiceTasks<MeanTargetParameters>((parameters) => mean.choice(parameters)),
      release: {
        run: (parameters, allocate) => mean.release(parameters, allocate),
        arraysOf: ({ estimate, rawMean, unitNoise }) => [estimate, rawMean, ...unitNoise],
      },
      latticeRelease: {
        run: ({ budget, ...parameters }) => releasingPrivately(mean.target(parameters), budget, freshWords()),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      purchase: {
        run: (purchase) =>
          buyForMeanCurve(
            { ...purchase, parameters: checked(purchase.parameters, "buySmoothing") },
            single,
            cryptographicSource(),
          ),
      },
      tuning: {
        inTurn: true,
        run: ({ parameters, range, phis, noiseMultiplier, foldCount, score }) => {
          const { domain, rule, power, normBound, curvesPerPerson, centre } = parameters;
          checkMeanCurve({ ...parameters, curvesPerPerson: 1 }, { summed }, "tuning");
          const plan = crossValidation({ domain, rule, normBound, foldCount, ...defined({ centre }) });
          const kernel = curveKernel(parameters.kernel, range);
          const own = parameters.noiseKernel === parameters.kernel;
          const noiseKernel = own ? kernel : curveKernel(parameters.noiseKernel, range);
          const asked = { kernel, noiseKernel, phis, power, noiseMultiplier, curvesPerPerson };
          // The square error against all curves has a closed form.
          const { measure, against, recipe } = score;
          return measure === "square" && against === "curves" && recipe === "theorem"
            ? plan.column(asked)
            : plan.scoring({ ...asked, ...score });
        },
      },
      compare: {
        run: ({ mean, ...parameters }) =>
          comparingMeanCurve(single, { ...parameters, mean: checked(mean, "comparison") }),
        arraysOf: ({ releases }) => releases,
        inTurn: true,
      },
      compatibility: { run: (parameters) => compatibilityCurve({ ...parameters, curveCount }) },
    };
  },
};
