import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { anisotropicGaussianKernel } from "../../../../src/core/kernels/anisotropicGaussian.ts";
import {
  anisotropicKernelDensitySensitivity,
  kernelDensitySensitivity,
} from "../../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { expectRelative, notPositive } from "../relative.ts";
import { average, rkhsDistance } from "./rkhs.ts";
import { casesOf } from "../../../support/fuzzing.ts";

interface GoldenInputs {
  readonly n: number;
  readonly d: number;
  readonly h?: number;
  readonly boxSides?: number[];
  readonly H?: number[][];
}

interface NeighbourInputs {
  readonly x: number[];
  readonly xPrime: number[];
  readonly n: number;
  readonly h: number;
}

type Rows = readonly (readonly number[])[];

/** Rounding of the Gram sums: at most 100 terms of size c²/n², each good to a few units in the last place. */
const rounding = 1 + 1e-13;

/** Random SPD matrix with bandwidths from 0.03 to 1 and, in two dimensions and more, correlations up to about 0.9. */
function randomBandwidthMatrix(random: ReturnType<typeof seededSource>, d: number): Rows {
  const scale = 10 ** (-1.5 + 1.5 * random.uniform());
  const B = Array.from({ length: d }, () => Array.from({ length: d }, () => random.normal()));
  return B.map((row, i) =>
    B.map((other, j) => scale ** 2 * (row.reduce((sum, b, k) => sum + b * other[k]!, 0) + (i === j ? 0.2 : 0))),
  );
}

function determinant(H: Rows): number {
  if (H.length === 1) return H[0]![0]!;
  return H[0]!.reduce(
    (sum, h, j) => sum + (-1) ** j * h * determinant(H.slice(1).map((row) => row.filter((_, k) => k !== j))),
    0,
  );
}

const isotropic = (h: number, d: number): Rows =>
  Array.from({ length: d }, (_, i) => Array.from({ length: d }, (_, j) => (i === j ? h * h : 0)));

const peak = (H: Rows) => 1 / ((2 * Math.PI) ** (H.length / 2) * Math.sqrt(determinant(H)));

function distance(before: Rows, after: Rows, H: Rows): number {
  const kernel = anisotropicGaussianKernel(H);
  return rkhsDistance(average(before, peak(H)), average(after, peak(H)), (x, y) => kernel.evaluate(x, y));
}

const randomPoint = (random: ReturnType<typeof seededSource>, sides: readonly number[]) =>
  sides.map((s) => s * random.uniform());

