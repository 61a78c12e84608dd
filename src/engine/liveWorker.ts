import { releaseProxy, wrap } from "comlink";
import type { Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";

/** Instead of the answer of a worker that is gone. */
export const lost = Symbol("lost");

/** One worker from its start to its end, which notices when the worker is lost. */
export interface LiveWorker {
  readonly service: Remote<WorkerService>;
  /** Lost, or told to end; it will not answer any more. */
  readonly ended: () => boolean;
  /** The answer of a request to the service, or `lost` if the worker ends before it answers. */
  ask<T>(request: () => Promise<T>): Promise<T | typeof lost>;
  end(): void;
}

/**
 * Watches over a worker. A crash raises an event; a worker that was terminated says nothing, so one with work
 * is asked now and then whether it is there.
 *
 * @param patience milliseconds for which a worker with work may stay silent, and a multiple of it while it loads
 */
export function watchedWorker(worker: Worker, patience: number): LiveWorker {
  const service = wrap<WorkerService>(worker);
  // Those who wait are told one by one: a race against one lasting promise would keep every answer in memory.
  const waiting = new Set<() => void>();
  let allowed = loadingPatience * patience;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    service[releaseProxy]();
    worker.terminate();
    waiting.forEach((giveUp) => giveUp());
    waiting.clear();
  };

  const watch = () => {
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(askForLife, patience / 4);
  };
  const askForLife = () => {
    timer = setTimeout(end, allowed);
    void service.ping().then(hearSign);
  };
  const hearSign = () => {
    allowed = patience;
    watch();
  };

  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end();
  });
  worker.addEventListener("messageerror", end);
  void service.ping().then(hearSign);

  return {
    service,
    ended: () => ended,
    ask: (request) =>
      new Promise((resolve, reject) => {
        const giveUp = () => resolve(lost);
        waiting.add(giveUp);
        if (waiting.size === 1) watch();
        void request()
          .then(resolve, reject)
          .finally(() => {
            waiting.delete(giveUp);
            if (waiting.size === 0) clearTimeout(timer);
          });
      }),
    end,
  };
}

const loadingPatience = 5;
