import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { binKernelDensity } from "../../../../src/core/density/estimator/binnedKernelDensity.ts";
import { anisotropicKernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { binOnSplines } from "../../../../src/core/density/estimator/splineBinning.ts";
import { gridPoints, gridSize, type RegularGrid } from "../../../../src/core/grids.ts";
import { pointsFrom, type Points } from "../../../../src/core/points.ts";
import { binnedKernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/binnedKernelDensity.ts";
import { binnedSobolevKernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/binnedSobolevKernelDensity.ts";
import type { Rows } from "../../../../src/core/linalg/smallMatrix.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const curveGrid: RegularGrid = { axes: [{ lower: -1, upper: 2, count: 200 }] };
const fieldGrid: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 40 },
    { lower: -2, upper: 2, count: 30 },
  ],
};

function recordsIn(grid: RegularGrid, n: number, seed: number): Points {
  const random = seededSource(seed);
  return pointsFrom(
    Array.from({ length: n }, () =>
      grid.axes.map(({ lower, upper }) => lower + (upper - lower) * (0.3 + 0.4 * random.uniform())),
    ),
  );
}

test("binKernelDensity agrees with the exact sum to fourth order in the step, on every mesh", () => {
  // A record's smoothed share differs from its section by (s/h)⁴/110 of the height at most (s⁴k⁗/720, k⁗ ≤ 3/h⁴, and as
  // much again for its place in the cell). Its position, to half of 1/2048 of a step, moves it by s/(4096 h √e).
  for (const [grid, h] of [
    [curveGrid, [0.2]],
    [curveGrid, [0.05]],
    [curveGrid, [0.02]],
    [curveGrid, [0.01]],
    [fieldGrid, [0.1, 0.5]],
    [fieldGrid, [0.05, 0.2]],
  ] as const) {
    const points = recordsIn(grid, 500, 11);
    const H = h.map((a, i) => h.map((_, j) => (i === j ? a * a : 0)));
    const { values, smoothing } = binKernelDensity({ points, grid }).evaluate(H);
    const exact = anisotropicKernelDensity({ points, bandwidthMatrix: H, at: gridPoints(grid) });
    const height = 1 / h.reduce<number>((product, width) => product * Math.sqrt(2 * Math.PI) * width, 1);
    const tolerance = h.reduce<number>((total, width, j) => {
      const relative = smoothing.steps[j]! / width;
      return total + relative ** 4 / 110 + relative / (4096 * Math.sqrt(Math.E));
    }, 0);
    expect(smoothing.matrix).not.toEqual(H);
    expect(values).toHaveLength(gridSize(grid));
    values.forEach((value, i) => expect(Math.abs(value - exact[i]!)).toBeLessThanOrEqual(height * tolerance));
  }
});

