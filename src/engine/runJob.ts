import { proxy } from "comlink";
import type { Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import type { JobOptions } from "./contract.ts";
import { growingProgress } from "./growingProgress.ts";
import { failure } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { WorkerSlot } from "./workerSlot.ts";

/**
 * Runs a job in a worker: it can be stopped, and tells how far it is.
 *
 * @param start asks the worker, by the number of the job
 * @param data what the job needs of what the engine holds, and what it leaves in the worker
 * @returns what was answered; "cancelled" once the signal says so
 */
export type RunJob = <T>(
  slot: WorkerSlot,
  options: JobOptions,
  start: (service: Remote<WorkerService>, job: number, progress: (fraction: number) => void) => Promise<Outcome<T>>,
  data?: { readonly needs?: number; readonly leaves?: number },
) => Promise<Outcome<T>>;

/** The way to run jobs, each with a number of its own. */
export function createJobRunner(): RunJob {
  const cancelled = failure("cancelled", "The computation was cancelled.");
  let lastJob = 0;
  return async (slot, { signal, onProgress }, start, data = {}) => {
    if (signal?.aborted) return cancelled;
    const job = ++lastJob;
    const cancel = () => slot.cancel(job);
    const progress = growingProgress(onProgress);

    signal?.addEventListener("abort", cancel);
    const outcome = await slot.run(
      async (service) => (signal?.aborted ? cancelled : start(service, job, proxy(progress.report))),
      data,
    );
    signal?.removeEventListener("abort", cancel);
    progress.stop();
    return signal?.aborted ? cancelled : outcome;
  };
}
