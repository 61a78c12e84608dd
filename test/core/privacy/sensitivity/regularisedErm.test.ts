import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { polynomialKernel } from "../../../../src/core/kernels/polynomial.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  gapToleranceOf,
  regularisedErmSensitivity,
} from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { supNormErmSensitivity } from "../../../support/printedSensitivities.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { fitOf, lossNamed, losses, rkhsDistance, seededRecords } from "../../../support/erm.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { kernelOf } from "../../../support/kernels.ts";
import type { ReplacedRecord } from "../../../support/goldenInputs.ts";

interface Sizes {
  readonly loss: string;
  readonly lambda: number;
  readonly n: number;
  readonly supK: number;
  readonly delta?: number;
  readonly eps?: number;
}

test.each(goldenCases<Sizes, object>("erm-sensitivity").map((reference, i) => [i, reference] as const))(
  "the sensitivities agree with erm-sensitivity.json, case %i",
  (_, reference) => {
    const { loss, lambda, n, supK, delta, eps } = reference.inputs;
    const { lipschitz } = lossNamed(loss, {
      lambda,
      ...(delta === undefined ? {} : { delta }),
      ...(eps === undefined ? {} : { eps }),
    });
    const shared = { recordCount: n, lipschitz, kernelBound: supK };
    expectGolden(reference, "lipschitz", lipschitz);
    expectGolden(reference, "rkhsSensitivity", regularisedErmSensitivity({ ...shared, penalty: lambda }));
    expectGolden(reference, "supNormSensitivity", supNormErmSensitivity({ ...shared, cost: 1 / (2 * lambda) }));
  },
);

test.each(
  goldenCases<ReplacedRecord, { rkhsDistance: number; bound: number }>("erm-neighbour-distance").map(
    (reference, i) => [i, reference] as const,
  ),
)("the distance of two neighbours agrees with erm-neighbour-distance.json, case %i", (_, reference) => {
  const { kernel: object, lambda, X, y, replacedIndex, newX, newY } = reference.inputs;
  const kernel = kernelOf(object);
  const loss = lossNamed(reference.inputs.loss, reference.inputs);
  const before = fitOf(kernel, pointsFrom(X), Float64Array.from(y), loss, lambda, 1e-13);
  const after = fitOf(
    kernel,
    pointsFrom(X.with(replacedIndex, newX)),
    Float64Array.from(y.with(replacedIndex, newY)),
    loss,
    lambda,
    1e-13,
  );
  // Each fit is within √(1e-13/λ) of its minimiser.
  const slack = 2 * Math.sqrt(1e-13 / lambda);
  expect(Math.abs(rkhsDistance(kernel, before, after) - reference.expected.rkhsDistance)).toBeLessThan(slack + 1e-6);
  const bound = regularisedErmSensitivity({
    recordCount: y.length,
    penalty: lambda,
    lipschitz: loss.lipschitz,
    kernelBound: 1,
  });
  expect(bound).toBeCloseTo(reference.expected.bound, 12);
});

describe.each(losses)("falsifier, %s loss", (_, loss) => {
  test("no replaced record moves the minimiser by more than Δ: 60 random pairs, half of them adversarial", () => {
    const random = seededSource(31);
    let largest = 0;
    for (let trial = 0; trial < 60; trial++) {
      const n = 1 + Math.floor(6 * random.uniform());
      const penalty = 10 ** (-2 + 2 * random.uniform());
      const actual = loss.name === "squared" ? lossNamed("squared", { lambda: penalty }) : loss;
      const kernel = gaussianKernel(0.1 + random.uniform());
      const { points, responses } = seededRecords(random, n, actual);
      const coordinates = points.coordinates.slice();
      const changed = responses.slice();
      changed[0] = -changed[0]! || 1;
      // The adversary flips the response where it stands; the others move the record too.
      if (trial % 2 === 0) coordinates.set([random.uniform(), random.uniform()]);
      const before = fitOf(kernel, points, responses, actual, penalty);
      const after = fitOf(kernel, { dimension: 2, coordinates }, changed, actual, penalty);
      const bound = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz: actual.lipschitz, kernelBound: 1 });
      const slack = 2 * Math.sqrt(1e-11 / penalty);
      const distance = rkhsDistance(kernel, before, after);
      expect(distance).toBeLessThanOrEqual(bound + slack);
      largest = Math.max(largest, distance / bound);
    }
    expect(largest).toBeGreaterThan(loss.name === "squared" ? 0.05 : 0.3);
  });
});

test("the flipped label of a single record attains Δ = 1/λ: hinge, λ = 1/2", () => {
  const kernel = gaussianKernel(1);
  const points = pointsFrom([[0.3, 0.7]]);
  const [up, down] = [1, -1].map((y) => fitOf(kernel, points, Float64Array.of(y), hingeLoss, 0.5, 1e-13));
  const bound = regularisedErmSensitivity({ recordCount: 1, penalty: 0.5, lipschitz: 1, kernelBound: 1 });
  expect(rkhsDistance(kernel, up!, down!) / bound).toBeCloseTo(1, 9);
});

