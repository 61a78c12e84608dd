import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { landmarkFactors, landmarkJitter } from "../../../../src/core/erm/solver/landmarkFactors.ts";
import { landmarkFeatures } from "../../../../src/core/erm/solver/landmarkFeatures.ts";
import { landmarkHessian } from "../../../../src/core/erm/solver/landmarkHessian.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { evaluateExpansion } from "../../../../src/core/erm/expansion/kernelExpansion.ts";
import { gridAxis, gridPoints } from "../../../../src/core/grids.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { CapableKernel } from "../../../../src/core/kernels/kernel.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { productExponentialKernel } from "../../../../src/core/kernels/productExponential.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { plainArithmetic } from "../../../../src/core/arithmetic/plainArithmetic.ts";
import { dot } from "../../../../src/core/linalg/vectors.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { featureOf } from "../../../support/erm.ts";
import { exactly, times, toDouble } from "../../../support/exactRational.ts";
import { farthest } from "../../../support/farthest.ts";
import { ways } from "../../../support/ways.ts";

const landmarks = gridPoints({
  axes: [gridAxis({ lower: 0, upper: 1, count: 5 }), gridAxis({ lower: 0, upper: 0.9, count: 4 })],
});
const r = 20;
const random = seededSource(7);
/** The landmarks themselves, points between them, and some far away; more than one block of records. */
const coordinates = Float64Array.from([
  ...landmarks.coordinates,
  ...Array.from({ length: 1200 }, () => random.uniform()),
  ...[2, 2, 50, -3, 1e9, 0],
]);
const points = { dimension: 2, coordinates };
const n = coordinates.length / 2;

