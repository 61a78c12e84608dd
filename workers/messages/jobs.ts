import { awaitSlices } from "../../src/core/slices.ts";
import { Cancelled, outcomeOf } from "./outcomeOf.ts";
import type { Outcome } from "./outcome.ts";

interface Jobs {
  /**
   * Between slices a job awaits `checkpoint`, which lets messages in and throws {@link Cancelled} if it was stopped.
   *
   * @param yields pauses between slices while such jobs are held back
   */
  run<T>(job: number, compute: (checkpoint: () => Promise<void>) => Promise<T>, yields?: boolean): Promise<Outcome<T>>;
  /** Ignores unknown jobs. */
  cancel(job: number): void;
  /** Pauses or continues jobs that yield. */
  holdBack(isHeld: boolean): void;
}

const sliceMilliseconds = 40;
const heldMilliseconds = 50;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function createJobs(): Jobs {
  const underWay = new Map<number, AbortController>();
  let isHeldBack = false;
  return {
    run: async (job, compute, yields = false) => {
      const stop = new AbortController();
      underWay.set(job, stop);
      let sliceStart = performance.now();
      const outcome = await outcomeOf(() =>
        compute(async () => {
          if (performance.now() - sliceStart > sliceMilliseconds) {
            await pause(0);
            while (yields && isHeldBack && !stop.signal.aborted) await pause(heldMilliseconds);
            sliceStart = performance.now();
          }
          if (stop.signal.aborted) throw new Cancelled();
        }),
      );
      underWay.delete(job);
      return outcome;
    },
    cancel: (job) => underWay.get(job)?.abort(),
    holdBack: (isHeld) => {
      isHeldBack = isHeld;
    },
  };
}

/** Takes the done fraction; a comlink proxy. */
export type Progress = (fraction: number) => void;

const progressMilliseconds = 100;

/** Each step is a checkpoint. */
export function runSteps<T>(
  steps: Generator<number, T>,
  checkpoint: () => Promise<void>,
  progress: Progress,
): Promise<T> {
  let told = performance.now();
  return awaitSlices(steps, (fraction) => {
    if (performance.now() - told > progressMilliseconds) {
      told = performance.now();
      progress(fraction);
    }
    return checkpoint();
  });
}