test("binKernelDensity smooths its bins to its roundingError, at bandwidths far below the step, far beyond the box, with correlation", () => {
  // The reference sums over the nodes in doubles; 1e-12 of the peak is allowed for it.
  for (const [grid, H] of [
    [curveGrid, [[0.01]]],
    [curveGrid, [[9]]],
    [curveGrid, [[(0.05 * (3 / 199)) ** 2]]],
    [curveGrid, [[(0.7 * (3 / 199)) ** 2]]],
    [curveGrid, [[(1.5 * (3 / 199)) ** 2]]],
    [curveGrid, [[1e6]]],
    [
      fieldGrid,
      [
        [2e-5, 0],
        [0, 0.2],
      ],
    ],
    [
      fieldGrid,
      [
        [5e-4, 0.0015],
        [0.0015, 0.02],
      ],
    ],
    [
      fieldGrid,
      [
        [1e4, 0],
        [0, 0.04],
      ],
    ],
    [
      fieldGrid,
      [
        [0.02, 0.019 * 4],
        [0.019 * 4, 0.32],
      ],
    ],
    [
      fieldGrid,
      [
        [1, -0.95 * 4],
        [-0.95 * 4, 16],
      ],
    ],
    [
      fieldGrid,
      [
        [1, 0.998 * 4],
        [0.998 * 4, 16],
      ],
    ],
    [
      fieldGrid,
      [
        [0.01, 0],
        [0, 0.1],
      ],
    ],
  ] as const) {
    const at = gridPoints(grid);
    const d = at.dimension;
    const corners = grid.axes.map(({ upper }) => [upper]);
    const points: Points = {
      dimension: d,
      coordinates: Float64Array.from([
        ...recordsIn(grid, 5, 6).coordinates,
        ...grid.axes.map(({ lower }) => lower),
        ...corners.flat(),
      ]),
    };
    const { values, roundingError, smoothing } = binKernelDensity({ points, grid }).evaluate(H);
    const mesh = { axes: grid.axes.map((axis) => ({ ...axis, count: (axis.count - 1) * smoothing.refinement + 1 })) };
    const { counts, total } = binOnSplines({ points, mesh });
    const width = mesh.axes[0]!.count + 2;
    const weights: number[] = [];
    const nodes = [...counts].flatMap((count, node) => {
      if (count === 0) return [];
      weights.push(count / total);
      return [
        [node % width, Math.floor(node / width)]
          .slice(0, d)
          .map((k, j) => mesh.axes[j]!.lower + (k - 1) * smoothing.steps[j]!),
      ];
    });
    const exact = new Float64Array(values.length);
    nodes.forEach((node, k) => {
      const section = anisotropicKernelDensity({ points: pointsFrom([node]), bandwidthMatrix: smoothing.matrix, at });
      section.forEach((value, i) => (exact[i]! += weights[k]! * value));
    });
    const peak = Math.max(...exact);
    const distance = Math.hypot(...values.map((value, i) => value - exact[i]!));
    expect(distance).toBeLessThanOrEqual(roundingError + 1e-12 * peak * Math.sqrt(values.length));
    expect(roundingError).toBeLessThan(1e-10 * peak * Math.sqrt(values.length));
  }
});

test("binKernelDensity does not depend on the order of the records, to the last bit", () => {
  for (const [grid, H] of [
    [curveGrid, [[0.01]]],
    [
      fieldGrid,
      [
        [0.01, 0.02],
        [0.02, 0.1],
      ],
    ],
  ] as const) {
    const points = recordsIn(grid, 2000, 3);
    const d = points.dimension;
    const random = seededSource(4);
    const order = Array.from({ length: 2000 }, (_, i) => ({ i, key: random.uniform() })).sort((a, b) => a.key - b.key);
    const shuffled: Points = {
      dimension: d,
      coordinates: Float64Array.from(
        order.flatMap(({ i }) => Array.from(points.coordinates.slice(i * d, (i + 1) * d))),
      ),
    };
    expect(binKernelDensity({ points: shuffled, grid }).evaluate(H).values).toEqual(
      binKernelDensity({ points, grid }).evaluate(H).values,
    );
  }
});

test("binKernelDensity roundingError is the same for all records of one number", () => {
  const H = [[0.01]];
  const one = binKernelDensity({ points: recordsIn(curveGrid, 50, 1), grid: curveGrid }).evaluate(H);
  const other = binKernelDensity({ points: pointsFrom(new Array<number[]>(50).fill([2])), grid: curveGrid }).evaluate(
    H,
  );
  expect(other.roundingError).toBe(one.roundingError);
});

type Kernel = (r: readonly number[]) => number;

const gaussian = (H: Rows): Kernel => {
  const [[a, b = 0] = [1], [, c] = []] = H;
  return ([x = 0, y = 0]) =>
    Math.exp(-0.5 * (c === undefined ? (x * x) / a! : (c * x * x - 2 * b * x * y + a! * y * y) / (a! * c - b * b)));
};

const unit = { lower: 0, upper: 1 };
const square = (count: number): RegularGrid => ({
  axes: [
    { ...unit, count },
    { ...unit, count },
  ],
});

