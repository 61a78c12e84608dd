import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { certify } from "../../../../src/core/erm/solver/dualPoint.ts";
import { createErmSolver } from "../../../../src/core/erm/solver/ermSolver.ts";
import { createLandmarkSolver, landmarkGrid } from "../../../../src/core/erm/solver/landmarkErm.ts";
import { epsilonInsensitiveLoss, hingeLoss, huberLoss, pinballLoss } from "../../../../src/core/erm/solver/losses.ts";
import { anisotropicGaussianKernel } from "../../../../src/core/kernels/anisotropicGaussian.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/core/kernels/kernel.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { pointAt, pointsFrom } from "../../../../src/core/points.ts";
import { gapToleranceOf, regularisedErmSensitivity } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { fitOf, losses, seededRecords, squaredLoss } from "../../../support/erm.ts";
import { exactly, times, toDouble } from "../../../support/exactRational.ts";
import { casesOf, firstOf } from "../../../support/fuzzing.ts";

/** argmax of the dual of the hinge loss over the box, by projected gradient steps of size 1/‖K‖. */
function projectedGradientHinge(K: Float64Array, responses: Float64Array, penalty: number): Float64Array {
  const n = responses.length;
  const scale = 2 * penalty * n;
  const dual = new Float64Array(n);
  const fitted = new Float64Array(n);
  for (let step = 0; step < 20_000; step++) {
    for (let i = 0; i < n; i++) {
      fitted[i] = 0;
      for (let j = 0; j < n; j++) fitted[i]! += (K[i * n + j]! * dual[j]!) / scale;
    }
    for (let i = 0; i < n; i++) {
      const y = responses[i]!;
      dual[i] = y * Math.min(1, Math.max(0, y * (dual[i]! + (scale / n) * (y - fitted[i]!))));
    }
  }
  return fitted;
}

test("the hinge fit is the one that projected gradient ascent of the dual ends at", () => {
  const { points, responses } = seededRecords(seededSource(4), 25, hingeLoss);
  for (const penalty of [0.02, 0.1]) {
    const kernel = gaussianKernel(0.2);
    const { fitted } = fitOf(kernel, points, responses, hingeLoss, penalty, 1e-12);
    const brute = projectedGradientHinge(gram(kernel, points), responses, penalty);
    fitted.forEach((f, i) => expect(f).toBeCloseTo(brute[i]!, 6));
  }
});

describe.each(losses)("hard problems, %s loss", (_, usual) => {
  const random = seededSource(12);
  const { points, responses } = seededRecords(random, 60, usual);
  const twins = { dimension: 2, coordinates: Float64Array.from([...points.coordinates, ...points.coordinates]) };
  const contradictory = Float64Array.from([...responses, ...responses.map((y) => -y)]);

  test.each<[string, Kernel]>([
    ["a kernel far wider than the data", gaussianKernel(20)],
    ["a kernel far narrower than the data", gaussianKernel(0.003)],
    ["a rough kernel", exponentialKernel(0.2)],
    [
      "an oblique kernel",
      anisotropicGaussianKernel([
        [0.1, 0.03],
        [0.03, 0.02],
      ]),
    ],
  ])("%s: λ from 10 down to 10⁻⁶ is certified, each record doubled with the opposite response", (_, kernel) => {
    const solver = createErmSolver({ points: twins, kernel });
    for (const penalty of firstOf([1e-6, 0.1, 10, 1e-3], 2)) {
      const loss = usual.name === "squared" ? squaredLoss({ responseBound: 1, kernelBound: 1, penalty }) : usual;
      const gapTolerance = (0.025 / 120) ** 2 / penalty;
      const fit = solver.fit({ responses: contradictory, loss, penalty, gapTolerance });
      expect(fit.dualityGap).toBeLessThanOrEqual(gapTolerance);
      expect(fit.objective).toBeLessThanOrEqual(
        contradictory.reduce((sum, y) => sum + loss.value(y, 0) / 120, 0) + gapTolerance,
      );
    }
  });
});

