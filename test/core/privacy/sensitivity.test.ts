import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { definiteMatrix, quadraticForm } from "../../../src/core/linalg/smallMatrix.ts";
import {
  anisotropicKernelDensitySensitivity,
  kernelDensitySensitivity,
} from "../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { roundingInflatedSensitivity } from "../../../src/core/privacy/sensitivity/roundingInflated.ts";
import {
  sobolevKernelDensitySensitivity,
  sobolevKernelDensitySensitivityPrinted,
} from "../../../src/core/privacy/sensitivity/sobolevKernelDensity.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";
import { bump, bumpDistance, sobolevInnerProduct } from "../../support/sobolev.ts";

interface Isotropic {
  readonly n: number;
  readonly d: number;
  readonly h: number;
  readonly boxSides: number[];
}

test("kernel density sensitivities have the reference values", () => {
  for (const golden of goldenCases<Isotropic | { n: number; d: number; H: number[][] }, object>("kde-sensitivity")) {
    if ("H" in golden.inputs) {
      const { n: recordCount, H: bandwidthMatrix } = golden.inputs;
      expectGolden(golden, "rkhs", anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix }));
      continue;
    }
    const { n: recordCount, d: dimension, h: bandwidth, boxSides } = golden.inputs;
    expectGolden(golden, "rkhs", kernelDensitySensitivity({ recordCount, dimension, bandwidth }));
    expectGolden(golden, "rkhsBox", kernelDensitySensitivity({ recordCount, dimension, bandwidth, boxSides }));
  }
});

test("Sobolev sensitivities have the reference values and are never below the numerical supremum", () => {
  for (const golden of goldenCases<{ n: number; d: number; h: number; gamma: number }, { tightSup?: number; paperBound?: number }>("sobolev-kde-sensitivity")) {
    const { n: recordCount, d: dimension, h: bandwidth, gamma: rate } = golden.inputs;
    const proved = sobolevKernelDensitySensitivity({ recordCount, dimension, bandwidth, rate });
    expectGolden(golden, "provedBound", proved);
    if (golden.expected.tightSup) expect(proved).toBeGreaterThanOrEqual(golden.expected.tightSup * (1 - 1e-12));
    if (golden.expected.paperBound) {
      expectGolden(golden, "paperBound", sobolevKernelDensitySensitivityPrinted({ recordCount, dimension, bandwidth }));
    }
  }
});

test("the independent Sobolev norm of these tests has the reference values", () => {
  const named: Record<string, [(x: number) => number, (x: number) => number]> = {
    "constant-one": [() => 1, () => 0],
    identity: [(x) => x, () => 1],
    sine: [(x) => Math.sin(2 * Math.PI * x), (x) => 2 * Math.PI * Math.cos(2 * Math.PI * x)],
    exp: [Math.exp, Math.exp],
    cubic: [(x) => x ** 3 - x, (x) => 3 * x * x - 1],
  };
  for (const golden of goldenCases<{ function: string; gamma: number }, object>("sobolev-function-norms")) {
    const [value, slope] = named[golden.inputs.function]!;
    const f = { value, slope };
    expectGolden(golden, "normSq", sobolevInnerProduct(f, f, golden.inputs.gamma));
  }
  for (const golden of goldenCases<{ centre1: number; centre2: number; h: number; gamma: number }, object>("sobolev-bump-inner-products")) {
    const { centre1, centre2, h, gamma } = golden.inputs;
    expectGolden(golden, "inner", sobolevInnerProduct(bump(centre1, h), bump(centre2, h), gamma));
    expectGolden(golden, "distance", bumpDistance([centre1], [centre2], h, gamma));
  }
  for (const golden of goldenCases<{ x: number[]; xPrime: number[]; h: number; gamma: number }, object>("sobolev-tensor-bumps")) {
    const { x, xPrime, h, gamma } = golden.inputs;
    expectGolden(golden, "distance", bumpDistance(x, xPrime, h, gamma));
  }
});

test("kernelDensitySensitivity bounds every replace-one neighbour, and distant ones come close", () => {
  const random = seededSource(1);
  for (const dimension of [1, 2, 3]) {
    const h = 0.2;
    const n = 7;
    const c = 1 / (n * (2 * Math.PI * h * h) ** (dimension / 2));
    const boxSides = new Array<number>(dimension).fill(0.5);
    const bound = kernelDensitySensitivity({ recordCount: n, dimension, bandwidth: h });
    const inBox = kernelDensitySensitivity({ recordCount: n, dimension, bandwidth: h, boxSides });
    let closest = 0;
    let closestInBox = 0;
    for (let i = 0; i < 4000; i++) {
      const scale = i % 2 === 0 ? 0.5 : 4;
      // Every tenth pair sits in opposite corners of the box.
      const gap = boxSides.reduce((sum) => sum + (i % 20 === 0 ? 0.5 : scale * (random.uniform() - random.uniform())) ** 2, 0);
      const distance = c * Math.sqrt(-2 * Math.expm1(-gap / (2 * h * h)));
      expect(distance).toBeLessThanOrEqual(bound * (1 + 1e-14));
      closest = Math.max(closest, distance);
      if (scale === 0.5) {
        expect(distance).toBeLessThanOrEqual(inBox * (1 + 1e-14));
        closestInBox = Math.max(closestInBox, distance);
      }
    }
    expect(closest / bound).toBeGreaterThan(0.999);
    expect(closestInBox / inBox).toBeGreaterThan(0.999);
  }
});

