import { gridSize } from "../grids.ts";
import { functionScores, type ChoiceSubject } from "../privacy/choice/functionChoice.ts";
import { gridDistanceSensitivity } from "../privacy/sensitivity/gridDistance.ts";
import type { GridTarget } from "./releaseTarget.ts";

/**
 * Function of a release among public ones, with all of the release's Δ.
 *
 * @param target one function; further numbers have no part
 * @param weight w > 0 of each point, for values as shown
 */
export function targetChoice(target: GridTarget, weight: number): ChoiceSubject {
  const { kernel, grid, units, estimateError, estimateBound, estimating } = target;
  const { offset, scale } = units;
  const sensitivity = gridDistanceSensitivity({ kernel, grid, sensitivity: target.sensitivity.value, weight });
  const weights = new Float64Array(gridSize(grid)).fill(weight);
  return {
    sensitivity: Math.abs(scale) * sensitivity,
    *scoring(candidates) {
      const inUnits = candidates.map((g) => g.map((value) => (value - offset) / scale));
      const values = (yield* estimating()).subarray(0, weights.length);
      return functionScores(inUnits, { values, weights, sensitivity, estimateError, estimateBound });
    },
  };
}
