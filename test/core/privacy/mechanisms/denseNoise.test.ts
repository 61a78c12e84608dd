import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { rowMemory } from "../../../../src/core/arithmetic/rowMemory.ts";
import { ParameterError } from "../../../../src/core/errors.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/core/kernels/kernel.ts";
import { matern32Kernel } from "../../../../src/core/kernels/matern32.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { productExponentialKernel } from "../../../../src/core/kernels/productExponential.ts";
import { cholesky } from "../../../../src/core/linalg/cholesky.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { denseNoiseSampler } from "../../../../src/core/privacy/mechanisms/denseNoise.ts";
import { pointNoiseSampler } from "../../../../src/core/privacy/mechanisms/pointNoise.ts";
import { lowRankNoiseSampler, scatteredNoiseSampler } from "../../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { fixed, fixedGram, innerProduct, toDouble } from "../../../support/fixedPoint.ts";
import { ways } from "../../../support/ways.ts";

const random = seededSource(43);
const uniform = () => random.uniform();
const cloud = (m: number, d: number) => pointsFrom(Array.from({ length: m }, () => Array.from({ length: d }, uniform)));
const layouts: [string, (m: number) => ReturnType<typeof cloud>][] = [
  ["ten inputs", (m) => cloud(m, 10)],
  ["a line", (m) => cloud(m, 1)],
  ["clusters of 10⁻⁹", (m) => pointsFrom(Array.from({ length: m }, (_, i) => [(i % 3) / 2 + 1e-9 * uniform()]))],
  ["one point many times", (m) => pointsFrom(Array.from({ length: m }, () => [0.3, 0.7]))],
];
const kernels: ((lengthScale: number) => Kernel)[] = [
  gaussianKernel,
  matern52Kernel,
  matern32Kernel,
  exponentialKernel,
];

test.each(layouts)(
  "denseNoiseSampler dominates K + τI in exact arithmetic, within covarianceError: %s",
  (_, layout) => {
    for (let trial = 0; trial < 24; trial++) {
      const m = 1 + Math.floor(24 * uniform());
      const at = layout(m);
      const kernel = kernels[trial % 4]!(10 ** (3 * uniform() - 1.5));
      const jitter = trial % 2 === 0 ? 0 : 1e-12;
      const sampler = denseNoiseSampler(
        { kernel, at, jitter },
        rowMemory(1, () => ways[trial % 3]!),
      );
      const factor = sampler.factor();
      const rows = Array.from({ length: m }, (__, i) => Array.from(factor.subarray(i * m, i * m + m), fixed));
      const K = fixedGram(kernel, at);
      const excess = new Matrix(
        K.map((row, i) =>
          row.map((value, j) => toDouble(innerProduct(rows[i]!, rows[j]!) - value - (i === j ? fixed(jitter) : 0n))),
        ),
      );
      const largest = Math.max(excess.max(), -excess.min());
      const eigenvalues = new EigenvalueDecomposition(excess, { assumeSymmetric: true }).realEigenvalues;
      expect(Math.min(...eigenvalues)).toBeGreaterThan(-1e-13 * largest);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError);
    }
  },
);

test("without what is added to the diagonal, rounding takes noise away, or the factorisation fails", () => {
  let short = 0;
  for (let trial = 0; trial < 20; trial++) {
    const m = 12;
    const at = cloud(m, 1);
    const kernel = gaussianKernel(2);
    let L: Float64Array;
    try {
      L = cholesky(gram(kernel, at), m);
    } catch {
      short++;
      continue;
    }
    const rows = Array.from({ length: m }, (_, i) => Array.from(L.subarray(i * m, i * m + m), fixed));
    const K = fixedGram(kernel, at);
    const excess = new Matrix(K.map((row, i) => row.map((k, j) => toDouble(innerProduct(rows[i]!, rows[j]!) - k))));
    if (Math.min(...new EigenvalueDecomposition(excess).realEigenvalues) < 0) short++;
  }
  expect(short).toBe(20);
});

test("denseNoiseSampler is the product of its factor and the normals, of the kernel matrix of any kernel", () => {
  const m = 70;
  const at = cloud(m, 3);
  const z = standardNormals(random, m);
  for (const kernel of [gaussianKernel(0.5), productExponentialKernel(2)]) {
    const sampler = denseNoiseSampler({ kernel, at, jitter: 1e-9 });
    const { covarianceError } = sampler;
    const factor = sampler.factor();
    const K = gram(kernel, at);
    const N = sampler.sample(z, new Float64Array(m));
    for (let i = 0; i < m; i++) {
      let product = 0;
      for (let k = 0; k < m; k++) product += factor[i * m + k]! * z[k]!;
      expect(N[i]).toBeCloseTo(product, 12);
      for (let j = 0; j < m; j++) {
        let inner = 0;
        for (let k = 0; k < m; k++) inner += factor[i * m + k]! * factor[j * m + k]!;
        const wanted = K[i * m + j]! + (i === j ? 1e-9 : 0);
        expect(Math.abs(inner - wanted)).toBeLessThanOrEqual(covarianceError + 1e-13);
      }
    }
  }
});

