import { describe, expect, test } from "vitest";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import {
  gridPeaks,
  leastVisible,
  matchedPeaks,
  placeOnGrid,
  visibilityAt,
} from "../../../src/core/density/peakVisibility.ts";
import { remember } from "../../../src/core/remember.ts";
import { lastOf } from "../../../src/core/slices.ts";

const sleep: DensityParameters = {
  domain: [[2, 13]],
  bandwidths: [0.35],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
  drawCount: 1000,
  seed: 77,
};
const { points } = recordsFrom({ table: loadExample("sleep"), columns: ["hours"], missing: "refuse" });
const plan = planDensity({ points, domain: sleep.domain });

const releaseOf = remember((parameters: DensityParameters) => plan.release(parameters));

/** Draws of the mechanism that show both peaks, none, and one that is not there, counted one by one. */
function countedOver(parameters: DensityParameters, epsilon: number) {
  const release = releaseOf(parameters);
  const multiplier = analyticNoiseMultiplier({ epsilon, delta: 1e-5 });
  const deviation = multiplier * release.sensitivity * Math.sqrt(1 + release.jitter);
  const original = gridPeaks(release.estimate, plan.grid, 0.05 * Math.max(...release.estimate));
  const places = original.map((index) => placeOnGrid(plan.grid, index));
  const counts = { all: 0, none: 0, misleading: 0 };
  for (const noise of release.unitNoise) {
    const released = release.estimate.map((value, i) => value + multiplier * release.sensitivity * noise[i]!);
    const largest = released.reduce((a, b) => Math.max(a, b), 0);
    const least = leastVisible({ deviation, quantile: release.simultaneousQuantile, largest });
    const found = gridPeaks(released, plan.grid, least).map((index) => placeOnGrid(plan.grid, index));
    const matched = matchedPeaks(places, found, parameters.domain);
    if (matched.length === places.length) counts.all++;
    if (matched.length === 0) counts.none++;
    if (found.length > matched.length) counts.misleading++;
  }
  return { ...counts, deviation };
}

describe("peakVisibility", () => {
  for (const route of ["gaussian", "sobolev"] as const) {
    const parameters = { ...sleep, route };
    const visibility = lastOf(plan.visibility(parameters));

    test.each([0.01, 0.1, 0.2, 0.3, 0.5, 1, 3])(
      `${route}: what is said at ε = %s is true of 1000 other draws`,
      (epsilon) => {
        const counts = countedOver(parameters, epsilon);
        const said = visibilityAt(visibility, counts.deviation);
        // Shares of 400 and of 1000 independent draws; 4.9 standard deviations of their difference are exceeded with a
        // probability below 10⁻⁶ in each of 42 comparisons, where the normal law holds. Interpolation between levels
        // 15 % apart adds up to 0.02, and the last term a few draws where shares are near 0 or 1.
        for (const [count, share] of [
          [counts.all, said.showing[2]!],
          [counts.none, said.showing[0]!],
          [counts.misleading, said.misleading],
        ] as const) {
          const pooled = (count + 400 * share) / 1400;
          const tolerance = 4.9 * Math.sqrt(pooled * (1 - pooled) * (1 / 400 + 1 / 1000)) + 0.02 + 0.02;
          expect(Math.abs(count / 1000 - share)).toBeLessThan(tolerance);
        }
        // Noise alone: at most 5 of 100 releases, and 1000 draws of probability 0.05 exceed 84 in less than 10⁻⁵.
        expect(counts.misleading).toBeLessThanOrEqual(84);
      },
    );

    test(`${route}: the peaks of the start page are there at ε = 3 and gone at ε = 0.01`, () => {
      expect(visibility.peaks).toHaveLength(2);
      expect(visibilityAt(visibility, countedOver(parameters, 0.01).deviation).showing[0]).toBeGreaterThan(0.99);
      expect(visibilityAt(visibility, countedOver(parameters, 3).deviation).showing[2]).toBeGreaterThan(0.99);
    });
  }

  test("shares add up, and are those of the ends beyond the ladder", () => {
    const visibility = lastOf(plan.visibility(sleep));
    for (const deviation of [1e-9, 1e-3, 0.01, 0.033, 0.2, 1e6]) {
      const { showing, shownPeak } = visibilityAt(visibility, deviation);
      expect(showing.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      const expected = showing.reduce((sum, share, count) => sum + share * count, 0);
      expect(shownPeak.reduce((a, b) => a + b, 0)).toBeCloseTo(expected, 12);
    }
    expect(visibilityAt(visibility, 1e-9).showing).toEqual([0, 0, 1]);
  });

  const visibility = lastOf(plan.visibility(sleep));
  test.each([0, -1, NaN])("visibilityAt refuses a deviation of %s", (deviation) => {
    expect(() => visibilityAt(visibility, deviation)).toThrow("deviation");
  });
});

test("matchedPeaks pairs the nearest, each once, and none beyond a tenth of the domain", () => {
  expect(matchedPeaks([[0.5], [0.56]], [[0.55]], [[0, 1]])).toEqual([1]);
  expect(matchedPeaks([[0.3], [0.7]], [[0.31], [0.9]], [[0, 1]])).toEqual([0]);
  expect(
    matchedPeaks(
      [[2, 55]],
      [[2, 64]],
      [
        [0, 6],
        [30, 110],
      ],
    ),
  ).toEqual([]);
});
