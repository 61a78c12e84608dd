import { useRef, useState } from "react";
import type { Outcome } from "../../engine/outcome.ts";

export interface Job {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export interface JobProgress {
  readonly done: number;
  readonly seconds: number;
}

/** `run` gives undefined for a cancelled computation. */
export function useJob() {
  const [progress, setProgress] = useState<JobProgress>();
  const controller = useRef<AbortController>(undefined);
  return {
    progress,
    cancel: () => controller.current?.abort(),
    run: async <T>(start: (job: Job) => Promise<Outcome<T>>): Promise<Outcome<T> | undefined> => {
      const own = (controller.current = new AbortController());
      const begun = performance.now();
      const report = (done: number) => setProgress({ done, seconds: (performance.now() - begun) / 1000 });
      report(0);
      const outcome = await start({ signal: own.signal, onProgress: report });
      setProgress(undefined);
      return own.signal.aborted && !outcome.ok ? undefined : outcome;
    },
  };
}
