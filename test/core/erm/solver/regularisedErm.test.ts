import SVM from "libsvm-js/asm.js";
import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { createErmSolver } from "../../../../src/core/erm/solver/ermSolver.ts";
import { hingeLoss, logisticLoss } from "../../../../src/core/erm/solver/losses.ts";
import { fitRegularisedErm } from "../../../../src/core/erm/solver/regularisedErm.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { pointAt, pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { innerProduct, lossNamed, losses, rkhsDistance, fitOf, seededRecords } from "../../../support/erm.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { kernelOf } from "../../../support/kernels.ts";
import type { KernelObject } from "../../../support/kernels.ts";

interface Inputs {
  readonly loss: string;
  readonly kernel: KernelObject;
  readonly X: number[][];
  readonly y: number[];
  readonly lambda: number;
  readonly queries: number[][];
  readonly delta?: number;
  readonly eps?: number;
}

const families = ["svm", "logistic", "huber", "eps-insensitive", "ridge"].flatMap((name) =>
  goldenCases<Inputs, object>(`erm-${name}`).map((reference, i) => [`erm-${name}.json`, i, reference] as const),
);

test.each(families)("fitRegularisedErm agrees with %s, case %i", (_, __, reference) => {
  const { inputs } = reference;
  const fit = fitRegularisedErm({
    points: pointsFrom(inputs.X),
    responses: inputs.y,
    kernel: kernelOf(inputs.kernel),
    loss: lossNamed(inputs.loss, inputs),
    penalty: inputs.lambda,
    gapTolerance: 1e-12,
  });
  expectGolden(reference, "f", fit.evaluate(pointsFrom(inputs.queries)));
  expectGolden(reference, "fAtData", fit.evaluate(pointsFrom(inputs.X)));
  expectGolden(reference, "objective", fit.objective);
  expectGolden(reference, "rkhsNorm", fit.rkhsNorm);
});

describe.each(losses)("createErmSolver, %s loss", (_, loss) => {
  const kernel = gaussianKernel(0.3);
  const { points, responses } = seededRecords(seededSource(7), 120, loss);
  const solver = createErmSolver({ points, kernel });

  test("fit reports a duality gap that an independent evaluation confirms, below the tolerance", () => {
    const penalty = 0.05;
    const fit = solver.fit({ responses, loss, penalty, gapTolerance: 1e-7 });
    const n = responses.length;
    const at = (i: number) =>
      fit.coefficients.reduce((sum, c, j) => sum + c * kernel.evaluate(pointAt(points, i), pointAt(points, j)), 0);
    const squared = innerProduct(kernel, points, fit.coefficients, points, fit.coefficients);
    let primal = penalty * squared;
    let dual = -penalty * squared;
    responses.forEach((y, i) => {
      primal += loss.value(y, at(i)) / n;
      dual -= loss.conjugate(y, 2 * penalty * n * fit.coefficients[i]!) / n;
    });
    expect(fit.objective).toBeCloseTo(primal, 12);
    expect(fit.rkhsNorm).toBeCloseTo(Math.sqrt(squared), 12);
    expect(primal - dual).toBeLessThanOrEqual(fit.dualityGap);
    expect(fit.dualityGap).toBeLessThanOrEqual(1e-7);
  });

  test("fit from a warm start, from nonsense or from cold is the same function", () => {
    const problem = { responses, loss, penalty: 0.05, gapTolerance: 1e-10 };
    const cold = solver.fit(problem);
    const neighbour = solver.fit({ ...problem, penalty: 0.06 });
    const nonsense = Float64Array.from({ length: 120 }, (_, i) => (i % 3 === 0 ? NaN : 1e9 * (i - 60)));
    for (const start of [neighbour.dual, nonsense, new Float64Array(3)]) {
      // Both within √(gap/λ) of the minimiser: 2√(1e-10/0.05) = 9e-5.
      expect(rkhsDistance(kernel, cold, solver.fit({ ...problem, start }))).toBeLessThan(9e-5);
    }
  });

  test("fitting in slices ends with the result of fit, and its progress stays in [0, 1]", () => {
    const problem = { responses, loss, penalty: 0.05, gapTolerance: 1e-9 };
    const steps = solver.fitting(problem);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      expect(step.value).toBeGreaterThanOrEqual(0);
      expect(step.value).toBeLessThanOrEqual(1);
    }
    expect(step.value.coefficients).toEqual(solver.fit(problem).coefficients);
  });

  test("fit takes points that are all equal, and a single record", () => {
    const equal = { dimension: 2, coordinates: new Float64Array(20).fill(0.5) };
    expect(Number.isFinite(fitOf(kernel, equal, responses.slice(0, 10), loss, 0.1).objective)).toBe(true);
    const one = fitOf(
      kernel,
      { dimension: 2, coordinates: Float64Array.of(0.2, 0.4) },
      responses.slice(0, 1),
      loss,
      0.1,
    );
    expect(Number.isFinite(one.rkhsNorm)).toBe(true);
  });
});

