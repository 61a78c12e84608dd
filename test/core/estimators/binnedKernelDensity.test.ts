import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { binKernelDensity } from "../../../src/core/estimators/binnedKernelDensity.ts";
import { anisotropicKernelDensity } from "../../../src/core/estimators/kernelDensity.ts";
import { gridPoints, gridSize, type RegularGrid } from "../../../src/core/grids.ts";
import { pointsFrom, type Points } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

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

test("binKernelDensity agrees with the exact sum within the interpolation error of the bins", () => {
  // A record shared out over a cell of sides s_j moves f by at most Σ_j s_j²/8 · sup|∂_j² k| (plus the
  // product of two such terms) and |∂² exp(−r²/2h²)| ≤ 1/h². Shares rounded to 2⁻²⁰ (2⁻¹⁰ per axis)
  // move it by at most half a unit times s·sup|∂k| ≤ s/(h√e).
  const cases = [
    { grid: curveGrid, sides: [3 / 199 / 2], unit: 2 ** -20, H: [[0.04]] },
    { grid: fieldGrid, sides: [1 / 78, 4 / 58], unit: 2 ** -10, H: [[0.01, 0], [0, 0.25]] },
  ];
  for (const { grid, sides, unit, H } of cases) {
    const points = recordsIn(grid, 500, 11);
    const { values } = binKernelDensity({ points, grid }).evaluate(H);
    const exact = anisotropicKernelDensity({ points, bandwidthMatrix: H, at: gridPoints(grid) });
    const height = 1 / sides.reduce((product, _, j) => product * Math.sqrt(2 * Math.PI * H[j]![j]!), 1);
    const curvature = sides.reduce((total, side, j) => total + side ** 2 / (8 * H[j]![j]!), 0);
    const rounding = sides.reduce((total, side, j) => total + (unit / 2) * (side / Math.sqrt(H[j]![j]!)), 0);
    const tolerance = height * ((1 + curvature) ** 2 - 1 + rounding);
    expect(values).toHaveLength(gridSize(grid));
    values.forEach((value, i) => expect(Math.abs(value - exact[i]!)).toBeLessThanOrEqual(tolerance));
  }
});

test("binKernelDensity reproduces the exact sum to its roundingError for records on grid points, with correlation", () => {
  // Records on nodes are binned without error. A node computed from the grid and the reference
  // sum err by some u; 1e-12 of the peak is allowed for them.
  for (const [grid, H] of [
    [curveGrid, [[0.01]]],
    [curveGrid, [[9]]],
    [curveGrid, [[(0.05 * (3 / 199)) ** 2]]],
    [curveGrid, [[(0.7 * (3 / 199)) ** 2]]],
    [curveGrid, [[1e6]]],
    [fieldGrid, [[2e-5, 0], [0, 0.2]]],
    [fieldGrid, [[5e-4, 0.0015], [0.0015, 0.02]]],
    [fieldGrid, [[1e4, 0], [0, 0.04]]],
    [fieldGrid, [[0.02, 0.019 * 4], [0.019 * 4, 0.32]]],
    [fieldGrid, [[1, -0.95 * 4], [-0.95 * 4, 16]]],
  ] as const) {
    const at = gridPoints(grid);
    const d = at.dimension;
    const chosen = [0, 7, 19, 85, 160, gridSize(grid) - 1];
    const points: Points = {
      dimension: d,
      coordinates: Float64Array.from(chosen.flatMap((i) => Array.from(at.coordinates.slice(i * d, (i + 1) * d)))),
    };
    const { values, roundingError } = binKernelDensity({ points, grid }).evaluate(H);
    const exact = anisotropicKernelDensity({ points, bandwidthMatrix: H, at });
    const peak = Math.max(...exact);
    const distance = Math.hypot(...values.map((value, i) => value - exact[i]!));
    expect(distance).toBeLessThanOrEqual(roundingError + 1e-12 * peak * Math.sqrt(values.length));
    expect(roundingError).toBeLessThan(1e-10 * peak * Math.sqrt(values.length));
  }
});

