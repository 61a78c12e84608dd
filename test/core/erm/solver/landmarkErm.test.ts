import { describe, expect, test } from "vitest";
import { evaluateExpansion } from "../../../../src/core/erm/expansion/kernelExpansion.ts";
import { landmarkFactors } from "../../../../src/core/erm/solver/landmarkFactors.ts";
import {
  createFeatureSolver,
  createLandmarkSolver,
  landmarkCoefficientBound,
  landmarkGrid,
} from "../../../../src/core/erm/solver/landmarkErm.ts";
import { gridAxis, gridPoints } from "../../../../src/core/grids.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { polynomialKernel } from "../../../../src/core/kernels/polynomial.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { regularisedErmSensitivity } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { fitOf, losses, rkhsDistance, seededRecords } from "../../../support/erm.ts";
import { farthest } from "../../../support/farthest.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const kernel = gaussianKernel(0.3);
const gapTolerance = 1e-9;

describe.each(losses)("createLandmarkSolver, %s loss", (_, loss) => {
  const { points, responses } = seededRecords(seededSource(21), 80, loss);
  const problem = { responses, loss, penalty: 0.05, gapTolerance };

  test("fit comes closer to the exact one the denser the public grid is", () => {
    const exact = fitOf(kernel, points, responses, loss, 0.05, gapTolerance);
    const distances = [4, 7, 12].map((count) => {
      const axis = gridAxis({ lower: 0, upper: 1, count });
      const fit = createLandmarkSolver({ points, kernel, landmarks: gridPoints({ axes: [axis, axis] }) }).fit(problem);
      return Math.max(...evaluateExpansion({ kernel, ...fit }, points).map((f, i) => Math.abs(f - exact.fitted[i]!)));
    });
    expect(distances[2]!).toBeLessThan(distances[0]!);
    expect(distances[2]!).toBeLessThan(0.01);
  });

  test("fit certifies a duality gap of the restricted problem, and its values are those of its expansion", () => {
    const landmarks = landmarkGrid({ dimension: 2, lengthScale: 0.3 });
    const fit = createLandmarkSolver({ points, kernel, landmarks }).fit(problem);
    expect(fit.dualityGap).toBeLessThanOrEqual(gapTolerance);
    const n = responses.length;
    const primal =
      responses.reduce((sum, y, i) => sum + loss.value(y, fit.fitted[i]!), 0) / n + 0.05 * fit.rkhsNorm ** 2;
    expect(primal).toBeCloseTo(fit.objective, 12);
    expect(farthest(evaluateExpansion({ kernel, ...fit }, points), fit.fitted)).toBeLessThan(5e-9);
    const mass = fit.coefficients.reduce((sum, a) => sum + Math.abs(a), 0);
    const { lipschitz } = loss;
    expect(mass).toBeLessThanOrEqual(
      landmarkCoefficientBound({ landmarkCount: fit.coefficients.length, lipschitz, penalty: 0.05 }),
    );
  });

  test("a fit by a kernel's own features is that by its kernel matrix", () => {
    const polynomial = polynomialKernel(3, 2);
    const exact = fitOf(polynomial, points, responses, loss, 0.05, 1e-11);
    const fit = createFeatureSolver({ points, kernel: polynomial }).fit({ ...problem, gapTolerance: 1e-11 });
    expect(fit.dualityGap).toBeLessThanOrEqual(1e-11);
    // Each is within √(g/λ) of the minimiser.
    expect(farthest(fit.fitted, exact.fitted)).toBeLessThan(2 * Math.sqrt(1e-11 / 0.05));
    expect(fit.rkhsNorm).toBeCloseTo(exact.rkhsNorm, 4);
  });

  test.each([
    ["in general", 0.9, false],
    ["as a product of axes", 0.1, true],
  ])("no replaced record moves it by more than Δ in the whole RKHS, landmarks %s", (_, lengthScale, isProduct) => {
    const random = seededSource(4);
    const kernel = gaussianKernel(lengthScale);
    const landmarks = landmarkGrid({ dimension: 2, lengthScale });
    expect(landmarkFactors(kernel, landmarks).axes !== undefined).toBe(isProduct);
    for (let trial = 0; trial < casesOf(12, 5); trial++) {
      const n = 1 + Math.floor(5 * random.uniform());
      const records = seededRecords(random, n, loss);
      const coordinates = records.points.coordinates.slice();
      coordinates.set([random.uniform(), random.uniform()]);
      const changed = records.responses.slice();
      changed[0] = -changed[0]! || 1;
      const [before, after] = [
        [records.points, records.responses] as const,
        [{ dimension: 2, coordinates }, changed] as const,
      ].map(([at, y]) =>
        createLandmarkSolver({ points: at, kernel, landmarks }).fit({
          responses: y,
          loss,
          penalty: 0.05,
          gapTolerance,
        }),
      );
      const bound = regularisedErmSensitivity({
        recordCount: n,
        penalty: 0.05,
        lipschitz: loss.lipschitz,
        kernelBound: 1,
      });
      expect(rkhsDistance(kernel, before!, after!)).toBeLessThanOrEqual(bound + 2 * Math.sqrt(gapTolerance / 0.05));
    }
  });

  test("the gap bounds how far it is from the minimiser", () => {
    const solver = createLandmarkSolver({
      points,
      kernel,
      landmarks: landmarkGrid({ dimension: 2, lengthScale: 0.3 }),
    });
    const minimiser = solver.fit({ ...problem, gapTolerance: 1e-12 });
    for (const gapTolerance of [1e-2, 1e-4, 1e-6]) {
      const fit = solver.fit({ ...problem, gapTolerance });
      expect(fit.dualityGap).toBeLessThanOrEqual(gapTolerance);
      expect(0.05 * rkhsDistance(kernel, fit, minimiser) ** 2).toBeLessThanOrEqual(
        (Math.sqrt(fit.dualityGap) + 1e-6) ** 2,
      );
    }
  });

  test("fit from a warm start is the same function", () => {
    const landmarks = landmarkGrid({ dimension: 2, lengthScale: 0.3 });
    const solver = createLandmarkSolver({ points, kernel, landmarks });
    const cold = solver.fit(problem);
    const warm = solver.fit({ ...problem, start: solver.fit({ ...problem, penalty: 0.07 }).dual });
    expect(rkhsDistance(kernel, cold, warm)).toBeLessThan(2 * Math.sqrt(gapTolerance / 0.05));
  });
});

