import type { Remote } from "comlink";
import type { WorkerService } from "../../workers/service.ts";
import type { Outcome } from "./outcome.ts";

/** Gives a worker missing data: records, or a table that it reads anew. */
export type HandOver = (service: Remote<WorkerService>) => Promise<Outcome<unknown>>;

export interface Holdings {
  add(handOver: (id: number) => HandOver): number;
  /** @throws {Error} if dropped */
  handOver(id: number): HandOver;
  drop(id: number): void;
}

export function createHoldings(): Holdings {
  const held = new Map<number, HandOver>();
  let last = 0;
  return {
    add: (handOver) => {
      held.set(++last, handOver(last));
      return last;
    },
    handOver: (id) => {
      const handOver = held.get(id);
      if (!handOver) throw new Error("The data of this request are no longer loaded.");
      return handOver;
    },
    drop: (id) => {
      held.delete(id);
    },
  };
}
