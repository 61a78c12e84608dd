import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { landmarkCoefficientBound } from "../../../../src/core/erm/solver/landmarkErm.ts";
import { ermCoefficientBound } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { planBoundary } from "../../../../src/core/erm/boundary/boundary.ts";
import { boundaryGrid } from "../../../../src/core/erm/boundary/boundarySlice.ts";
import { unitBoxRounding } from "../../../../src/core/erm/boundary/boundaryRounding.ts";
import {
  boundaryLimits,
  type BoundaryParameters,
  type LossName,
} from "../../../../src/core/erm/boundary/boundaryParameters.ts";
import { accuracy, expectedAccuracy, expectedPinballLoss } from "../../../../src/core/erm/boundary/boundaryUtility.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../../src/core/kernels/kernelOf.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { farthest } from "../../../support/farthest.ts";

const random = seededSource(1);
const n = 60;
const points = { dimension: 2, coordinates: Float64Array.from({ length: 2 * n }, () => 10 * random.uniform()) };
const labels = Float64Array.from({ length: n }, (_, i) => (points.coordinates[2 * i]! > 5 ? 1 : -1));
const line = { dimension: 1, coordinates: Float64Array.from({ length: n }, () => random.uniform()) };
const heights = line.coordinates.map((x) => 100 + 20 * Math.sin(6 * x) + random.normal());

const classify: BoundaryParameters = {
  domain: [
    [0, 10],
    [0, 10],
  ],
  kernel: "gaussian",
  lengthScale: 0.3,
  loss: "hinge",
  lossParameter: 0.5,
  penalty: 0.05,
  solver: "exact",
  drawCount: 1,
  seed: 1,
};
const regress: BoundaryParameters = { ...classify, domain: [[0, 1]], responseRange: [60, 140], loss: "huber" };

const release = (parameters: BoundaryParameters) =>
  lastOf(planBoundary({ points, responses: labels }).releasing(parameters));
const releaseCurve = (parameters: BoundaryParameters) =>
  lastOf(planBoundary({ points: line, responses: heights }).releasing(parameters));

