import { Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { markovProcess } from "../../../../src/core/privacy/mechanisms/markovProcess.ts";
import { markovNoise } from "../../../../src/core/privacy/mechanisms/markovNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { covarianceOf, extremes, targetCovariance } from "../../../support/covariance.ts";
import { farthest } from "../../../support/farthest.ts";
import { casesOf, firstOf } from "../../../support/fuzzing.ts";

const types = ["exponential", "matern32", "matern52"] as const;
const random = seededSource(11);
const regular = new Float64Array(39).fill(1 / 39);
const irregular = Float64Array.from({ length: 39 }, () => random.uniform() ** 4);
const clustered = Float64Array.from({ length: 39 }, (_, i) => [1e-300, 1e-12, 0, 1e-5, 0.1, 3][i % 6]!);

function positions(gaps: Float64Array): number[] {
  const at = [0];
  gaps.forEach((gap, i) => at.push(at[i]! + gap));
  return at;
}

test.each(types)("markovNoise dominates K + τI at even, uneven, near and coinciding points: %s", (type) => {
  for (const gaps of [regular, irregular, clustered, new Float64Array(0)]) {
    const m = gaps.length + 1;
    const at = pointsFrom(positions(gaps).map((x) => [x]));
    for (const lengthScale of [0.01, 0.3, 10, 1e6, 1e150]) {
      for (const jitter of [0, 1e-4]) {
        const sampler = markovNoise({ kernel: { type, lengthScale }, gaps, jitter });
        const target = targetCovariance(kernelOf(type, lengthScale), at, jitter);
        const { least, largest } = extremes(Matrix.sub(covarianceOf(sampler, m), target));
        // The check itself rounds: positions, sums of 4m products, eigenvalues.
        expect(least).toBeGreaterThan(-4e-16 * m * m);
        expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14 * m);
        expect(sampler.covarianceError).toBeLessThan(3e-10);
      }
    }
  }
});

test.each(types)(
  "markovNoise of gaps far beyond the length scale, or of a subnormal one, is finite and dominates: %s",
  (type) => {
    // Powers of the process's own time, its rate, or both would overflow.
    const cases: [number, number[]][] = [
      [1, [1e300, 1e-300, 1e80]],
      [1e-150, [1, 0, 1e-12]],
      [1e-310, [1, 0, 0, 1]],
      [1e-310, [1e-310, 0, 1e-311]],
    ];
    for (const [lengthScale, gaps] of cases) {
      const m = gaps.length + 1;
      const sampler = markovNoise({ kernel: { type, lengthScale }, gaps, jitter: 0 });
      const unit = kernelOf(type, 1);
      const time = positions(Float64Array.from(gaps, (gap) => Math.min(gap / lengthScale, 1e4)));
      const target = targetCovariance(unit, pointsFrom(time.map((x) => [x])), 0);
      const { least, largest } = extremes(Matrix.sub(covarianceOf(sampler, m), target));
      expect(least).toBeGreaterThan(-1e-14);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14);
    }
  },
);

test("markovProcess keeps the digits of the smallest innovations: √(4t³/3) and √(4t⁵/15) to first order in t", () => {
  for (const t of [1e-8, 1e-5, 1e-3]) {
    const first = (type: "matern32" | "matern52") => markovProcess(type, 1).step(t).innovation[0]!;
    // The integrands s² e^{−2s} and s⁴ e^{−2s} lose the relative 3t/2 and 5t/3, half of which the root keeps.
    expect(first("matern32") / (Math.sqrt((4 * t ** 3) / 3) * (1 - 0.75 * t)) - 1).toBeCloseTo(0, 6);
    expect(first("matern52") / (Math.sqrt((4 * t ** 5) / 15) * (1 - (5 / 6) * t)) - 1).toBeCloseTo(0, 6);
  }
});

test.each(types)("markovProcess goes on in one step as in two, and stays stationary: %s", (type) => {
  const { order, step } = markovProcess(type, 1);
  const square = (L: readonly number[]) => product(L, transposed(L, order), order);
  const after = (Phi: readonly number[], P: readonly number[]) =>
    product(product(Phi, P, order), transposed(Phi, order), order);
  const law = (time: number) => {
    const { transition, innovation } = step(time);
    const Phi = Array.from({ length: order * order }, (_, q) => transition[(q % order) - Math.floor(q / order)] ?? 0);
    return { Phi, Q: square(innovation) };
  };
  for (const [s, t] of [
    [0.1, 0.3],
    [1e-3, 2],
    [4, 1e-6],
    [15, 0.5],
  ] as const) {
    const [first, second, both] = [law(s), law(t), law(s + t)];
    product(second.Phi, first.Phi, order).forEach((value, q) => expect(value).toBeCloseTo(both.Phi[q]!, 14));
    after(second.Phi, first.Q).forEach((value, q) => expect(value + second.Q[q]!).toBeCloseTo(both.Q[q]!, 14));
    const stationary = square(step(Infinity).innovation);
    after(first.Phi, stationary).forEach((value, q) => expect(value + first.Q[q]!).toBeCloseTo(stationary[q]!, 14));
  }
});

