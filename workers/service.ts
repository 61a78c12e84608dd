import { transfer } from "comlink";
import { loadExample } from "../src/core/datasets/examples/examples.ts";
import type { Table } from "../src/core/datasets/table.ts";
import { createTableReader } from "../src/core/datasets/tableReader.ts";
import { ParameterError } from "../src/core/errors.ts";
import { measureBinnedDifference } from "../src/core/estimators/binnedDifference.ts";
import type { BinnedDifference } from "../src/core/estimators/binnedDifference.ts";
import type { Points } from "../src/core/points.ts";
import { bandwidthMatrixOf, planDensity } from "../src/core/releases/density.ts";
import type { DensityParameters, DensityPlan, DensityRelease } from "../src/core/releases/density.ts";
import type { Outcome } from "./outcome.ts";
import { createJobs } from "./jobs.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { StudyRecords } from "./records.ts";

/** Called with the fraction done; a comlink proxy. */
export type Progress = (fraction: number) => void;

/** What a worker does for the engine. One line per method of a study. */
export interface WorkerService {
  ping(): true;
  hold(records: number, data: StudyRecords): void;
  forget(records: number): void;
  cancel(job: number): void;
  readTable(job: number, source: Blob, progress: Progress): Promise<Outcome<Table>>;
  loadExample(id: string): Promise<Outcome<Table>>;
  density(records: number, parameters: DensityParameters): Promise<Outcome<DensityRelease>>;
  densityDifference(
    job: number,
    records: number,
    parameters: DensityParameters,
    progress: Progress,
  ): Promise<Outcome<BinnedDifference>>;
}

interface Held {
  readonly data: StudyRecords;
  /** The plan of the latest domain. */
  plan?: { readonly domain: string; readonly plan: DensityPlan };
}

/** The service of one worker: the records it holds and what it remembers of them. */
export function createWorkerService(): WorkerService {
  const held = new Map<number, Held>();
  const jobs = createJobs();

  const planFor = (records: number, { domain }: DensityParameters): DensityPlan => {
    const data = recordsOf(records);
    const key = JSON.stringify(domain);
    if (data.plan?.domain !== key) data.plan = { domain: key, plan: planDensity({ points: data.data.points, domain }) };
    return data.plan.plan;
  };
  const recordsOf = (records: number): Held => {
    const data = held.get(records);
    if (!data) throw new Error(`this worker does not hold records ${records}`);
    return data;
  };

  return {
    ping: () => true,
    hold: (records, data) => {
      held.set(records, { data });
    },
    forget: (records) => {
      held.delete(records);
    },
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

    density: async (records, parameters) => {
      const outcome = await outcomeOf(() => planFor(records, parameters).release(parameters));
      if (!outcome.ok) return outcome;
      const { estimate, unitNoise } = outcome.value;
      return transfer(
        outcome,
        [estimate, ...unitNoise].map((values) => values.buffer),
      );
    },

    densityDifference: (job, records, parameters, progress) =>
      jobs.run(job, async (checkpoint) => {
        const { points } = recordsOf(records).data;
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

const pieceLength = 2 ** 20;

/** Reading fails for a folder, and for a file that was changed or removed after it was chosen. */
async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new ParameterError("file", "something the browser cannot read", "a file that is still where it was chosen");
  }
}

/** About 2·10⁷ kernel evaluations, and at least 16 probes. */
function probeCount({ coordinates, dimension }: Points): number {
  return Math.max(16, Math.min(250, Math.floor((2e7 * dimension) / coordinates.length)));
}

function transferTable(outcome: Outcome<Table>): Outcome<Table> {
  if (!outcome.ok) return outcome;
  return transfer(
    outcome,
    outcome.value.columns.map(({ values }) => values.buffer),
  );
}