describe("planBoundary", () => {
  test.each<KernelName>(["gaussian", "matern52", "matern32", "exponential", "productExponential"])(
    "releases with the %s kernel: Δ inflated by 5 % for the stop and a thousandth for rounding at most",
    (kernel) => {
      const answer = release({ ...classify, kernel });
      expect(answer.gridCounts).toEqual([200, 200]);
      expect(answer.estimate.length).toBe(40_000);
      expect(answer.estimate.every(Number.isFinite)).toBe(true);
      expect(answer.unitNoise[0]!.every(Number.isFinite)).toBe(true);
      expect(answer.exactSensitivity).toBeCloseTo(1 / (0.05 * n), 14);
      expect(answer.sensitivity / answer.exactSensitivity).toBeGreaterThan(1.05);
      expect(answer.sensitivity / answer.exactSensitivity).toBeLessThanOrEqual(1.0511);
      expect(answer.dualityGap).toBeLessThanOrEqual(answer.gapTolerance);
      expect(accuracy(answer.fitted, labels)).toBeGreaterThan(0.9);
    },
  );

  test.each(["exact", "landmarks"] as const)(
    "a λ so large that rounding exceeds 5 % of Δ is paid for in Δ: %s",
    (solver) => {
      const answer = release({ ...classify, solver, penalty: 1e8 });
      const wanted = 1e8 * (0.025 * answer.exactSensitivity) ** 2;
      expect(answer.gapTolerance).toBeGreaterThan(2 * wanted);
      expect(answer.dualityGap).toBeLessThanOrEqual(answer.gapTolerance);
      expect(answer.sensitivity).toBeGreaterThanOrEqual(
        answer.exactSensitivity + 2 * Math.sqrt(answer.gapTolerance / 1e8),
      );
    },
  );

  test.each<LossName>(["huber", "epsilonInsensitive", "pinball"])(
    "fits a curve with the %s loss on the declared range",
    (loss) => {
      const answer = releaseCurve({ ...regress, loss, lossParameter: loss === "pinball" ? 0.5 : 0.1, penalty: 0.001 });
      const fitted = answer.fitted.map((f) => 100 + 40 * f);
      expect(expectedPinballLoss(fitted, heights, 0, 0.5) * 2).toBeLessThan(6);
      expect(answer.simultaneousQuantile).toBeGreaterThan(1.96);
    },
  );

  test("the pinball loss leaves about the given share of the responses below the curve", () => {
    const { fitted } = releaseCurve({
      ...regress,
      loss: "pinball",
      lossParameter: 0.75,
      penalty: 1e-4,
      lengthScale: 0.2,
    });
    const below = heights.filter((y, i) => y < 100 + 40 * fitted[i]!).length / n;
    expect(Math.abs(below - 0.75)).toBeLessThan(0.15);
  });

  test("the same plan answers as a new one does, whatever was asked before", () => {
    const plan = planBoundary({ points, responses: labels });
    lastOf(plan.releasing({ ...classify, penalty: 0.5, seed: 9 }));
    lastOf(plan.holdingOut(classify));
    lastOf(plan.releasing({ ...classify, solver: "landmarks" }));
    const [again, fresh] = [lastOf(plan.releasing(classify)), release(classify)];
    // Both within √(gap/λ) of the minimiser.
    const slack = 2 * Math.sqrt(fresh.gapTolerance / 0.05);
    expect(farthest(again.estimate, fresh.estimate)).toBeLessThan(slack);
    expect(again.unitNoise).toEqual(fresh.unitNoise);
  });

  test("values are interpolated only where that asks for no white noise that could be seen: not with landmarks", () => {
    for (const lengthScale of [0.06, 0.1, 0.3, 1]) {
      const answer = release({ ...classify, lengthScale });
      const sum = { kernel: kernelOf("gaussian", lengthScale), lengthScale, grid: boundaryGrid(2), centreCount: n };
      const coefficientBound = ermCoefficientBound({ penalty: 0.05, lipschitz: 1 });
      expect(answer.roundingError).toBe(unitBoxRounding({ ...sum, coefficientBound, summation: "interpolated" }));
      expect(answer.roundingError).toBeGreaterThan(unitBoxRounding({ ...sum, coefficientBound, summation: "direct" }));
      expect(answer.jitter).toBeLessThan(1e-6);
    }
    const { landmarkCount, roundingError } = release({ ...classify, solver: "landmarks" });
    expect(roundingError).toBe(
      unitBoxRounding({
        kernel: kernelOf("gaussian", 0.3),
        lengthScale: 0.3,
        grid: boundaryGrid(2),
        centreCount: landmarkCount!,
        coefficientBound: landmarkCoefficientBound({ landmarkCount: landmarkCount!, penalty: 0.05, lipschitz: 1 }),
        summation: "direct",
      }),
    );
  });

  test("secure draws differ from one request to the next, seeded ones do not", () => {
    const plan = planBoundary({ points, responses: labels });
    const draw = (seed: number | "secure") => lastOf(plan.releasing({ ...classify, seed })).unitNoise[0];
    expect(draw("secure")).not.toEqual(draw("secure"));
    expect(draw(4)).toEqual(draw(4));
    expect(draw(4)).not.toEqual(draw(5));
  });

  test("records outside the domain and responses outside their range are clamped and counted", () => {
    const { clampedCount } = release({
      ...classify,
      domain: [
        [0, 5],
        [0, 10],
      ],
    });
    expect(clampedCount).toBe(Array.from(labels).filter((y) => y > 0).length);
    const { clampedResponseCount } = releaseCurve({ ...regress, responseRange: [60, 100] });
    expect(clampedResponseCount).toBe(heights.filter((y) => y > 100).length);
  });

  test("landmarkError is small, and holdingOut predicts unseen records", () => {
    const plan = planBoundary({ points, responses: labels });
    expect(lastOf(plan.landmarkError(classify))).toBeLessThan(0.01);
    expect(accuracy(lastOf(plan.holdingOut(classify)), labels)).toBeGreaterThan(0.85);
  });

  test("holdingOut predicts a record without looking at it: its own label changes nothing", () => {
    const flipped = labels.slice();
    flipped[17] = -flipped[17]!;
    const [before, after] = [labels, flipped].map((responses) =>
      lastOf(planBoundary({ points, responses }).holdingOut(classify)),
    );
    expect(after![17]).toBe(before![17]);
  });

  test.each<[string, Partial<BoundaryParameters>, string]>([
    ["λ = 0", { penalty: 0 }, "penalty"],
    ["ℓ = NaN", { lengthScale: NaN }, "lengthScale"],
    ["a regression loss for labels", { loss: "huber" }, "loss"],
    ["one interval for two inputs", { domain: [[0, 1]] }, "domain"],
    [
      "an empty interval",
      {
        domain: [
          [1, 1],
          [0, 1],
        ],
      },
      "domain",
    ],
    [
      "an interval longer than any double",
      {
        domain: [
          [-1e308, 1e308],
          [0, 1],
        ],
      },
      "domain",
    ],
    [
      "a range longer than any double",
      { loss: "huber", lossParameter: 1, responseRange: [-1e308, 1e308] },
      "responseRange",
    ],
    ["an ℓ whose square is 0", { lengthScale: 1e-170 }, "lengthScale"],
    ["no draw", { drawCount: 0 }, "draws"],
  ])("refuses %s", (_, change, parameter) => {
    expect(() => release({ ...classify, ...change })).toThrow(ParameterError);
    expect(() => release({ ...classify, ...change })).toThrow(parameter);
  });

  test("refuses more records than it can fit, and says what to do", () => {
    const many = boundaryLimits.exact + 1;
    const large = planBoundary({
      points: { dimension: 1, coordinates: new Float64Array(many) },
      responses: new Float64Array(many).fill(1),
    });
    expect(() => lastOf(large.releasing({ ...classify, domain: [[0, 1]] }))).toThrow(
      "at most 10,000 records, or the fit on landmarks instead",
    );
    expect(() =>
      planBoundary({
        points: { dimension: 1, coordinates: new Float64Array(0) },
        responses: Float64Array.of(),
      }).target({
        ...classify,
        domain: [[0, 1]],
      }),
    ).toThrow("at least one record");
  });
});