/** [grid, H, rates of the Sobolev route, share of the bound that is reached] */
const duels: [string, RegularGrid, Rows, number[] | undefined, number][] = [
  ["line, half a step", { axes: [{ ...unit, count: 12 }] }, [[0.0025]], undefined, 0.9],
  ["line, 0.4 bandwidths a step", { axes: [{ ...unit, count: 41 }] }, [[0.00391]], undefined, 0.99],
  ["line, a bandwidth of a box", { axes: [{ ...unit, count: 12 }] }, [[1]], undefined, 0.99],
  [
    "plane, correlated",
    square(9),
    [
      [0.03, 0.015],
      [0.015, 0.03],
    ],
    undefined,
    0.9,
  ],
  [
    "plane, refined for correlation",
    square(9),
    [
      [0.02, 0.016],
      [0.016, 0.02],
    ],
    undefined,
    0.9,
  ],
  ["line, Sobolev", { axes: [{ ...unit, count: 101 }] }, [[0.000626]], [40], 0.95],
  [
    "plane, Sobolev",
    square(21),
    [
      [0.0157, 0],
      [0, 0.0157],
    ],
    [8, 8],
    0.9,
  ],
];

test.each(duels)(
  "binKernelDensity: no change of a record exceeds its sensitivity, and some come near: %s",
  (_, grid, H, rates, share) => {
    // On the m grid points, noise of covariance K + τI protects a change δ of squared size δᵀ(K + τI)⁻¹δ,
    // which must stay within (Δ + 2η/√τ)².
    const n = 2;
    const tau = 1e-9;
    const random = seededSource(99);
    const kernel: Kernel = rates
      ? (r) => Math.exp(-r.reduce((sum, x, j) => sum + rates[j]! * Math.abs(x), 0))
      : gaussian(H);
    const factor = noiseFactor(grid, kernel, tau);
    // The ends, nodes and centres of cells, records outside the box, and random ones.
    const count = grid.axes[0]!.count - 1;
    const candidates = [0, 1, 0.5, 0.5 / count, 1 / count, (count / 2 + 0.5) / count, 1 - 1e-9, -5, 7].flatMap((a) => [
      grid.axes.map(() => a),
      grid.axes.map((_, j) => (j === 0 ? a : 1 - a)),
    ]);
    for (let i = 0; i < casesOf(16, 8); i++) candidates.push(grid.axes.map(() => random.uniform()));
    const worst = rates
      ? grid.axes.map((_, j) => 0.3 + Math.sqrt(H[0]![0]! * (6 + 4 * rates[0]! ** 2 * H[0]![0]!)) * Number(j === 0))
      : [];
    if (rates)
      candidates.push(
        worst,
        worst.map(() => 0.3),
      );
    const rest = grid.axes.map(() => random.uniform());
    const estimates = candidates.map((record) =>
      binKernelDensity({ points: pointsFrom([record, rest]), grid }).evaluate(H),
    );
    const { roundingError, smoothing } = estimates[0]!;
    const sensitivity = rates
      ? binnedSobolevKernelDensitySensitivity({
          recordCount: n,
          bandwidths: smoothing.matrix.map((row, j) => Math.sqrt(row[j]!)),
          rates,
          steps: smoothing.steps,
        })
      : binnedKernelDensitySensitivity({
          recordCount: n,
          bandwidthMatrix: H,
          smoothing: smoothing.matrix,
          steps: smoothing.steps,
          boxSides: grid.axes.map(() => 1),
        });
    let largest = 0;
    for (const [k, a] of estimates.entries()) {
      for (const b of estimates.slice(0, k))
        largest = Math.max(
          largest,
          mahalanobis(
            factor,
            a.values.map((value, i) => value - b.values[i]!),
          ),
        );
    }
    expect(largest).toBeLessThanOrEqual(sensitivity + (2 * roundingError) / Math.sqrt(tau));
    expect(largest).toBeGreaterThan(share * sensitivity);
  },
);

/** Lower Cholesky factor of K + τI on the grid. */
function noiseFactor(grid: RegularGrid, kernel: Kernel, tau: number): Float64Array[] {
  const at = gridPoints(grid);
  const m = gridSize(grid);
  const d = at.dimension;
  const point = (i: number) => at.coordinates.subarray(i * d, (i + 1) * d);
  const factor = Array.from({ length: m }, () => new Float64Array(m));
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = kernel(Array.from(point(i), (x, k) => x - point(j)[k]!)) + (i === j ? tau : 0);
      const [row, other] = [factor[i]!, factor[j]!];
      for (let k = 0; k < j; k++) sum -= row[k]! * other[k]!;
      factor[i]![j] = i === j ? Math.sqrt(sum) : sum / factor[j]![j]!;
    }
  }
  return factor;
}

