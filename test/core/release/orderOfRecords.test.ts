import { describe, expect, test } from "vitest";
import type { Points } from "../../../src/core/points.ts";
import { pointsAt } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { shuffle } from "../../../src/core/random/shuffle.ts";
import { planBernsteinDensity } from "../../../src/core/density/bernsteinDensity.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityTargetParameters } from "../../../src/core/density/densityParameters.ts";
import { buyForDensity } from "../../../src/core/density/densityPurchase.ts";
import { densityGrid } from "../../../src/core/density/densityGrid.ts";
import { planLearners } from "../../../src/core/erm/learners/learnerPolynomial.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { releasingPolynomial } from "../../../src/core/bernstein/privatePolynomial.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import type { ReleaseTarget } from "../../../src/core/release/releaseTarget.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { budget, classify, density, fit, inPlane, mean } from "../../support/neighbouringTargets.ts";
import { byHand } from "../../support/polynomialChoices.ts";
import { publicPart, recordedWords } from "../../support/privateReleases.ts";

// docs/proofs/tableRelease.md, "What needs no order": functions of the records whatever their order, or within what is counted.

const n = 120;
const random = seededSource(9);
/** Some outside of the domain, and some twice. */
const somewhere = (dimension: number): Points => {
  const coordinates = Float64Array.from({ length: n * dimension }, () => 1.2 * random.uniform() - 0.1);
  coordinates.copyWithin(0, 30 * dimension, 50 * dimension);
  return { dimension, coordinates };
};
const [line, plane] = [somewhere(1), somewhere(2)];
const responses = Float64Array.from({ length: n }, () => 60 + 80 * random.uniform());
const labels = responses.map((value) => (value > 100 ? 1 : -1));
const m = 20;
const curves = Float64Array.from({ length: n * m }, () => random.normal());

type Order = readonly number[];
const asGiven: Order = Array.from({ length: n }, (_, i) => i);
const orders: readonly Order[] = [
  asGiven.toReversed(),
  ...[1, 2].map((seed) => shuffle([...asGiven], seededSource(seed))),
];

/** Everything of a target with the records in one order and in another, from the same bits. */
function inTwoOrders(targetOf: (order: Order) => ReleaseTarget, order: Order) {
  const targets = [targetOf(asGiven), targetOf(order)] as const;
  const [one, other] = targets.map((target) => lastOf(releasingPrivately(target, budget, recordedWords(3))));
  const [before, after] = targets.map((target) => lastOf(target.estimating()));
  expect(publicPart(other!)).toEqual(publicPart(one!));
  return { one: one!, other: other!, moved: before!.map((value, k) => Math.abs(value - after![k]!)) };
}

describe("records in another order are released as the same integers, from the same bits", () => {
  test.each<readonly [string, DensityTargetParameters, Points]>([
    ["a density", density, line],
    ["a density, Sobolev route", { ...density, route: "sobolev" }, line],
    ["a density of bumps as rough as the noise", { ...density, bump: "exponential" }, line],
    ["a density with folded ends", { ...density, reflection: true }, line],
    [
      "a density on the scale of a logarithm",
      { ...density, domain: [[0.1, 1]], bandwidths: [0.3], transformation: "log" },
      line,
    ],
    ["a density in the plane", inPlane, plane],
  ])("%s, whose sums are of whole numbers", (_, parameters, points) => {
    const targetOf = (order: Order) =>
      planDensity({ points: pointsAt(points, order), domain: parameters.domain }).target(parameters);
    for (const order of orders) {
      const { one, other, moved } = inTwoOrders(targetOf, order);
      expect(moved.every((by) => by === 0)).toBe(true);
      expect(other.integers).toEqual(one.integers);
    }
  });

  test("a mean curve, whose terms are added exactly", () => {
    const targetOf = (order: Order) => {
      const own = order.flatMap((i) => [...curves.subarray(i * m, (i + 1) * m)]);
      return planMeanCurve({ curves: Float64Array.from(own), pointCount: m }).target(mean);
    };
    for (const order of orders) {
      const { one, other, moved } = inTwoOrders(targetOf, order);
      expect(moved.every((by) => by === 0)).toBe(true);
      expect(other.integers).toEqual(one.integers);
    }
  });
});

