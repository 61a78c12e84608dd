import { useMemo } from "react";
import { gridCoordinates } from "../../core/grids.ts";
import type { GridAxis } from "../../core/grids.ts";
import { densityGrid } from "../../core/releases/density.ts";
import { remember } from "../../core/remember.ts";
import { clipAndNormalise, scaleRelease } from "../../core/releases/scale.ts";
import { useCalibration } from "../../panels/useCalibration.ts";
import { useBufferPool, useLease } from "../../panels/useLease.ts";
import { createBorrowing } from "../../state/lease.ts";
import type { Leased } from "../../state/lease.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityAnswer } from "./session.ts";

/** A density release at the present budget: everything that is drawn, said or exported. */
export interface DensityView {
  readonly axes: readonly GridAxis[];
  /** Grid values of each axis. */
  readonly coordinates: readonly Float64Array[];
  /** Absent in the outside view. */
  readonly original: Float64Array | undefined;
  readonly released: Float64Array;
  /** Further draws, faint. */
  readonly others: readonly Float64Array[];
  /** Largest released value, at least 0. */
  readonly peak: number;
  /** σ = noiseMultiplier · Δ, at one point, before post-processing. */
  readonly standardDeviation: number;
  readonly noiseMultiplier: number;
  readonly deltaAchieved: number;
  readonly simultaneousHalfWidth: number;
  readonly answer: DensityAnswer;
}

const coordinatesOf = remember((axes: readonly GridAxis[]) => axes.map(gridCoordinates));

/**
 * Rescales the last answer of the worker to the present budget, on the main thread, and holds what it shows. While the
 * budget is refused, the last one that was not stays in force.
 *
 * @param first index of the draw shown as the release; the others follow it
 */
export function useDensityView(
  scenario: DensityScenario,
  answer: Leased<DensityAnswer> | undefined,
  first: number,
): Leased<DensityView> | undefined {
  const { post, view } = scenario;
  const { noiseMultiplier, deltaAchieved } = useCalibration(scenario);
  const pool = useBufferPool();

  const shown = useMemo(() => {
    if (!answer) return undefined;
    const { release, parameters } = answer;
    const { allocate, lease } = createBorrowing(pool, answer.lease);
    const { axes } = densityGrid(parameters.domain);
    const cell = axes.reduce((volume, { lower, upper, count }) => volume * ((upper - lower) / count), 1);
    const draws = release.unitNoise.length;
    const drawn = (k: number) => {
      const index = (first + k) % draws;
      const values = scaleRelease(release, index, noiseMultiplier, allocate(release.estimate.length));
      return post === "density" ? clipAndNormalise(values, cell) : values;
    };
    const released = drawn(0);
    let peak = 0;
    for (let i = 0; i < released.length; i++) if (released[i]! > peak) peak = released[i]!;
    const standardDeviation = noiseMultiplier * release.sensitivity;
    return {
      axes,
      coordinates: coordinatesOf(axes),
      original: view === "inside" ? release.estimate : undefined,
      released,
      peak,
      others: axes.length === 1 ? Array.from({ length: draws - 1 }, (_, k) => drawn(k + 1)) : [],
      standardDeviation,
      noiseMultiplier,
      deltaAchieved,
      simultaneousHalfWidth: release.simultaneousQuantile * standardDeviation * Math.sqrt(1 + release.jitter),
      answer,
      lease,
    };
  }, [answer, noiseMultiplier, deltaAchieved, post, view, first, pool]);
  useLease(shown?.lease);
  return shown;
}