describe.each<[string, CapableKernel, axes: boolean]>([
  ["wide Gaussian", gaussianKernel(3), false],
  ["Gaussian", gaussianKernel(0.3), true],
  ["narrow Gaussian", gaussianKernel(0.02), true],
  ["Matérn 5/2", matern52Kernel(0.3), false],
  ["exponential", exponentialKernel(0.3), false],
  ["product exponential", productExponentialKernel(3), true],
])("landmarkFeatures, %s kernel", (_, kernel, axes) => {
  const features = landmarkFeatures(kernel, points, landmarks);
  const { rank, rows, columns } = features;
  const phis = Array.from({ length: n }, (_, i) => featureOf(features, i));
  const phi = (i: number) => phis[i]!;
  const factors = landmarkFactors(kernel, landmarks);
  /** L, element by element. */
  const L = (j: number, k: number) => {
    const element = (side: Float64Array, m: number, a: number, b: number) => exactly(side[a * m + b]!);
    const { left, right, columns: m } = factors;
    const [j1, k1] = [Math.floor(j / m), Math.floor(k / m)];
    return times(element(left, rows, j1, k1), element(right, m, j % m, k % m));
  };
  /** Weights that are 0 where every feature is. */
  const weights = (scale = () => 1) =>
    Float64Array.from({ length: rank }, (_, j) => (j % columns < factors.columns ? scale() * random.normal() : 0));

  test("features are products where kernel and landmarks are, and that is well conditioned", () => {
    expect(factors.axes !== undefined).toBe(axes);
    expect([rows, columns]).toEqual(axes ? [4, 6] : [1, 20]);
  });

  test("‖φ(x)‖² ≤ K(x, x), and ‖φ(x)‖² is K(x, x) to 10⁻⁵ at a landmark", () => {
    for (let i = 0; i < n; i++) {
      expect(dot(phi(i), 0, phi(i), 0, rank)).toBeLessThanOrEqual(1);
      expect(features.squares[i]!).toBeCloseTo(dot(phi(i), 0, phi(i), 0, rank), 14);
      if (i < r) expect(features.squares[i]!).toBeGreaterThan(1 - 1e-5);
    }
  });

  test("φ of a record stays when other records change", () => {
    const others = coordinates.map((x, k) => (k === 100 || k === 101 ? x : 1 - x));
    const changed = landmarkFeatures(kernel, { dimension: 2, coordinates: others }, landmarks);
    expect(featureOf(changed, 50)).toEqual(phi(50));
  });

  test.each(ways.map((by) => [by.name, by] as const))("φ of a record is the same wherever it stands, %s", (_, by) => {
    const copies = {
      dimension: 2,
      coordinates: Float64Array.from({ length: 2 * 521 }, (_, k) => [0.37, 0.61][k % 2]!),
    };
    const { left, rows, right, columns } = landmarkFeatures(kernel, copies, landmarks, by);
    for (let i = 1; i < 521; i++) {
      expect(left.subarray(i * rows, (i + 1) * rows)).toEqual(left.subarray(0, rows));
      expect(right.subarray(i * columns, (i + 1) * columns)).toEqual(right.subarray(0, columns));
    }
  });

  test("LLᵀ − K is positive definite for each factor, and ‖L⁻¹‖² ≤ 10⁶ for both together", () => {
    const sides = factors.axes
      ? (
          [
            [factors.left, factors.axes[0]],
            [factors.right, factors.axes[1]],
          ] as const
        ).map(([L, nodes]) => [L, gram(kernel, { dimension: 1, coordinates: nodes }), nodes.length] as const)
      : [[factors.right, gram(kernel, landmarks), r] as const];
    let least = 1;
    for (const [L, K, m] of sides) {
      const LL = Float64Array.from({ length: m * m }, (_, k) => dot(L, Math.floor(k / m) * m, L, (k % m) * m, m));
      // Both are right to 10⁻¹³, and the least jitter is 10⁻⁹.
      expect(
        leastEigenvalue(
          LL.map((element, k) => element - K[k]!),
          m,
        ),
      ).toBeGreaterThan(9e-10);
      least *= leastEigenvalue(LL, m);
    }
    expect(least).toBeGreaterThan(landmarkJitter * (1 - 1e-6));
  });

  test("coefficientsOf(w) are those of w·φ, and the distance covers Lᵀa − w in exact arithmetic", () => {
    for (let trial = 0; trial < 5; trial++) {
      const w = weights(() => 10 ** (4 * random.uniform()));
      const norm = Math.sqrt(dot(w, 0, w, 0, rank));
      const { coefficients, distance } = features.coefficientsOf(w);
      expect(coefficients.length).toBe(r);
      let squared = 0;
      for (let k = 0; k < r; k++) {
        let sum = -exactly(w[Math.floor(k / factors.columns) * columns + (k % factors.columns)]!);
        for (let j = 0; j < r; j++) sum += times(L(j, k), exactly(coefficients[j]!));
        squared += toDouble(sum) ** 2;
      }
      expect(Math.sqrt(squared)).toBeLessThanOrEqual(distance);
      expect(distance).toBeLessThanOrEqual(features.distanceBound * norm);
      const values = evaluateExpansion({ kernel, centres: landmarks, coefficients }, points);
      const exact = values.map((_, i) => dot(w, 0, phi(i), 0, rank));
      expect(farthest(values, exact)).toBeLessThan(1e-8 * norm);
    }
  });

  test("‖Σ aⱼ K(zⱼ, ·)‖ ≤ ‖w‖", () => {
    const K = gram(kernel, landmarks);
    const w = weights();
    const { coefficients: a } = features.coefficientsOf(w);
    let squared = 0;
    for (let i = 0; i < r; i++) for (let j = 0; j < r; j++) squared += a[i]! * a[j]! * K[i * r + j]!;
    expect(squared).toBeLessThanOrEqual(dot(w, 0, w, 0, rank) * (1 + 1e-9));
  });

  test("evaluate and addSum are those of the features, also in plain TypeScript", () => {
    for (const of of [features, landmarkFeatures(kernel, points, landmarks, plainArithmetic())]) {
      const w = weights();
      const values = new Float64Array(n);
      of.evaluate(w, values);
      const exact = values.map((_, i) => dot(w, 0, phi(i), 0, rank));
      expect(farthest(values, exact)).toBeLessThan(5e-12);
      const shares = values.map(() => (random.uniform() < 0.5 ? 0 : random.normal()));
      const sum = w.slice();
      of.addSum(shares, sum);
      for (let j = 0; j < rank; j++) {
        expect(sum[j]!).toBeCloseTo(
          shares.reduce((total, c, i) => total + c * phi(i)[j]!, w[j]!),
          10,
        );
      }
    }
  });

  test("landmarkHessian is Σ cₖ φₖφₖᵀ below its diagonal, whatever it was before", () => {
    const hessian = landmarkHessian(features);
    const all = Int32Array.from({ length: n }, (_, i) => i);
    let records = all.filter(() => random.uniform() < 0.5);
    for (const share of [1, 3, undefined, 0.5, 7, 2]) {
      // Few come and go, or, in the end, all.
      records = all.filter((i) =>
        random.uniform() < (share === 2 ? 1 : 0.1) ? !records.includes(i) : records.includes(i),
      );
      const shares = Float64Array.from(records, () => share ?? random.normal());
      const H = lastOf(hessian(records, shares));
      for (let j = 0; j < rank; j += 3) {
        for (let k = 0; k <= j; k++) {
          const expected = records.reduce((total, i, a) => total + shares[a]! * phis[i]![j]! * phis[i]![k]!, 0);
          expect(H[j * rank + k]!).toBeCloseTo(expected, 9);
        }
      }
    }
    expect(lastOf(hessian(new Int32Array(0), new Float64Array(0))).every((element) => element === 0)).toBe(true);
  });
});

