import { describe, expect, test } from "vitest";
import { normalReferenceBandwidth } from "../../../src/core/density/estimator/bandwidthRule.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import {
  buyForDensity,
  candidateShares,
  purchaseLoss,
  rangeTestOf,
} from "../../../src/core/density/densityPurchase.ts";
import type { DensityPurchase } from "../../../src/core/density/densityPurchase.ts";
import { interquartileRangeGuarantee } from "../../../src/core/privacy/choice/proposeTestRelease.ts";
import { lastOf } from "../../../src/core/slices.ts";

const source = seededSource(21);
const line = (length: number) => ({
  dimension: 1,
  coordinates: Float64Array.from({ length }, () => 5 + source.normal()),
});
const points = line(2000);
const shared = { epsilon: 5, domain: [[0, 10]] as const };
const buy = (purchase: DensityPurchase, of = points, seed = 1) =>
  lastOf(buyForDensity({ ...purchase, points: of, random: seededSource(seed) }));

describe("buyForDensity", () => {
  test("buys the rule's bandwidth from a private range, near that of the records at a large ε", () => {
    const bought = buy({ ...shared, epsilon: 200, kind: "interquartileRange", rule: "reference" });
    if (bought.kind !== "bandwidths") throw new Error(bought.kind);
    // The interquartile range of a standard normal is 1.349.
    expect(bought.ranges[0]).toBeGreaterThan(1.2);
    expect(bought.ranges[0]).toBeLessThan(1.5);
    expect(bought.bandwidths).toEqual([
      normalReferenceBandwidth({ recordCount: 2000, dimension: 1, interquartileRange: bought.ranges[0]! }),
    ]);
    const printed = buy({ ...shared, epsilon: 200, kind: "interquartileRange", rule: "printed" });
    expect(printed.kind === "bandwidths" && printed.bandwidths[0]!).toBeGreaterThan(bought.bandwidths[0]!);
  });

  test("buys by propose-test-release, which gives no answer on constant data and at a small ε", () => {
    const many = line(20_000);
    const purchase = { ...shared, epsilon: 40, delta: 1e-6, kind: "proposeTestRelease", rule: "reference" } as const;
    const bought = buy(purchase, many);
    if (bought.kind !== "bandwidths") throw new Error(bought.kind);
    expect(bought.ranges[0]).toBeGreaterThan(0.5);
    expect(bought.ranges[0]).toBeLessThan(4);
    expect(buy({ ...purchase, epsilon: 0.01 }, many)).toEqual({ kind: "noAnswer" });
    const constant = { dimension: 1, coordinates: new Float64Array(100).fill(3) };
    expect(buy(purchase, constant)).toEqual({ kind: "noAnswer" });
  });

  test("buys one of the public candidates by cross-validation, a sensible one at a large ε", () => {
    const purchase = { ...shared, kind: "crossValidation", noiseMultiplier: 0.5 } as const;
    for (const epsilon of [0.01, 5, 1e4]) {
      const bought = buy({ ...purchase, epsilon }, line(400));
      if (bought.kind !== "bandwidths") throw new Error(bought.kind);
      expect(candidateShares.some((share) => Math.abs(10 * share - bought.bandwidths[0]!) < 1e-9)).toBe(true);
      if (epsilon === 1e4) {
        expect(bought.bandwidths[0]).toBeGreaterThan(0.15);
        expect(bought.bandwidths[0]).toBeLessThan(0.8);
      }
    }
    expect(() => buy({ ...purchase, epsilon: 1 }, line(5001))).toThrow("at most 5000");
  });

  test("buys ends inside the declared domain, in order, on both axes of a plane", () => {
    const plane = { dimension: 2, coordinates: Float64Array.from({ length: 4000 }, () => 5 + source.normal()) };
    const bought = buy(
      {
        epsilon: 20,
        domain: [
          [0, 10],
          [-50, 50],
        ],
        kind: "ends",
        tail: 0.01,
      },
      plane,
    );
    if (bought.kind !== "domain") throw new Error(bought.kind);
    for (const [[lower, upper], [least, most]] of [
      [bought.domain[0]!, [0, 10]],
      [bought.domain[1]!, [-50, 50]],
    ] as const) {
      expect(lower).toBeGreaterThanOrEqual(least);
      expect(upper).toBeLessThanOrEqual(most);
      expect(lower).toBeLessThan(3.5);
      expect(upper).toBeGreaterThan(6.5);
    }
  });

  test.each([0, -1, NaN, Infinity])("refuses ε = %s", (epsilon) => {
    expect(() => buy({ ...shared, epsilon, kind: "interquartileRange", rule: "reference" })).toThrow("epsilon");
    expect(() => purchaseLoss({ ...shared, epsilon, kind: "ends", tail: 0.1 })).toThrow("epsilon");
  });
});

test.each([
  [0.2, 5e-6, 1],
  [1, 1e-9, 2],
  [5, 0.05, 2],
])(
  "purchaseLoss covers what both rounds of propose-test-release cost on all axes: ε = %s, δ = %s, d = %s",
  (epsilon, delta, d) => {
    const test = rangeTestOf({ epsilon, delta, dimension: d });
    const each = interquartileRangeGuarantee({ recordCount: 1000, ...test });
    expect(d * each.epsilon).toBeCloseTo(epsilon, 12);
    expect(d * each.delta).toBeLessThanOrEqual(delta);
    expect(d * each.delta).toBeGreaterThan(0.999999 * delta);
  },
);