describe("boundaryUtility against simulation", () => {
  const predicted = Float64Array.of(0.4, -0.2, 0.05, -0.9);
  const given = Float64Array.of(1, 1, -1, -1);
  const draws = 40_000;

  test("expectedAccuracy is the mean over releases", () => {
    const noise = seededSource(8);
    let right = 0;
    for (let k = 0; k < draws; k++)
      predicted.forEach((f, i) => (right += f + 0.5 * noise.normal() > 0 === given[i]! > 0 ? 1 : 0));
    // A share of 160,000 trials of variance at most 1/4: sd 1.25e-3; 4.42 sd is exceeded with probability 1e-5.
    expect(Math.abs(right / (4 * draws) - expectedAccuracy(predicted, given, 0.5))).toBeLessThan(4.42 * 1.25e-3);
  });

  test("expectedPinballLoss is the mean over releases", () => {
    const noise = seededSource(9);
    let sum = 0;
    for (let k = 0; k < draws; k++) {
      predicted.forEach((f, i) => {
        const r = given[i]! - f - 0.7 * noise.normal();
        sum += r >= 0 ? 0.8 * r : -0.2 * r;
      });
    }
    // A term has a standard deviation below 0.8·0.7 + … < 0.7: sd of the mean < 0.7/400 = 1.75e-3.
    expect(Math.abs(sum / (4 * draws) - expectedPinballLoss(predicted, given, 0.7, 0.8))).toBeLessThan(4.42 * 1.75e-3);
    expect(expectedPinballLoss(predicted, given, 0, 0.5)).toBeCloseTo((0.6 + 1.2 + 1.05 + 0.1) / 8, 12);
  });
});

describe("a fit from the public start", () => {
  test.each([
    ["hinge", "exact"],
    ["logistic", "exact"],
    ["hinge", "landmarks"],
  ] as const)("is the same to the last bit, whatever was fitted before: %s, %s", (loss, solver) => {
    const asked: BoundaryParameters = { ...classify, loss, solver, start: "public" };
    const straight = lastOf(planBoundary({ points, responses: labels }).releasing(asked));
    const plan = planBoundary({ points, responses: labels });
    for (const penalty of [0.3, 0.001]) lastOf(plan.releasing({ ...asked, penalty, start: "last" }));
    const held = lastOf(plan.holdingOut(asked));
    lastOf(plan.releasing({ ...asked, lengthScale: 0.1, start: "last" }));
    const warm = lastOf(plan.releasing({ ...asked, start: "last" }));
    expect([straight.start, warm.start]).toEqual(["public", "last"]);
    expect(lastOf(plan.releasing(asked))).toEqual(straight);
    // What is held out does not depend on the way either, and a warm start is within the certificate.
    expect(lastOf(planBoundary({ points, responses: labels }).holdingOut(asked))).toEqual(held);
    const apart = warm.estimate.reduce((most, f, i) => Math.max(most, Math.abs(f - straight.estimate[i]!)), 0);
    expect(apart).toBeLessThanOrEqual(2 * Math.sqrt(straight.gapTolerance / asked.penalty));
  });
});