test("landmarkFeatures shortens features that come out longer than √(sup K), as of a kernel whose bound is too small", () => {
  const kernel = gaussianKernel(0.3);
  const inflated: CapableKernel = { ...kernel, diagonalBound: 0.5 };
  const { squares } = landmarkFeatures(inflated, points, landmarks);
  squares.forEach((square) => expect(square).toBeLessThanOrEqual(0.5));
});

test("landmarkFeatures shortens each factor of a product to 1, as of a kernel that is too large between the landmarks", () => {
  const kernel = gaussianKernel(0.3);
  const inflated: CapableKernel = {
    ...kernel,
    factors: (values) => {
      const between = values.map((x) => (Math.abs(x * 20 - Math.round(x * 20)) > 1e-9 ? 1.5 : 1));
      kernel.factors(values);
      values.forEach((k, i) => (values[i] = k * between[i]!));
    },
  };
  const { squares, left, right, rows, columns } = landmarkFeatures(inflated, points, landmarks);
  expect(rows).toBe(4);
  for (let i = 0; i < n; i++) {
    expect(dot(left, i * rows, left, i * rows, rows)).toBeLessThanOrEqual(1);
    expect(dot(right, i * columns, right, i * columns, columns)).toBeLessThanOrEqual(1);
  }
  expect(squares.some((square) => square > 1 - 1e-11)).toBe(true);
});

test("landmarkFeatures takes landmarks as a product of axes only where they are exactly that, and κ(0) = 1", () => {
  const kernel = gaussianKernel(0.1);
  const moved = { dimension: 2, coordinates: landmarks.coordinates.map((x, k) => (k === 13 ? x + 1e-12 : x)) };
  const twice: CapableKernel = { ...kernel, factors: (values) => void values.fill(2) };
  expect(landmarkFactors(twice, landmarks).axes).toBeUndefined();
  const onLine = { dimension: 1, coordinates: Float64Array.of(0, 0.5, 1) };
  const diagonal = { dimension: 2, coordinates: Float64Array.of(0, 0, 0.5, 0.5, 1, 1) };
  for (const others of [
    moved,
    diagonal,
    onLine,
    { dimension: 2, coordinates: landmarks.coordinates.subarray(0, 18) },
  ]) {
    expect(landmarkFactors(kernel, others).axes).toBeUndefined();
  }
  expect(landmarkFactors(kernel, landmarks).axes).toEqual([
    Float64Array.of(0, 0.3, 0.6, 0.9),
    Float64Array.of(0, 0.25, 0.5, 0.75, 1),
  ]);
});

function leastEigenvalue(A: Float64Array, m: number): number {
  const rows = Array.from({ length: m }, (_, i) => Array.from(A.subarray(i * m, (i + 1) * m)));
  return Math.min(...new EigenvalueDecomposition(new Matrix(rows), { assumeSymmetric: true }).realEigenvalues);
}
