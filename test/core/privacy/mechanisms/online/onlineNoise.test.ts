import { expect, test } from "vitest";
import { exponentialKernel } from "../../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../../src/core/kernels/gaussian.ts";
import { matern52Kernel } from "../../../../../src/core/kernels/matern52.ts";
import { cholesky } from "../../../../../src/core/linalg/cholesky.ts";
import { gram } from "../../../../../src/core/kernels/gram.ts";
import { symmetricEigen } from "../../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { solveLower } from "../../../../../src/core/linalg/triangular.ts";
import { pointsFrom } from "../../../../../src/core/points.ts";
import type { Point } from "../../../../../src/core/points.ts";
import { conditionalNoise, exponentialConditionalNoise } from "../../../../support/conditionalNoise.ts";
import { createExponentialOnlineNoise } from "../../../../../src/core/privacy/mechanisms/online/exponentialOnlineNoise.ts";
import { createOnlineNoise } from "../../../../../src/core/privacy/mechanisms/online/onlineNoise.ts";
import { createOnlineRelease } from "../../../../../src/core/privacy/mechanisms/online/onlineRelease.ts";
import type { OnlineNoise } from "../../../../../src/core/privacy/mechanisms/online/onlineNoise.ts";
import type { RandomSource } from "../../../../../src/core/random/randomSource.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { fixed, times, toDouble } from "../../../../support/fixedPoint.ts";
import { expectGolden, goldenCases } from "../../../../support/goldenFile.ts";
import type { GoldenCase } from "../../../../support/goldenFile.ts";
import { kernelOf } from "../../../../support/kernels.ts";
import { notPositive } from "../../relative.ts";
import type { FunctionCase } from "../../../../support/goldenInputs.ts";

/** A source of given normal numbers. */
function scripted(normals: ArrayLike<number>): RandomSource {
  let used = 0;
  return {
    normal: () => normals[used++]!,
    uniform: () => NaN,
    fillNormals: () => undefined,
  };
}

/** The law of each answer given those before it, and the answers that normals make of them. */
function expectLaws(
  reference: GoldenCase<unknown, object>,
  laws: readonly { readonly mean: number; readonly variance: number }[],
  { f, scale, z }: { readonly f: readonly number[]; readonly scale: number; readonly z: readonly number[] },
): void {
  const mean = laws.map((law, i) => f[i]! + scale * law.mean);
  const deviation = laws.map(({ variance }) => scale * Math.sqrt(variance));
  expectGolden(reference, "conditionalMean", mean);
  expectGolden(reference, "conditionalSd", deviation);
  expectGolden(
    reference,
    "released",
    mean.map((value, i) => value + deviation[i]! * z[i]!),
  );
}

interface Online extends FunctionCase {
  readonly z: number[];
}

test.each(goldenCases<Online, { scale: number }>("gp-online").map((c, i) => [i, c] as const))(
  "conditionalNoise and createOnlineRelease agree with gp-online.json, case %i",
  (_, reference) => {
    const { kernel: object, points, f, z } = reference.inputs;
    const { scale } = reference.expected;
    const kernel = kernelOf(object);
    const noise: number[] = [];
    const laws = points.map((at, i) => {
      const released = { dimension: at.length, coordinates: Float64Array.from(points.slice(0, i).flat()) };
      const law = conditionalNoise({ kernel, released, noise, at });
      expect(conditionalNoise({ kernel, released, noise, at: pointsFrom([at]) })).toEqual(law);
      noise.push(law.mean + Math.sqrt(law.variance) * z[i]!);
      return law;
    });
    expectLaws(reference, laws, { f, scale, z });

    const release = createOnlineRelease({
      estimate: (at) =>
        Float64Array.from(
          { length: at.coordinates.length / at.dimension },
          (_, j) => f[points.findIndex((p) => p.every((x, k) => x === at.coordinates[j * at.dimension + k]))]!,
        ),
      noise: createOnlineNoise({ kernel, dimension: points[0]!.length, capacity: points.length, random: scripted(z) }),
      noiseScale: scale,
    });
    expectGolden(
      reference,
      "released",
      points.flatMap((point) => Array.from(release.query(pointsFrom([point])))),
    );
  },
);

interface Exponential {
  readonly gamma: number;
  readonly points: number[];
  readonly f: number[];
  readonly scale: number;
  readonly z: number[];
}

test.each(goldenCases<Exponential, object>("gp-online-exponential").map((c, i) => [i, c] as const))(
  "exponentialConditionalNoise and createExponentialOnlineNoise agree with gp-online-exponential.json, case %i",
  (_, reference) => {
    const { gamma: rate, points, f, scale, z } = reference.inputs;
    const noise: number[] = [];
    const laws = points.map((at, i) => {
      const law = exponentialConditionalNoise({ rate, released: points.slice(0, i), noise, at });
      noise.push(law.mean + Math.sqrt(law.variance) * z[i]!);
      return law;
    });
    expectLaws(reference, laws, { f, scale, z });
    expectGolden(
      reference,
      "unitVariance",
      laws.map(({ variance }) => variance),
    );
    const online = createExponentialOnlineNoise({ rate, capacity: 100, random: scripted(z) });
    points.forEach((x, i) => {
      // The amplitude is raised by 10⁻⁵.
      expect(Math.abs(online.at([x]) - noise[i]!)).toBeLessThan(2e-5 * (1 + Math.abs(noise[i]!)));
    });
  },
);