test("the hinge fit is that of libsvm where the offset vanishes: classes that mirror each other", () => {
  const random = seededSource(11);
  const half = Array.from({ length: 40 }, () => [random.normal() + 0.5, random.normal() + 0.3]);
  const rows = [...half, ...half.map(([x, y]) => [-x!, -y!])];
  const labels = rows.map((_, i) => (i < 40 ? 1 : -1));
  const penalty = 0.01;
  const lengthScale = 0.8;
  const svm = new SVM({
    kernel: SVM.KERNEL_TYPES.RBF,
    type: SVM.SVM_TYPES.C_SVC,
    gamma: 1 / (2 * lengthScale ** 2),
    cost: 1 / (2 * penalty * rows.length),
    tolerance: 1e-9,
    quiet: true,
  });
  svm.train(rows, labels);
  const fit = fitRegularisedErm({
    points: pointsFrom(rows),
    responses: labels,
    kernel: gaussianKernel(lengthScale),
    loss: hingeLoss,
    penalty,
    gapTolerance: 1e-11,
  });
  const queries = Array.from({ length: 200 }, () => [3 * random.uniform() - 1.5, 3 * random.uniform() - 1.5]);
  const ours = fit.evaluate(pointsFrom(queries));
  const theirs = svm.predict(queries);
  const clear = queries.map((_, i) => i).filter((i) => Math.abs(ours[i]!) > 1e-4);
  expect(clear.length).toBeGreaterThan(190);
  expect(clear.map((i) => Math.sign(ours[i]!))).toEqual(clear.map((i) => theirs[i]));
});

describe("refusals", () => {
  const base = {
    points: pointsFrom([
      [0, 0],
      [1, 1],
    ]),
    responses: [1, -1],
    kernel: gaussianKernel(1),
    loss: hingeLoss,
    penalty: 0.1,
    gapTolerance: 1e-6,
  };
  test.each<[string, Partial<typeof base>, string]>([
    ["labels that are not ±1", { responses: [1, 0] }, "responses"],
    ["a NaN response", { responses: [1, NaN] }, "responses"],
    ["too few responses", { responses: [1] }, "responses"],
    ["λ = 0", { penalty: 0 }, "penalty"],
    ["λ = NaN", { penalty: NaN }, "penalty"],
    ["a tolerance of 0", { gapTolerance: 0 }, "gapTolerance"],
    ["a NaN point", { points: { dimension: 2, coordinates: Float64Array.of(0, NaN) } }, "points"],
    ["no point", { points: { dimension: 2, coordinates: new Float64Array(0) }, responses: [] }, "points"],
  ])("%s", (_, change, parameter) => {
    try {
      fitRegularisedErm({ ...base, ...change });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ParameterError);
      expect((error as ParameterError).parameter).toContain(parameter);
    }
  });

  test("a tolerance below what doubles can certify is an error, not a silent success", () => {
    expect(() => fitRegularisedErm({ ...base, loss: logisticLoss, gapTolerance: 1e-30 })).toThrow(NumericalError);
  });
});
