import { useMemo } from "react";
import { allocateFresh } from "../../core/bufferPool.ts";
import type { Allocate } from "../../core/bufferPool.ts";
import { gridAxis, gridCoordinates } from "../../core/grids.ts";
import { accuracy, expectedAccuracy, expectedPinballLoss } from "../../core/releases/boundaryUtility.ts";
import { boundaryGrid } from "../../core/releases/boundary.ts";
import type { Interval } from "../../core/releases/density.ts";
import { remember } from "../../core/remember.ts";
import { scaleRelease } from "../../core/releases/scale.ts";
import { useCalibration } from "../../panels/useCalibration.ts";
import { useBufferPool, useLease } from "../../panels/useLease.ts";
import { createBorrowing } from "../../state/lease.ts";
import type { Leased } from "../../state/lease.ts";
import type { Calibrated } from "../../panels/useCalibration.ts";
import type { BoundaryScenario } from "./scenario.ts";
import type { BoundaryAnswer, BoundaryMeasured } from "./session.ts";

/** How well f and its release do on some records. */
export interface Performance {
  readonly original: number;
  /** In closed form, over the noise of the release. */
  readonly expectedPrivate: number;
}

/** What only the data owner sees. */
export interface InsideView {
  /** f on the grid: a decision function, or a curve in units of the response. */
  readonly original: Float64Array;
  /** Share of records labelled as given, or the mean loss of a regression: absolute error, or the pinball loss. */
  readonly onRecords: Performance;
  /** The same with each record predicted from a fit without it; absent until it is measured. */
  readonly heldOut: Performance | undefined;
}

/** A boundary release at the present budget: everything that is drawn, said or exported. */
export interface BoundaryView {
  readonly task: BoundaryScenario["task"];
  /** The declared domain, one interval per input. */
  readonly domain: readonly Interval[];
  readonly counts: readonly number[];
  /** Grid values of each axis. */
  readonly coordinates: readonly Float64Array[];
  readonly inside: InsideView | undefined;
  readonly released: Float64Array;
  /** Further draws, faint. */
  readonly others: readonly Float64Array[];
  /** σ = noiseMultiplier · Δ at one point, in the units of `released`. */
  readonly standardDeviation: number;
  readonly simultaneousHalfWidth: number | undefined;
  /** Units of `released` per unit of the fit: half the response range, or 1. */
  readonly unit: number;
  /** The budget in force: that of the scenario, or the last one that was not refused. */
  readonly budget: Calibrated;
  readonly answer: BoundaryAnswer;
}

/** Rescales the last answer of the worker to the present budget, on the main thread, and holds what it shows. */
export function useBoundaryView(
  scenario: BoundaryScenario,
  answer: Leased<BoundaryAnswer> | undefined,
  measured: BoundaryMeasured | undefined,
): Leased<BoundaryView> | undefined {
  const budget = useCalibration(scenario);
  const { view } = scenario;
  const pool = useBufferPool();
  const shown = useMemo(() => {
    if (!answer) return undefined;
    const { allocate, lease } = createBorrowing(pool, answer.lease);
    return { ...boundaryViewOf({ answer, measured, budget, view, allocate }), lease };
  }, [answer, measured, budget, view, pool]);
  useLease(shown?.lease);
  return shown;
}

interface ViewOptions {
  readonly answer: BoundaryAnswer;
  readonly measured: BoundaryMeasured | undefined;
  readonly budget: Calibrated;
  readonly view: BoundaryScenario["view"];
  /** Makes the arrays of the draws. */
  readonly allocate?: Allocate;
}

const coordinatesOf = remember((domain: readonly Interval[]) => {
  const { axes } = boundaryGrid(domain.length);
  return domain.map(([lower, upper], k) => gridCoordinates(gridAxis({ lower, upper, count: axes[k]!.count })));
});

/** An answer at a budget; in the outside view without what only the data owner sees. */
export function boundaryViewOf({
  answer,
  measured,
  budget,
  view,
  allocate = allocateFresh,
}: ViewOptions): BoundaryView {
  const { noiseMultiplier } = budget;
  const { release, parameters } = answer;
  const { axes } = boundaryGrid(parameters.domain.length);
  const [lower, upper] = parameters.responseRange ?? [-1, 1];
  const unit = (upper - lower) / 2;
  const middle = (upper + lower) / 2;
  const inItsUnits = (values: Float64Array, out: Float64Array) => {
    for (let i = 0; i < out.length; i++) out[i] = middle + unit * values[i]!;
    return out;
  };
  const shown = (values: Float64Array) =>
    parameters.responseRange ? inItsUnits(values, allocate(values.length)) : values;
  const drawn = (k: number) => {
    const values = scaleRelease(release, k, noiseMultiplier, allocate(release.estimate.length));
    return parameters.responseRange ? inItsUnits(values, values) : values;
  };
  const fitDeviation = noiseMultiplier * release.sensitivity * Math.sqrt(1 + release.jitter);
  const perform = (predicted: Float64Array) => performanceOf(answer, shown(predicted), fitDeviation * unit);
  return {
    task: parameters.responseRange ? "regression" : "classification",
    domain: parameters.domain,
    counts: axes.map(({ count }) => count),
    coordinates: coordinatesOf(parameters.domain),
    inside:
      view === "inside"
        ? {
            original: shown(release.estimate),
            onRecords: perform(release.fitted),
            heldOut: measured && perform(measured.heldOut),
          }
        : undefined,
    released: drawn(0),
    others: release.unitNoise.slice(1).map((_, k) => drawn(k + 1)),
    standardDeviation: fitDeviation * unit,
    simultaneousHalfWidth:
      release.simultaneousQuantile === undefined ? undefined : release.simultaneousQuantile * fitDeviation * unit,
    unit,
    budget,
    answer,
  };
}

/** How well given predictions do, and what is expected of them under noise. */
export function performanceOf(
  { parameters, records }: BoundaryAnswer,
  predicted: Float64Array,
  standardDeviation: number,
): Performance {
  const { responses } = records;
  if (!parameters.responseRange) {
    return {
      original: accuracy(predicted, responses),
      expectedPrivate: expectedAccuracy(predicted, responses, standardDeviation),
    };
  }
  const pinball = parameters.loss === "pinball";
  const quantile = pinball ? parameters.lossParameter : 0.5;
  const mean = (deviation: number) =>
    (pinball ? 1 : 2) * expectedPinballLoss(predicted, responses, deviation, quantile);
  return { original: mean(0), expectedPrivate: mean(standardDeviation) };
}
