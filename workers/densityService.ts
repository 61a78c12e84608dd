import { transfer } from "comlink";
import type { BufferPool } from "../src/core/bufferPool.ts";
import { measureBinnedDifference } from "../src/core/estimators/binnedDifference.ts";
import type { BinnedDifference } from "../src/core/estimators/binnedDifference.ts";
import type { Points } from "../src/core/points.ts";
import { bandwidthMatrixOf, planDensity } from "../src/core/releases/density.ts";
import type { DensityParameters, DensityPlan, DensityRelease } from "../src/core/releases/density.ts";
import type { HeldRecords } from "./heldRecords.ts";
import type { Jobs, Progress } from "./jobs.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { StudyRecords } from "./records.ts";

export interface DensityService {
  /** @param returned arrays of earlier answers, to be filled again */
  density(
    records: number,
    parameters: DensityParameters,
    returned?: readonly Float64Array[],
  ): Promise<Outcome<DensityRelease>>;
  densityDifference(
    job: number,
    records: number,
    parameters: DensityParameters,
    progress: Progress,
  ): Promise<Outcome<BinnedDifference>>;
}

/** The density study's part of the service; a plan lasts as long as the domain. */
export function createDensityService(held: HeldRecords, jobs: Jobs, buffers: BufferPool): DensityService {
  const planFor = (records: number, { domain }: DensityParameters): DensityPlan =>
    held.prepared(records, `density ${JSON.stringify(domain)}`, (data) =>
      planDensity({ points: pointsOf(data), domain }),
    );

  return {
    density: async (records, parameters, returned = []) => {
      buffers.giveBack(returned);
      const outcome = await outcomeOf(() => planFor(records, parameters).release(parameters, buffers.allocate));
      if (!outcome.ok) return outcome;
      const { estimate, unitNoise } = outcome.value;
      return transfer(
        outcome,
        [estimate, ...unitNoise].map((values) => values.buffer),
      );
    },

    densityDifference: (job, records, parameters, progress) =>
      jobs.run(job, async (checkpoint) => {
        const points = pointsOf(held.dataOf(records));
        const plan = planFor(records, parameters);
        await checkpoint();
        const { estimate } = plan.release({ ...parameters, drawCount: 1 });
        const measuring = measureBinnedDifference({
          points,
          grid: plan.grid,
          bandwidthMatrix: bandwidthMatrixOf(parameters),
          values: estimate,
          probeCount: probeCount(points),
        });
        for (;;) {
          await checkpoint();
          const step = measuring.next();
          if (step.done) return step.value;
          progress(step.value);
        }
      }),
  };
}

function pointsOf(data: StudyRecords): Points {
  if ("points" in data) return data.points;
  throw new Error("the records are not points");
}

/** About 2·10⁷ kernel evaluations, and at least 16 probes. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}
