import { Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import type { RegularGrid } from "../../../../src/core/grids.ts";
import { gridSize } from "../../../../src/core/grids.ts";
import { kernelNames } from "../../../../src/core/kernels/kernelOf.ts";
import { stationaryKernel } from "../../../../src/core/kernels/stationaryKernel.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../../../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { covarianceOf, extremes, targetOnGrid } from "../../../support/covariance.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const line: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 40 }] };
const plane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 9 },
    { lower: -1, upper: 2, count: 7 },
  ],
};
const small: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 5 },
    { lower: 0, upper: 1, count: 4 },
  ],
};
const gaussian = (bandwidthMatrix: number[][]): NoiseKernel => ({ type: "gaussian", bandwidthMatrix });
const exponential = (...rates: number[]): NoiseKernel => ({ type: "productExponential", rates });

const cases: [string, NoiseKernel, RegularGrid][] = [
  ["Gaussian, two fifths of a step", gaussian([[0.01 ** 2]]), line],
  ["Gaussian, h = 0.05", gaussian([[0.05 ** 2]]), line],
  ["Gaussian, h = 0.3", gaussian([[0.3 ** 2]]), line],
  ["Gaussian, h = the side", gaussian([[1]]), line],
  [
    "Gaussian in the plane",
    gaussian([
      [0.04, 0],
      [0, 0.25],
    ]),
    plane,
  ],
  [
    "Gaussian in the plane, correlation 0.9",
    gaussian([
      [0.04, 0.09],
      [0.09, 0.25],
    ]),
    plane,
  ],
  [
    "Gaussian in the plane, correlation −0.95, wide",
    gaussian([
      [1, -2.85],
      [-2.85, 9],
    ]),
    small,
  ],
  [
    "Gaussian in the plane, narrow",
    gaussian([
      [0.05 ** 2, 0],
      [0, 0.2 ** 2],
    ]),
    plane,
  ],
  ["exponential", exponential(10), line],
  ["exponential, slow", exponential(0.01), line],
  ["product exponential", exponential(5, 0.4), plane],
  ["Matérn 5/2", { type: "matern52", lengthScale: 0.3 }, line],
  ["Matérn 3/2, a fifth of a step", { type: "matern32", lengthScale: 0.005 }, line],
  ["Matérn 5/2, a thousand sides", { type: "matern52", lengthScale: 1000 }, line],
  ["exponential of the distance, line", { type: "exponential", lengthScale: 0.3 }, line],
  ["Matérn 5/2 in the plane", { type: "matern52", lengthScale: 0.3 }, small],
  ["Matérn 3/2 in the plane", { type: "matern32", lengthScale: 0.2 }, small],
  ["exponential of the distance, plane", { type: "exponential", lengthScale: 0.15 }, small],
];

const shortLine: RegularGrid = { axes: [{ lower: -1, upper: 2, count: 14 }] };
const smallPlane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 5 },
    { lower: -1, upper: 1, count: 4 },
  ],
};

describe.each(kernelNames)("gridNoiseSampler of the kernel %s", (name) => {
  test.each([
    ["on a line", shortLine],
    ["in a plane", smallPlane],
  ])("dominates K + τI %s, and exceeds it by the covariance error at most", (_, grid) => {
    for (const lengthScale of [0.05, 0.4, 3]) {
      const kernel = stationaryKernel(name, lengthScale, grid.axes.length);
      const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-6 });
      const excess = covarianceOf(sampler, gridSize(grid)).sub(targetOnGrid(kernel, grid, 1e-6));
      const { least, largest } = extremes(excess);
      // The eigenvalues are computed to some roundings of the largest, which is at most 20.
      expect(least).toBeGreaterThan(-1e-13);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-13);
    }
  });
});

test.each(cases)("gridNoiseSampler dominates K + τI: %s", (_, kernel, grid) => {
  for (const jitter of grid === small ? [0] : [0, 1e-4]) {
    const { covarianceError } = expectDominance(kernel, grid, jitter);
    expect(covarianceError).toBeLessThan(1e-9);
  }
});

function expectDominance(kernel: NoiseKernel, grid: RegularGrid, jitter: number): UnitNoiseSampler {
  const sampler = gridNoiseSampler({ kernel, grid, jitter });
  const m = gridSize(grid);
  const { least, largest } = extremes(Matrix.sub(covarianceOf(sampler, m), targetOnGrid(kernel, grid, jitter)));
  // Rounding of this check itself: m products of at most 1, u = 1.1e-16, and the eigenvalue solver.
  expect(least).toBeGreaterThan(-4e-16 * m * m);
  expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14 * m);
  return sampler;
}