function product(A: readonly number[], B: readonly number[], n: number): number[] {
  const at = (q: number) => [Math.floor(q / n), q % n] as const;
  return Array.from({ length: n * n }, (_, q) => {
    const [i, j] = at(q);
    return A.slice(i * n, (i + 1) * n).reduce((sum, value, k) => sum + value * B[k * n + j]!, 0);
  });
}

function transposed(A: readonly number[], n: number): number[] {
  return Array.from(A, (_, q) => A[(q % n) * n + Math.floor(q / n)]!);
}

test.each(types)(
  "markovNoise on 1000 regular points is within 3e-10 of K + τI, its gains settling on the way: %s",
  (type) => {
    for (const lengthScale of firstOf([0.01, 0.1, 3, 0.03, 0.3, 1], 3)) {
      for (const jitter of firstOf([0, 1e-4, 1e-9], 2)) {
        const gaps = new Float64Array(999).fill(1 / 999);
        const sampler = markovNoise({ kernel: { type, lengthScale }, gaps, jitter });
        expect(sampler.covarianceError).toBeLessThan(lengthScale < 0.3 ? 1e-10 : 3e-10);
        // Columns of the sampler at 25 points: their inner products over all normals are elements of the covariance.
        const rows = Array.from({ length: 25 }, () => new Float64Array(1000));
        const at = rows.map((_, i) => (i === 24 ? 999 : 37 * i));
        const z = new Float64Array(1000);
        const column = new Float64Array(1000);
        for (let k = 0; k < 1000; k++) {
          z.fill(0);
          z[k] = 1;
          sampler.sample(z, column);
          rows.forEach((row, i) => (row[k] = column[at[i]!]!));
        }
        const kernel = kernelOf(type, lengthScale);
        let off = 0;
        rows.forEach((row, i) =>
          rows.slice(0, i + 1).forEach((other, j) => {
            const exact = kernel.evaluate([at[i]! / 999], [at[j]! / 999]) + (i === j ? jitter : 0);
            let found = 0;
            for (let k = 0; k < 1000; k++) found += row[k]! * other[k]!;
            off = Math.max(off, Math.abs(found - exact));
          }),
        );
        // Sums of 1000 products that are positive up to 1 in all, in rounded arithmetic too.
        expect(off).toBeLessThan(sampler.covarianceError + 1e-13);
      }
    }
  },
);

test.each(types)("markovNoise keeps a path close while the length scale moves: %s", (type) => {
  let before: Float64Array | undefined;
  let most = 0;
  for (let lengthScale = casesOf(0.01, 0.1); lengthScale < casesOf(100, 3); lengthScale *= 1.005) {
    const sampler = markovNoise({ kernel: { type, lengthScale }, gaps: irregular, jitter: 1e-9 });
    const path = sampler.sample(standardNormals(seededSource(1), sampler.normalCount), new Float64Array(40));
    const last = before ?? path;
    most = Math.max(most, farthest(path, last));
    before = path;
  }
  // A change of 0.5 % moves a value by a few times 0.005, other normals would by O(1).
  expect(most).toBeLessThan(0.1);
});

test.each(types)("markovNoise repeats itself, linear in its first normalCount normals: %s", (type) => {
  const sampler = markovNoise({ kernel: { type, lengthScale: 0.3 }, gaps: irregular, jitter: 1e-6 });
  const z = standardNormals(seededSource(2), sampler.normalCount + 5);
  const path = sampler.sample(z, new Float64Array(40).fill(NaN)).slice();
  expect(
    sampler.sample(
      z.map((v, k) => (k < sampler.normalCount ? v : NaN)),
      new Float64Array(40),
    ),
  ).toEqual(path);
  sampler
    .sample(
      z.map((v) => -2 * v),
      new Float64Array(40),
    )
    .forEach((value, i) => expect(value).toBe(-2 * path[i]!));
});

test.each([NaN, Infinity, -Infinity, -1])(
  "markovNoise refuses a gap, a length scale and a jitter of %s by name",
  (bad) => {
    for (const type of types) {
      const valid = { kernel: { type, lengthScale: 1 }, gaps: [1, 2], jitter: 0 };
      expect(() => markovNoise({ ...valid, gaps: [1, bad] })).toThrow(/^gaps\[1\] must be/);
      expect(() => markovNoise({ ...valid, kernel: { type, lengthScale: bad } })).toThrow(/^lengthScale must be/);
      expect(() => markovNoise({ ...valid, jitter: bad })).toThrow(/^jitter must be/);
      expect(() => markovNoise({ ...valid, kernel: { type, lengthScale: 0 } })).toThrow(ParameterError);
    }
  },
);
