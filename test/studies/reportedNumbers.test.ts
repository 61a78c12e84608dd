import { expect, test } from "vitest";
import { buyForDensity } from "../../src/core/density/densityPurchase.ts";
import { composedDelta, gaussianOfPure } from "../../src/core/privacy/accounting/composition.ts";
import { analyticNoiseMultiplier } from "../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { lastOf } from "../../src/core/slices.ts";
import { budgetWarnings } from "../../src/panels/study/declaration.ts";

// Numbers after bug reports of other tools, from 60-digit arithmetic.

test.each([
  [0.001, 1e-6, 2436.55249],
  [0.01, 1e-5, 243.785438],
  [0.1, 1e-5, 30.7495661],
  [1, 1e-5, 3.73063163],
  [1, 0.5, 0.507065031],
  [1, 1e-30, 11.0831029],
  [30, 1e-5, 0.214720147],
  [100, 1e-10, 0.108760426],
  [700, 1e-5, 0.0299231507],
  [800, 1e-5, 0.0277891141],
  [5, 1e-12, 1.40983772],
])("at (%f, %f) the noise is %f times the sensitivity", (epsilon, delta, multiplier) => {
  expect(analyticNoiseMultiplier({ epsilon, delta }) / multiplier).toBeCloseTo(1, 8);
});

test("a hundred purely 0.1-private releases lose less than the formula with a logarithm, 5.7561 at δ = 10⁻⁶", () => {
  const pureEpsilons = Array<number>(100).fill(0.1);
  expect(composedDelta({ epsilon: 5.7561, mu: 0, pureEpsilons })).toBeLessThan(1e-6);
  expect(composedDelta({ epsilon: 4, mu: 0, pureEpsilons })).toBeGreaterThan(1e-6);
  expect(10 * gaussianOfPure(0.1)).toBeCloseTo(1.25309, 5);
});

test("records that are mostly zero, whose interquartile range is 0, buy a positive bandwidth (71)", () => {
  const coordinates = Float64Array.from({ length: 200 }, (_, i) => (i < 170 ? 0 : i - 165));
  for (let seed = 1; seed <= 20; seed++) {
    const bought = lastOf(
      buyForDensity({
        ...{ kind: "interquartileRange", rule: "reference", epsilon: 1, domain: [[0, 40]] },
        ...{ points: { dimension: 1, coordinates }, random: seededSource(seed) },
      }),
    );
    const { bandwidths } = bought as Extract<typeof bought, { kind: "bandwidths" }>;
    expect(bandwidths).toHaveLength(1);
    expect(bandwidths[0]).toBeGreaterThan(0);
    expect(bandwidths[0]).toBeLessThan(40);
  }
});

test("a δ above one over the number of people is warned of, as it lets one of them be published (154)", () => {
  expect(budgetWarnings({ epsilon: 1, delta: 0.05 }, 50).join(" ")).toMatch(/δ/);
  expect(budgetWarnings({ epsilon: 1, delta: 0.002 }, 50)).toEqual([]);
});