test("gridNoiseSampler returns independent values of at least unit variance where the bandwidth is far below a step", () => {
  const grid: RegularGrid = {
    axes: [
      { lower: 0, upper: 1, count: 2 },
      { lower: 0, upper: 1, count: 2 },
    ],
  };
  for (const h of [1, 0.3, 0.003, 1e-9, 1e-70]) {
    const sampler = gridNoiseSampler({
      kernel: gaussian([
        [h * h, 0],
        [0, h * h],
      ]),
      grid,
      jitter: 0,
    });
    const covariance = covarianceOf(sampler, 4);
    // The sum of 4 + 2·65·129 squares errs by a few u: thousands of terms, but all but a few vanish or are equal.
    for (const variance of covariance.diag()) expect(variance).toBeGreaterThan(1 - 1e-15);
    if (h < 0.1) expect(extremes(Matrix.sub(covariance, Matrix.eye(4))).largest).toBeLessThan(1e-12);
  }
});

test.each([0.99, -0.999, 0.99999, 1 - 1e-9])(
  "gridNoiseSampler dominates K where the plane's coordinates are correlated by %d",
  (r) => {
    const h = 0.15;
    const { covarianceError } = expectDominance(
      gaussian([
        [h * h, r * h * h],
        [r * h * h, h * h],
      ]),
      small,
      0,
    );
    expect(covarianceError).toBeLessThan(1e-4);
  },
);

test.each([10, 1e6, 1e70])("gridNoiseSampler draws bandwidths of %d sides", (h) => {
  expect(expectDominance(gaussian([[h * h]]), line, 0).covarianceError).toBeLessThan(1e-11);
  expect(
    expectDominance(
      gaussian([
        [h * h, 0],
        [0, 4 * h * h],
      ]),
      small,
      0,
    ).covarianceError,
  ).toBeLessThan(1e-11);
  expect(
    expectDominance(
      gaussian([
        [h * h, 0],
        [0, 1],
      ]),
      small,
      0,
    ).covarianceError,
  ).toBeLessThan(1e-11);
});

test("circulantNoise adds variance and says how much where its circle is too short: a kernel longer than the plane", () => {
  const kernel: NoiseKernel = { type: "matern52", lengthScale: 1.5 };
  const grid: RegularGrid = {
    axes: [
      { lower: 0, upper: 1, count: 300 },
      { lower: 0, upper: 1, count: 300 },
    ],
  };
  const { covarianceError, method } = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
  expect(method).toBe("circulant");
  expect(covarianceError).toBeGreaterThan(1e-10);
  expect(covarianceError).toBeLessThan(0.2);
});

test.each([
  ["exponential", 1],
  ["matern32", 0.5],
  ["matern52", 0.5],
] as const)("circulantNoise needs a torus of five sides at most for %s of %d sides", (type, lengthScale) => {
  const axis = { lower: 0, upper: 1, count: 200 };
  const sampler = gridNoiseSampler({ kernel: { type, lengthScale }, grid: { axes: [axis, axis] }, jitter: 1e-9 });
  expect(sampler.normalCount).toBeLessThanOrEqual(1000 * 1002);
  expect(sampler.covarianceError).toBeLessThan(1e-8);
});

test("a method that drops directions instead of returning them fails the same check", () => {
  const kernel = gaussian([[0.05 ** 2]]);
  const honest = gridNoiseSampler({ kernel, grid: line, jitter: 0 });
  const dropped = {
    ...honest,
    sample: (z: Float64Array, out: Float64Array) =>
      honest.sample(
        z.map((v, k) => (k > 60 ? 0 : v)),
        out,
      ),
  };
  const { least } = extremes(Matrix.sub(covarianceOf(dropped, 40), targetOnGrid(kernel, line, 0)));
  expect(least).toBeLessThan(-1e-3);
});

