import { releaseProxy, wrap } from "comlink";
import type { Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import { failure } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { RecordsStore } from "./recordsStore.ts";

/** One place for a worker; the worker in it may be replaced. */
export interface WorkerSlot {
  /** Requests now under way. */
  readonly load: () => number;
  /**
   * Runs a request on the worker, which first gets the records it lacks. A worker that is lost meanwhile is
   * replaced and the request is run once more; lost again, the outcome is "workerLost".
   */
  run<T>(request: (worker: Remote<WorkerService>) => Promise<Outcome<T>>, records?: number): Promise<Outcome<T>>;
  forget(records: number): void;
  dispose(): void;
}

interface Live {
  readonly worker: Worker;
  readonly remote: Remote<WorkerService>;
  readonly holds: Set<number>;
  readonly lost: Promise<typeof lost>;
}

const lost = Symbol("lost");

interface SlotOptions {
  readonly spawn: () => Worker;
  readonly records: RecordsStore;
  readonly notify: (message: string) => void;
  /** How long a worker with work may leave a question unanswered before it counts as lost. */
  readonly patience: number;
}

export function createWorkerSlot({ spawn, records, notify, patience }: SlotOptions): WorkerSlot {
  let live: Live | undefined;
  let load = 0;

  const start = (): Live => {
    const worker = spawn();
    const lostSignal = new Promise<typeof lost>((resolve) => {
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        resolve(lost);
      });
      worker.addEventListener("messageerror", () => resolve(lost));
    });
    return { worker, remote: wrap<WorkerService>(worker), holds: new Set(), lost: lostSignal };
  };

  const discard = (dead: Live) => {
    dead.remote[releaseProxy]();
    dead.worker.terminate();
    if (live === dead) live = undefined;
  };

  const attempt = async <T>(
    request: (worker: Remote<WorkerService>) => Promise<Outcome<T>>,
    needed: number | undefined,
  ): Promise<Outcome<T> | typeof lost> => {
    const current = (live ??= start());
    const job = async () => {
      if (needed !== undefined && !current.holds.has(needed)) {
        current.holds.add(needed);
        await current.remote.hold(needed, records.get(needed));
      }
      return request(current.remote);
    };
    const watch = watchOver(current, patience);
    const result = await Promise.race([job(), current.lost, watch.silent]).finally(watch.stop);
    if (result === lost) discard(current);
    return result;
  };

  return {
    load: () => load,
    run: async (request, needed) => {
      load++;
      try {
        const first = await attempt(request, needed);
        if (first !== lost) return first;
        notify("A worker stopped. It was replaced, and the computation runs again.");
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
    forget: (id) => {
      if (live?.holds.delete(id)) void live.remote.forget(id);
    },
    dispose: () => {
      if (live) discard(live);
    },
  };
}

/** Asks a working worker now and then whether it is there; a terminated one never answers and raises no event. */
function watchOver({ remote }: Live, patience: number): { silent: Promise<typeof lost>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const silent = new Promise<typeof lost>((resolve) => {
    const ask = () => {
      const deadline = setTimeout(() => {
        if (!stopped) resolve(lost);
      }, patience);
      void remote.ping().then(() => {
        clearTimeout(deadline);
        if (!stopped) timer = setTimeout(ask, patience / 4);
      });
    };
    timer = setTimeout(ask, patience / 4);
  });
  return {
    silent,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

