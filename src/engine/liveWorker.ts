import { releaseProxy, transfer, wrap, type Remote } from "comlink";
import type { WithLifetime } from "../../workers/lifetime.ts";
import type { WorkerService } from "../../workers/service.ts";

export const lost = Symbol("lost");

export interface LiveWorker {
  readonly service: Remote<WorkerService>;
  readonly ended: () => boolean;
  /** True after its first message; before that nothing can have begun. */
  readonly heard: () => boolean;
  ask<T>(request: () => Promise<T>): Promise<T | typeof lost>;
  end(): void;
}

interface Watching {
  /**
   * Milliseconds for an unanswered ping to a worker with work: three times that if its lock proves that it lives, five
   * times while it loads.
   */
  readonly patience: number;
  /** After a quarter of that time; `isLoading` before any answer. */
  readonly onSilence: (isLoading: boolean) => void;
}

/**
 * A crash raises an event; a worker that ends otherwise closes its end of a channel and releases its lifetime lock; a
 * hanging worker leaves pings unanswered.
 */
export function watchedWorker(worker: Worker, { patience, onSilence }: Watching): LiveWorker {
  const service = wrap<WorkerService & WithLifetime>(worker);
  // A race against one lasting promise would keep every answer in memory.
  const waiting = new Set<() => void>();
  let isLoading = true;
  let isKnownToLive = false;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { port1: thread, port2: itsEnd } = new MessageChannel();

  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    thread.close();
    service[releaseProxy]();
    worker.terminate();
    waiting.forEach((giveUp) => giveUp());
    waiting.clear();
  };

  const watch = () => {
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(askForLife, patience / 8);
  };
  const askForLife = () => {
    const allowed = patience * (isLoading ? 5 : isKnownToLive ? 3 : 1);
    timer = setTimeout(() => {
      timer = setTimeout(end, allowed - patience / 4);
      onSilence(isLoading);
    }, patience / 4);
    void service.ping().then(hearSign);
  };
  const hearSign = () => {
    isLoading = false;
    watch();
  };

  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end();
  });
  worker.addEventListener("messageerror", end);
  void service.ping().then(hearSign);
  thread.addEventListener("close", end);
  thread.start();
  const waitForLock = async () => {
    const lock = await service.lifetime(transfer(itsEnd, [itsEnd]));
    if (lock === undefined) return;
    isKnownToLive = true;
    await navigator.locks.request(lock, end);
  };
  waitForLock().catch(() => undefined); // There is no lock; the channel and silence remain.

  return {
    service,
    ended: () => ended,
    heard: () => !isLoading,
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
