import { useMemo } from "react";
import { gridCoordinates } from "../../core/grids.ts";
import { meanCurveGrid } from "../../core/releases/meanCurve.ts";
import { scaleRelease } from "../../core/releases/scale.ts";
import { useCalibration } from "../../panels/useCalibration.ts";
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

/** Rescales the last answer of the worker to the present budget, on the main thread. */
export function useMeanCurveView(scenario: MeanCurveScenario, answer: MeanCurveAnswer | undefined): MeanCurveView | undefined {
  const { noiseMultiplier, deltaAchieved } = useCalibration(scenario);
  const { view } = scenario;
  return useMemo(
    () => answer && meanCurveViewOf(answer, { noiseMultiplier, deltaAchieved, view }),
    [answer, noiseMultiplier, deltaAchieved, view],
  );
}

/** The view of an answer under a calibrated budget. */
export function meanCurveViewOf(
  answer: MeanCurveAnswer,
  {
    noiseMultiplier,
    deltaAchieved,
    view,
  }: { readonly noiseMultiplier: number; readonly deltaAchieved: number; readonly view: MeanCurveScenario["view"] },
): MeanCurveView {
  const { release, parameters } = answer;
  const m = release.estimate.length;
  const drawn = (k: number) => scaleRelease(release, k, noiseMultiplier, new Float64Array(m));
  const standardDeviation = noiseMultiplier * release.sensitivity * Math.sqrt(1 + release.jitter);
  return {
    times: gridCoordinates(meanCurveGrid(parameters.domain, m).axes[0]!),
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
