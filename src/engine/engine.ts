import { proxy } from "comlink";
import type { TableSource } from "../../workers/heldTables.ts";
import { createBufferPool } from "../core/bufferPool.ts";
import type { TableReading } from "../core/tables/tableReading.ts";
import type { StudyContract } from "../core/release/contract.ts";
import type { Engine, JobOptions, OpenTable, RecordsId, StudyClient, TableId } from "./contract.ts";
import { createGivenFirst, type FirstAnswer } from "./firstAnswer.ts";
import { createHoldings } from "./holdings.ts";
import type { Outcome } from "./outcome.ts";
import { createJobRunner } from "./runJob.ts";
import { createStudyClient } from "./studyClient.ts";
import { spawnWorker } from "./spawnWorker.ts";
import { createWorkerSlot, type WorkerSlot } from "./workerSlot.ts";

interface EngineOptions {
  readonly workerCount?: number;
  readonly spawnWorker?: (study?: string) => Worker;
  readonly study?: string;
  /** To the study's first requests, before a worker runs. */
  readonly firstAnswer?: Promise<FirstAnswer | undefined> | undefined;
  /** Milliseconds for which a worker with work may stay silent. */
  readonly patience?: number;
}

/**
 * A pool of workers. The first serves drags, starts at once, and makes tables of examples. The second reads files. It
 * and the others do long jobs and start when needed.
 */
export function createEngine({
  workerCount = poolSize(),
  spawnWorker: spawn = spawnWorker,
  patience = 8000,
  study: firstStudy,
  firstAnswer,
}: EngineOptions = {}): Engine {
  const holdings = createHoldings();
  const listeners = new Set<(notice: { readonly message: string }) => void>();
  const notify = (message: string) => listeners.forEach((listen) => listen({ message }));
  // Only the first worker gets its study's scripts with its own.
  const slots = Array.from({ length: workerCount }, (_, k) =>
    createWorkerSlot({ spawn: k === 0 ? spawn : () => spawn(), holdings, notify, patience }),
  );
  const [first, ...background] = slots;
  const interactive = first!;
  const ofFiles = background[0] ?? interactive;
  const inFront = new Set<number>();
  const holderOf = (table: number) => (inFront.has(table) ? interactive : ofFiles);
  const buffers = createBufferPool();
  const runJob = createJobRunner();
  const prepare = (id: string) => slots.forEach((slot) => slot.prepare(id));
  const given = createGivenFirst(firstAnswer);
  if (firstStudy !== undefined) prepare(firstStudy);
  if (!firstAnswer) interactive.start();

  const idlest = () => background.reduce((a, b) => (b.load() < a.load() ? b : a), ofFiles);
  const drop = (id: number) => {
    holdings.drop(id);
    inFront.delete(id);
    slots.forEach((slot) => slot.forget(id));
  };

  const openIn = async (
    slot: WorkerSlot,
    source: Parameters<Engine["openTable"]>[0],
    job: JobOptions = {},
    reading: TableReading = {},
  ): Promise<Outcome<OpenTable>> => {
    const file = typeof source === "string" ? new Blob([source]) : source;
    const toOpen: TableSource = file instanceof Blob ? { file, reading } : file;
    const add = () => {
      const id = holdings.add(
        (held) => (service) =>
          service.openTable(
            0,
            held,
            toOpen,
            proxy(() => undefined),
          ),
      ) as TableId;
      if (slot === interactive) inFront.add(id);
      return id;
    };
    const known = "example" in toOpen && slot === interactive ? await given.open(toOpen.example, add) : undefined;
    if (known) return { ok: true, value: known };
    const id = add();
    const outcome = await runJob(
      slot,
      job,
      (service, jobId, progress) => service.openTable(jobId, id, toOpen, progress),
      { leaves: id },
    );
    if (outcome.ok) return { ok: true, value: { id, outline: outcome.value } };
    drop(id);
    return outcome;
  };

  const study = <C extends StudyContract>(id: string): StudyClient<C> => {
    prepare(id);
    return createStudyClient<C>(id, {
      runJob,
      given,
      buffers,
      drop,
      holderOf,
      idlest,
      interactive,
      ofFiles,
      hold: (handOver) => holdings.add(handOver) as RecordsId,
      openPublic: (source) => openIn(ofFiles, typeof source === "string" ? { example: source } : source),
    });
  };

  return {
    start: () => interactive.start(),
    openTable: (source, ...job) =>
      openIn(typeof source === "object" && "example" in source ? interactive : ofFiles, source, ...job),
    closeTable: drop,
    keysOf: (id, withFormer) =>
      runJob(holderOf(id), {}, (service, job) => service.keysOf(job, id, withFormer), { needs: id }),
    study,
    holdBack: (isHeld) => slots.forEach((slot) => slot.holdBack(isHeld)),
    onNotice: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => slots.forEach((slot) => slot.dispose()),
  };
}

function poolSize(): number {
  return Math.max(2, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
}
