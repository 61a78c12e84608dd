import { describe, expect, test } from "vitest";
import { landmarkFeatures, landmarkJitter } from "../../../src/core/estimators/landmarkFeatures.ts";
import { evaluateExpansion } from "../../../src/core/estimators/kernelExpansion.ts";
import { gridAxis, gridPoints } from "../../../src/core/grids.ts";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { gram } from "../../../src/core/linalg/gram.ts";
import { dot } from "../../../src/core/linalg/vectors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { exactly, times, toDouble } from "../../support/exactRational.ts";

const axis = gridAxis({ lower: 0, upper: 1, count: 5 });
const landmarks = gridPoints({ axes: [axis, axis] });
const r = 25;
const random = seededSource(7);
/** The landmarks themselves, points between them, and some far away; more than one block of records. */
const coordinates = Float64Array.from([
  ...landmarks.coordinates,
  ...Array.from({ length: 1200 }, () => random.uniform()),
  ...[2, 2, 50, -3, 1e9, 0],
]);
const points = { dimension: 2, coordinates };
const n = coordinates.length / 2;

describe.each<[string, Kernel]>([
  ["wide Gaussian", gaussianKernel(3)],
  ["Gaussian", gaussianKernel(0.3)],
  ["narrow Gaussian", gaussianKernel(0.02)],
  ["Matérn 5/2", matern52Kernel(0.3)],
  ["exponential", exponentialKernel(0.3)],
])("landmarkFeatures, %s kernel", (_, kernel) => {
  const features = landmarkFeatures(kernel, points, landmarks);
  const phi = (i: number) => features.rows.subarray(i * r, (i + 1) * r);
  const K = gram(kernel, landmarks);
  for (let j = 0; j < r; j++) K[j * r + j]! += landmarkJitter;

  test("‖φ(x)‖² ≤ K(x, x), and ‖φ(x)‖² is K(x, x) to 10⁻⁵ at a landmark", () => {
    for (let i = 0; i < n; i++) {
      expect(dot(phi(i), 0, phi(i), 0, r)).toBeLessThanOrEqual(1);
      expect(features.squares[i]!).toBeCloseTo(dot(phi(i), 0, phi(i), 0, r), 14);
      if (i < r) expect(features.squares[i]!).toBeGreaterThan(1 - 1e-5);
    }
  });

  test("φ of a record stays when other records change", () => {
    const others = coordinates.map((x, k) => (k === 100 || k === 101 ? x : 1 - x));
    const changed = landmarkFeatures(kernel, { dimension: 2, coordinates: others }, landmarks);
    expect(changed.rows.subarray(50 * r, 51 * r)).toEqual(phi(50));
  });

  test("coefficientsOf(w) are those of w·φ, and the distance covers Lᵀa − w in exact arithmetic", () => {
    const L = cholesky(K, r);
    for (let trial = 0; trial < 5; trial++) {
      const w = Float64Array.from({ length: r }, () => 10 ** (4 * random.uniform()) * random.normal());
      const norm = Math.sqrt(dot(w, 0, w, 0, r));
      const { coefficients, distance } = features.coefficientsOf(w);
      let squared = 0;
      for (let k = 0; k < r; k++) {
        let sum = -exactly(w[k]!);
        for (let j = k; j < r; j++) sum += times(exactly(L[j * r + k]!), exactly(coefficients[j]!));
        squared += toDouble(sum) ** 2;
      }
      expect(Math.sqrt(squared)).toBeLessThanOrEqual(distance);
      expect(distance).toBeLessThanOrEqual(features.distanceBound * norm);
      const values = evaluateExpansion({ kernel, centres: landmarks, coefficients }, points);
      values.forEach((f, i) => expect(Math.abs(f - dot(w, 0, phi(i), 0, r))).toBeLessThan(1e-8 * norm));
    }
  });

  test("‖Σ aⱼ K(zⱼ, ·)‖ ≤ ‖w‖", () => {
    const K0 = gram(kernel, landmarks);
    const w = Float64Array.from({ length: r }, () => random.normal());
    const { coefficients: a } = features.coefficientsOf(w);
    let squared = 0;
    for (let i = 0; i < r; i++) for (let j = 0; j < r; j++) squared += a[i]! * a[j]! * K0[i * r + j]!;
    expect(squared).toBeLessThanOrEqual(dot(w, 0, w, 0, r) * (1 + 1e-9));
  });
});

test("landmarkFeatures shortens features that come out longer than √(sup K), as of a kernel whose bound is too small", () => {
  const kernel = gaussianKernel(0.3);
  const inflated: Kernel = { ...kernel, diagonalBound: 0.5 };
  const { squares } = landmarkFeatures(inflated, points, landmarks);
  squares.forEach((square) => expect(square).toBeLessThanOrEqual(0.5));
});
