import { transfer } from "comlink";
import { gridCoordinates } from "../src/core/grids.ts";
import { compatibilityCurve } from "../src/core/releases/compatibility.ts";
import type { SensitivityOnGrid } from "../src/core/releases/compatibility.ts";
import { curveKernel, meanCurveGrid, meanWeights, planMeanCurve } from "../src/core/releases/meanCurve.ts";
import type { MeanCurveParameters, MeanCurvePlan, MeanCurveRelease } from "../src/core/releases/meanCurve.ts";
import { crossValidateColumn, foldsByPlace } from "../src/core/releases/meanCurveTuning.ts";
import type { TuningColumn } from "../src/core/releases/meanCurveTuning.ts";
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
  meanCurve(records: number, parameters: MeanCurveParameters): Promise<Outcome<MeanCurveRelease>>;
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
export function createMeanCurveService(held: HeldRecords, jobs: Jobs): MeanCurveService {
  let lastColumn: Promise<unknown> = Promise.resolve();
  const planOf = (records: number): MeanCurvePlan => held.prepared(records, "meanCurve", (data) => planMeanCurve(curvesOf(data)));

  return {
    meanCurve: async (records, parameters) => {
      const outcome = await outcomeOf(() => planOf(records).release(parameters));
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
        const { curves, pointCount, personOf } = curvesOf(held.dataOf(records));
        const { domain, rule, kernel, power, normBound, curvesPerPerson } = parameters;
        const grid = gridCoordinates(meanCurveGrid(domain, pointCount).axes[0]!);
        return crossValidateColumn({
          curves,
          grid,
          weights: meanWeights(grid, rule),
          kernel: curveKernel(kernel, range),
          foldOf: foldsByPlace({ curveCount: curves.length / pointCount, personOf, foldCount }),
          phis,
          power,
          normBound,
          noiseMultiplier,
          curvesPerPerson,
        });
      });
      lastColumn = column;
      return column;
    },

    meanCurveCompatibility: (job, records, parameters, progress) =>
      jobs.run(job, (checkpoint) => {
        const { curves, pointCount } = curvesOf(held.dataOf(records));
        return runSteps(compatibilityCurve({ ...parameters, curveCount: curves.length / pointCount }), checkpoint, progress);
      }),
  };
}

function curvesOf(data: StudyRecords): CurveRecords {
  if ("curves" in data) return data;
  throw new Error("the records are not curves");
}