test.each(losses.filter(([name]) => name !== "squared"))(
  "leastGapTolerance is in reach where many records are at few places, %s loss: problems down to λ = 10⁻⁷",
  (_, loss) => {
    const random = seededSource(31);
    for (let trial = 0; trial < casesOf(60, 20); trial++) {
      const n = 1 + Math.floor(12 * random.uniform());
      const lengthScale = 10 ** -(1.5 * random.uniform());
      const coordinates = Float64Array.from({ length: n }, () => Math.round(3 * random.uniform()) / 3);
      const responses = Float64Array.from({ length: n }, () =>
        loss.responses === "sign" ? Math.sign(random.normal()) : 2 * random.uniform() - 1,
      );
      const landmarks = landmarkGrid({ dimension: 1, lengthScale });
      const solver = createLandmarkSolver({
        points: { dimension: 1, coordinates },
        kernel: matern52Kernel(lengthScale),
        landmarks,
      });
      const penalty = 10 ** -(4 + 3 * random.uniform());
      const gapTolerance = solver.leastGapTolerance(loss, penalty, 1);
      expect(solver.fit({ responses, loss, penalty, gapTolerance }).dualityGap).toBeLessThanOrEqual(gapTolerance);
    }
  },
);

test("landmarkGrid depends on the length scale alone and has at most 400 points", () => {
  for (const lengthScale of [0.01, 0.1, 0.5, 2]) {
    for (const dimension of [1, 2]) {
      const count = landmarkGrid({ dimension, lengthScale }).coordinates.length / dimension;
      expect(count).toBeLessThanOrEqual(400);
      expect(count).toBeGreaterThanOrEqual(4);
    }
  }
});

test.each(losses.filter(([, { kink }]) => kink !== undefined))(
  "the %s loss at λ = 10⁻⁵ takes no slow tail: 2000 records to a gap of 10⁻⁷ in 200 sweeps and steps",
  (_, loss) => {
    const { points, responses } = seededRecords(seededSource(6), 2000, loss);
    const landmarks = landmarkGrid({ dimension: 2, lengthScale: 0.15 });
    const solver = createLandmarkSolver({ points, kernel: gaussianKernel(0.15), landmarks });
    const fit = solver.fit({ responses, loss, penalty: 1e-5, gapTolerance: 1e-7 });
    expect(fit.dualityGap).toBeLessThanOrEqual(1e-7);
    expect(fit.iterations).toBeLessThanOrEqual(200);
  },
);