test("counterexample to the printed bound (A1): a flipped label changes the function by twice MC/n, which 2MC/n allows", () => {
  // As long as all margins are below 1 the hinge pulls with all its strength: w = (C/n) Σ yᵢ K(xᵢ, ·).
  const [n, cost] = [5, 0.5];
  const points = pointsFrom([
    [0.3, 0.7],
    [0.1, 0.2],
    [0.9, 0.9],
    [0.5, 0.1],
    [0.2, 0.8],
  ]);
  const labels = Float64Array.of(1, -1, 1, 1, -1);
  const kernel = gaussianKernel(0.2);
  const [before, after] = [labels, labels.with(0, -1)].map((y) => {
    const { coefficients } = fitOf(kernel, points, y, hingeLoss, 1 / (2 * cost), 1e-13);
    const x = [0.3, 0.7];
    return coefficients.reduce(
      (sum, c, i) => sum + c * kernel.evaluate(points.coordinates.subarray(2 * i, 2 * i + 2), x),
      0,
    );
  });
  const change = Math.abs(after! - before!);
  const printed = cost / n;
  const bound = supNormErmSensitivity({ recordCount: n, cost, lipschitz: 1, kernelBound: 1 });
  expect(change / printed).toBeCloseTo(2, 6);
  expect(change).toBeLessThanOrEqual(bound * (1 + 1e-6));
});

test("counterexample with a free offset (H13): f + b moves by 2 with a flipped label, whatever λ; with a penalised one by Δ", () => {
  const label = (y: number) => (f: number, b: number) => Math.max(0, 1 - y * (f + b)) + 10 * f * f;
  const steps = Array.from({ length: 81 }, (_, k) => (k - 40) / 20);
  const least = (cost: (f: number, b: number) => number) =>
    steps.flatMap((f) => steps.filter((b) => cost(f, b) === 0).map((b) => f + b));
  expect(Math.min(...least(label(1))) - Math.max(...least(label(-1)))).toBe(2);
  const bound = regularisedErmSensitivity({ recordCount: 1, penalty: 10, lipschitz: 1, kernelBound: 1 });
  expect(bound).toBeCloseTo(0.1, 9);
  const kernel = polynomialKernel(1, 2);
  const points = pointsFrom([[1, 1]]);
  const [up, down] = [1, -1].map((y) => fitOf(kernel, points, Float64Array.of(y), hingeLoss, 10, 1e-13));
  expect(rkhsDistance(kernel, up!, down!) / bound).toBeCloseTo(1, 9);
});

test("gapInflatedSensitivity covers two fits that stopped early, and gapToleranceOf is its inverse", () => {
  const random = seededSource(5);
  const kernel = gaussianKernel(0.3);
  for (const [, loss] of losses) {
    const { points, responses } = seededRecords(random, 40, loss);
    const exact = fitOf(kernel, points, responses, loss, 0.05, 1e-11);
    const early = fitOf(kernel, points, responses, loss, 0.05, 1e-4);
    const allowed = gapInflatedSensitivity({ sensitivity: 1, gapTolerance: 1e-4, penalty: 0.05 }) - 1;
    expect(rkhsDistance(kernel, exact, early)).toBeLessThanOrEqual(allowed / 2 + Math.sqrt(1e-11 / 0.05));
  }
  const gapTolerance = gapToleranceOf({ sensitivity: 0.2, share: 0.05, penalty: 0.01 });
  expect(gapInflatedSensitivity({ sensitivity: 0.2, gapTolerance, penalty: 0.01 })).toBeCloseTo(0.21, 14);
});

test("ermCoefficientBound bounds Σ|cᵢ| of every fit", () => {
  const random = seededSource(6);
  for (const [, loss] of losses.filter(([name]) => name !== "squared")) {
    const { points, responses } = seededRecords(random, 30, loss);
    const fit = fitOf(gaussianKernel(0.2), points, responses, loss, 0.02);
    const mass = fit.coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
    expect(mass).toBeLessThanOrEqual(ermCoefficientBound({ penalty: 0.02, lipschitz: loss.lipschitz }) * (1 + 1e-12));
  }
});

test.each([NaN, 0, -1, Infinity])("the sensitivities refuse %s", (value) => {
  const base = { recordCount: 10, penalty: 0.1, lipschitz: 1, kernelBound: 1 };
  for (const key of ["recordCount", "penalty", "lipschitz", "kernelBound"] as const) {
    expect(() => regularisedErmSensitivity({ ...base, [key]: value })).toThrow(ParameterError);
  }
  expect(() => supNormErmSensitivity({ ...base, cost: value })).toThrow(ParameterError);
  expect(() => gapInflatedSensitivity({ sensitivity: value, gapTolerance: 0, penalty: 1 })).toThrow(ParameterError);
  if (value !== 0)
    expect(() => gapInflatedSensitivity({ sensitivity: 1, gapTolerance: value, penalty: 1 })).toThrow(ParameterError);
});