test("errata H4: the weight on the left value is ρ(x, r)/ρ(l, r)", () => {
  const weight = (noise: number[]) =>
    exponentialConditionalNoise({ rate: 3, released: [0.2, 0.8], noise, at: 0.3 }).mean;
  expect(weight([1, 0])).toBeCloseTo(0.7237, 4);
  expect(weight([0, 1])).toBeCloseTo(0.1035, 4);
});

/** The matrix that takes normals to values: each column by a unit vector. */
function factorOf(make: (random: RandomSource) => OnlineNoise, points: readonly (readonly number[])[]): Float64Array {
  const m = points.length;
  const A = new Float64Array(m * m);
  for (let j = 0; j < m; j++) {
    const unit = new Float64Array(m);
    unit[j] = 1;
    const noise = make(scripted(unit));
    points.forEach((point, i) => (A[i * m + j] = noise.at(point)));
  }
  return A;
}

const random = seededSource(5);
const line = Array.from({ length: 40 }, (_, i) => [i % 4 === 3 ? 0.5 + 1e-9 * i : random.uniform()]);
const plane = Array.from({ length: 40 }, () => [random.uniform(), random.uniform()]);

test.each([
  ["Gaussian, close points", gaussianKernel(0.3), line],
  ["Matérn 5/2 in the plane", matern52Kernel(0.5), plane],
] as const)("online noise has at least the covariance of the kernel, and hardly more: %s", (_, kernel, points) => {
  const m = points.length;
  const make = (source: RandomSource) =>
    createOnlineNoise({ kernel, dimension: points[0]!.length, capacity: m, random: source });
  expectDominates(factorOf(make, points), gram(kernel, pointsFrom(points.map((p) => [...p]))), m, 1e-11);
});

test("exponential online noise has at least the covariance of the kernel, and hardly more", () => {
  const make = (source: RandomSource) => createExponentialOnlineNoise({ rate: 4, capacity: 100, random: source });
  const K = gram(exponentialKernel(0.25), pointsFrom(line.map((p) => [...p])));
  expectDominates(factorOf(make, line), K, line.length, 3e-5);
});

function expectDominates(A: Float64Array, K: Float64Array, m: number, excess: number): void {
  const difference = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += A[i * m + k]! * A[j * m + k]!;
      difference[i * m + j] = sum - K[i * m + j]!;
    }
  }
  const { values } = symmetricEigen(difference, m);
  // The sum of m products is itself rounded, to about 10⁻¹⁵ of it.
  expect(Math.min(...values)).toBeGreaterThan(-2e-14);
  expect(Math.max(...values)).toBeLessThan(m * excess);
}

/**
 * Points chosen by what was seen: to the right of the last one after a positive value, near the first one after a
 * negative.
 */
function adaptive(noise: OnlineNoise, count: number): { points: number[][]; values: number[] } {
  const points = [[0.5]];
  const values = [noise.at([0.5])];
  for (let i = 1; i < count; i++) {
    const last = values[i - 1]!;
    points.push([last > 0 ? points[i - 1]![0]! + 0.1 * (1 + last) : 0.5 - 0.03 * i]);
    values.push(noise.at(points[i]!));
  }
  return { points, values };
}

test.each([
  [
    "Gaussian",
    gaussianKernel(0.3),
    (source: RandomSource) =>
      createOnlineNoise({ kernel: gaussianKernel(0.3), dimension: 1, capacity: 8, random: source }),
  ],
  [
    "exponential",
    exponentialKernel(0.25),
    (source: RandomSource) => createExponentialOnlineNoise({ rate: 4, capacity: 100, random: source }),
  ],
] as const)("batch and online agree in law, at points chosen from the answers: %s", (_, kernel, make) => {
  // Whitened by the batch's factor at the points that were asked for, values are independent standard normals if the
  // laws
  // agree, since each point is chosen from values before it. Their squares add up to χ² with mk degrees of freedom, and
  // so do those of
  // the sums over runs, which see a bias. Deviation √(2mk), nearly normal: 5 of them are exceeded with probability
  // 6·10⁻⁷.
  const [runs, m] = [400, 8];
  const source = seededSource(9);
  let squares = 0;
  const sums = new Float64Array(m);
  for (let run = 0; run < runs; run++) {
    const { points, values } = adaptive(make(source), m);
    const K = gram(kernel, pointsFrom(points));
    for (let i = 0; i < m; i++) K[i * m + i]! += 1e-12;
    solveLower(cholesky(K, m), Float64Array.from(values)).forEach((w, i) => {
      squares += w * w;
      sums[i]! += w;
    });
  }
  const degrees = runs * m;
  expect(Math.abs(squares - degrees)).toBeLessThan(5 * Math.sqrt(2 * degrees));
  sums.forEach((sum) => expect(Math.abs(sum)).toBeLessThan(5.5 * Math.sqrt(runs)));
});

