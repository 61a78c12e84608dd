import { transfer } from "comlink";
import type { BufferPool } from "../src/core/bufferPool.ts";
import { planBoundary } from "../src/core/releases/boundary.ts";
import type {
  BoundaryParameters,
  BoundaryPlan,
  BoundaryRelease,
  FitParameters,
} from "../src/core/releases/boundary.ts";
import type { HeldRecords } from "./heldRecords.ts";
import { runSteps } from "./jobs.ts";
import type { Jobs, Progress } from "./jobs.ts";
import type { Outcome } from "./outcome.ts";

export interface BoundaryService {
  /** @param returned arrays of earlier answers, to be filled again */
  boundary(
    job: number,
    records: number,
    parameters: BoundaryParameters,
    progress: Progress,
    returned?: readonly Float64Array[],
  ): Promise<Outcome<BoundaryRelease>>;
  /** f at each record, from a fit without it. */
  boundaryHeldOut(
    job: number,
    records: number,
    parameters: FitParameters,
    progress: Progress,
  ): Promise<Outcome<Float64Array>>;
  boundaryLandmarkError(
    job: number,
    records: number,
    parameters: FitParameters,
    progress: Progress,
  ): Promise<Outcome<number>>;
}

/** The boundary study's part of the service. */
export function createBoundaryService(held: HeldRecords, jobs: Jobs, buffers: BufferPool): BoundaryService {
  const planOf = (records: number): BoundaryPlan =>
    held.prepared(records, "boundary", (data) => {
      if (!("responses" in data)) throw new Error(`records ${records} have no responses`);
      return planBoundary(data);
    });

  return {
    boundary: async (job, records, parameters, progress, returned = []) => {
      buffers.giveBack(returned);
      const outcome = await jobs.run(job, (checkpoint) =>
        runSteps(planOf(records).releasing(parameters, buffers.allocate), checkpoint, progress),
      );
      if (!outcome.ok) return outcome;
      const { estimate, unitNoise, fitted, support } = outcome.value;
      return transfer(
        outcome,
        [estimate, fitted, support, ...unitNoise].map((values) => values.buffer),
      );
    },
    boundaryHeldOut: (job, records, parameters, progress) =>
      jobs.run(job, (checkpoint) => runSteps(planOf(records).holdingOut(parameters), checkpoint, progress)),
    boundaryLandmarkError: (job, records, parameters, progress) =>
      jobs.run(job, (checkpoint) => runSteps(planOf(records).landmarkError(parameters), checkpoint, progress)),
  };
}
