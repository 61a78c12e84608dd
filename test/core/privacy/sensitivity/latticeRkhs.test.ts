import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { latticeRkhsSensitivity } from "../../../../src/core/privacy/sensitivity/latticeRkhs.ts";
import { regularisedErmSensitivity } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { supNormErmSensitivity } from "../../../support/printedSensitivities.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { fitOf } from "../../../support/erm.ts";

const line = (degree: number) => gridPoints({ axes: [{ lower: 0, upper: 1, count: degree + 1 }] });

test("counterexample to the printed bound of regularised risk minimisers (A1): a flipped label moves f by all of 2MC/n", () => {
  // Hinge loss, n = 1, C = ½, so λ = 1: printed (MC/n) sup K = ½.
  const kernel = gaussianKernel(1);
  const points = pointsFrom([[0.3]]);
  const [up, down] = [1, -1].map((y) => fitOf(kernel, points, Float64Array.of(y), hingeLoss, 1, 1e-13));
  const change = up!.coefficients[0]! - down!.coefficients[0]!;
  const bound = supNormErmSensitivity({ recordCount: 1, cost: 0.5, lipschitz: 1, kernelBound: 1 });
  expect(change).toBeCloseTo(1, 9);
  expect(change).toBeGreaterThan(1.9 * 0.5);
  expect(change / bound).toBeCloseTo(1, 9);
});

describe("latticeRkhsSensitivity", () => {
  test.each([
    [10, 0.05],
    [20, 0.3],
    [15, 2],
  ])("is attained in the ball of the RKHS, in both norms: k = %i, ℓ = %d", (degree, lengthScale) => {
    const n = degree + 1;
    const G = gram(gaussianKernel(lengthScale), line(degree));
    const { l1, l2 } = latticeRkhsSensitivity({ rkhsSensitivity: 0.7, axisGrams: [G], sizes: [n] });
    // f = Σ a_p K(p, ·) of norm 0.7: values Ga, ‖f‖² = aᵀGa.
    const valuesOf = (a: Float64Array) => {
      const values = a.map((_, p) => a.reduce((sum, weight, q) => sum + weight * G[p * n + q]!, 0));
      const norm = Math.sqrt(values.reduce((sum, value, p) => sum + value * a[p]!, 0));
      return values.map((value) => (0.7 * value) / norm);
    };
    const norm1 = (v: Float64Array) => v.reduce((sum, value) => sum + Math.abs(value), 0);
    const norm2 = (v: Float64Array) => Math.hypot(...v);
    expect(norm1(valuesOf(new Float64Array(n).fill(1))) / l1).toBeGreaterThan(0.9999);
    let a: Float64Array = new Float64Array(n).fill(1);
    for (let step = 0; step < 400; step++) {
      const values = a.map((_, p) => a.reduce((sum, weight, q) => sum + weight * G[p * n + q]!, 0));
      a = values.map((value) => value / norm2(values));
    }
    expect(norm2(valuesOf(a)) / l2).toBeGreaterThan(0.99);
    const random = seededSource(1);
    for (let trial = 0; trial < 200; trial++) {
      const values = valuesOf(a.map(() => random.normal()));
      expect(norm1(values)).toBeLessThanOrEqual(l1 * (1 + 1e-9));
      expect(norm2(values)).toBeLessThanOrEqual(l2 * (1 + 1e-9));
    }
  });

  test("of a product kernel it agrees with that of the whole lattice", () => {
    const axis = gram(gaussianKernel(0.2), line(6));
    const points = gridPoints({ axes: [0, 1].map(() => ({ lower: 0, upper: 1, count: 7 })) });
    const whole = gram(gaussianKernel(0.2), points);
    const product = latticeRkhsSensitivity({ rkhsSensitivity: 1, axisGrams: [axis, axis], sizes: [7, 7] });
    const direct = latticeRkhsSensitivity({ rkhsSensitivity: 1, axisGrams: [whole], sizes: [49] });
    expect(product.l1).toBeCloseTo(direct.l1, 10);
    expect(Math.abs(product.l2 / direct.l2 - 1)).toBeLessThan(2e-3);
  });

  test("falsifier: no replaced record moves the lattice values of a hinge fit by more", () => {
    const random = seededSource(9);
    const degree = 12;
    const at = line(degree);
    let largest = 0;
    for (let trial = 0; trial < 40; trial++) {
      const kernel = gaussianKernel(0.05 + 0.4 * random.uniform());
      const n = 1 + Math.floor(4 * random.uniform());
      const penalty = 0.2 + random.uniform();
      const X = Array.from({ length: n }, () => [random.uniform()]);
      const y = X.map(() => (random.uniform() < 0.5 ? 1 : -1));
      const fits = [
        fitOf(kernel, pointsFrom(X), Float64Array.from(y), hingeLoss, penalty, 1e-12),
        fitOf(
          kernel,
          pointsFrom(X.with(0, [random.uniform()])),
          Float64Array.from(y, (l, i) => (i ? l : -l)),
          hingeLoss,
          penalty,
          1e-12,
        ),
      ];
      const [f, g] = fits.map((fit) => valuesAt(kernel, fit, at));
      const rkhsSensitivity = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz: 1, kernelBound: 1 });
      const { l1, l2 } = latticeRkhsSensitivity({
        rkhsSensitivity,
        axisGrams: [gram(kernel, at)],
        sizes: [degree + 1],
      });
      const slack = 4 * degree * Math.sqrt(1e-12 / penalty);
      const difference = f!.map((value, i) => Math.abs(value - g![i]!));
      expect(difference.reduce((sum, x) => sum + x, 0)).toBeLessThanOrEqual(l1 + slack);
      expect(Math.hypot(...difference)).toBeLessThanOrEqual(l2 + slack);
      largest = Math.max(largest, Math.hypot(...difference) / l2);
    }
    expect(largest).toBeGreaterThan(0.5);
  });
});

