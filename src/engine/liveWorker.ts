import { releaseProxy, transfer, wrap } from "comlink";
import type { Remote } from "comlink";
import type { Mortal } from "../../workers/life.ts";
import type { WorkerService } from "../../workers/service.ts";

/** Instead of the answer of a worker that is gone. */
export const lost = Symbol("lost");

/** One worker from its start to its end, which notices when the worker is lost. */
export interface LiveWorker {
  readonly service: Remote<WorkerService>;
  /** Lost, or told to end; it will not answer any more. */
  readonly ended: () => boolean;
  /** Whether it was ever heard: one that was not has not begun anything. */
  readonly heard: () => boolean;
  /** The answer of a request to the service, or `lost` if the worker ends before it answers. */
  ask<T>(request: () => Promise<T>): Promise<T | typeof lost>;
  end(): void;
}

interface Watching {
  /**
   * Milliseconds for which a worker with work may leave a question unanswered; three times that for one that is known to
   * live, since it may compute, five times while it loads.
   */
  readonly patience: number;
  /** Called when a question has been unanswered for a quarter of that; `isLoading` if none was answered before. */
  readonly onSilence: (isLoading: boolean) => void;
}

/**
 * Watches over a worker. A crash raises an event. A worker that ends otherwise, even while it loads, lets go of the other end of
 * a channel, and of the lock of its life; not every browser tells of the channel. One that hangs, or has neither, shows by
 * silence: while it has work it is asked now and then whether it is there.
 */
export function watchedWorker(worker: Worker, { patience, onSilence }: Watching): LiveWorker {
  const service = wrap<WorkerService & Mortal>(worker);
  // Those who wait are told one by one: a race against one lasting promise would keep every answer in memory.
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
    const lock = await service.life(transfer(itsEnd, [itsEnd]));
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