describe("kernelDensitySensitivity", () => {
  test("has the reference values, on all of space and in a box", () => {
    for (const golden of goldenCases<GoldenInputs, object>("kde-sensitivity")) {
      const { n: recordCount, d: dimension, h: bandwidth, boxSides } = golden.inputs;
      if (bandwidth === undefined) continue;
      const everywhere = kernelDensitySensitivity({ recordCount, dimension, bandwidth });
      expectGolden(golden, "rkhs", everywhere);
      expectGolden(golden, "rkhsBox", kernelDensitySensitivity({ recordCount, dimension, bandwidth, boxSides }));
      // The short paper's kernel is the density itself: the same noise in other units (errata W4).
      expectGolden(golden, "workshopTight", everywhere * (Math.sqrt(2 * Math.PI) * bandwidth) ** (dimension / 2));
    }
  });

  test("bounds the reference neighbours", () => {
    for (const golden of goldenCases<NeighbourInputs, { rkhsDistance: number }>("kde-neighbour-distance")) {
      const { x, xPrime, n, h } = golden.inputs;
      const bound = kernelDensitySensitivity({ recordCount: n, dimension: x.length, bandwidth: h });
      expectGolden(golden, "bound", bound);
      expect(golden.expected.rkhsDistance).toBeLessThanOrEqual(bound * rounding);
      const boxSides = x.map((value, j) => Math.abs(value - xPrime[j]!));
      const exact = kernelDensitySensitivity({ recordCount: n, dimension: x.length, bandwidth: h, boxSides });
      expectGolden(golden, "rkhsDistance", exact);
    }
  });

  test("bounds random replace-one neighbours, and far records come within 0.1 % of it", () => {
    const random = seededSource(11);
    let largest = 0;
    for (let i = 0; i < casesOf(2000, 600); i++) {
      const dimension = 1 + Math.floor(3 * random.uniform());
      const recordCount = 1 + Math.floor(5 * random.uniform());
      const bandwidth = 10 ** (-1 + 1.5 * random.uniform());
      const spread = new Array<number>(dimension).fill(10 ** (1.5 * random.uniform()));
      const before = Array.from({ length: recordCount }, () => randomPoint(random, spread));
      const after = before.with(0, randomPoint(random, spread));
      const bound = kernelDensitySensitivity({ recordCount, dimension, bandwidth });
      const ratio = distance(before, after, isotropic(bandwidth, dimension)) / bound;
      expect(ratio).toBeLessThanOrEqual(rounding);
      largest = Math.max(largest, ratio);
    }
    expect(largest).toBeGreaterThan(0.999);
  });

  test("with a box is reached by opposite corners, whatever the box", () => {
    const random = seededSource(12);
    for (let i = 0; i < casesOf(1000, 400); i++) {
      const dimension = 1 + Math.floor(3 * random.uniform());
      const bandwidth = 10 ** (-1 + 2 * random.uniform());
      const boxSides = Array.from({ length: dimension }, () => 10 ** (-1 + 2 * random.uniform()));
      const H = isotropic(bandwidth, dimension);
      const bound = kernelDensitySensitivity({ recordCount: 1, dimension, bandwidth, boxSides });
      expect(distance([randomPoint(random, boxSides)], [randomPoint(random, boxSides)], H)).toBeLessThanOrEqual(
        bound * rounding,
      );
      // 2 − 2k loses up to (h/s)² ≤ 1e4 of the Gram sum's precision.
      expectRelative(distance([boxSides.map(() => 0)], [boxSides], H), bound, 1e-9);
    }
  });

  test("with a box stays exact where 1 − k rounds to 0: Δ → (s/h)/(n (2π)^½ h)", () => {
    const bound = kernelDensitySensitivity({ recordCount: 7, dimension: 1, bandwidth: 1e9, boxSides: [1] });
    expectRelative(bound, 1e-9 / (7 * Math.sqrt(2 * Math.PI) * 1e9), 1e-14);
  });

  test("scales as 1/n and h^−d, and grows with the box towards the bound on all of space", () => {
    const at = { recordCount: 10, dimension: 2, bandwidth: 0.5 };
    const everywhere = kernelDensitySensitivity(at);
    expectRelative(kernelDensitySensitivity({ ...at, recordCount: 1000 }), everywhere / 100, 1e-15);
    expectRelative(kernelDensitySensitivity({ ...at, bandwidth: 1 }), everywhere / 4, 1e-15);
    const boxes = [0.01, 0.1, 1, 2].map((s) => kernelDensitySensitivity({ ...at, boxSides: [s, s] }));
    expect(boxes).toEqual([...boxes].sort((a, b) => a - b));
    expect(boxes[3]).toBeLessThan(everywhere);
    expect(kernelDensitySensitivity({ ...at, boxSides: [1e200, 1e200] })).toBe(everywhere);
  });

  test.each([NaN, Infinity, -Infinity, 0, -1])("refuses %s for each parameter, by name", (bad) => {
    const at = { recordCount: 10, dimension: 1, bandwidth: 1 };
    expect(() => kernelDensitySensitivity({ ...at, recordCount: bad })).toThrow(/^recordCount must/);
    expect(() => kernelDensitySensitivity({ ...at, dimension: bad })).toThrow(/^dimension must/);
    expect(() => kernelDensitySensitivity({ ...at, bandwidth: bad })).toThrow(/^bandwidth must/);
    expect(() => kernelDensitySensitivity({ ...at, boxSides: [bad] })).toThrow(/^boxSides\[0\] must/);
  });

  test("refuses fractions of records and boxes of another dimension; never returns 0 or ∞", () => {
    expect(() => kernelDensitySensitivity({ recordCount: 1.5, dimension: 1, bandwidth: 1 })).toThrow(ParameterError);
    expect(() => kernelDensitySensitivity({ recordCount: 1, dimension: 2, bandwidth: 1, boxSides: [1] })).toThrow(
      ParameterError,
    );
    for (const bandwidth of [1e-200, 1e200]) {
      expect(() => kernelDensitySensitivity({ recordCount: 1, dimension: 2, bandwidth })).toThrow(NumericalError);
    }
  });
});

