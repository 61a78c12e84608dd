import { transfer } from "comlink";
import type { BufferPool } from "../src/core/bufferPool.ts";
import { gridCoordinates } from "../src/core/grids.ts";
import { compatibilityCurve } from "../src/core/releases/compatibility.ts";
import type { SensitivityOnGrid } from "../src/core/releases/compatibility.ts";
import { curveKernel, meanCurveGrid, meanWeights, planMeanCurve } from "../src/core/releases/meanCurve.ts";
import type { MeanCurveParameters, MeanCurveRelease } from "../src/core/releases/meanCurve.ts";
import { foldsByPlace, planCrossValidation } from "../src/core/releases/meanCurveTuning.ts";
import type { TuningColumn } from "../src/core/releases/meanCurveTuning.ts";
import { remember } from "../src/core/remember.ts";
import type { HeldRecords } from "./heldRecords.ts";
import { runSteps } from "./jobs.ts";
import type { Jobs, Progress } from "./jobs.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { CurveRecords, StudyRecords } from "./records.ts";

/** One column of the tuning map: every φ at one ρ. */
export interface TuningRequest {
  readonly parameters: MeanCurveParameters;
  readonly range: number;
  readonly phis: readonly number[];
  readonly noiseMultiplier: number;
  readonly foldCount: number;
}

export interface MeanCurveService {
  /** @param returned arrays of earlier answers, to be filled again */
  meanCurve(
    records: number,
    parameters: MeanCurveParameters,
    returned?: readonly Float64Array[],
  ): Promise<Outcome<MeanCurveRelease>>;
  /** One at a time, so that a cancel is heard between the columns of a map. */
  meanCurveTuning(job: number, records: number, request: TuningRequest): Promise<Outcome<TuningColumn>>;
  meanCurveCompatibility(
    job: number,
    records: number,
    parameters: MeanCurveParameters,
    progress: Progress,
  ): Promise<Outcome<readonly SensitivityOnGrid[]>>;
}

/** The mean-curve study's part of the service. */
export function createMeanCurveService(held: HeldRecords, jobs: Jobs, buffers: BufferPool): MeanCurveService {
  let lastColumn: Promise<unknown> = Promise.resolve();
  const plansOf = (records: number) => held.prepared(records, "meanCurve", (data) => plansFor(curvesOf(data)));

  return {
    meanCurve: async (records, parameters, returned = []) => {
      buffers.giveBack(returned);
      const outcome = await outcomeOf(() => plansOf(records).mean.release(parameters, buffers.allocate));
      if (!outcome.ok) return outcome;
      const { estimate, unitNoise, rawMean } = outcome.value;
      return transfer(
        outcome,
        [estimate, rawMean, ...unitNoise].map((values) => values.buffer),
      );
    },

    meanCurveTuning: (job, records, { parameters, range, phis, noiseMultiplier, foldCount }) => {
      const before = lastColumn;
      const column = jobs.run(job, async (checkpoint) => {
        await before;
        await new Promise((resolve) => setTimeout(resolve, 0));
        await checkpoint();
        const { domain, rule, kernel, power, normBound, curvesPerPerson } = parameters;
        const plan = plansOf(records).crossValidation({ domain, rule, normBound, foldCount });
        return plan.column({ kernel: curveKernel(kernel, range), phis, power, noiseMultiplier, curvesPerPerson });
      });
      lastColumn = column;
      return column;
    },

    meanCurveCompatibility: (job, records, parameters, progress) =>
      jobs.run(job, (checkpoint) => {
        const { curves, pointCount } = curvesOf(held.dataOf(records));
        return runSteps(
          compatibilityCurve({ ...parameters, curveCount: curves.length / pointCount }),
          checkpoint,
          progress,
        );
      }),
  };
}

/** What is computed once from the curves, for whatever is then asked of them. */
function plansFor({ curves, pointCount, personOf }: CurveRecords) {
  return {
    mean: planMeanCurve({ curves, pointCount }),
    crossValidation: remember(
      ({
        domain,
        rule,
        normBound,
        foldCount,
      }: Pick<MeanCurveParameters, "domain" | "rule" | "normBound"> & Pick<TuningRequest, "foldCount">) => {
        const grid = gridCoordinates(meanCurveGrid(domain, pointCount).axes[0]!);
        const foldOf = foldsByPlace({ curveCount: curves.length / pointCount, personOf, foldCount });
        return planCrossValidation({ curves, grid, weights: meanWeights(pointCount, rule), foldOf, normBound });
      },
    ),
  };
}

function curvesOf(data: StudyRecords): CurveRecords {
  if ("curves" in data) return data;
  throw new Error("the records are not curves");
}