test("an enemy who chooses the kernel comes within 1 % of both for a fit of one record, whose label flips", () => {
  const at = line(12);
  const kernel = gaussianKernel(3);
  const fits = [1, -1].map((y) => fitOf(kernel, pointsFrom([[0.5]]), Float64Array.of(y), hingeLoss, 0.6, 1e-12));
  const [f, g] = fits.map((fit) => valuesAt(kernel, fit, at));
  const rkhsSensitivity = regularisedErmSensitivity({ recordCount: 1, penalty: 0.6, lipschitz: 1, kernelBound: 1 });
  const { l1, l2 } = latticeRkhsSensitivity({ rkhsSensitivity, axisGrams: [gram(kernel, at)], sizes: [13] });
  const difference = f!.map((value, i) => Math.abs(value - g![i]!));
  const ratios = [difference.reduce((sum, x) => sum + x, 0) / l1, Math.hypot(...difference) / l2];
  // The fits stop at a gap of 10⁻¹²: √(10⁻¹²/0.6) each.
  for (const ratio of ratios) {
    expect(ratio).toBeLessThanOrEqual(1 + 3e-6);
    expect(ratio).toBeGreaterThan(0.99);
  }
});

function valuesAt(
  kernel: ReturnType<typeof gaussianKernel>,
  fit: ReturnType<typeof fitOf>,
  at: ReturnType<typeof line>,
): Float64Array {
  return at.coordinates.map((y) =>
    fit.coefficients.reduce((sum, c, i) => sum + c * kernel.evaluate([fit.centres.coordinates[i]!], [y]), 0),
  );
}

test("what is out of range is refused", () => {
  const base = { rkhsSensitivity: 1, axisGrams: [Float64Array.of(1, 0.5, 0.5, 1)], sizes: [2] };
  for (const bad of [NaN, 0, -1, Infinity]) {
    expect(() => latticeRkhsSensitivity({ ...base, rkhsSensitivity: bad })).toThrow(ParameterError);
    expect(() => latticeRkhsSensitivity({ ...base, sizes: [bad] })).toThrow(ParameterError);
  }
  expect(() => latticeRkhsSensitivity({ ...base, axisGrams: [Float64Array.of(1, -0.5, -0.5, 1)] })).toThrow(
    ParameterError,
  );
});
