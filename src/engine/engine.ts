import { proxy, transfer } from "comlink";
import type { Remote } from "comlink";
import type { TuningRequest } from "../../workers/meanCurveService.ts";
import type { StudyRecords } from "../../workers/records.ts";
import type { WorkerService } from "../../workers/service.ts";
import { createBufferPool } from "../core/bufferPool.ts";
import type { Table } from "../core/datasets/table.ts";
import type { BinnedDifference } from "../core/estimators/binnedDifference.ts";
import type { BoundaryParameters, BoundaryRelease, FitParameters } from "../core/releases/boundary.ts";
import type { DensityParameters, DensityRelease } from "../core/releases/density.ts";
import type { SensitivityOnGrid } from "../core/releases/compatibility.ts";
import type { MeanCurveParameters, MeanCurveRelease } from "../core/releases/meanCurve.ts";
import type { TuningColumn } from "../core/releases/meanCurveTuning.ts";
import type { ScalableRelease } from "../core/releases/release.ts";
import { latestOnly } from "./latestOnly.ts";
import { failure } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { createRecordsStore } from "./recordsStore.ts";
import { spawnWorker } from "./spawnWorker.ts";
import { createWorkerSlot } from "./workerSlot.ts";

/** Names records that the engine holds. */
export type RecordsId = number & { readonly records: unique symbol };

/** A way to stop a long job and to hear how far it is. */
export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

export interface DensityRequest {
  readonly records: RecordsId;
  readonly parameters: DensityParameters;
}

export interface BoundaryRequest {
  readonly records: RecordsId;
  readonly parameters: BoundaryParameters;
  readonly onProgress?: (fraction: number) => void;
}

export interface FitRequest {
  readonly records: RecordsId;
  readonly parameters: FitParameters;
}

export interface MeanCurveRequest {
  readonly records: RecordsId;
  readonly parameters: MeanCurveParameters;
}

/** The page's client of the workers. Nothing rejects: every answer is an {@link Outcome}. */
export interface Engine {
  /** Reads a table off the main thread; text that was pasted is read like a file. */
  readTable(source: Blob | string, job?: JobOptions): Promise<Outcome<Table>>;
  loadExample(id: string, job?: JobOptions): Promise<Outcome<Table>>;
  /** Keeps records for later requests. They cross to a worker once, when it first needs them. */
  holdRecords(data: StudyRecords): RecordsId;
  dropRecords(id: RecordsId): void;
  /** Takes the estimate and the noise of a release that nobody shows any more: they travel with a later request, to be filled again. */
  giveBack(release: ScalableRelease): void;
  /** Newest wins: one request under way, one waiting; those in between are "superseded". */
  density(request: DensityRequest): Promise<Outcome<DensityRelease>>;
  /** Measures the drawn estimate against the exact one, in the background. */
  densityDifference(request: DensityRequest, job?: JobOptions): Promise<Outcome<BinnedDifference>>;
  /** Newest wins, as for the density; a slow one is stopped for a newer one. */
  boundary(request: BoundaryRequest): Promise<Outcome<BoundaryRelease>>;
  /** f at each record from a fit without it, in the background. */
  boundaryHeldOut(request: FitRequest, job?: JobOptions): Promise<Outcome<Float64Array>>;
  /** How far the fit on landmarks is from the exact one, in the background. */
  boundaryLandmarkError(request: FitRequest, job?: JobOptions): Promise<Outcome<number>>;
  /** Newest wins. */
  meanCurve(request: MeanCurveRequest): Promise<Outcome<MeanCurveRelease>>;
  /** The same in the background, for pictures beside the main one. */
  meanCurveAside(request: MeanCurveRequest, job?: JobOptions): Promise<Outcome<MeanCurveRelease>>;
  /** One column of the tuning map, in the background. */
  meanCurveTuning(records: RecordsId, request: TuningRequest, job?: JobOptions): Promise<Outcome<TuningColumn>>;
  /** The sensitivity on finer and finer grids, in the background. */
  meanCurveCompatibility(request: MeanCurveRequest, job?: JobOptions): Promise<Outcome<readonly SensitivityOnGrid[]>>;
  /** @returns the way to stop listening */
  onNotice(listener: (notice: { readonly message: string }) => void): () => void;
  dispose(): void;
}

interface EngineOptions {
  readonly workerCount?: number;
  readonly spawnWorker?: () => Worker;
  /** Milliseconds for which a worker with work may stay silent before it is replaced. */
  readonly patience?: number;
}

/**
 * An engine with a pool of workers sized to the machine. The first serves the requests that a hand on a
 * slider waits for and starts at once; the others do long jobs and start when they are first needed.
 */
