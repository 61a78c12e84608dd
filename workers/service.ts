import { transfer } from "comlink";
import { createBufferPool } from "../src/core/bufferPool.ts";
import type { TableOutline } from "../src/core/records/outline.ts";
import type { PlanName } from "../src/core/planning/planningTasks.ts";
import type { TableKeys } from "../src/core/tables/tableKeys.ts";
import { createHeldRecords } from "./heldRecords.ts";
import { createHeldTables, type TableSource } from "./heldTables.ts";
import { createJobs, runSteps, type Progress } from "./messages/jobs.ts";
import type { Outcome } from "./messages/outcome.ts";
import { outcomeOf } from "./messages/outcomeOf.ts";
import { recordsOfLarge } from "./largeRecords.ts";
import { load, registered, type AnyComputation } from "./registry.ts";

export interface WorkerService {
  ping(): true;
  /** A failure shows at its first use. */
  prepare(study: string): Promise<Outcome<void>>;
  openTable(job: number, id: number, source: TableSource, progress: Progress): Promise<Outcome<TableOutline>>;
  /** Waits while records are read, or jobs that yield are held back. */
  keysOf(job: number, table: number, withFormer: boolean): Promise<Outcome<TableKeys>>;
  /** Not kept; a large file's come in parts. */
  recordsFrom(
    job: number,
    from: { readonly study: string; readonly table: number; readonly choice: unknown },
    progress: Progress,
    part: (records: object) => void,
  ): Promise<Outcome<object>>;
  hold(id: number, study: string, records: object): Promise<void>;
  forget(id: number): void;
  /** @param returned arrays of earlier answers, to be filled again */
  run(
    job: number,
    task: {
      readonly records: number;
      readonly name: string;
      readonly parameters: unknown;
      readonly yields?: boolean;
    },
    progress: Progress,
    returned: readonly Float64Array[],
  ): Promise<Outcome<unknown>>;
  /** From public parameters, without records. */
  plan(
    job: number,
    task: { readonly name: PlanName; readonly parameters: unknown },
    progress: Progress,
  ): Promise<Outcome<unknown>>;
  cancel(job: number): void;
  holdBack(isHeld: boolean): void;
}

export function createWorkerService(): WorkerService {
  const tables = createHeldTables();
  const records = createHeldRecords();
  const jobs = createJobs();
  const buffers = createBufferPool();
  const lastInTurn = new Map<string, Promise<unknown>>();
  const readings = new Set<Promise<unknown>>();

  const compute = (job: number, { task, parameters, progress, yields, turn }: Computing) =>
    jobs.run(
      job,
      async (checkpoint) => {
        if (turn) {
          await turn;
          // Lets in messages, such as a cancel.
          await new Promise((resolve) => setTimeout(resolve, 0));
          await checkpoint();
        }
        const result = await task.run(parameters, buffers.allocate);
        return isSteps(result) ? await runSteps(result, checkpoint, progress) : result;
      },
      yields,
    );

  const computeInTurn = (name: string, job: number, computing: Computing) => {
    const mine = compute(job, { ...computing, turn: lastInTurn.get(name) ?? Promise.resolve() });
    lastInTurn.set(name, mine);
    return mine;
  };

  return {
    ping: () => true,
    prepare: (study) => outcomeOf(() => load(study)),
    openTable: (job, id, source, progress) =>
      jobs.run(job, (checkpoint) => tables.open(id, source, checkpoint, progress)),
    keysOf: (job, table, withFormer) =>
      jobs.run(
        job,
        (checkpoint) =>
          tables.keys(table, withFormer, async () => {
            await Promise.allSettled(readings);
            await checkpoint();
          }),
        true,
      ),
    recordsFrom: async (job, { study, table, choice }, progress, tell) => {
      const handed = <R extends object>(value: R, records: object) =>
        transfer(value, buffersOf(registered(study).arraysOf(records)));
      const reading = jobs.run(job, async (checkpoint) => {
        await load(study);
        const worker = registered(study);
        const ordered = tables.isFile(table) ? worker.ordered : undefined;
        const large = tables.large(table);
        const part = (records: object) => tell(handed(records, records));
        const made = large
          ? await recordsOfLarge({ large, worker, choice, part }, checkpoint, progress)
          : worker.recordsFrom(tables.table(table), choice);
        return ordered?.(made) ?? made;
      });
      readings.add(reading);
      const outcome = await reading;
      readings.delete(reading);
      return outcome.ok ? handed(outcome, outcome.value) : outcome;
    },
    hold: (id, study, value) => {
      records.hold(id, study, value);
      return load(study);
    },
    forget: (id) => {
      tables.close(id);
      records.forget(id);
    },
    run: async (job, { records: id, name, parameters, yields }, progress, returned) => {
      buffers.giveBack(returned);
      const found = await outcomeOf(() => records.task(id, name));
      if (!found.ok) return found;
      const task = found.value;
      const computing = { task, parameters, progress, yields };
      const outcome = await (task.inTurn ? computeInTurn(name, job, computing) : compute(job, computing));
      return outcome.ok && task.arraysOf ? transfer(outcome, buffersOf(task.arraysOf(outcome.value))) : outcome;
    },
    plan: async (job, { name, parameters }, progress) => {
      const loaded = await outcomeOf(() => import("../src/core/planning/planningTasks.ts"));
      if (!loaded.ok) return loaded;
      const task = loaded.value.planningTasks[name] as AnyComputation;
      return compute(job, { task, parameters, progress, yields: undefined });
    },
    cancel: (job) => jobs.cancel(job),
    holdBack: (isHeld) => jobs.holdBack(isHeld),
  };
}

interface Computing {
  readonly task: AnyComputation;
  readonly parameters: unknown;
  readonly progress: Progress;
  readonly yields: boolean | undefined;
  readonly turn?: Promise<unknown>;
}

function isSteps(result: unknown): result is Generator<number, unknown> {
  return typeof result === "object" && result !== null && Symbol.iterator in result && "next" in result;
}

function buffersOf(arrays: readonly ArrayBufferView[]): ArrayBuffer[] {
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}
