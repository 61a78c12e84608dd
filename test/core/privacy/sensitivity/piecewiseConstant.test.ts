import { expect, test } from "vitest";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { piecewiseConstantSensitivity } from "../../../../src/core/privacy/sensitivity/piecewiseConstant.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { notPositive } from "../relative.ts";
import { rkhsDistance } from "./rkhs.ts";

const kernel = gaussianKernel(0.2);
const places = Array.from({ length: 30 }, (_, i) => [(i + 0.5) / 30]);
const at = pointsFrom(places);

test("piecewiseConstantSensitivity bounds the values of every function of norm Δ, and is reached within a thousandth", () => {
  const bound = piecewiseConstantSensitivity({ kernel, at, sensitivity: 0.7 });
  const random = seededSource(2);
  const leading = symmetricEigen(gram(kernel, at), 30).vectors.subarray(0, 30);
  let most = 0;
  for (let trial = 0; trial < 200; trial++) {
    const f = places.map((place, i) => ({ at: place, weight: trial === 0 ? leading[i]! : random.normal() }));
    const norm = rkhsDistance(f, [], (x, y) => kernel.evaluate(x, y));
    const values = places.map((x) => f.reduce((sum, { at: y, weight }) => sum + weight * kernel.evaluate(x, y), 0));
    most = Math.max(most, (0.7 * Math.hypot(...values)) / norm);
  }
  expect(most).toBeLessThanOrEqual(bound);
  expect(most).toBeGreaterThan(0.998 * bound);
});

test("it grows with the number of pieces, unlike a Gaussian process", () => {
  const of = (m: number) =>
    piecewiseConstantSensitivity({
      kernel,
      at: pointsFrom(Array.from({ length: m }, (_, i) => [i / m])),
      sensitivity: 1,
    });
  expect(of(100)).toBeGreaterThan(3 * of(10));
});

test.each(notPositive)("piecewiseConstantSensitivity refuses %s", (bad) => {
  expect(() => piecewiseConstantSensitivity({ kernel, at, sensitivity: bad })).toThrow(/^sensitivity must/);
});