test.each([1e4, 1e-4])("kernels need not have K(x, x) = 1: scaling K and λ by %s leaves f as it is", (factor) => {
  const kernel = gaussianKernel(0.3);
  const scaled = {
    evaluate: (x: ArrayLike<number>, y: ArrayLike<number>) => factor * kernel.evaluate(x, y),
    diagonalBound: factor,
  };
  for (const [, loss] of losses.filter(([name]) => name !== "squared")) {
    const { points, responses } = seededRecords(seededSource(9), 40, loss);
    const one = fitOf(kernel, points, responses, loss, 0.02, 1e-11);
    const other = fitOf(scaled, points, responses, loss, 0.02 * factor, 1e-11);
    // Each is within √(1e-11/0.02) = 2.3e-5 of the minimiser at every point.
    one.fitted.forEach((f, i) => expect(Math.abs(f - other.fitted[i]!)).toBeLessThan(5e-5));
  }
});

test.each([
  ["hinge", hingeLoss],
  ["pinball", pinballLoss(0.3)],
] as const)(
  "the certificate covers the gap in exact arithmetic, down to the smallest that is certified: %s",
  (_, loss) => {
    const n = casesOf(50, 25);
    const penalty = 1e-6;
    const kernel = gaussianKernel(0.2);
    const { points, responses } = seededRecords(seededSource(21), n, loss);
    const solver = createErmSolver({ points, kernel });
    const K = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => exactly(kernel.evaluate(pointAt(points, i), pointAt(points, j)))),
    );
    let gapTolerance = 1e-3;
    for (; gapTolerance > 1e-15; gapTolerance /= casesOf(4, 32)) {
      let fit;
      try {
        fit = solver.fit({ responses, loss, penalty, gapTolerance });
      } catch (error) {
        expect(error).toBeInstanceOf(NumericalError);
        break;
      }
      const c = Array.from(fit.coefficients, exactly);
      const b = c.map((value) => times(value, exactly(2 * penalty * n)));
      let sum = 0n;
      for (let i = 0; i < n; i++) {
        const y = exactly(responses[i]!);
        const f = K[i]!.reduce((total, k, j) => total + times(c[j]!, k), 0n);
        const one = exactly(1);
        const margin = one - times(y, f);
        const r = y - f;
        const value =
          loss.name === "hinge"
            ? margin > 0n
              ? margin
              : 0n
            : r > 0n
              ? times(exactly(0.3), r)
              : times(exactly(0.3 - 1), r);
        sum += value - times(y, b[i]!) + times(b[i]!, f);
      }
      // A coefficient b/2λn is rounded, so that b recomputed from it may leave its range by an ulp: some 1e-16 of a term.
      expect(toDouble(sum) / n).toBeLessThanOrEqual(fit.dualityGap + 1e-15);
    }
    // Rounding alone: 80u Σ|cᵢ| ≤ 80u/2λ = 4.4e-9, and the like.
    expect(gapTolerance).toBeLessThan(1e-8);
  },
);

test("many records that f goes through all at once, as of a median of equal responses, are fitted by a few steps", () => {
  const n = 1200;
  const penalty = 1e-4;
  const points = { dimension: 1, coordinates: Float64Array.from({ length: n }, (_, i) => i / n) };
  const loss = epsilonInsensitiveLoss(0);
  const sensitivity = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz: 1, kernelBound: 1 });
  const gapTolerance = gapToleranceOf({ sensitivity, share: 0.05, penalty });
  const responses = new Float64Array(n).fill(-1);
  const fit = createErmSolver({ points, kernel: gaussianKernel(0.2) }).fit({ responses, loss, penalty, gapTolerance });
  expect(fit.dualityGap).toBeLessThanOrEqual(gapTolerance);
  // Pairs of coordinates took 460,000 of them, and with 1500 records a quarter of an hour was not enough.
  expect(fit.iterations).toBeLessThan(20 * n);
});

test("an objective beyond any double is an error, not an endless search", () => {
  const points = pointsFrom([[0], [1]]);
  const problem = { responses: Float64Array.of(1e160, -1e160), loss: huberLoss(1e200), penalty: 1, gapTolerance: 1 };
  expect(() => createErmSolver({ points, kernel: gaussianKernel(1) }).fit(problem)).toThrow(NumericalError);
});

