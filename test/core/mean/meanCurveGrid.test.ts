import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";

test("meanWeights sum to 1, so a constant curve has its size as its norm, and are symmetric to the last bit", () => {
  for (const rule of ["uniform", "trapezoid"] as const) {
    for (const count of [2, 11, 500]) {
      const w = meanWeights(count, rule);
      expect(weightedNorm(new Float64Array(count).fill(3), w)).toBeCloseTo(3, 13);
      expect(w.toReversed()).toEqual(w);
    }
    expect(() => meanWeights(1, rule)).toThrow(ParameterError);
  }
});
