import type { Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import { lost, watchedWorker } from "./liveWorker.ts";
import type { LiveWorker } from "./liveWorker.ts";
import { failure } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordsStore } from "./recordsStore.ts";

/** One place for a worker; the worker in it may be replaced. */
export interface WorkerSlot {
  /** Requests now under way. */
  readonly load: () => number;
  /** Starts the worker before it is needed. */
  start(): void;
  /**
   * Runs a request on the worker, which first gets the records it lacks. A worker that is lost meanwhile is
   * replaced and the request is run once more; lost again, the outcome is "workerLost".
   */
  run<T>(request: (service: Remote<WorkerService>) => Promise<Outcome<T>>, records?: number): Promise<Outcome<T>>;
  /** Tells the worker to stop a job; one that it does not run is ignored. */
  cancel(job: number): void;
  forget(records: number): void;
  /** Ends the worker; requests under way, and later ones, are "cancelled". */
  dispose(): void;
}

interface SlotOptions {
  readonly spawn: () => Worker;
  readonly records: RecordsStore;
  readonly notify: (message: string) => void;
  /** How long a worker with work may leave a question unanswered before it counts as lost. */
  readonly patience: number;
}

export function createWorkerSlot({ spawn, records, notify, patience }: SlotOptions): WorkerSlot {
  let live: LiveWorker | undefined;
  let holds = new Set<number>();
  let load = 0;
  let disposed = false;

  const onSilence = (isLoading: boolean) =>
    notify(
      isLoading
        ? "The part of the page that computes is still loading."
        : "The computation has not answered for a while. If it stays silent, it is stopped and begun again.",
    );

  const liveWorker = (): LiveWorker => {
    if (live && !live.ended()) return live;
    if (live) notify("A worker stopped. It was replaced, and the computation runs again.");
    holds = new Set();
    return (live = watchedWorker(spawn(), { patience, onSilence }));
  };

  const handOver = async ({ service }: LiveWorker, id: number) => {
    if (holds.has(id)) return;
    const data = records.get(id);
    const heldByWorker = holds.add(id);
    try {
      await service.hold(id, data);
    } catch (error) {
      heldByWorker.delete(id);
      throw error;
    }
  };

  const attempt = async <T>(
    request: (service: Remote<WorkerService>) => Promise<Outcome<T>>,
    needed: number | undefined,
  ): Promise<Outcome<T> | typeof lost> => {
    if (disposed) return failure("cancelled", "The computation was cancelled.");
    const worker = liveWorker();
    return worker.ask(async () => {
      if (needed !== undefined) await handOver(worker, needed);
      return request(worker.service);
    });
  };

  return {
    load: () => load,
    start: () => {
      try {
        liveWorker();
      } catch {
        // The first request tries again and reports why it failed.
      }
    },
    run: async (request, needed) => {
      load++;
      try {
        const first = await attempt(request, needed);
        if (first !== lost) return first;
        const second = await attempt(request, needed);
        if (second !== lost) return second;
        notify("The computation stopped its worker twice and was given up.");
        return failure("workerLost", "The computation stopped twice without a result. Change a setting to try again.");
      } catch (error) {
        return failure("unexpected", error instanceof Error ? error.message : String(error));
      } finally {
        load--;
      }
    },
    cancel: (job) => {
      if (live && !live.ended()) void live.service.cancel(job);
    },
    forget: (id) => {
      if (holds.delete(id) && live && !live.ended()) void live.service.forget(id);
    },
    dispose: () => {
      disposed = true;
      live?.end();
    },
  };
}
