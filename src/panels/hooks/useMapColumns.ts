import { useEffect, useRef, useState } from "react";
import type { Outcome } from "../../engine/outcome.ts";

export interface MapJob<Column> {
  readonly name: string;
  readonly run: (signal: AbortSignal) => Promise<Outcome<Column>>;
}

export interface MapColumns<Column> {
  /** Finished columns, in the order of their jobs. */
  readonly columns: readonly Column[];
  readonly done: number | undefined;
  readonly jobCount: number;
  /** The total once all are done. */
  readonly seconds: number | undefined;
  readonly problem: string | undefined;
  readonly outdated: boolean;
  start(jobs: readonly MapJob<Column>[]): void;
  cancel(): void;
}

/** All jobs at once would all end late, each with its memory. */
const jobsAtOnce = 4;

/** @param key changes with every setting but the axes */
export function useMapColumns<Column>(key: string): MapColumns<Column> {
  const [found, setFound] = useState<readonly (Column | undefined)[]>([]);
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [madeFor, setMadeFor] = useState("");
  const [seconds, setSeconds] = useState<number>();
  const latest = useRef<AbortController>(undefined);
  const cancel = () => {
    latest.current?.abort();
    setDone(undefined);
    setSeconds(undefined);
  };
  useEffect(() => cancel, [key]);

  const start = (jobs: readonly MapJob<Column>[]) => {
    latest.current?.abort();
    const { signal } = (latest.current = new AbortController());
    setFound(jobs.map(() => undefined));
    setDone(0);
    setProblem(undefined);
    setMadeFor(key);
    setSeconds(undefined);
    const begun = performance.now();
    const waiting = jobs.entries();
    const work = async () => {
      for (const [place, { name, run }] of waiting) {
        const outcome = await run(signal);
        if (signal.aborted) return;
        setSeconds((performance.now() - begun) / 1000);
        setDone((before = 0) => before + 1);
        if (outcome.ok) setFound((before) => before.with(place, outcome.value));
        else setProblem(`${name}: ${outcome.error.message}`);
      }
    };
    void Promise.all(Array.from({ length: jobsAtOnce }, work)).then(() => {
      if (!signal.aborted) setDone(undefined);
    });
  };

  return {
    columns: found.filter((column) => column !== undefined),
    done,
    jobCount: found.length,
    seconds,
    problem,
    outdated: madeFor !== key,
    start,
    cancel,
  };
}
