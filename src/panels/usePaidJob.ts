import { useRef, useState } from "react";
import type { Outcome } from "../engine/outcome.ts";

/** What a draw is given, to be cancelled and to tell how far it is. */
export interface PaidJob {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** How far a draw is. */
export interface PaidProgress {
  /** Share done. */
  readonly done: number;
  readonly seconds: number;
}

/** A draw that was paid for: run, watched, cancelled. Undefined stands for one that was cancelled. */
export function usePaidJob() {
  const [progress, setProgress] = useState<PaidProgress>();
  const controller = useRef<AbortController>(undefined);
  return {
    progress,
    cancel: () => controller.current?.abort(),
    run: async <T>(draw: (job: PaidJob) => Promise<Outcome<T>>): Promise<Outcome<T> | undefined> => {
      const own = (controller.current = new AbortController());
      const start = performance.now();
      const tell = (done: number) => setProgress({ done, seconds: (performance.now() - start) / 1000 });
      tell(0);
      const outcome = await draw({ signal: own.signal, onProgress: tell });
      setProgress(undefined);
      return own.signal.aborted && !outcome.ok ? undefined : outcome;
    },
  };
}
