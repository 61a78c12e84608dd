import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { binnedSmoothing } from "../../../../src/core/density/estimator/binnedSmoothing.ts";

const line = { axes: [{ lower: 0, upper: 1, count: 101 }] };
const plane = {
  axes: [
    { lower: 0, upper: 1, count: 101 },
    { lower: 0, upper: 10, count: 101 },
  ],
};

test.each([
  [0.025, 1, 0.01],
  [0.0249, 2, 0.005],
  [0.0125, 2, 0.005],
  [0.0063, 4, 0.0025],
])(
  "binnedSmoothing takes the coarsest mesh of at most 0.4 bandwidths: h = %d, refinement %i, step %d",
  (h, refinement, step) => {
    const smoothing = binnedSmoothing({ grid: line, bandwidthMatrix: [[h * h]] });
    expect(smoothing).toMatchObject({ refinement, steps: [expect.closeTo(step, 15)] });
    expect(smoothing.matrix[0]![0]).toBeCloseTo(h * h - (step * step) / 3, 16);
  },
);

test("binnedSmoothing leaves H as it is where even the finest mesh is too coarse", () => {
  const bandwidthMatrix = [[0.006 ** 2]];
  expect(binnedSmoothing({ grid: line, bandwidthMatrix })).toMatchObject({ refinement: 4, matrix: bandwidthMatrix });
  const narrow = [
    [0.0016, 0.0159995],
    [0.0159995, 0.16],
  ];
  expect(binnedSmoothing({ grid: plane, bandwidthMatrix: narrow })).toMatchObject({ refinement: 4, matrix: narrow });
});

test("binnedSmoothing takes s²/3 off the diagonal only, and refines for correlation", () => {
  const of = (r: number) =>
    binnedSmoothing({
      grid: plane,
      bandwidthMatrix: [
        [0.0009, 0.009 * r],
        [0.009 * r, 0.09],
      ],
    });
  expect(of(0.5)).toMatchObject({ refinement: 1, steps: [0.01, 0.1] });
  expect(of(0.5).matrix.flat()).toEqual(
    [0.0009 - 1e-4 / 3, 0.0045, 0.0045, 0.09 - 1e-2 / 3].map((value) => expect.closeTo(value, 15) as number),
  );
  expect(of(0.9).refinement).toBe(2);
  for (const r of [0, 0.5, 0.7, 0.9, 0.99, 0.9999]) {
    const {
      matrix: [[a = 0, b = 0] = [], [, c = 0] = []],
    } = of(r);
    const M = (2 * a - 0.0009) * (2 * c - 0.09) - b * b;
    expect(M).toBeGreaterThan((0.000081 * (1 - r * r)) / 1.1 ** 4 - 1e-18);
  }
});

test.each([NaN, Infinity, 0, -1])(
  "binnedSmoothing refuses a squared bandwidth of %s, and matrices of another dimension",
  (value) => {
    expect(() => binnedSmoothing({ grid: line, bandwidthMatrix: [[value]] })).toThrow(ParameterError);
    expect(() =>
      binnedSmoothing({
        grid: line,
        bandwidthMatrix: [
          [1, 0],
          [0, 1],
        ],
      }),
    ).toThrow(/^bandwidthMatrix\.length must be/);
  },
);

test("binnedSmoothing refuses a correlation so near 1 that rounding decides on the determinant", () => {
  const of = (r: number) => () =>
    binnedSmoothing({
      grid: plane,
      bandwidthMatrix: [
        [1, r],
        [r, 1],
      ],
    });
  expect(of(1 - 1e-10)).not.toThrow();
  for (const r of [1 - 1e-11, 1 - 2 ** -40]) expect(of(r)).toThrow(/^bandwidthMatrix must be of a correlation/);
  expect(of(1 - 2 ** -52)).toThrow(/^bandwidthMatrix must be positive definite by more than rounding/);
});

test("binnedSmoothing: a record's cubic share, smoothed with H′, is its own kernel to (s/h)⁴/110 of the height", () => {
  for (const step of [0.05, 0.1, 0.2, 0.3, 0.4]) {
    const smoothed = Math.sqrt(1 - step ** 2 / 3);
    for (let t = 0; t <= 1; t += 0.05) {
      const shares = [
        (1 - t) ** 3 / 6,
        (4 - 6 * t ** 2 + 3 * t ** 3) / 6,
        (1 + 3 * t + 3 * t ** 2 - 3 * t ** 3) / 6,
        t ** 3 / 6,
      ];
      for (let x = -5; x <= 5; x += 0.1) {
        const binned = shares.reduce(
          (sum, share, k) => sum + (share * Math.exp(-0.5 * ((x - (k - 1 - t) * step) / smoothed) ** 2)) / smoothed,
          0,
        );
        expect(Math.abs(binned - Math.exp(-0.5 * x * x))).toBeLessThan(step ** 4 / 110 + 1e-15);
      }
    }
  }
});
