import { checkPositiveInteger } from "../checks.ts";
import type { PlannedRelease } from "./planTarget.ts";
import type { Limits, PlanParameter } from "./planAnswer.ts";

/** A plan's question that is answered by simulated releases, a round at a time. Public: no records are among its fields. */
export interface SimulatedQuestion {
  readonly release: PlannedRelease;
  readonly measure: Measure;
  readonly limits: Readonly<Record<PlanParameter, Limits>>;
  /** From 0 on; rounds are independent. */
  readonly round: number;
}

/**
 * Error of a release, from 0 up: records that its rule tells wrongly, or otherwise than the best rule does; the root mean
 * square error of an entry, or the largest of a column's mean, in shares of the range; the largest error of a curve in shares
 * of its peak, or the root of its integrated square.
 */
export type Measure = (typeof measures)[number];
export const measures = ["accuracy", "disagreement", "entry", "mean", "supremum", "square"] as const;

/** Errors of the releases of one round, all of the same records. */
export interface SimulatedPoint {
  readonly at: number;
  /** Error with infinitely many records and no noise. */
  readonly limit: number;
  /** Error without noise. */
  readonly noiseless: number;
  readonly released: readonly number[];
}

export interface SimulatedRound {
  /** Least error of any rule. */
  readonly best: number;
  readonly now: SimulatedPoint;
  readonly along: Readonly<Record<PlanParameter, readonly SimulatedPoint[]>>;
}

/** Most records that a simulated release has; errors of more are extrapolated, or refused. */
export const mostSimulated = 1500;

/** Requirement on simulated errors: at most so many percent in so many of ten releases, beyond the best rule or without noise. */
export interface SimulatedTarget {
  readonly kind: "simulated";
  readonly of: "noise" | "total";
  readonly measure: Measure;
  readonly percent: number;
  readonly inTen: number;
}

/** Even steps of a logarithm between limits, without repetition; whole numbers where told. */
export function stepsOf({ min, max }: Limits, count: number, isWhole = false): number[] {
  const steps = Array.from({ length: count }, (_, j) => min * (max / min) ** (j / (count - 1)));
  return [...new Set(isWhole ? steps.map(Math.round) : steps)];
}

/** Seed of a round. */
export function seedOf({ round }: Pick<SimulatedQuestion, "round">): number {
  return checkPositiveInteger("round + 1", round + 1);
}
