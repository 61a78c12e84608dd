import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { anisotropicKernelDensity, kernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import neighbours from "../../../fixtures/kde-neighbour-distance.json" with { type: "json" };
import golden from "../../../fixtures/kde-values.json" with { type: "json" };

golden.cases.forEach(({ inputs, expected, tolerance }, index) => {
  test(`kernelDensity reproduces reference case ${index}, ${inputs.data[0]!.length}-dimensional`, () => {
    const points = pointsFrom(inputs.data);
    const at = pointsFrom(inputs.points);
    const values =
      inputs.h !== undefined
        ? kernelDensity({ points, bandwidth: inputs.h, at })
        : anisotropicKernelDensity({ points, bandwidthMatrix: inputs.H, at });
    const { rel, abs } = tolerance.default;
    expected.values.forEach((value, i) => {
      expect(Math.abs(values[i]! - value)).toBeLessThanOrEqual(abs + rel * Math.abs(value));
    });
  });
});

neighbours.cases.forEach(({ inputs, expected, tolerance }, index) => {
  test(`kernelDensity of neighbours differs by the reference RKHS distance, case ${index}`, () => {
    const { x, xPrime, n, h } = inputs;
    // f_D − f_D′ = c(k(·, x) − k(·, x′)), and ⟨k(·, x), g⟩ = g(x): the squared norm is
    // c·[(f_D − f_D′)(x) − (f_D − f_D′)(x′)], read off the estimates themselves.
    const rest = Array.from({ length: n - 1 }, () => x.map(() => 1e6));
    const at = pointsFrom([x, xPrime]);
    const before = kernelDensity({ points: pointsFrom([x, ...rest]), bandwidth: h, at });
    const after = kernelDensity({ points: pointsFrom([xPrime, ...rest]), bandwidth: h, at });
    const c = 1 / (n * (2 * Math.PI * h * h) ** (x.length / 2));
    const distance = Math.sqrt(c * (before[0]! - after[0]! - (before[1]! - after[1]!)));
    expect(Math.abs(distance - expected.rkhsDistance)).toBeLessThanOrEqual(
      tolerance.default.rel * expected.rkhsDistance,
    );
    // The bound is attained to double precision when k(x, x′) underflows; 16u is left to rounding.
    expect(distance).toBeLessThanOrEqual(expected.bound * (1 + 16 * 2 ** -53));
  });
});

test("kernelDensity of interior data integrates to 1", () => {
  const random = seededSource(7);
  const points = pointsFrom(Array.from({ length: 50 }, () => [0.3 + 0.4 * random.uniform()]));
  const at = pointsFrom(Array.from({ length: 1001 }, (_, i) => [i / 1000]));
  const values = kernelDensity({ points, bandwidth: 0.03, at });
  // The trapezoid rule is exact to e^(−2π²h²/step²) here; beyond 10 h lies less than 1e-22.
  expect(values.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(1, 12);
});

test("kernelDensity scales: f(sx; sD, sh) = f(x; D, h)/s", () => {
  const at = [[0.1], [0.4], [0.9]];
  const data = [[0.2], [0.35], [0.8]];
  const values = kernelDensity({ points: pointsFrom(data), bandwidth: 0.2, at: pointsFrom(at) });
  const times8 = (rows: number[][]) => pointsFrom(rows.map((row) => row.map((value) => 8 * value)));
  const scaled = kernelDensity({ points: times8(data), bandwidth: 1.6, at: times8(at) });
  values.forEach((value, i) => expect(scaled[i]! * 8).toBeCloseTo(value, 12));
});

test.each([NaN, Infinity, -Infinity, 0, -1])("kernelDensity refuses bandwidth %s", (bandwidth) => {
  const points = pointsFrom([[0], [1]]);
  expect(() => kernelDensity({ points, bandwidth, at: points })).toThrow(ParameterError);
});

test.each([
  [
    "indefinite",
    [
      [1, 2],
      [2, 1],
    ],
  ],
  [
    "not symmetric",
    [
      [1, 0.5],
      [0.2, 1],
    ],
  ],
  [
    "NaN",
    [
      [NaN, 0],
      [0, 1],
    ],
  ],
  [
    "infinite",
    [
      [Infinity, 0],
      [0, 1],
    ],
  ],
  ["of another dimension", [[1]]],
])("anisotropicKernelDensity refuses a bandwidth matrix that is %s", (_, bandwidthMatrix) => {
  const points = pointsFrom([
    [0, 0],
    [1, 1],
  ]);
  expect(() => anisotropicKernelDensity({ points, bandwidthMatrix, at: points })).toThrow(ParameterError);
});