test("values in doubles are within forwardError of exact sums with the same coefficients", () => {
  // Unit vectors show the coefficients (of the recursion: products of them, each rounded, which the bound covers as
  // well).
  const points = line.slice(0, 30);
  const m = points.length;
  const z = Float64Array.from({ length: m }, () => random.normal());
  for (const make of [
    (source: RandomSource) =>
      createOnlineNoise({ kernel: gaussianKernel(0.3), dimension: 1, capacity: m, random: source }),
    (source: RandomSource) => createExponentialOnlineNoise({ rate: 4, capacity: m, random: source }),
  ]) {
    const A = factorOf(make, points);
    const noise = make(scripted(z));
    let squares = 0;
    points.forEach((point, i) => {
      let exact = 0n;
      for (let j = 0; j < m; j++) exact += times(fixed(A[i * m + j]!), fixed(z[j]!));
      squares += toDouble(fixed(noise.at(point)) - exact) ** 2;
    });
    expect(Math.sqrt(squares)).toBeLessThan(noise.forwardError);
    expect(noise.forwardError).toBeLessThan(1e-11);
  }
});

test("normBound holds for who asks in the direction of the normals that were drawn, and is approached", () => {
  // The kernel x·y of unit vectors: two of them show the normals z, of norm √m + 37, and all further ones ask next to z/‖z‖.
  const kernel = { evaluate: (x: Point, y: Point) => x[0]! * y[0]! + x[1]! * y[1]!, diagonalBound: 1 };
  const m = 400;
  const norm = Math.sqrt(m) + 37;
  const z = new Float64Array(m);
  z.set([0.6 * norm, 0.8 * norm]);
  const noise = createOnlineNoise({ kernel, dimension: 2, capacity: m, random: scripted(z) });
  const first = [noise.at([1, 0]), noise.at([0, 1])];
  let squares = first[0]! ** 2 + first[1]! ** 2;
  for (let i = 2; i < m; i++) {
    const angle = Math.atan2(first[1]!, first[0]!) + 1e-9 * i;
    squares += noise.at([Math.cos(angle), Math.sin(angle)]) ** 2;
  }
  expect(Math.sqrt(squares)).toBeLessThan(noise.normBound);
  expect(Math.sqrt(squares)).toBeGreaterThan(0.99 * noise.normBound);
});

test("exponential online noise: who stays beside the largest value stays within forwardError and normBound", () => {
  // Normals of one sign, and points that close in on the last: of Lemma 5 the case in which errors add up.
  const m = 300;
  const z = Float64Array.from({ length: m }, (_, i) => (i === 0 ? 30 : 0.5 + 0.001 * i));
  const points = Array.from({ length: m }, (_, i) => [0.5 + 1e-3 * 0.9 ** i]);
  const make = (source: RandomSource) => createExponentialOnlineNoise({ rate: 4, capacity: m, random: source });
  const A = factorOf(make, points);
  const noise = make(scripted(z));
  let [squares, errors] = [0, 0];
  points.forEach((point, i) => {
    let exact = 0n;
    for (let j = 0; j < m; j++) exact += times(fixed(A[i * m + j]!), fixed(z[j]!));
    const value = noise.at(point);
    squares += value ** 2;
    errors += toDouble(fixed(value) - exact) ** 2;
  });
  expect(Math.sqrt(errors)).toBeLessThan(noise.forwardError);
  expect(Math.sqrt(squares)).toBeLessThan(noise.normBound);
  expect(Math.sqrt(squares)).toBeGreaterThan(0.7 * noise.normBound);
});

test("points at distances that underflow have finite values", () => {
  const noise = createExponentialOnlineNoise({ rate: 1e-3, capacity: 100, random: seededSource(4) });
  for (const x of [0, 1e-322, 5e-323, 1e-323, 1e308, -1e308]) expect(Number.isFinite(noise.at([x]))).toBe(true);
});

test.each(notPositive)("online mechanisms refuse %s by name", (bad) => {
  const source = seededSource(1);
  const kernel = gaussianKernel(1);
  expect(() => createExponentialOnlineNoise({ rate: bad, capacity: 100, random: source })).toThrow(/^rate must/);
  expect(() => createOnlineNoise({ kernel, dimension: 1, capacity: bad, random: source })).toThrow(/^capacity must/);
  expect(() => exponentialConditionalNoise({ rate: bad, released: [], noise: [], at: 0 })).toThrow(/^rate must/);
  const noise = createExponentialOnlineNoise({ rate: 1, capacity: 100, random: source });
  const estimate = () => new Float64Array(1);
  expect(() => createOnlineRelease({ estimate, noise, noiseScale: bad })).toThrow(/^noiseScale must/);
  const none = { dimension: 1, coordinates: new Float64Array(0) };
  expect(() => conditionalNoise({ kernel, released: none, noise: [1], at: [0] })).toThrow(/^noise must/);
  expect(() => conditionalNoise({ kernel, released: none, noise: [], at: [NaN] })).toThrow(/^at\[0\] must/);
});
