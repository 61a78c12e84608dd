import { afterEach } from "vitest";
import type { DensityContract } from "../../src/core/density/densityContract.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/contract.ts";
import type { FirstAnswer } from "../../src/engine/firstAnswer.ts";
import type { InProcessWorker } from "./inProcessWorker.ts";
import type { WorkerService } from "../../workers/service.ts";

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let engine: Engine | undefined;
afterEach(() => engine?.dispose());

/** An engine of two places, whose workers are made by `make`; the first starts with the engine, but with a first answer. */
export function engineOf(
  make: (spawnedBefore: number) => InProcessWorker,
  patience = 10_000,
  firstAnswer?: Promise<FirstAnswer | undefined>,
) {
  const spawned: InProcessWorker[] = [];
  const notices: string[] = [];
  const made = createEngine({
    workerCount: 2,
    patience,
    firstAnswer,
    spawnWorker: () => {
      const next = make(spawned.length);
      spawned.push(next);
      return next.worker;
    },
  });
  made.onNotice(({ message }) => notices.push(message));
  engine = made;
  return { engine: made, density: made.study<DensityContract>("density"), spawned, notices };
}

type Run = WorkerService["run"];

/** A worker's `run` that knows one task only, and runs it in its own way. */
export function running(name: string, run: Run): Pick<WorkerService, "run"> {
  return {
    run: (job, task, ...rest) => {
      if (task.name !== name) throw new Error(`${task.name} was not to be run`);
      return run(job, task, ...rest);
    },
  };
}
