import type { Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import type { Holdings } from "./holdings.ts";
import { lost, watchedWorker, type LiveWorker } from "./liveWorker.ts";
import { failure, unloadedPart, type Outcome } from "./outcome.ts";

export interface WorkerSlot {
  readonly load: () => number;
  start(): void;
  /**
   * Runs a request, after giving missing data. A lost worker is replaced and the request runs once more; after a second
   * loss the outcome is "workerLost". A loss before the first message counts a quarter.
   */
  run<T>(request: Request<T>, data?: RequestData): Promise<Outcome<T>>;
  /** Ignores unknown jobs. */
  cancel(job: number): void;
  /** Also for a replacement. */
  prepare(study: string): void;
  /** Also for a replacement. */
  holdBack(isHeld: boolean): void;
  forget(data: number): void;
  /** Present and later requests are "cancelled". */
  dispose(): void;
}

type Request<T> = (service: Remote<WorkerService>) => Promise<Outcome<T>>;

interface RequestData {
  readonly needs?: number;
  readonly leaves?: number;
}

interface SlotOptions {
  readonly spawn: (study?: string) => Worker;
  readonly holdings: Holdings;
  readonly notify: (message: string) => void;
  /** For a worker with work. */
  readonly patience: number;
}

const unheardLoss = 1 / 4;

export function createWorkerSlot({ spawn, holdings, notify, patience }: SlotOptions): WorkerSlot {
  let live: LiveWorker | undefined;
  /** Held, or being given. */
  let holds = new Map<number, "held" | Promise<Outcome<unknown>>>();
  let load = 0;
  let disposed = false;
  let isHeldBack = false;
  let prepared: string | undefined;

  const onSilence = (isLoading: boolean) =>
    notify(
      isLoading
        ? "The part of the page that computes is still loading."
        : "The computation has not answered for a while. If it stays silent, it is stopped and begun again.",
    );

  const liveWorker = (): LiveWorker => {
    if (live && !live.ended()) return live;
    if (live) notify("A worker stopped. It was replaced, and the computation runs again.");
    holds = new Map();
    live = watchedWorker(spawn(prepared), { patience, onSilence });
    if (isHeldBack) void live.service.holdBack(true);
    if (prepared !== undefined) void live.service.prepare(prepared);
    return live;
  };

  const handOver = ({ service }: LiveWorker, id: number): "held" | Promise<Outcome<unknown>> => {
    const heldByWorker = holds;
    const known = heldByWorker.get(id);
    if (known) return known;
    const handing = holdings
      .handOver(id)(service)
      .then((outcome) => {
        if (!outcome.ok) heldByWorker.delete(id);
        else if (heldByWorker.has(id)) heldByWorker.set(id, "held");
        return outcome;
      });
    heldByWorker.set(id, handing);
    handing.catch(() => heldByWorker.delete(id));
    return handing;
  };

  const attempt = <T>(
    worker: LiveWorker,
    request: Request<T>,
    { needs, leaves }: RequestData,
  ): Promise<Outcome<T> | typeof lost> => {
    const heldByWorker = holds;
    return worker.ask(async () => {
      if (needs !== undefined) {
        const handing = handOver(worker, needs);
        // Held data need no wait: the request leaves in the event of the drag.
        const handed = handing === "held" ? undefined : await handing;
        if (handed && !handed.ok) return handed;
      }
      const outcome = await request(worker.service);
      if (outcome.ok && leaves !== undefined) heldByWorker.set(leaves, "held");
      return outcome;
    });
  };

  return {
    load: () => load,
    start: () => {
      try {
        liveWorker();
      } catch {
        // The first request tries again.
      }
    },
    run: async (request, data = {}) => {
      load++;
      try {
        for (let losses = 0; ;) {
          if (disposed) return failure("cancelled", "The computation was cancelled.");
          const worker = liveWorker();
          const outcome = await attempt(worker, request, data);
          if (outcome !== lost) return outcome;
          losses += worker.heard() ? 1 : unheardLoss;
          if (losses < 2) continue;
          if (!worker.heard()) return failure("workerLost", unloadedPart);
          notify("The computation stopped its worker twice and was given up.");
          return failure(
            "workerLost",
            "The computation stopped twice without a result. Change a setting to try again.",
          );
        }
      } catch (error) {
        return failure("unexpected", error instanceof Error ? error.message : String(error));
      } finally {
        load--;
      }
    },
    cancel: (job) => {
      if (live && !live.ended()) void live.service.cancel(job);
    },
    prepare: (study) => {
      prepared = study;
      if (live && !live.ended()) void live.service.prepare(study);
    },
    holdBack: (isHeld) => {
      isHeldBack = isHeld;
      if (live && !live.ended()) void live.service.holdBack(isHeld);
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