test("denseNoiseSampler draws the same bits when others were made meanwhile and its points have moved, from two factors at most", () => {
  let values = 0;
  const plain = gaussianKernel(0.8);
  const counted: Kernel = { diagonalBound: 1, evaluate: (x, y) => (values++, plain.evaluate(x, y)) };
  const m = 30;
  const z = standardNormals(random, m + 16);
  for (const kernel of [counted, plain, matern32Kernel(1)]) {
    values = 0;
    const at = cloud(m, 4);
    const sampler = denseNoiseSampler({ kernel, at, jitter: 1e-9 });
    const wanted = sampler.sample(z, new Float64Array(m));
    const factor = sampler.factor();
    expect(values).toBe(kernel === counted ? (m * (m + 1)) / 2 : 0);
    at.coordinates.fill(0);
    for (let k = 0; k < 3; k++) {
      const other = denseNoiseSampler({ kernel: plain, at: cloud(m + 8 * k, 4), jitter: 1e-6 });
      const beside = other.sample(z, new Float64Array(m + 8 * k));
      expect(sampler.sample(z, new Float64Array(m))).toEqual(wanted);
      expect(sampler.factor()).toEqual(factor);
      expect(other.sample(z, new Float64Array(m + 8 * k))).toEqual(beside);
    }
    expect(values).toBe(kernel === counted ? m * (m + 1) : 0);
  }
});

test("pointNoiseSampler pivots where the rank is small, and else has as many normals as points", () => {
  expect(
    pointNoiseSampler({ kernel: gaussianKernel(0.5), at: cloud(200, 1), jitter: 1e-9 }).normalCount,
  ).toBeGreaterThan(200);
  const rough = { kernel: gaussianKernel(0.5), at: cloud(200, 10), jitter: 1e-9 };
  expect(pointNoiseSampler(rough).normalCount).toBe(200);
  expect(pointNoiseSampler({ ...rough, at: cloud(1, 10) }).normalCount).toBe(1);
});

test.each<[string, Kernel, (m: number) => ReturnType<typeof cloud>]>([
  ["many points at few places", gaussianKernel(0.5), (m) => placesAgain(cloud(90, 10), m, 0)],
  ["many points near few places", gaussianKernel(0.5), (m) => placesAgain(cloud(90, 10), m, 1e-9)],
  ["a line of many length scales", gaussianKernel(0.03), (m) => cloud(m, 1)],
  ["a plane", gaussianKernel(0.5), (m) => cloud(m, 2)],
])("pointNoiseSampler goes on with pivots whose rank will be below m/8: %s", (_, kernel, layout) => {
  const at = layout(1000);
  const rank = pivotedRank(kernel, at);
  expect(rank).toBeGreaterThan(63);
  expect(rank).toBeLessThan(125);
  expect(pointNoiseSampler({ kernel, at, jitter: 1e-9 }).normalCount).toBe(1000 + rank);
});

const pivotedRank = (kernel: Kernel, at: ReturnType<typeof cloud>) =>
  scatteredNoiseSampler({ kernel, at, jitter: 1e-9 }).normalCount - 1000;
const placesAgain = ({ coordinates, dimension }: ReturnType<typeof cloud>, m: number, apart: number) => ({
  dimension,
  coordinates: Float64Array.from(
    { length: m * dimension },
    (_, q) => coordinates[q % coordinates.length]! + apart * uniform(),
  ),
});

test("lowRankNoiseSampler gives up with a quarter of the columns where ten inputs leave much of some entry", () => {
  let values = 0;
  const plain = gaussianKernel(0.8);
  const counted: Kernel = { diagonalBound: 1, evaluate: (x, y) => (values++, plain.evaluate(x, y)) };
  expect(lowRankNoiseSampler({ kernel: counted, at: cloud(400, 10), jitter: 1e-9, rankBelow: 50 })).toBe(undefined);
  // A diagonal and 13 columns.
  expect(values / 400).toBe(14);
});

test.each([NaN, Infinity, -1])("denseNoiseSampler refuses the jitter %s", (jitter) => {
  expect(() => denseNoiseSampler({ kernel: gaussianKernel(1), at: cloud(3, 2), jitter })).toThrow(ParameterError);
});

test("denseNoiseSampler refuses a kernel that is not computed well enough for so many points", () => {
  const kernel = { ...gaussianKernel(1), roundings: 1e14 };
  expect(() => denseNoiseSampler({ kernel, at: cloud(3, 2), jitter: 0 })).toThrow(ParameterError);
});
