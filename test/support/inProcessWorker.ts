import { expose } from "comlink";
import type { WithLifetime } from "../../workers/lifetime.ts";
import { createWorkerService } from "../../workers/service.ts";
import type { WorkerService } from "../../workers/service.ts";

/** A worker of the real service in this thread, behind a real message channel, that can be made to fail. */
export interface InProcessWorker {
  readonly worker: Worker;
  /** Raises the error event that a crashed worker raises. */
  crash(): void;
  /** Stops answering, without a word. */
  fallSilent(): void;
  /** Ends as a worker does that is closed: without a word, and all that it holds goes with it. */
  die(): void;
}

/** @param loads false for one that never gets so far as to hear a message */
export function inProcessWorker(
  change: (service: WorkerService) => Partial<WorkerService> = () => ({}),
  loads = true,
): InProcessWorker {
  const { port1, port2 } = new MessageChannel();
  const service = createWorkerService();
  const threads: MessagePort[] = [];
  const lifetime: WithLifetime["lifetime"] = (thread) => {
    threads.push(thread);
    return Promise.resolve(undefined);
  };
  if (loads) expose({ ...service, lifetime, ...change(service) }, port2);
  const errors = new EventTarget();
  const worker = Object.assign(port1, {
    terminate: () => {
      port1.close();
      port2.close();
    },
  });
  const listen = port1.addEventListener.bind(port1);
  worker.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject, ...unknown[]]) => {
    if (type === "error") errors.addEventListener("error", rest[0]);
    else listen(type, rest[0] as EventListener);
  };
  return {
    worker: worker as unknown as Worker,
    crash: () => errors.dispatchEvent(new Event("error", { cancelable: true })),
    fallSilent: () => port2.close(),
    die: () => {
      port2.close();
      for (const thread of threads) thread.close();
    },
  };
}
