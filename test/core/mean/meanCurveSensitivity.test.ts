import { describe, expect, test } from "vitest";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import type { MeanCurveRelease } from "../../../src/core/mean/meanCurve.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { noiseNorm, randomCurve, worstCurve } from "../privacy/sensitivity/curveNeighbours.ts";
import { parameters, m, n, data, release, times, weights, smootherOf } from "../../support/twelveCurves.ts";

/** What the enemy knows of a release: its smoother, and its noise of covariance K + τI. */
function enemyOf(asked: MeanCurveParameters, { jitter }: MeanCurveRelease) {
  const K = gramOnLine(curveKernel(asked.noiseKernel, asked.range), times);
  for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
  return { smoother: smootherOf(asked), noise: noiseNorm(K, m) };
}

describe.each<[string, Partial<MeanCurveParameters>]>([
  ["C1 with its own noise", { kernel: "gaussian", noiseKernel: "gaussian", range: 0.02 }],
  ["C2 with its own noise", {}],
  ["C3, η = 1, uniform weights", { kernel: "matern32", noiseKernel: "matern32", power: 1, rule: "uniform" }],
  ["C4 with its own noise", { kernel: "exponential", noiseKernel: "exponential" }],
  [
    "C4, φ so small that every direction counts",
    { kernel: "exponential", noiseKernel: "exponential", penalty: 1e-6, power: 1 },
  ],
  ["C2 and rougher noise C4", { noiseKernel: "exponential" }],
  ["C4 and smoother noise C2, an incompatible pair", { kernel: "exponential", noiseKernel: "matern52", power: 1 }],
  ["C4 and noise C1", { kernel: "exponential", noiseKernel: "gaussian", range: 0.05 }],
  ["three curves of one person", { curvesPerPerson: 3 }],
])("release: %s", (_, change) => {
  test("no neighbour moves the computed estimate by more than Δ in the norm of the noise, and the worst comes close", () => {
    const asked = { ...parameters, ...change };
    const { sensitivity, ...rest } = release(change);
    const { smoother, noise } = enemyOf(asked, { sensitivity, ...rest });
    const random = seededSource(8);
    const k = asked.curvesPerPerson;
    const moved = (before: Float64Array, after: Float64Array) => {
      const put = (own: Float64Array) => {
        const curves = data.slice();
        for (let i = 0; i < k; i++) curves.set(own, 5 * m + i * m);
        return release(change, curves).estimate;
      };
      const [a, b] = [put(before), put(after)];
      return noise.norm(a.map((value, i) => value - b[i]!));
    };
    for (let pair = 0; pair < 8; pair++) {
      // Far outside the ball: the release must clip.
      const [x, y] = [randomCurve(random, smoother), randomCurve(random, smoother).map((value) => 1e5 * value)];
      expect(moved(x, y)).toBeLessThanOrEqual(sensitivity);
    }
    const worst = worstCurve(randomCurve(random, smoother), smoother, noise, 800);
    // On the sphere, just outside it, and far away.
    for (const factor of [1, 1.004, 1e3]) {
      const attained = moved(
        worst.map((x) => factor * x),
        worst.map((x) => -factor * x),
      );
      expect(attained).toBeLessThanOrEqual(sensitivity);
      expect(attained).toBeGreaterThan(0.995 * sensitivity);
    }
  });
});

test("Δ is curvesPerPerson times that of one curve, and rounding adds a thousandth at most", () => {
  for (const kernel of ["gaussian", "matern52", "matern32", "exponential"] as const) {
    for (const penalty of [1e-6, 1e-3, 10]) {
      for (const power of [1, 4]) {
        for (const curvesPerPerson of [1, 3]) {
          const made = release({ kernel, noiseKernel: kernel, penalty, power, curvesPerPerson });
          const exact = curvesPerPerson * made.curveSensitivity;
          expect(made.sensitivity).toBeGreaterThan(exact);
          expect(made.sensitivity).toBeLessThanOrEqual(exact * (1.001 + 1e-12));
          expect(made.curveSensitivity).toBeLessThanOrEqual(made.simpleSensitivity! * (1 + 1e-12));
          expect(made.jitter).toBeLessThan(1e-6);
        }
      }
    }
  }
});

test("the rounding error bounds what another order of the curves and another arithmetic change", () => {
  for (const change of [
    {},
    { kernel: "gaussian", noiseKernel: "gaussian", penalty: 1e-6, power: 1 },
    { penalty: 10, power: 4 },
  ] as const) {
    const made = release(change);
    const reversed = Float64Array.from(
      Array.from({ length: n }, (_, i) => Array.from(data.subarray((n - 1 - i) * m, (n - i) * m))).flat(),
    );
    const other = release(change, reversed).estimate;
    expect(Math.hypot(...made.estimate.map((value, i) => value - other[i]!))).toBeLessThanOrEqual(
      2 * made.roundingError,
    );
    expect(made.roundingError).toBeGreaterThan(0);
    expect(made.jitter).toBeGreaterThanOrEqual(32 * m * 2 ** -53 * (1 / Math.min(...made.weights)));
  }
});

test("on fine grids the jitter covers the rounding of the spectrum, whatever φ: (10mu tr S + 21mu λ₁)/min w", () => {
  const fine = 620;
  const {
    jitter,
    eigenvalues,
    weights: w,
  } = planMeanCurve({ curves: new Float64Array(2 * fine), pointCount: fine }).release({
    ...parameters,
    kernel: "exponential",
    noiseKernel: "exponential",
  });
  expect(jitter).toBeGreaterThan(1e-9);
  expect(jitter).toBeGreaterThanOrEqual(((10 + 21 * eigenvalues[0]!) * fine * 2 ** -53) / Math.min(...w));
});

test("the noise covers the operator whose spectrum was computed: K + τI ⪰ W^(−1/2) S′ W^(−1/2)", () => {
  for (const kernel of ["gaussian", "exponential"] as const) {
    const asked = { ...parameters, kernel, noiseKernel: kernel, range: 1, penalty: 1e-6, power: 1 };
    const made = release(asked);
    const { smoother, noise } = enemyOf(asked, made);
    const { eigenvalues, eigenvectors } = smoother.spectrum;
    for (let j = 0; j < m; j++) {
      // √λ_j v_j has norm 1 in the space of S′, so at most 1 in that of the larger covariance; but for the solve's rounding.
      const v = Float64Array.from(
        { length: m },
        (_, i) => (Math.sqrt(eigenvalues[j]!) * eigenvectors[j * m + i]!) / Math.sqrt(weights[i]!),
      );
      expect(noise.norm(v)).toBeLessThanOrEqual(1 + 1e-6);
    }
  }
});
