import { useMemo } from "react";
import { allocateFresh } from "../../core/bufferPool.ts";
import type { Allocate } from "../../core/bufferPool.ts";
import { gridCoordinates } from "../../core/grids.ts";
import type { Interval } from "../../core/releases/density.ts";
import { meanCurveGrid } from "../../core/releases/meanCurve.ts";
import { remember } from "../../core/remember.ts";
import { scaleRelease } from "../../core/releases/scale.ts";
import { useCalibration } from "../../panels/useCalibration.ts";
import { useBufferPool, useLease } from "../../panels/useLease.ts";
import { createBorrowing } from "../../state/lease.ts";
import type { Leased } from "../../state/lease.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveAnswer } from "./session.ts";

/** A mean-curve release at the present budget: everything that is drawn, said or exported. */
export interface MeanCurveView {
  readonly times: Float64Array;
  readonly domain: readonly [number, number];
  /** Absent in the outside view. */
  readonly inside: { readonly original: Float64Array; readonly rawMean: Float64Array } | undefined;
  readonly released: Float64Array;
  readonly others: readonly Float64Array[];
  /** σ√(1 + τ) at one point. */
  readonly standardDeviation: number;
  readonly simultaneousHalfWidth: number;
  readonly noiseMultiplier: number;
  readonly deltaAchieved: number;
  readonly answer: MeanCurveAnswer;
}

/** Rescales the last answer of the worker to the present budget, on the main thread, and holds what it shows. */
export function useMeanCurveView(
  scenario: MeanCurveScenario,
  answer: Leased<MeanCurveAnswer> | undefined,
): Leased<MeanCurveView> | undefined {
  const { noiseMultiplier, deltaAchieved } = useCalibration(scenario);
  const { view } = scenario;
  const pool = useBufferPool();
  const shown = useMemo(() => {
    if (!answer) return undefined;
    const { allocate, lease } = createBorrowing(pool, answer.lease);
    return { ...meanCurveViewOf(answer, { noiseMultiplier, deltaAchieved, view, allocate }), lease };
  }, [answer, noiseMultiplier, deltaAchieved, view, pool]);
  useLease(shown?.lease);
  return shown;
}

const timesOf = remember(({ domain, pointCount }: { readonly domain: Interval; readonly pointCount: number }) =>
  gridCoordinates(meanCurveGrid(domain, pointCount).axes[0]!),
);

/** The view of an answer under a calibrated budget. */
export function meanCurveViewOf(
  answer: MeanCurveAnswer,
  {
    noiseMultiplier,
    deltaAchieved,
    view,
    allocate = allocateFresh,
  }: {
    readonly noiseMultiplier: number;
    readonly deltaAchieved: number;
    readonly view: MeanCurveScenario["view"];
    /** Makes the arrays of the draws. */
    readonly allocate?: Allocate;
  },
): MeanCurveView {
  const { release, parameters } = answer;
  const m = release.estimate.length;
  const drawn = (k: number) => scaleRelease(release, k, noiseMultiplier, allocate(m));
  const standardDeviation = noiseMultiplier * release.sensitivity * Math.sqrt(1 + release.jitter);
  return {
    times: timesOf({ domain: parameters.domain, pointCount: m }),
    domain: parameters.domain,
    inside: view === "inside" ? { original: release.estimate, rawMean: release.rawMean } : undefined,
    released: drawn(0),
    others: release.unitNoise.slice(1).map((_, k) => drawn(k + 1)),
    standardDeviation,
    simultaneousHalfWidth: release.simultaneousQuantile * standardDeviation,
    noiseMultiplier,
    deltaAchieved,
    answer,
  };
}