export function createEngine({
  workerCount = poolSize(),
  spawnWorker: spawn = spawnWorker,
  patience = 8000,
}: EngineOptions = {}): Engine {
  const records = createRecordsStore();
  const listeners = new Set<(notice: { readonly message: string }) => void>();
  const notify = (message: string) => listeners.forEach((listen) => listen({ message }));
  const slots = Array.from({ length: workerCount }, () => createWorkerSlot({ spawn, records, notify, patience }));
  const [interactive, ...background] = slots;
  const buffers = createBufferPool();
  const returned = () => {
    const arrays = buffers.takeAll();
    return transfer(
      arrays,
      arrays.map(({ buffer }) => buffer),
    );
  };
  let lastJob = 0;
  interactive?.start();

  const idlest = () => background.reduce((a, b) => (b.load() < a.load() ? b : a), background[0] ?? interactive!);

  const runJob = async <T>(
    { signal, onProgress }: JobOptions,
    start: (service: Remote<WorkerService>, job: number, progress: (fraction: number) => void) => Promise<Outcome<T>>,
    needed?: number,
    slot = idlest(),
  ): Promise<Outcome<T>> => {
    const cancelled = failure("cancelled", "The computation was cancelled.");
    if (signal?.aborted) return cancelled;
    const job = ++lastJob;
    const cancel = () => slot.cancel(job);
    const progress = growingProgress(onProgress);

    signal?.addEventListener("abort", cancel);
    const outcome = await slot.run(
      async (service) => (signal?.aborted ? cancelled : start(service, job, proxy(progress.report))),
      needed,
    );
    signal?.removeEventListener("abort", cancel);
    progress.stop();
    return signal?.aborted ? cancelled : outcome;
  };

  const superseded = failure("superseded", "A newer request took its place.");

  return {
    readTable: (source, job = {}) =>
      runJob(job, (service, id, progress) => service.readTable(id, new Blob([source]), progress)),
    loadExample: (id, job = {}) => runJob(job, (service) => service.loadExample(id)),
    holdRecords: (data) => records.add(data) as RecordsId,
    dropRecords: (id) => {
      records.drop(id);
      slots.forEach((slot) => slot.forget(id));
    },
    giveBack: ({ estimate, unitNoise }) => buffers.giveBack([estimate, ...unitNoise]),
    density: latestOnly<DensityRequest, Outcome<DensityRelease>>(
      ({ records: id, parameters }) => interactive!.run((service) => service.density(id, parameters, returned()), id),
      superseded,
    ),
    densityDifference: ({ records: id, parameters }, job = {}) =>
      runJob(job, (service, jobId, progress) => service.densityDifference(jobId, id, parameters, progress), id),
    boundary: latestOnly<BoundaryRequest, Outcome<BoundaryRelease>>(
      ({ records: id, parameters, onProgress }, signal) =>
        runJob(
          { signal, ...(onProgress && { onProgress }) },
          (service, jobId, progress) => service.boundary(jobId, id, parameters, progress, returned()),
          id,
          interactive,
        ),
      superseded,
    ),
    boundaryHeldOut: ({ records: id, parameters }, job = {}) =>
      runJob(job, (service, jobId, progress) => service.boundaryHeldOut(jobId, id, parameters, progress), id),
    boundaryLandmarkError: ({ records: id, parameters }, job = {}) =>
      runJob(job, (service, jobId, progress) => service.boundaryLandmarkError(jobId, id, parameters, progress), id),
    meanCurve: latestOnly<MeanCurveRequest, Outcome<MeanCurveRelease>>(
      ({ records: id, parameters }) => interactive!.run((service) => service.meanCurve(id, parameters, returned()), id),
      superseded,
    ),
    meanCurveAside: ({ records: id, parameters }, job = {}) =>
      runJob(job, (service) => service.meanCurve(id, parameters), id),
    meanCurveTuning: (id, request, job = {}) =>
      runJob(job, (service, jobId) => service.meanCurveTuning(jobId, id, request), id),
    meanCurveCompatibility: ({ records: id, parameters }, job = {}) =>
      runJob(job, (service, jobId, progress) => service.meanCurveCompatibility(jobId, id, parameters, progress), id),
    onNotice: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => slots.forEach((slot) => slot.dispose()),
  };
}

/** Progress that never falls when a job runs again, and that ends with the job: it comes by a way of its own, so late. */
function growingProgress(listener: JobOptions["onProgress"]): { report: (fraction: number) => void; stop: () => void } {
  let reached = 0;
  return {
    report: (fraction) => {
      if (!(fraction > reached)) return;
      reached = fraction;
      listener?.(fraction);
    },
    stop: () => {
      reached = Infinity;
    },
  };
}

function poolSize(): number {
  return Math.max(2, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
}
