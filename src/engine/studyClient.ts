import { proxy, transfer } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import type { BufferPool } from "../core/bufferPool.ts";
import type { ReleaseOf, RequestOf, StudyContract } from "../core/release/contract.ts";
import { isRecomputed } from "../core/release/release.ts";
import type { JobOptions, OpenTable, RecordsId, StudyClient, TableId } from "./contract.ts";
import type { GivenFirst } from "./firstAnswer.ts";
import type { HandOver } from "./holdings.ts";
import { latestOnly } from "./latestOnly.ts";
import { failure, type Outcome } from "./outcome.ts";
import type { RunJob } from "./runJob.ts";
import type { WorkerSlot } from "./workerSlot.ts";
import { defined } from "../core/defined.ts";

interface StudyClientOptions {
  readonly runJob: RunJob;
  readonly given: GivenFirst;
  readonly hold: (handOver: (id: number) => HandOver) => RecordsId;
  readonly drop: (id: number) => void;
  readonly openPublic: (source: string | Blob) => Promise<Outcome<OpenTable>>;
  readonly buffers: BufferPool;
  /** `interactive` serves drags. */
  readonly holderOf: (table: TableId) => WorkerSlot;
  readonly idlest: () => WorkerSlot;
  readonly interactive: WorkerSlot;
  readonly ofFiles: WorkerSlot;
}

interface Request<C extends StudyContract> {
  readonly records: RecordsId;
  readonly parameters: RequestOf<C>;
  readonly onProgress: ((fraction: number) => void) | undefined;
}

const superseded = failure("superseded", "A newer request took its place.");

export function createStudyClient<C extends StudyContract>(
  id: string,
  { runJob, given, hold: keep, drop, openPublic, buffers, holderOf, idlest, interactive, ofFiles }: StudyClientOptions,
): StudyClient<C> {
  const hold = (records: C["records"]) =>
    keep((held) => async (service) => {
      await service.hold(held, id, records);
      return { ok: true, value: undefined };
    });

  const run = <Result>(
    slot: WorkerSlot,
    task: Parameters<WorkerService["run"]>[1],
    job: JobOptions,
    takeReturned: () => readonly Float64Array<ArrayBuffer>[] = () => [],
  ) =>
    runJob(
      slot,
      job,
      async (service, jobId, progress) => {
        const returned = takeReturned();
        const memory = returned.map(({ buffer }) => buffer);
        return (await service.run(jobId, task, progress, transfer(returned, memory))) as Outcome<Result>;
      },
      { needs: task.records },
    );

  const release = latestOnly<Request<C>, Outcome<ReleaseOf<C>>>(async ({ records, parameters, onProgress }, signal) => {
    const known = given.release(records, parameters);
    if (known) return { ok: true, value: known as ReleaseOf<C> };
    const job = { signal, ...defined({ onProgress }) };
    return run(interactive, { records, name: "release", parameters }, job, buffers.takeAll);
  }, superseded);

  const recordsFrom: StudyClient<C>["recordsFrom"] = async (table, choice, { onPart, ...job } = {}) => {
    const known = given.records(id, table, choice, hold);
    if (known) return { ok: true, value: known };
    let isOver = false;
    const part = (records: object) => {
      if (!isOver) onPart?.(records);
    };
    const outcome = await runJob(
      holderOf(table),
      job,
      async (service, jobId, progress) =>
        (await service.recordsFrom(jobId, { study: id, table, choice }, progress, proxy(part))) as Outcome<
          C["records"]
        >,
      { needs: table },
    );
    isOver = true;
    return outcome.ok ? { ok: true, value: { id: hold(outcome.value), value: outcome.value } } : outcome;
  };

  return {
    recordsFrom,
    recordsOfPublic: async (source, choiceOf) => {
      const opened = await openPublic(source);
      if (!opened.ok) return opened;
      const choice = choiceOf(opened.value.outline);
      const made = choice === undefined ? superseded : await recordsFrom(opened.value.id, choice);
      drop(opened.value.id);
      return made;
    },
    hold,
    drop,
    release: (records, parameters, onProgress) => release({ records, parameters, onProgress }),
    giveBack: (shown) => buffers.giveBack([shown.estimate, ...(isRecomputed(shown) ? shown.draws : shown.unitNoise)]),
    plan: (name, parameters, job = {}) =>
      runJob(
        idlest(),
        job,
        async (service, jobId, progress) =>
          (await service.plan(jobId, { name, parameters }, progress)) as Outcome<never>,
      ),
    run: (name, records, parameters, job = {}) =>
      run(job.stays ? ofFiles : idlest(), { records, name, parameters, ...(job.yields && { yields: true }) }, job),
  };
}
