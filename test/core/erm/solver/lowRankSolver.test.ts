import { expect, test } from "vitest";
import { lowRankSolver } from "../../../../src/core/erm/solver/lowRankSolver.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { kernelRows } from "../../../../src/core/kernels/kernelRows.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const n = 120;
const random = seededSource(3);
const points = { dimension: 2, coordinates: Float64Array.from({ length: 2 * n }, () => random.uniform()) };
const records = Int32Array.from({ length: 100 }, (_, a) => a + 10);
const scale = 2.4;

test("lowRankSolver solves (W⁻¹ + K/s) δ = h to a thousandth, of a smooth kernel and weights far apart", () => {
  const kernel = gaussianKernel(0.5);
  const K = gram(kernel, points);
  const curvatures = Float64Array.from(records, () => 10 ** (4 * random.uniform()));
  const solve = lowRankSolver({ rows: kernelRows(kernel, points), records, scale, curvatures })!;
  const right = Float64Array.from(records, () => random.normal());
  const delta = solve(right);
  records.forEach((i, a) => {
    let sum = delta[a]! / curvatures[a]!;
    records.forEach((j, b) => (sum += (K[i * n + j]! * delta[b]!) / scale));
    // What is left of K has at most a thousandth of the trace of the least W⁻¹.
    expect(Math.abs(sum - right[a]!)).toBeLessThan(1e-3 * Math.hypot(...right));
  });
});

test("lowRankSolver has nothing where all records are far from each other", () => {
  const rows = kernelRows(gaussianKernel(0.002), points);
  expect(lowRankSolver({ rows, records, scale, curvatures: new Float64Array(100).fill(1) })).toBeUndefined();
});
