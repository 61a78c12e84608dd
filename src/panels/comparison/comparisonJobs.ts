import type { ComparedMechanism, ComparisonParameters } from "../../core/comparison/comparison.ts";
import { significant } from "../../core/numberFormats.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { MapJob } from "../hooks/useMapColumns.ts";
import type { Compared, Mechanism } from "./verdict.ts";

export interface ComparisonRun extends ComparisonParameters {
  readonly mechanism: string;
  readonly recordCount: number;
}

export interface ComparisonSubject {
  readonly mechanisms: readonly Mechanism[];
  readonly run: (run: ComparisonRun, signal: AbortSignal) => Promise<Outcome<ComparedMechanism>>;
  readonly epsilon: number;
  readonly delta: number;
  readonly recordCount: number;
  readonly leastRecords: number;
  readonly repeats: number;
}

export const epsilons = Array.from({ length: 13 }, (_, i) => significant(10 ** (-2 + i / 4), 3));
const shownDraws = 8;

export function comparisonJobs(subject: ComparisonSubject): readonly MapJob<Compared>[] {
  const { mechanisms, run, epsilon, delta, recordCount, leastRecords, repeats } = subject;
  const base = { delta, seed: 1 };
  const jobOf = (mechanism: Mechanism, given: Omit<ComparisonRun, "mechanism" | "delta" | "seed">) => ({
    name: mechanism.label,
    run: async (signal: AbortSignal): Promise<Outcome<Compared>> => {
      const outcome = await run({ ...base, ...given, mechanism: mechanism.id }, signal);
      return outcome.ok ? { ok: true, value: { ...outcome.value, mechanism: mechanism.id } } : outcome;
    },
  });
  const along = [...new Set([...epsilons, epsilon])].sort((a, b) => a - b);
  const shown = { epsilon, count: shownDraws };
  return [
    ...mechanisms.map((mechanism) => jobOf(mechanism, { recordCount, epsilons: along, repeats, shown })),
    ...sizesBelow(recordCount, leastRecords).flatMap((size) =>
      mechanisms.map((mechanism) =>
        jobOf(mechanism, {
          recordCount: size,
          epsilons: [epsilon],
          repeats: Math.max(20, Math.round(repeats / 2)),
          shown: { epsilon, count: 1 },
        }),
      ),
    ),
  ];
}

function sizesBelow(recordCount: number, least: number): number[] {
  return [2, 4, 8, 16, 32].map((part) => Math.round(recordCount / part)).filter((size) => size >= least);
}
