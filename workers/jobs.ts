import { Cancelled } from "./outcomeOf.ts";

/** The long jobs of a worker, which can be told to stop between two slices. */
export interface Jobs {
  /** A checkpoint for a job: lets messages in, then throws {@link Cancelled} if the job was told to stop. */
  begin(job: number): { readonly checkpoint: () => Promise<void>; readonly end: () => void };
  cancel(job: number): void;
}

const sliceMilliseconds = 40;

export function createJobs(): Jobs {
  const cancelled = new Set<number>();
  return {
    begin: (job) => {
      let sliceStart = performance.now();
      return {
        checkpoint: async () => {
          if (performance.now() - sliceStart > sliceMilliseconds) {
            await new Promise((resolve) => setTimeout(resolve, 0));
            sliceStart = performance.now();
          }
          if (cancelled.has(job)) throw new Cancelled();
        },
        end: () => cancelled.delete(job),
      };
    },
    cancel: (job) => cancelled.add(job),
  };
}
