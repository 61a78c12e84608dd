import { expect, test } from "vitest";
import { weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { m, meanCurve, times, spectrum, smoothed, bound, gain } from "../../support/populationCurves.ts";

test("curveReach is reached by the worst curve, and its gain by alternating ones", () => {
  for (const i of [0, 11, m - 1]) {
    const row = times.map((_, k) => smoothed(times.map((__, j) => Number(j === k)))[i]!);
    const scale =
      meanCurve.normBound / Math.sqrt(row.reduce((sum, value, k) => sum + value ** 2 / spectrum.weights[k]!, 0));
    const worst = row.map((value, k) => (scale * value) / spectrum.weights[k]!);
    expect(weightedNorm(worst, spectrum.weights)).toBeCloseTo(meanCurve.normBound, 10);
    expect(smoothed(worst)[i]).toBeCloseTo(bound[i]!, 10);
    expect(smoothed(row.map(Math.sign))[i]).toBeCloseTo(gain[i]!, 10);
  }
});