test("certify counts what rounding y − f hides beside a kink: 4.8e-7 of a response of 10¹⁰, of slope 0 as computed", () => {
  const width = 1e10;
  const ulp = 2 ** -19;
  const y = width + ulp;
  const f = 0.75 * ulp;
  expect(Math.abs(y - f) - width).toBe(0);
  const point = {
    responses: Float64Array.of(y),
    loss: epsilonInsensitiveLoss(width),
    scale: 1,
    dual: Float64Array.of(0),
    fitted: Float64Array.of(f),
  };
  expect(certify(point, 1e-20).gap).toBeGreaterThanOrEqual(0.25 * ulp);
});

test("leastGapTolerance and the certified gap cover a kernel whose elements are rough", () => {
  const kernel = anisotropicGaussianKernel([
    [1, 1 - 1e-9],
    [1 - 1e-9, 1],
  ]);
  const at = pointsFrom([
    [0, 0],
    [1, 1],
    [2, 2.00001],
    [-1, -1.00002],
  ]);
  const solver = createErmSolver({ points: at, kernel });
  const labels = Float64Array.of(1, -1, 1, -1);
  const least = solver.leastGapTolerance(hingeLoss, 0.1, 1);
  // An element may be off by 2θ = 5·10⁻⁶, and a fitted value by five times that.
  expect(least).toBeGreaterThan(1e-6);
  const fit = solver.fit({ responses: labels, loss: hingeLoss, penalty: 0.1, gapTolerance: least });
  expect(fit.dualityGap).toBeGreaterThan(kernel.roundings * 2 ** -53);
  expect(fit.dualityGap).toBeLessThanOrEqual(least);
});

describe.each(losses.filter(([name]) => name !== "squared"))("leastGapTolerance, %s loss", (_, loss) => {
  test.each(firstOf([1e-3, 100, 0.1], 2))(
    "is in reach of the kernel's and the landmarks' solver for λ = %s",
    (penalty) => {
      const { points, responses } = seededRecords(seededSource(14), 400, loss);
      const kernel = gaussianKernel(0.3);
      const landmarks = landmarkGrid({ dimension: 2, lengthScale: 0.3 });
      for (const solver of [createErmSolver({ points, kernel }), createLandmarkSolver({ points, kernel, landmarks })]) {
        const gapTolerance = solver.leastGapTolerance(loss, penalty, 1);
        expect(gapTolerance).toBeLessThan(1e-12 / penalty + 1e-12);
        expect(solver.fit({ responses, loss, penalty, gapTolerance }).dualityGap).toBeLessThanOrEqual(gapTolerance);
      }
    },
  );
});

test.each([
  ["hinge", hingeLoss],
  ["pinball", pinballLoss(0.9)],
] as const)("no slow tail at λ = 10⁻⁵: 500 records to a gap of 10⁻⁷ in 4000 pairs and steps, %s", (_, loss) => {
  const { points, responses } = seededRecords(seededSource(3), 500, loss);
  const fit = createErmSolver({ points, kernel: gaussianKernel(0.2) }).fit({
    responses,
    loss,
    penalty: 1e-5,
    gapTolerance: 1e-7,
  });
  expect(fit.dualityGap).toBeLessThanOrEqual(1e-7);
  expect(fit.iterations).toBeLessThan(4000);
});

test.each([1e-5, 1e-6, 1e-7])(
  "Newton steps are precise where the kernel is wide and λ = %s: Huber, certified as for 5 %% of Δ",
  (penalty) => {
    const loss = huberLoss(0.1);
    const { points, responses } = seededRecords(seededSource(3), 200, loss);
    const gapTolerance = ((0.025 * 0.1) / 200) ** 2 / penalty;
    const fit = createErmSolver({ points, kernel: gaussianKernel(1) }).fit({ responses, loss, penalty, gapTolerance });
    expect(fit.dualityGap).toBeLessThanOrEqual(gapTolerance);
  },
);

test("20 000 records on landmarks are certified to the tolerance that raises Δ by 5 %, from λ = 10 down", () => {
  const loss = pinballLoss(0.5);
  const n = 20_000;
  const { points, responses } = seededRecords(seededSource(8), n, loss);
  const landmarks = landmarkGrid({ dimension: 2, lengthScale: 0.5 });
  const solver = createLandmarkSolver({ points, kernel: gaussianKernel(0.5), landmarks });
  for (const penalty of [10, 1, 0.1]) {
    const gapTolerance = penalty * ((0.05 * 0.5) / (2 * penalty * n)) ** 2;
    expect(solver.fit({ responses, loss, penalty, gapTolerance }).dualityGap).toBeLessThanOrEqual(gapTolerance);
  }
});