describe("anisotropicKernelDensitySensitivity", () => {
  test("has the reference values", () => {
    for (const golden of goldenCases<GoldenInputs, object>("kde-sensitivity")) {
      const { n: recordCount, H: bandwidthMatrix } = golden.inputs;
      if (bandwidthMatrix === undefined) continue;
      expectGolden(golden, "rkhs", anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix }));
    }
  });

  test("with H = h²I is the isotropic one, box or no box", () => {
    for (const dimension of [1, 2, 3]) {
      const bandwidthMatrix = isotropic(0.3, dimension);
      for (const boxSides of [undefined, new Array<number>(dimension).fill(0.4)]) {
        const full = anisotropicKernelDensitySensitivity({ recordCount: 9, bandwidthMatrix, boxSides });
        expectRelative(full, kernelDensitySensitivity({ recordCount: 9, dimension, bandwidth: 0.3, boxSides }), 1e-12);
      }
    }
  });

  test("bounds random replace-one neighbours, and far records come within 0.1 % of it", () => {
    const random = seededSource(13);
    let largest = 0;
    for (let i = 0; i < casesOf(2000, 600); i++) {
      const d = 1 + Math.floor(3 * random.uniform());
      const recordCount = 1 + Math.floor(5 * random.uniform());
      const H = randomBandwidthMatrix(random, d);
      const spread = new Array<number>(d).fill(10 ** (1.5 * random.uniform()));
      const before = Array.from({ length: recordCount }, () => randomPoint(random, spread));
      const after = before.with(0, randomPoint(random, spread));
      const ratio =
        distance(before, after, H) / anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix: H });
      // The cofactor determinant of an ill-conditioned H is good to about 1e-13.
      expect(ratio).toBeLessThanOrEqual(1 + 1e-11);
      largest = Math.max(largest, ratio);
    }
    expect(largest).toBeGreaterThan(0.999);
  });

  test("with a box is the largest distance over pairs of corners, and bounds every pair inside", () => {
    const random = seededSource(14);
    for (let i = 0; i < casesOf(1000, 400); i++) {
      const d = 1 + Math.floor(3 * random.uniform());
      const H = randomBandwidthMatrix(random, d);
      const boxSides = Array.from({ length: d }, () => 10 ** (-1 + random.uniform()));
      const bound = anisotropicKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix: H, boxSides });
      const corner = (bits: number) => boxSides.map((s, j) => ((bits >> j) & 1 ? s : 0));
      let farthest = 0;
      for (let a = 0; a < 2 ** d; a++) {
        for (let b = 0; b < a; b++) farthest = Math.max(farthest, distance([corner(a)], [corner(b)], H));
      }
      expectRelative(bound, farthest, 1e-9);
      const inside = distance([randomPoint(random, boxSides)], [randomPoint(random, boxSides)], H);
      expect(inside).toBeLessThanOrEqual(bound * (1 + 1e-9));
    }
  });

  test("above 20 dimensions ignores the box", () => {
    const bandwidthMatrix = isotropic(1, 21);
    const boxSides = new Array<number>(21).fill(1e-3);
    expect(anisotropicKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix, boxSides })).toBe(
      anisotropicKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix }),
    );
  });

  test.each(notPositive)("refuses %s for each parameter, by name", (bad) => {
    const at = { recordCount: 10, bandwidthMatrix: [[1]] };
    expect(() => anisotropicKernelDensitySensitivity({ ...at, recordCount: bad })).toThrow(/^recordCount must/);
    expect(() => anisotropicKernelDensitySensitivity({ ...at, bandwidthMatrix: [[bad]] })).toThrow(/^bandwidthMatrix/);
    expect(() => anisotropicKernelDensitySensitivity({ ...at, boxSides: [bad] })).toThrow(/^boxSides\[0\] must/);
  });

  test.each([
    [[]],
    [[[1, 2]]],
    [
      [
        [1, 0.5],
        [0.4, 1],
      ],
    ],
    [
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      [
        [1, 1],
        [1, 1],
      ],
    ],
  ])("refuses %j: not a symmetric positive definite matrix", (bandwidthMatrix: Rows) => {
    expect(() => anisotropicKernelDensitySensitivity({ recordCount: 10, bandwidthMatrix })).toThrow(ParameterError);
  });
});
