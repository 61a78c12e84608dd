import { proxy, type Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import type { JobOptions } from "./contract.ts";
import { failure, type Outcome } from "./outcome.ts";
import type { WorkerSlot } from "./workerSlot.ts";

/**
 * A job with cancellation and progress.
 *
 * @param start sends the request, with the job's number
 * @param data ids of held data that the job needs, and that it leaves in the worker
 * @returns "cancelled" once the signal aborts
 */
export type RunJob = <T>(
  slot: WorkerSlot,
  options: JobOptions,
  start: (service: Remote<WorkerService>, job: number, progress: (fraction: number) => void) => Promise<Outcome<T>>,
  data?: { readonly needs?: number; readonly leaves?: number },
) => Promise<Outcome<T>>;

export function createJobRunner(): RunJob {
  const cancelled = failure("cancelled", "The computation was cancelled.");
  let lastJob = 0;
  return async (slot, { signal, onProgress }, start, data = {}) => {
    if (signal?.aborted) return cancelled;
    const job = ++lastJob;
    const cancel = () => slot.cancel(job);
    // Never falls when a job runs again, and stops with the job.
    let reached = 0;
    const report = (fraction: number) => {
      if (!(fraction > reached)) return;
      reached = fraction;
      onProgress?.(fraction);
    };
    signal?.addEventListener("abort", cancel);
    const outcome = await slot.run(
      async (service) => (signal?.aborted ? cancelled : start(service, job, proxy(report))),
      data,
    );
    signal?.removeEventListener("abort", cancel);
    reached = Infinity;
    return signal?.aborted ? cancelled : outcome;
  };
}
