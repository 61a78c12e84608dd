import { useEffect, useRef, useState } from "react";
import type { Outcome } from "../../engine/outcome.ts";

/** One column of a map; its name stands in sentences. */
export interface MapJob<Column> {
  readonly name: string;
  readonly run: (signal: AbortSignal) => Promise<Outcome<Column>>;
}

export interface MapColumns<Column> {
  /** The columns that are done, in the order of their jobs. */
  readonly columns: readonly Column[];
  /** The number of columns done; undefined while nothing is computed. */
  readonly done: number | undefined;
  readonly jobCount: number;
  /** Seconds since the start; the total once all are done. */
  readonly seconds: number | undefined;
  readonly problem: string | undefined;
  /** The map was made for other settings than the present ones. */
  readonly outdated: boolean;
  start(jobs: readonly MapJob<Column>[]): void;
  cancel(): void;
}

/** A worker takes turns between its jobs: all at once would all end late, each with its memory. */
const jobsAtOnce = 4;

/**
 * The columns of a map, computed in parallel by the pool of workers.
 *
 * @param key changes with every setting of the map except its axes
 */
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