test("anisotropicKernelDensitySensitivity bounds neighbours in a box, and its worst corner attains it", () => {
  const random = seededSource(2);
  const bandwidthMatrix = [
    [0.09, 0.05],
    [0.05, 0.16],
  ];
  const boxSides = [0.6, 0.9];
  const n = 3;
  const { inverse, determinant } = definiteMatrix("H", bandwidthMatrix);
  const bound = anisotropicKernelDensitySensitivity({ recordCount: n, bandwidthMatrix, boxSides });
  const distanceOf = (r: number[]) =>
    Math.sqrt(-2 * Math.expm1(-quadraticForm(inverse, r) / 2)) / (n * 2 * Math.PI * Math.sqrt(determinant));
  for (let i = 0; i < 4000; i++) {
    const r = boxSides.map((s) => s * (2 * random.uniform() - 1));
    expect(distanceOf(r)).toBeLessThanOrEqual(bound);
  }
  expect(Math.max(distanceOf([0.6, 0.9]), distanceOf([0.6, -0.9])) / bound).toBeCloseTo(1, 12);
  expect(bound).toBeLessThan(anisotropicKernelDensitySensitivity({ recordCount: n, bandwidthMatrix }));
});

test("binned records keep the bound: the difference of two convex combinations of sections is no longer", () => {
  const random = seededSource(3);
  const k = (x: number, y: number) => Math.exp(-((x - y) ** 2) / 0.02);
  for (let i = 0; i < 3000; i++) {
    const step = random.uniform() * 0.3;
    const [a, b] = [random.uniform(), random.uniform()];
    const [s, t] = [random.uniform(), random.uniform()];
    const nodes = [a, a + step, b, b + step];
    const weights = [1 - s, s, t - 1, -t];
    let squared = 0;
    nodes.forEach((x, p) => nodes.forEach((y, q) => (squared += weights[p]! * weights[q]! * k(x, y))));
    expect(Math.sqrt(Math.max(0, squared))).toBeLessThanOrEqual(Math.SQRT2);
  }
});

test("sobolevKernelDensitySensitivity bounds bumps on [0, 1] and in the square, and is nearly attained", () => {
  const random = seededSource(4);
  for (const [h, rate] of [[0.05, 20], [0.1, 10], [0.1, 3], [0.3, 8]] as const) {
    const bound = sobolevKernelDensitySensitivity({ recordCount: 1, dimension: 1, bandwidth: h, rate });
    const plane = sobolevKernelDensitySensitivity({ recordCount: 1, dimension: 2, bandwidth: h, rate });
    let closest = 0;
    for (let i = 0; i < 150; i++) {
      const [a, b] = [random.uniform(), random.uniform()];
      const distance = bumpDistance([a], [b], h, rate);
      expect(distance).toBeLessThanOrEqual(bound * (1 + 1e-9));
      closest = Math.max(closest, distance);
      const inPlane = bumpDistance([a, random.uniform()], [b, random.uniform()], h, rate);
      expect(inPlane).toBeLessThanOrEqual(plane * (1 + 1e-9));
    }
    // The worst distance on the line is h√(6 + 4u²), u = γh; it fits into [0, 1] for small h.
    const worst = h * Math.sqrt(6 + 4 * (rate * h) ** 2);
    if (worst < 0.6) closest = bumpDistance([0.5 - worst / 2], [0.5 + worst / 2], h, rate);
    if (h <= 0.1) expect(closest / bound).toBeGreaterThan(0.99);
  }
});

test("roundingInflatedSensitivity covers two rounded neighbours in every direction", () => {
  const random = seededSource(5);
  const tau = 1e-6;
  const K = [1, 0.5, 1e-4, 0];
  for (let i = 0; i < 2000; i++) {
    // In the eigenbasis of K: v in the Δ-ball of K⁻¹, e and e' in the η-ball.
    const unit = () => {
      const v = K.map(() => random.normal());
      const norm = Math.hypot(...v);
      return v.map((x) => x / norm);
    };
    const v = unit().map((x, j) => 0.3 * x * Math.sqrt(K[j]!));
    const e = unit().map((x) => 1e-5 * x);
    const f = unit().map((x) => 1e-5 * x);
    const mahalanobis = Math.hypot(...K.map((lambda, j) => (v[j]! + e[j]! - f[j]!) / Math.sqrt(lambda + tau)));
    expect(mahalanobis).toBeLessThanOrEqual(roundingInflatedSensitivity({ sensitivity: 0.3, roundingError: 1e-5, jitter: tau }));
  }
  expect(() => roundingInflatedSensitivity({ sensitivity: 1, roundingError: 1e-9, jitter: 0 })).toThrow(/^jitter/);
  expect(roundingInflatedSensitivity({ sensitivity: 1, roundingError: 0, jitter: 0 })).toBe(1);
});

test.each([NaN, Infinity, 0, -1])("n, d, h, γ, sides and H refuse %d", (bad) => {
  const good = { recordCount: 5, dimension: 1, bandwidth: 0.1, rate: 10 };
  for (const name of ["recordCount", "dimension", "bandwidth"] as const) {
    const spoilt = { ...good, [name]: bad };
    expect(() => kernelDensitySensitivity(spoilt)).toThrow(ParameterError);
    expect(() => sobolevKernelDensitySensitivity(spoilt)).toThrow(ParameterError);
    expect(() => sobolevKernelDensitySensitivityPrinted(spoilt)).toThrow(ParameterError);
  }
  expect(() => sobolevKernelDensitySensitivity({ ...good, rate: bad })).toThrow(ParameterError);
  expect(() => kernelDensitySensitivity({ ...good, boxSides: [bad] })).toThrow(ParameterError);
  expect(() => anisotropicKernelDensitySensitivity({ recordCount: 5, bandwidthMatrix: [[bad]] })).toThrow(ParameterError);
  expect(() => anisotropicKernelDensitySensitivity({ recordCount: bad, bandwidthMatrix: [[1]] })).toThrow(ParameterError);
});
