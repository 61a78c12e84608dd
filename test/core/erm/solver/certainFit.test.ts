import { describe, expect, test } from "vitest";
import { type CertainAscent, certainFit } from "../../../../src/core/erm/solver/certainFit.ts";
import { createErmSolver } from "../../../../src/core/erm/solver/ermSolver.ts";
import type { ErmFit, ErmProblem } from "../../../../src/core/erm/solver/ermProblem.ts";
import { ascentPass } from "../../../../src/core/erm/solver/gapAscent.ts";
import { createLandmarkSolver, landmarkGrid } from "../../../../src/core/erm/solver/landmarkErm.ts";
import { landmarkFeatures } from "../../../../src/core/erm/solver/landmarkFeatures.ts";
import { landmarkValues } from "../../../../src/core/erm/solver/landmarkValues.ts";
import { gradientSteps } from "../../../../src/core/erm/learners/linearLogistic.ts";
import { hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import { NumericalError } from "../../../../src/core/errors.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { compensatedDot } from "../../../../src/core/linalg/compensatedDot.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { losses, seededRecords, squaredLoss } from "../../../support/erm.ts";

const bounded = losses.filter(([name]) => name !== "squared");

describe.each(bounded)("ascentPass, %s loss", (_, loss) => {
  // Twins that contradict each other, and a kernel so wide that all records look alike: what an enemy would choose.
  test.each([0.15, 3])(
    "reaches the gap with no other method, of contradictory twins under a kernel of width %d",
    (width) => {
      const { points, responses } = seededRecords(seededSource(5), 12, loss);
      const twins = { dimension: 2, coordinates: Float64Array.from([...points.coordinates, ...points.coordinates]) };
      const both = Float64Array.from([...responses, ...responses.map((y) => -y)]);
      const n = both.length;
      const penalty = 0.05;
      const K = gram(gaussianKernel(width), twins);
      const dual = new Float64Array(n);
      const point = { responses: both, loss, scale: 2 * penalty * n, dual };
      const at = (i: number) => compensatedDot(K.subarray(i * n, (i + 1) * n), dual) / point.scale;
      const objective = () => -dual.reduce((sum, b, i) => sum + loss.conjugate(both[i]!, b) + (b * at(i)) / 2, 0) / n;
      const goal = { diagonal: new Float64Array(n).fill(1), threshold: 1e-5, perValue: n };
      let [last, passes] = [objective(), 0];
      for (; passes < 20_000; passes++) {
        const moves = lastOf(ascentPass(point, { at, moved: () => undefined }, goal));
        if (moves === 0) break;
        const here = objective();
        // Each move gains 0.4 s T/n and more, by the lemma; T > threshold, and s is at least λnT/4M².
        const { lipschitz } = loss;
        const gain = (0.4 * 1e-5 * Math.min(1, (penalty * n * 1e-5) / (4 * lipschitz ** 2))) / n;
        expect(here).toBeGreaterThan(last + moves * gain - 1e-14);
        last = here;
      }
      expect(passes).toBeLessThan(20_000);
      const gap =
        both.reduce((sum, y, i) => sum + loss.value(y, at(i)) + loss.conjugate(y, dual[i]!) + dual[i]! * at(i), 0) / n;
      expect(gap).toBeLessThanOrEqual(1e-5);
      expect(gap).toBeGreaterThanOrEqual(-1e-15);
    },
  );
});

describe.each(bounded)("the ascent alone, %s loss", (_, loss) => {
  const { points, responses } = seededRecords(seededSource(9), 20, loss);
  const kernel = gaussianKernel(0.4);
  const problem: ErmProblem = { responses, loss, penalty: 0.1, gapTolerance: 1e-4 };

  test.each([
    ["on the records", createErmSolver({ points, kernel })],
    [
      "on landmarks",
      createLandmarkSolver({ points, kernel, landmarks: landmarkGrid({ dimension: 2, lengthScale: 0.4 }) }),
    ],
  ])("certifies the tolerance %s, near the fit of the quick methods", (__, solver) => {
    const fit = lastOf(solver.climbing(problem));
    const quick = solver.fit(problem);
    expect(fit.dualityGap).toBeLessThanOrEqual(problem.gapTolerance);
    // Both are within √(g/λ) of the minimiser, in a norm that bounds values.
    const apart = 2 * Math.sqrt(problem.gapTolerance / problem.penalty);
    fit.fitted.forEach((f, i) => expect(Math.abs(f - quick.fitted[i]!)).toBeLessThanOrEqual(apart));
    expect(fit.iterations).toBeGreaterThan(0);
  });
});

test("the ascent certifies the tolerance of a release, five records at one place: 5 % of Δ", () => {
  const points = pointsFrom([[0.5], [0.5], [0.5], [0.5], [0.5]]);
  const responses = Float64Array.of(1, -1, 1, -1, 1);
  const solver = createErmSolver({ points, kernel: gaussianKernel(0.3) });
  const penalty = 0.1;
  const gapTolerance = penalty * (0.025 / (penalty * 5)) ** 2;
  const fit = lastOf(solver.climbing({ responses, loss: hingeLoss, penalty, gapTolerance }));
  expect(fit.dualityGap).toBeLessThanOrEqual(gapTolerance);
});

describe("certainFit", () => {
  const { points, responses } = seededRecords(seededSource(9), 20, hingeLoss);
  const problem = { responses, loss: hingeLoss, penalty: 0.1, gapTolerance: 1e-3 };
  const fit = createErmSolver({ points, kernel: gaussianKernel(0.4) }).fit(problem);
  /** An ascent of three passes. */
  function ascentOf(): { made: number; ascent: () => CertainAscent } {
    const count = {
      made: 0,
      ascent: (): CertainAscent => ({
        dual: new Float64Array(20).fill(0.5),
        *pass() {
          yield;
          return ++count.made;
        },
        *fit() {
          yield 1;
          return count.made >= 3 ? fit : undefined;
        },
      }),
    };
    return count;
  }

  test("goes on where the methods give up or fail, and tries them again from where it is", () => {
    const starts: (Float64Array | undefined)[] = [];
    function* attempt({ start }: ErmProblem): Generator<number, ErmFit | undefined> {
      starts.push(start);
      yield 0.5;
      if (starts.length === 2) throw new NumericalError("a factor");
      return undefined;
    }
    const count = ascentOf();
    const start = new Float64Array(20);
    expect(lastOf(certainFit({ ...problem, start }, { attempt, ascent: count.ascent, least: 1e-12 }))).toBe(fit);
    // From the start, from 0, and after the first pass from its b; then come two passes.
    expect(starts.map((each) => each?.[0])).toEqual([0, undefined, 0.5]);
    expect(count.made).toBe(3);
  });

  test("refuses a tolerance below the least only, and what is no failure of numbers is thrown on", () => {
    const giving = (error?: Error) =>
      function* (): Generator<number, ErmFit | undefined> {
        yield 0.5;
        if (error) throw error;
        return undefined;
      };
    const least = 1e-3;
    const of = (gapTolerance: number, error?: Error) => {
      const { ascent } = ascentOf();
      return () => lastOf(certainFit({ ...problem, gapTolerance }, { attempt: giving(error), ascent, least }));
    };
    expect(of(0.999e-3)).toThrow(NumericalError);
    expect(of(NaN)).toThrow(NumericalError);
    expect(of(1e-3)()).toBe(fit);
    expect(of(1e-3, new TypeError("a fault"))).toThrow(TypeError);
  });

  test("the squared loss, whose dual variables have no range, is the one that may be refused", () => {
    const loss = squaredLoss({ responseBound: 1, kernelBound: 1, penalty: 0.1 });
    const solver = createErmSolver({ points, kernel: gaussianKernel(0.4) });
    expect(() => lastOf(solver.climbing({ ...problem, loss, penalty: 0.1 }))).toThrow(NumericalError);
  });
});

test("landmarkValues are w·φ of the moved dual variables, as summed afresh, to some roundings", () => {
  const random = seededSource(3);
  const { points, responses } = seededRecords(random, 40, hingeLoss);
  const features = landmarkFeatures(gaussianKernel(0.3), points, landmarkGrid({ dimension: 2, lengthScale: 0.3 }));
  const dual = new Float64Array(40);
  const state = { features, dual, scale: 8, responses, loss: hingeLoss };
  const made = { ...state, fitted: dual, weights: new Float64Array(0), dualWeights: new Float64Array(0) };
  dual.forEach((_, i) => (dual[i] = random.uniform()));
  const values = landmarkValues(made);
  dual.forEach((b, i) => {
    dual[i] = random.uniform() ** 20;
    values.moved(i, dual[i] - b);
  });
  const w = new Float64Array(features.rank);
  features.addSum(
    dual.map((b) => b / 8),
    w,
  );
  // ‖w̃ − w‖ ≤ (14 + n)u M√κ/2λ, here 40/8.
  const most = (14 + 44 + features.additions) * 2 ** -53 * 5;
  expect(Math.hypot(...values.weights().map((x, k) => x - w[k]!))).toBeLessThanOrEqual(most);
  const plain = new Float64Array(40);
  features.evaluate(w, plain);
  plain.forEach((value, i) => expect(Math.abs(values.at(i) - value)).toBeLessThanOrEqual(most));
});

test("gradientSteps of a logistic objective end where Newton's method does not begin", () => {
  // P(w) = C log(1 + e^(−w)) + ½w², C = 100, from far away.
  const C = 100;
  const derivativesAt = (w: Float64Array) => ({ gradient: Float64Array.of(w[0]! - C / (1 + Math.exp(w[0]!))) });
  const { w, gradient } = gradientSteps(derivativesAt, Float64Array.of(-1e3), { lipschitz: 1 + C / 4, goal: 1e-11 });
  expect(Math.abs(gradient[0]!)).toBeLessThanOrEqual(1e-11);
  expect(w[0]! * (1 + Math.exp(w[0]!))).toBeCloseTo(C, 8);
  const nowhere = () => ({ gradient: Float64Array.of(NaN) });
  expect(() => gradientSteps(nowhere, Float64Array.of(0), { lipschitz: 1, goal: 1e-9 })).toThrow(NumericalError);
});

test("compensatedDot keeps what plain sums lose: 1 + 2⁻⁶⁰ a thousand times, less 1", () => {
  const a = Float64Array.from({ length: 1002 }, (_, i) => (i === 0 ? 1 : i === 1001 ? -1 : 2 ** -60));
  expect(compensatedDot(a, new Float64Array(1002).fill(1))).toBe(1000 * 2 ** -60);
  expect(compensatedDot(new Float64Array(0), new Float64Array(0))).toBe(0);
});