describe("records in another order move", () => {
  test.each([
    ["a curve", { ...fit, loss: "huber" }],
    ["a curve of quantiles", { ...fit, loss: "pinball" }],
    ["a field", classify],
    ["a curve on landmarks", { ...fit, loss: "epsilonInsensitive", solver: "landmarks" }],
    ["a field on landmarks", { ...classify, solver: "landmarks" }],
  ] as const)("%s by no more than what Δ has for a solver that stops early, and η", (_, parameters) => {
    const isCurve = parameters.responseRange !== undefined;
    const targetOf = (order: Order) =>
      planBoundary({
        points: pointsAt(isCurve ? line : plane, order),
        responses: Float64Array.from(order, (i) => (isCurve ? responses : labels)[i]!),
      }).target(parameters);
    // A field of 40,000 values takes its time.
    for (const order of isCurve ? orders : orders.slice(1, 2)) {
      const { one, other, moved } = inTwoOrders(targetOf, order);
      // Both are within √(g/λ) of the one minimiser, in the norm of the kernel, which bounds values and coordinates.
      const within = one.sensitivity.stop + 2 * one.estimateError;
      expect(one.sensitivity.stop).toBeGreaterThan(0);
      expect(moved.reduce((most, by) => Math.max(most, by), 0)).toBeLessThanOrEqual(within);
      expectAlike(one.integers, other.integers, within, one.lattice);
    }
  });

  test.each(["laplace", "gaussian"] as const)(
    "a polynomial with %s noise by no more than a step of its lattice",
    (law) => {
      for (const order of orders) {
        const [one, other] = [asGiven, order].map((own) => {
          const plan = planBernsteinDensity({ ...density, points: pointsAt(line, own), drawnOnGrid: never });
          const words = { axes: densityGrid(density.domain).axes, units: { scale: 1, offset: 0 }, formula: "" };
          return lastOf(releasingPolynomial(plan.target(byHand(law, 12, 3)), words, budget, recordedWords(5)));
        });
        expectAlike(one!.integers, other!.integers, 0, one!.lattice);
      }
    },
  );

  test.each([
    ["kernelMachine", false],
    ["naiveBayesKernel", false],
    ["naiveBayesNormal", false],
    ["linearLogistic", false],
    ["polynomialMachine", false],
    ["priestleyChao", true],
  ] as const)("the polynomial of %s by no more than a step of its lattice", (learner, isCurve) => {
    const degree = learner === "linearLogistic" ? 1 : 6;
    const request = {
      ...{ learner, width: 0.2, gapFactor: 3, penalty: 1, choice: byHand("laplace", degree, 1), budget },
      domain: isCurve ? density.domain : inPlane.domain,
      responseRange: isCurve ? fit.responseRange : undefined,
    };
    for (const order of orders) {
      const [one, other] = [asGiven, order].map((own) => {
        const records = {
          points: pointsAt(isCurve ? line : plane, own),
          responses: Float64Array.from(own, (i) => (isCurve ? responses : labels)[i]!),
          ...{ classNames: undefined, droppedCount: 0 },
        };
        return lastOf(planLearners(records).releasing(request, recordedWords(6)));
      });
      expect(publicPart(other!)).toEqual(publicPart(one!));
      expectAlike(one!.integers, other!.integers, 0, one!.lattice);
    }
  });
});

test.each([
  ["ends", { kind: "ends", tail: 0.05 }],
  ["an interquartile range", { kind: "interquartileRange", rule: "reference" }],
  ["a range that is tested", { kind: "proposeTestRelease", rule: "reference", delta: 1e-3 }],
  ["a bandwidth by cross-validation", { kind: "crossValidation", noiseMultiplier: 3 }],
] as const)("a purchase of %s buys the same of records in another order, from the same bits", (_, purchase) => {
  for (const order of orders) {
    for (let seed = 0; seed < 5; seed++) {
      const [one, other] = [asGiven, order].map((own) =>
        lastOf(
          buyForDensity({
            ...purchase,
            ...{ epsilon: 1, domain: density.domain, points: pointsAt(line, own), random: seededSource(seed) },
          }),
        ),
      );
      expect(other).toEqual(one);
    }
  }
});

function never(): never {
  throw new Error("not asked for");
}

/** Integers from the same bits, of numbers that are no farther apart: two floors more. */
function expectAlike(one: Float64Array, other: Float64Array, within: number, lattice: number): void {
  const most = one.reduce((steps, integer, k) => Math.max(steps, Math.abs(integer - other[k]!)), 0);
  expect(most).toBeLessThanOrEqual(within / lattice + 1);
}