/** Largest change of a path, over steps of 0.5 % of the bandwidth, or 1.5 % in every run, each side at its own rate. */
function largestChange(grid: RegularGrid, from: readonly number[], to: readonly number[], correlation = 0): number {
  const z = standardNormals(seededSource(3), 120_000);
  const share = casesOf(0.005, 0.015);
  const stages = Math.ceil(Math.max(...from.map((h, j) => Math.abs(Math.log(to[j]! / h)))) / share);
  let largest = 0;
  let before: Float64Array | undefined;
  for (let stage = 0; stage <= stages; stage++) {
    const h = from.map((start, j) => start * (to[j]! / start) ** (stage / stages));
    const bandwidthMatrix = h.map((a, i) => h.map((b, j) => (i === j ? a * a : correlation * a * b)));
    const sampler = gridNoiseSampler({ kernel: gaussian(bandwidthMatrix), grid, jitter: 1e-9 });
    const path = sampler.sample(z, new Float64Array(gridSize(grid)));
    const last = before ?? path;
    largest = path.reduce((most, value, i) => Math.max(most, Math.abs(value - last[i]!)), largest);
    before = path;
  }
  return largest;
}

const fine: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 300 }] };
const finePlane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 60 },
    { lower: 0, upper: 2, count: 40 },
  ],
};

// A change by 0.5 % moves a value by some 0.005·x·f′(x) = O(0.03), f′ the derivative by x/h, and by 1.5 % three times as far;
// where it meets other
// normals, or a longer period, it moves by O(1).
test.each([
  ["a line, from one step to five sides", fine, [0.0033], [5], 0],
  ["a plane, from three steps to a side", finePlane, [0.06, 0.12], [1, 2], 0],
  ["a plane, the first axis only", finePlane, [0.06, 0.2], [0.7, 0.2], 0],
  ["a plane, the second axis only", finePlane, [0.06, 0.1], [0.06, 1.5], 0],
  ["a plane, correlated, one axis against the other", finePlane, [0.1, 1], [0.5, 0.3], 0.8],
] as [string, RegularGrid, number[], number[], number][])(
  "a drawn path deforms, and never jumps, while the bandwidth moves: %s",
  (_, grid, from, to, r) => {
    expect(largestChange(grid, from, to, r)).toBeLessThan(0.25);
  },
);

test("samplers refuse grids of another dimension than their kernel's, of none and of three, by name", () => {
  const axis = { lower: 0, upper: 1, count: 4 };
  const grids = [0, 1, 2, 3].map((d): RegularGrid => ({ axes: Array.from({ length: d }, () => axis) }));
  const kernels: [NoiseKernel, number[]][] = [
    [gaussian([[1]]), [1]],
    [
      gaussian([
        [1, 0],
        [0, 1],
      ]),
      [2],
    ],
    [
      gaussian([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      [],
    ],
    [exponential(1), [1]],
    [exponential(1, 1), [2]],
    [exponential(1, 1, 1), []],
    [{ type: "matern32", lengthScale: 1 }, [1, 2]],
    [{ type: "exponential", lengthScale: 1 }, [1, 2]],
  ];
  for (const [kernel, dimensions] of kernels) {
    grids.forEach((grid, d) => {
      const sampler = () => gridNoiseSampler({ kernel, grid, jitter: 0 });
      if (dimensions.includes(d)) expect(sampler().normalCount).toBeGreaterThan(0);
      else expect(sampler, `${kernel.type} on ${d} axes`).toThrow(/^(grid|rates|bandwidthMatrix) must be/);
    });
  }
});

test.each([
  [{ lower: 0, upper: 0, count: 3 }, "upper"],
  [{ lower: 0, upper: NaN, count: 3 }, "upper"],
  [{ lower: 0, upper: 1, count: 1 }, "count"],
  [{ lower: 0, upper: 1, count: 2.5 }, "count"],
])("grid samplers refuse the axis %o by name", (axis, parameter) => {
  const kernels = [
    gaussian([[0.01]]),
    gaussian([[1e-9]]),
    exponential(1),
    { type: "matern32", lengthScale: 1 },
  ] as const;
  for (const kernel of kernels) {
    expect(() => gridNoiseSampler({ kernel, grid: { axes: [axis] }, jitter: 0 })).toThrow(
      new RegExp(`^${parameter} must be`),
    );
  }
});

test.each([NaN, Infinity, -1])("grid samplers refuse %d", (bad) => {
  expect(() => gridNoiseSampler({ kernel: gaussian([[1]]), grid: line, jitter: bad })).toThrow(ParameterError);
  expect(() => gridNoiseSampler({ kernel: gaussian([[bad]]), grid: line, jitter: 0 })).toThrow(ParameterError);
  expect(() => gridNoiseSampler({ kernel: exponential(bad), grid: line, jitter: 0 })).toThrow(ParameterError);
});