test("binKernelDensity does not depend on the order of the records, to the last bit", () => {
  for (const [grid, H] of [
    [curveGrid, [[0.01]]],
    [fieldGrid, [[0.01, 0.02], [0.02, 0.1]]],
  ] as const) {
    const points = recordsIn(grid, 2000, 3);
    const d = points.dimension;
    const random = seededSource(4);
    const order = Array.from({ length: 2000 }, (_, i) => ({ i, key: random.uniform() })).sort((a, b) => a.key - b.key);
    const shuffled: Points = {
      dimension: d,
      coordinates: Float64Array.from(order.flatMap(({ i }) => Array.from(points.coordinates.slice(i * d, (i + 1) * d)))),
    };
    expect(binKernelDensity({ points: shuffled, grid }).evaluate(H).values).toEqual(
      binKernelDensity({ points, grid }).evaluate(H).values,
    );
  }
});

test("binKernelDensity roundingError is the same for all records of one number", () => {
  const H = [[0.01]];
  const one = binKernelDensity({ points: recordsIn(curveGrid, 50, 1), grid: curveGrid }).evaluate(H);
  const other = binKernelDensity({ points: pointsFrom(new Array<number[]>(50).fill([2])), grid: curveGrid }).evaluate(H);
  expect(other.roundingError).toBe(one.roundingError);
});

test("binKernelDensity keeps the sensitivity of the exact estimate for every neighbour, and approaches it", () => {
  // On the m grid points, noise of covariance K + τI protects a change δ of squared size δᵀ(K + τI)⁻¹δ,
  // which must stay within (Δ + 2η/√τ)².
  const n = 4;
  const tau = 1e-9;
  const random = seededSource(99);
  for (const { grid, H } of [
    { grid: { axes: [{ lower: 0, upper: 1, count: 12 }] }, H: [[0.0025]] },
    { grid: { axes: [{ lower: 0, upper: 1, count: 12 }] }, H: [[0.04]] },
    { grid: { axes: [{ lower: 0, upper: 1, count: 5 }, { lower: 0, upper: 1, count: 5 }] }, H: [[0.01, 0.006], [0.006, 0.01]] },
  ]) {
    const d = grid.axes.length;
    const determinant = d === 1 ? H[0]![0]! : H[0]![0]! * H[1]![1]! - H[0]![1]! ** 2;
    const height = 1 / ((2 * Math.PI) ** (d / 2) * Math.sqrt(determinant));
    const sensitivity = (Math.SQRT2 * height) / n;
    const factor = noiseFactor(grid, H, height, tau);
    const rest = Array.from({ length: n - 1 }, () => grid.axes.map(() => random.uniform()));
    // Corners, cell centres, records outside the box, and random ones.
    const candidates = [0, 1, 0.5, 0.5 / 11, 5.5 / 11, 1 - 1e-9, -5, 7].flatMap((a) => [
      grid.axes.map(() => a),
      grid.axes.map((_, j) => (j === 0 ? a : 1 - a)),
    ]);
    for (let i = 0; i < 24; i++) candidates.push(grid.axes.map(() => random.uniform()));
    const estimates = candidates.map((record) =>
      binKernelDensity({ points: pointsFrom([record, ...rest]), grid }).evaluate(H),
    );
    let largest = 0;
    for (const a of estimates) {
      for (const b of estimates) {
        const change = a.values.map((value, i) => value - b.values[i]!);
        largest = Math.max(largest, mahalanobis(factor, change));
      }
    }
    const { roundingError } = estimates[0]!;
    expect(largest).toBeLessThanOrEqual(sensitivity + (2 * roundingError) / Math.sqrt(tau));
    // τ takes up to a share τ/2 of the norm, the kernel between opposite corners less than 4e-6.
    expect(largest).toBeGreaterThan(0.9999 * sensitivity);
  }
});

/** Lower Cholesky factor of K + τI, K = exp(−½ rᵀH⁻¹r) on the grid. */
function noiseFactor(grid: RegularGrid, H: number[][], height: number, tau: number): Float64Array[] {
  const at = gridPoints(grid);
  const m = gridSize(grid);
  const d = at.dimension;
  const factor = Array.from({ length: m }, () => new Float64Array(m));
  for (let i = 0; i < m; i++) {
    const section = anisotropicKernelDensity({
      points: { dimension: d, coordinates: at.coordinates.slice(i * d, (i + 1) * d) },
      bandwidthMatrix: H,
      at,
    });
    for (let j = 0; j <= i; j++) {
      let sum = section[j]! / height + (i === j ? tau : 0);
      for (let k = 0; k < j; k++) sum -= factor[i]![k]! * factor[j]![k]!;
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
    for (let k = 0; k < i; k++) sum -= L[i]![k]! * solved[k]!;
    solved[i] = sum / L[i]![i]!;
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