test("fits do not depend on what the solver was asked before", () => {
  const { points, responses } = seededRecords(seededSource(2), 50, huberLoss(0.1));
  const solver = createErmSolver({ points, kernel: gaussianKernel(0.2) });
  const problem = { responses, loss: huberLoss(0.1), penalty: 0.01, gapTolerance: 1e-9 };
  const first = solver.fit(problem);
  solver.fit({ ...problem, loss: pinballLoss(0.9), penalty: 1 });
  expect(solver.fit(problem)).toEqual(first);
});

test("fits of four solvers that take turns, slice by slice, end where each alone does, to the bit", () => {
  const problems = (
    [
      ["hinge", 1e-5],
      ["pinball", 1e-3],
      ["huber", 1e-3],
      ["hinge", 1e-3],
    ] as const
  ).map(([name, penalty], k) => {
    const loss = losses.find(([, { name: known }]) => known === name)![1];
    const { points, responses } = seededRecords(seededSource(k), 500 + 50 * k, loss);
    const kernel = k === 1 ? exponentialKernel(0.3) : gaussianKernel(0.2);
    return { points, kernel, problem: { responses, loss, penalty, gapTolerance: 1e-7 } };
  });
  const alone = problems.map(({ points, kernel, problem }) => createErmSolver({ points, kernel }).fit(problem));
  const fits = problems.map(({ points, kernel, problem }) => createErmSolver({ points, kernel }).fitting(problem));
  const together = fits.map(() => undefined as (typeof alone)[0] | undefined);
  let turns = 0;
  while (together.includes(undefined)) {
    turns++;
    fits.forEach((fit, k) => {
      const slice = together[k] ? undefined : fit.next();
      if (slice?.done) together[k] = slice.value;
    });
  }
  expect(turns).toBeGreaterThan(20);
  expect(together).toEqual(alone);
});

describe("a squared loss where its M does not hold", () => {
  const points = pointsFrom([[0], [1]]);
  const loss = squaredLoss({ responseBound: 1, kernelBound: 1, penalty: 0.1 });
  const fit = (kernel: Kernel, response: number, penalty: number) =>
    fitOf(kernel, points, Float64Array.of(response, 0), loss, penalty, 1e-6);

  test("a response beyond the bound, a smaller λ or a larger kernel is refused", () => {
    const kernel = gaussianKernel(1);
    expect(() => fit(kernel, 1.001, 0.1)).toThrow(ParameterError);
    expect(() => fit(kernel, 1, 0.0999)).toThrow(ParameterError);
    expect(() => fit({ ...kernel, diagonalBound: 1.1 }, 1, 0.1)).toThrow(ParameterError);
    expect(fit(kernel, 1, 0.2).dualityGap).toBeLessThanOrEqual(1e-6);
  });
});

describe.each(losses)("%s loss", (_, usual) => {
  test("fit from the end of a fit with another λ is certified wherever one from nothing is", () => {
    const { points, responses } = seededRecords(seededSource(31), 60, usual);
    const solver = createErmSolver({ points, kernel: gaussianKernel(5) });
    const landmarks = createLandmarkSolver({
      points,
      kernel: gaussianKernel(5),
      landmarks: landmarkGrid({ dimension: 2, lengthScale: 5 }),
    });
    for (const either of [solver, landmarks]) {
      const problemOf = (penalty: number) => ({
        responses,
        loss: usual.name === "squared" ? squaredLoss({ responseBound: 1, kernelBound: 1, penalty }) : usual,
        penalty,
        gapTolerance: (0.025 / 60) ** 2 / penalty,
      });
      const start = either.fit(problemOf(10)).dual;
      for (const penalty of firstOf([3e-12, 1e-8, 1e-10, 1e-11], 2)) {
        const problem = problemOf(penalty);
        expect(either.fit(problem).dualityGap).toBeLessThanOrEqual(problem.gapTolerance);
        expect(either.fit({ ...problem, start }).dualityGap).toBeLessThanOrEqual(problem.gapTolerance);
      }
    }
  });
});
