import { proxy } from "comlink";
import type { TableSource } from "../../workers/heldTables.ts";
import { createBufferPool } from "../core/bufferPool.ts";
import type { TableOutline } from "../core/datasets/outline.ts";
import type { TableReading } from "../core/datasets/tableReader.ts";
import type { ParametersOf, ReleaseOf, RequestOf, ResultOf, StudyContract } from "../core/releases/contract.ts";
import type { RecomputedRelease, ScalableRelease } from "../core/releases/release.ts";
import { createHoldings } from "./holdings.ts";
import type { Outcome } from "./outcome.ts";
import { createJobRunner } from "./runJob.ts";
import { createStudyClient } from "./studyClient.ts";
import { spawnWorker } from "./spawnWorker.ts";
import { createWorkerSlot } from "./workerSlot.ts";
import type { WorkerSlot } from "./workerSlot.ts";

/** Names records that the engine holds. */
export type RecordsId = number & { readonly records: unique symbol };
/** Names a table that a worker holds. */
export type TableId = number & { readonly table: unique symbol };

/** A table that a worker holds; here are only its id and what may be told of it. */
export interface OpenTable {
  readonly id: TableId;
  readonly outline: TableOutline;
}

/** Records that the engine holds. */
export interface Held<Records> {
  readonly id: RecordsId;
  readonly value: Records;
}

/** A way to stop a long job and to hear how far it is. */
export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  /** Runs where all such jobs run, as what goes on from what one worker remembers must. */
  readonly stays?: boolean;
  /** Waits while a hand moves the picture, which needs the processor more. */
  readonly yields?: boolean;
}

/** What one study asks of the workers. Nothing rejects: every answer is an {@link Outcome}. */
export interface StudyClient<C extends StudyContract> {
  /**
   * The records of an open table, made by the worker that holds it; of a large file in parts, each of which takes the
   * place of the one before.
   */
  recordsFrom(
    table: TableId,
    choice: C["choice"],
    job?: JobOptions & { readonly onPart?: (records: C["records"]) => void },
  ): Promise<Outcome<Held<C["records"]>>>;
  /** The records of an example that no session has open. */
  recordsOfExample(
    id: string,
    choiceOf: (outline: TableOutline) => C["choice"] | undefined,
  ): Promise<Outcome<Held<C["records"]>>>;
  /** Keeps records for later requests. They cross to a worker once, when it first needs them. */
  hold(records: C["records"]): RecordsId;
  drop(id: RecordsId): void;
  /** A release for whoever waits with a hand on a slider: newest wins, those in between are "superseded". */
  release(
    records: RecordsId,
    parameters: RequestOf<C>,
    onProgress?: (fraction: number) => void,
  ): Promise<Outcome<ReleaseOf<C>>>;
  /** Takes estimate and noise of a release that nobody shows any more: they travel with a later request, to be filled again. */
  giveBack(release: ScalableRelease | RecomputedRelease): void;
  /** Any task, in the background. */
  run<T extends keyof C["tasks"] & string>(
    task: T,
    records: RecordsId,
    parameters: ParametersOf<C, T>,
    job?: JobOptions,
  ): Promise<Outcome<ResultOf<C, T>>>;
}

/** The page's client of the workers. */
export interface Engine {
  /** Reads a table off the main thread; text that was pasted is read like a file. */
  openTable(
    source: Blob | string | { readonly example: string },
    job?: JobOptions,
    reading?: TableReading,
  ): Promise<Outcome<OpenTable>>;
  closeTable(id: TableId): void;
  /**
   * What a ledger knows an open table by: a digest of its cells, made by the worker that holds them, who stops when
   * the table is closed. Private.
   */
  readonly digestOf: (id: TableId) => Promise<Outcome<string>>;
  /** The client of a study whose part of the worker is registered under that id. */
  study<C extends StudyContract>(id: string): StudyClient<C>;
  /** Says whether a hand moves the picture: jobs that yield wait until it rests. */
  readonly holdBack: (isHeld: boolean) => void;
  /** @returns the way to stop listening */
  onNotice(listener: (notice: { readonly message: string }) => void): () => void;
  dispose(): void;
}

interface EngineOptions {
  readonly workerCount?: number;
  readonly spawnWorker?: (study?: string) => Worker;
  /** The study that is opened first. */
  readonly study?: string;
  /** Milliseconds for which a worker with work may stay silent before it is replaced. */
  readonly patience?: number;
}

/**
 * An engine with a pool of workers sized to the machine. The first serves the requests that a hand on a
 * slider waits for and starts at once; it makes the tables of examples too, so that the first picture waits for one worker. The
 * second reads files; it and the others do long jobs and start when they are first needed.
 */
export function createEngine({
  workerCount = poolSize(),
  spawnWorker: spawn = spawnWorker,
  patience = 8000,
  study: firstStudy,
}: EngineOptions = {}): Engine {
  const holdings = createHoldings();
  const listeners = new Set<(notice: { readonly message: string }) => void>();
  const notify = (message: string) => listeners.forEach((listen) => listen({ message }));
  // Only the first worker gets its study's scripts beside its own: a file that another one reads needs none of them.
  const slots = Array.from({ length: workerCount }, (_, k) =>
    createWorkerSlot({ spawn: k === 0 ? spawn : () => spawn(), holdings, notify, patience }),
  );
  const [first, ...background] = slots;
  const interactive = first!;
  const ofFiles = background[0] ?? interactive;
  /** Tables that the first worker holds. */
  const inFront = new Set<number>();
  const holderOf = (table: number) => (inFront.has(table) ? interactive : ofFiles);
  const buffers = createBufferPool();
  const runJob = createJobRunner();
  const prepare = (id: string) => slots.forEach((slot) => slot.prepare(id));
  if (firstStudy !== undefined) prepare(firstStudy);
  interactive.start();

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
    const given: TableSource = file instanceof Blob ? { file, reading } : file;
    const silent = () => undefined;
    const id = holdings.add((held) => (service) => service.openTable(0, held, given, proxy(silent))) as TableId;
    if (slot === interactive) inFront.add(id);
    const outcome = await runJob(
      slot,
      job,
      (service, jobId, progress) => service.openTable(jobId, id, given, progress),
      {
        leaves: id,
      },
    );
    if (outcome.ok) return { ok: true, value: { id, outline: outcome.value } };
    drop(id);
    return outcome;
  };

  const study = <C extends StudyContract>(id: string): StudyClient<C> => {
    prepare(id);
    return createStudyClient<C>(id, {
      ...{ runJob, buffers, drop, holderOf, idlest, interactive, ofFiles },
      hold: (handOver) => holdings.add(handOver) as RecordsId,
      openExample: (example) => openIn(ofFiles, { example }),
    });
  };

  return {
    openTable: (source, ...job) =>
      openIn(typeof source === "object" && "example" in source ? interactive : ofFiles, source, ...job),
    closeTable: drop,
    digestOf: (id) => runJob(holderOf(id), {}, (service) => service.digestOf(id), { needs: id }),
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