/** √(δᵀ(LLᵀ)⁻¹δ). */
function mahalanobis(L: Float64Array[], change: Float64Array): number {
  const solved = new Float64Array(change.length);
  for (let i = 0; i < change.length; i++) {
    let sum = change[i]!;
    const row = L[i]!;
    for (let k = 0; k < i; k++) sum -= row[k]! * solved[k]!;
    solved[i] = sum / row[i]!;
  }
  return Math.hypot(...solved);
}

test("binKernelDensity of interior data has mass 1 and counts what it clamps", () => {
  const plan = binKernelDensity({ points: recordsIn(curveGrid, 300, 5), grid: curveGrid });
  const mass = plan.evaluate([[0.0025]]).values.reduce((sum, value) => sum + value, 0) * (3 / 199);
  // The grid step is 0.3 h, so the sum is the integral to e^(−2π²/0.3²); 0.9/h = 18 sd are inside.
  expect(mass).toBeCloseTo(1, 9);
  expect(plan.clampedCount).toBe(0);
  const outside = binKernelDensity({ points: pointsFrom([[-4], [0], [2.5], [2]]), grid: curveGrid });
  expect(outside).toMatchObject({ recordCount: 4, clampedCount: 2 });
});

test("binKernelDensity treats a record outside the box as one at its edge", () => {
  const inside = binKernelDensity({ points: pointsFrom([[-1], [0.5]]), grid: curveGrid }).evaluate([[0.01]]);
  const outside = binKernelDensity({ points: pointsFrom([[-1e300], [0.5]]), grid: curveGrid }).evaluate([[0.01]]);
  expect(outside.values).toEqual(inside.values);
});

test.each([NaN, Infinity, -Infinity])("binKernelDensity refuses a record at %s", (value) => {
  const points: Points = { dimension: 1, coordinates: Float64Array.of(0, value) };
  expect(() => binKernelDensity({ points, grid: curveGrid })).toThrow(ParameterError);
});

test.each([NaN, Infinity, 0, -1])("binKernelDensity evaluate refuses a squared bandwidth of %s", (value) => {
  const plan = binKernelDensity({ points: recordsIn(curveGrid, 3, 1), grid: curveGrid });
  expect(() => plan.evaluate([[value]])).toThrow(ParameterError);
});

test("binKernelDensity refuses no records and another dimension than the grid's", () => {
  const none: Points = { dimension: 1, coordinates: new Float64Array(0) };
  expect(() => binKernelDensity({ points: none, grid: curveGrid })).toThrow(ParameterError);
  expect(() => binKernelDensity({ points: pointsFrom([[0, 0]]), grid: curveGrid })).toThrow(ParameterError);
});

test("binKernelDensity of several records, asked in turn with bandwidths of several periods, are what they are alone", () => {
  const matrices = [
    [
      [0.01, 0],
      [0, 0.2],
    ],
    [
      [0.2, 0.1],
      [0.1, 1.5],
    ],
    [
      [2e-4, 0],
      [0, 0.01],
    ],
  ];
  const sets = [1, 2].map((seed) => recordsIn(fieldGrid, 100, seed));
  const alone = sets.map((points) =>
    matrices.map((H) => binKernelDensity({ points, grid: fieldGrid }).evaluate(H).values),
  );
  const plans = sets.map((points) => binKernelDensity({ points, grid: fieldGrid }));
  for (const i of [0, 1, 2, 1, 0]) {
    for (const set of [0, 1, 1, 0]) expect(plans[set]!.evaluate(matrices[i]!).values).toEqual(alone[set]![i]);
  }
});

test("binKernelDensity fills the values it is given, and refuses them in another number", () => {
  const plan = binKernelDensity({ points: recordsIn(curveGrid, 30, 2), grid: curveGrid });
  for (const H of [[[0.01]], [[1e-4]]]) {
    const values = new Float64Array(200).fill(7);
    expect(plan.evaluate(H, values).values).toBe(values);
    expect(values).toEqual(plan.evaluate(H).values);
  }
  expect(() => plan.evaluate([[0.01]], new Float64Array(199))).toThrow(/^values must be of length 200/);
});
