import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { bernsteinOnGrid } from "../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import { weightedNorm } from "../../../src/core/mean/functionalMean.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { meanCurveTarget } from "../../../src/core/mean/meanCurveLatticeTarget.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import type { CurveKernelName } from "../../../src/core/mean/curveKernels.ts";
import { casesOf } from "../../support/fuzzing.ts";

const [n, m] = [12, 25];
const smoothing = {
  domain: [2, 5],
  rule: "trapezoid",
  kernel: "matern52",
  range: 0.8,
  penalty: 0.01,
  power: 1,
  normBound: 1.3,
} as const;
const random = seededSource(8);
const wave = () => {
  const [a, b, c] = [random.normal(), random.normal(), 4 * random.uniform()];
  return Array.from({ length: m }, (_, i) => a * Math.sin(c * (i / m) * 6) + b * Math.cos((i / m) * 9));
};
const curves = Float64Array.from(Array.from({ length: n }, wave).flat());
const targetOf = (values: Float64Array, change: object = {}) =>
  meanCurveTarget({ curves: values, pointCount: m, curvesPerPerson: 1, ...smoothing, ...change });
const axis = (count: number) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));

describe.each(["gaussian", "matern52", "matern32", "exponential"] as const)(
  "a mean between its points, %s",
  (kernel) => {
    test.each([1, 1.5])("at the points it is the estimate of the study, η₀ = %f", (power) => {
      const estimate = planMeanCurve({ curves, pointCount: m }).release({
        ...{ ...smoothing, kernel, noiseKernel: kernel, power, curvesPerPerson: 1, drawCount: 1, seed: 0 },
      }).estimate;
      const values = targetOf(curves, { kernel: kernel satisfies CurveKernelName, power }).evaluate([axis(m)]);
      values.forEach((value, i) => expect(value).toBeCloseTo(estimate[i]!, 8));
    });

    test("falsifier: no replaced curve moves the lattice values by more than Δ₁ or Δ₂, and one reaches both to 1 %", () => {
      const degree = 9;
      const weights = meanWeights(m, "trapezoid");
      const target = targetOf(curves, { kernel });
      const at = [axis(degree + 1)];
      const { l1, l2 } = target.sensitivity(degree);
      // f is linear in the replaced curve while nothing is clipped: columns of that map.
      const zero = curves.slice();
      zero.fill(0, 0, m);
      const base = targetOf(zero, { kernel }).evaluate(at);
      const moved = (curve: Float64Array) => {
        const other = zero.slice();
        other.set(curve);
        return targetOf(other, { kernel })
          .evaluate(at)
          .map((value, i) => value - base[i]!);
      };
      const columns = Array.from({ length: m }, (_, i) =>
        moved(Float64Array.from({ length: m }, (_, j) => (i === j ? 0.01 : 0))).map((value) => value / 0.01),
      );
      // The curve of norm τ₀ that moves Σ s_ν f(ν/k) most; from τ₀ to −τ₀ is twice that.
      const steepest = (s: ArrayLike<number>) => {
        const direction = Float64Array.from(
          { length: m },
          (_, i) => columns[i]!.reduce((sum, c, nu) => sum + c * s[nu]!, 0) / weights[i]!,
        );
        const size = weightedNorm(direction, weights);
        return direction.map((value) => (0.999999 * smoothing.normBound * value) / size);
      };
      const distances = (curve: Float64Array) => {
        const [up, down] = [moved(curve), moved(curve.map((value) => -value))];
        const change = up.map((value, i) => value - down[i]!);
        return { one: change.reduce((sum, value) => sum + Math.abs(value), 0), two: Math.hypot(...change), change };
      };
      const source = seededSource(3);
      let [most1, most2] = [0, 0];
      for (let trial = 0; trial < casesOf(10, 3); trial++) {
        let s: Float64Array = Float64Array.from({ length: degree + 1 }, () => (trial === 0 ? 1 : source.normal()));
        for (let step = 0; step < (trial < 2 ? casesOf(25, 8) : 2); step++) {
          const { one, two, change } = distances(steepest(s));
          [most1, most2] = [Math.max(most1, one), Math.max(most2, two)];
          // The power method for the largest 2-norm; its signs for the sum of magnitudes.
          s = trial === 1 ? change : change.map((value) => Math.sign(value));
        }
      }
      expect(most1).toBeLessThanOrEqual(l1);
      expect(most2).toBeLessThanOrEqual(l2);
      expect(most1).toBeGreaterThan(0.99 * l1);
      expect(most2).toBeGreaterThan(0.99 * l2);
    });
  },
);

test("no curves within the norm bound miss their polynomial by more than the approximation says", () => {
  const target = targetOf(curves);
  for (const [degree, iterations] of [
    [4, 1],
    [10, 3],
    [30, 8],
  ] as const) {
    const lattice = target.evaluate([axis(degree + 1)]);
    const values = bernsteinOnGrid({ degree, iterations, axes: [axis(129)] }).evaluate(lattice);
    const exact = target.evaluate([axis(129)]);
    const missed = values.reduce((most, value, i) => Math.max(most, Math.abs(value - exact[i]!)), 0);
    expect(missed).toBeLessThanOrEqual(target.approximation(degree, iterations));
  }
  expect(target.approximation(30, 8)).toBeLessThan(0.3 * target.approximation(4, 1));
});

test("several curves of a person move it as many times as far; what is out of range is refused", () => {
  expect(targetOf(curves, { curvesPerPerson: 3 }).sensitivity(6).l1).toBeCloseTo(
    3 * targetOf(curves).sensitivity(6).l1,
    10,
  );
  for (const bad of [NaN, 0, -1, Infinity]) {
    expect(() => targetOf(curves, { curvesPerPerson: bad })).toThrow(ParameterError);
    expect(() => targetOf(curves, { range: bad })).toThrow(ParameterError);
  }
  expect(() => targetOf(curves.subarray(0, 0))).toThrow(ParameterError);
  expect(() => targetOf(curves, { domain: [5, 2] })).toThrow(ParameterError);
});
