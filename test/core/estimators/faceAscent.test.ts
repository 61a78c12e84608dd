import { describe, expect, test } from "vitest";
import { rangesOf } from "../../../src/core/estimators/dualPoint.ts";
import type { KernelState } from "../../../src/core/estimators/dualPoint.ts";
import { faceAscent } from "../../../src/core/estimators/faceAscent.ts";
import { hingeLoss } from "../../../src/core/estimators/losses.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { kernelRows } from "../../../src/core/kernels/kernelRows.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const n = 80;

/** Records of which a third is at each end and a third inside, and their kernel matrix. */
function stateOf(seed: number, { twins = false, penalty = 1e-3, shares = [0, 0.5, 1] } = {}) {
  const random = seededSource(seed);
  const coordinates = Float64Array.from({ length: 2 * n }, () => random.uniform());
  if (twins) coordinates.copyWithin(n, 0, n);
  const responses = Float64Array.from({ length: n }, () => (random.uniform() < 0.5 ? -1 : 1));
  const dual = responses.map((y, i) => y * shares[i % shares.length]!);
  const points = { dimension: 2, coordinates };
  const kernel = gaussianKernel(0.2);
  const matrix = Array.from({ length: n }, (_, i) =>
    Float64Array.from({ length: n }, (_, j) =>
      kernel.evaluate(coordinates.subarray(2 * i, 2 * i + 2), coordinates.subarray(2 * j, 2 * j + 2)),
    ),
  );
  const scale = 2 * penalty * n;
  const fittedOf = (b: Float64Array) =>
    Float64Array.from(matrix, (row) => row.reduce((sum, k, j) => sum + k * b[j]!, 0) / scale);
  const state: KernelState = {
    ...{ rows: kernelRows(kernel, points), responses, loss: hingeLoss, scale, dual, fitted: fittedOf(dual) },
  };
  const objective = () => state.dual.reduce((sum, b, i) => sum + b * (responses[i]! - 0.5 * state.fitted[i]!), 0);
  return { state, objective, fittedOf, ...rangesOf(state) };
}

describe.each([1, 2, 3])("problem %i", (seed) => {
  test.each([{}, { twins: true }, { penalty: 1e-6 }, { penalty: 10 }, { shares: [0.5] }, { shares: [0, 0, 0, 0.1] }])(
    "faceAscent raises the objective, stays in range, leaves what is at an end, and keeps fitted values in step: %o",
    (options) => {
      const { state, objective, fittedOf, lower, upper } = stateOf(seed, options);
      const [start, before] = [state.dual.slice(), objective()];
      faceAscent(state, { lower, upper }, 1e6);
      expect(objective()).toBeGreaterThan(before);
      state.dual.forEach((b, i) => {
        expect(b >= lower[i]! && b <= upper[i]!).toBe(true);
        if (start[i] === lower[i] || start[i] === upper[i]) expect(b).toBe(start[i]);
      });
      const exact = fittedOf(state.dual);
      const size = exact.reduce((most, f) => Math.max(most, Math.abs(f)), 1);
      state.fitted.forEach((f, i) => expect(Math.abs(f - exact[i]!)).toBeLessThan(1e-11 * size * n));
    },
  );

  test("again and again, it ends where every coordinate that is still inside has no slope", () => {
    const { state, lower, upper } = stateOf(seed);
    for (let k = 0; k < 20; k++) faceAscent(state, { lower, upper }, 1e6);
    const inside = Array.from(state.dual).flatMap((b, i) => (b > lower[i]! && b < upper[i]! ? [i] : []));
    expect(inside.length).toBeGreaterThan(2);
    inside.forEach((i) => expect(Math.abs(state.responses[i]! - state.fitted[i]!)).toBeLessThan(1e-6));
  });
});

test("faceAscent has nothing to do where all are at an end", () => {
  const { state, lower, upper } = stateOf(4, { shares: [0, 1] });
  const [dual, fitted] = [state.dual.slice(), state.fitted.slice()];
  faceAscent(state, { lower, upper }, 1e6);
  expect(state.dual).toEqual(dual);
  expect(state.fitted).toEqual(fitted);
});

test("faceAscent does nothing where a step would take more than it may", () => {
  const { state, lower, upper } = stateOf(5);
  const dual = state.dual.slice();
  const inside = dual.filter((b, i) => b > lower[i]! && b < upper[i]!).length;
  const work = inside ** 3 / 6 + inside * n;
  faceAscent(state, { lower, upper }, 0.99 * work);
  expect(state.dual).toEqual(dual);
  faceAscent(state, { lower, upper }, work);
  expect(state.dual).not.toEqual(dual);
});
