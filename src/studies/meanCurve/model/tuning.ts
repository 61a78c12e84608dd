import type { ScoreRule, TuningColumn } from "../../../core/mean/meanCurveTuning.ts";
import type { Interval } from "../../../core/grids.ts";
import { leastOf } from "../../../core/figures/mirshaniTables.ts";
import type { CurveKernelName } from "../../../core/mean/curveKernels.ts";
import { significant } from "../../../core/numberFormats.ts";
import { rangeLimits } from "./fields.ts";

export interface ScoredRange {
  readonly range: number;
  readonly phis: readonly number[];
  readonly rule: ScoreRule;
  /** ε of noise with this share of the intended deviation, at the budget's δ. */
  readonly epsilonOf: (share: number) => number;
  readonly scores: TuningColumn;
}

/** Cross-validation, or with a release's noise. */
export type Score = "cv" | "pcv";

const steps = 20;

export const mapPenalties = logSteps(1e-6, 1, steps).toReversed();

/** A hundredth of the domain to twice it, within the slider. */
export function mapRanges(kernel: CurveKernelName, domain: Interval): readonly number[] {
  const { min, max } = rangeLimits(kernel, domain);
  const square = kernel === "gaussian" ? 2 : 1;
  return logSteps(min * 2 ** square, max / 2 ** square, steps);
}

/** Undefined without columns. */
export function bestOf(
  columns: readonly { readonly scores: Pick<TuningColumn, Score> }[],
  score: Score,
): { readonly column: number; readonly row: number } | undefined {
  if (columns.length === 0) return undefined;
  return leastOf(columns.map(({ scores }) => scores[score]));
}

function logSteps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => significant(from * (to / from) ** (i / (count - 1)), 3));
}

export const foldCount = 10;
