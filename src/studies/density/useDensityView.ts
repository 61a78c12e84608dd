import { useMemo, useState } from "react";
import { ParameterError } from "../../core/errors.ts";
import { gridCoordinates } from "../../core/grids.ts";
import type { GridAxis } from "../../core/grids.ts";
import {
  achievedDelta,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../core/privacy/calibration/gaussian.ts";
import { densityGrid } from "../../core/releases/density.ts";
import { clipAndNormalise, scaleRelease } from "../../core/releases/scale.ts";
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

/** The noise multiplier of a scenario, or the sentence that says why there is none. */
export function calibrate({
  epsilon,
  delta,
  calibration,
}: Pick<DensityScenario, "epsilon" | "delta" | "calibration">): number | ParameterError {
  try {
    return (calibration === "analytic" ? analyticNoiseMultiplier : classicalNoiseMultiplier)({ epsilon, delta });
  } catch (error) {
    if (error instanceof ParameterError) return error;
    throw error;
  }
}

/**
 * Rescales the last answer of the worker to the present budget, on the main thread. While the budget is
 * refused, the last one that was not stays in force.
 *
 * @param first index of the draw shown as the release; the others follow it
 */
export function useDensityView(
  scenario: DensityScenario,
  answer: DensityAnswer | undefined,
  first: number,
): DensityView | undefined {
  const { epsilon, delta, calibration, post, view } = scenario;
  const multiplier = useMemo(() => calibrate({ epsilon, delta, calibration }), [epsilon, delta, calibration]);
  const [lastValid, setLastValid] = useState({ epsilon: 1, noiseMultiplier: analyticNoiseMultiplier({ epsilon: 1, delta }) });
  const { noiseMultiplier, epsilon: usedEpsilon } =
    typeof multiplier === "number" ? { epsilon, noiseMultiplier: multiplier } : lastValid;
  if (lastValid.noiseMultiplier !== noiseMultiplier || lastValid.epsilon !== usedEpsilon) {
    setLastValid({ epsilon: usedEpsilon, noiseMultiplier });
  }

  return useMemo(() => {
    if (!answer) return undefined;
    const { release, parameters } = answer;
    const { axes } = densityGrid(parameters.domain);
    const cell = axes.reduce((volume, { lower, upper, count }) => volume * ((upper - lower) / count), 1);
    const draws = release.unitNoise.length;
    const drawn = (k: number) => {
      const index = (first + k) % draws;
      const values = scaleRelease(release, index, noiseMultiplier, new Float64Array(release.estimate.length));
      return post === "density" ? clipAndNormalise(values, cell) : values;
    };
    const released = drawn(0);
    let peak = 0;
    for (let i = 0; i < released.length; i++) if (released[i]! > peak) peak = released[i]!;
    const standardDeviation = noiseMultiplier * release.sensitivity;
    return {
      axes,
      coordinates: axes.map(gridCoordinates),
      original: view === "inside" ? release.estimate : undefined,
      released,
      peak,
      others: axes.length === 1 ? Array.from({ length: draws - 1 }, (_, k) => drawn(k + 1)) : [],
      standardDeviation,
      noiseMultiplier,
      deltaAchieved: achievedDelta({ epsilon: usedEpsilon, noiseMultiplier }),
      simultaneousHalfWidth: release.simultaneousQuantile * standardDeviation * Math.sqrt(1 + release.jitter),
      answer,
    };
  }, [answer, noiseMultiplier, usedEpsilon, post, view, first]);
}
