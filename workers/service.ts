import { transfer } from "comlink";
import { createBufferPool } from "../src/core/bufferPool.ts";
import { loadExample } from "../src/core/datasets/examples/examples.ts";
import type { Table } from "../src/core/datasets/table.ts";
import { createTableReader } from "../src/core/datasets/tableReader.ts";
import { ParameterError } from "../src/core/errors.ts";
import { createBoundaryService } from "./boundaryService.ts";
import type { BoundaryService } from "./boundaryService.ts";
import { createDensityService } from "./densityService.ts";
import type { DensityService } from "./densityService.ts";
import { createHeldRecords } from "./heldRecords.ts";
import { createJobs } from "./jobs.ts";
import type { Progress } from "./jobs.ts";
import { createMeanCurveService } from "./meanCurveService.ts";
import type { MeanCurveService } from "./meanCurveService.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { StudyRecords } from "./records.ts";

/** What a worker does for the engine: data for all studies, and one part for each study. */
export interface WorkerService extends DensityService, BoundaryService, MeanCurveService {
  ping(): true;
  hold(records: number, data: StudyRecords): void;
  forget(records: number): void;
  cancel(job: number): void;
  readTable(job: number, source: Blob, progress: Progress): Promise<Outcome<Table>>;
  loadExample(id: string): Promise<Outcome<Table>>;
}

/** The service of one worker: the records it holds and what it remembers of them. */
export function createWorkerService(): WorkerService {
  const held = createHeldRecords();
  const jobs = createJobs();
  const buffers = createBufferPool();

  return {
    ping: () => true,
    hold: held.hold,
    forget: held.forget,
    cancel: (job) => jobs.cancel(job),

    readTable: async (job, source, progress) =>
      transferTable(
        await jobs.run(job, async (checkpoint) => {
          const reader = createTableReader({ totalBytes: source.size });
          for (let start = 0; start < source.size; start += pieceLength) {
            progress(reader.push(await bytesOf(source.slice(start, start + pieceLength))));
            await checkpoint();
          }
          return reader.finish();
        }),
      ),

    loadExample: async (id) => transferTable(await outcomeOf(() => loadExample(id))),

    ...createDensityService(held, jobs, buffers),
    ...createBoundaryService(held, jobs, buffers),
    ...createMeanCurveService(held, jobs, buffers),
  };
}

const pieceLength = 2 ** 20;

/** Reading fails for a folder, and for a file that was changed or removed after it was chosen. */
async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new ParameterError("file", "something the browser cannot read", "a file that is still where it was chosen");
  }
}

function transferTable(outcome: Outcome<Table>): Outcome<Table> {
  if (!outcome.ok) return outcome;
  return transfer(
    outcome,
    outcome.value.columns.map(({ values }) => values.buffer),
  );
}
