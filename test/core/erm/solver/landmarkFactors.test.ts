import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { landmarkFactors } from "../../../../src/core/erm/solver/landmarkFactors.ts";
import { anisotropicGaussianKernel } from "../../../../src/core/kernels/anisotropicGaussian.ts";
import { pointAt, pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expOfNegative, fixed, innerProduct, times, toDouble } from "../../../support/fixedPoint.ts";

test("landmarkFactors has LLᵀ ≥ K_zz for a Gaussian kernel of correlation 1 − 10⁻¹¹ or nearly, whose elements are rough", () => {
  const random = seededSource(5);
  const r = 4;
  for (let trial = 0; trial < 20; trial++) {
    const off = (3 + 8 * random.uniform()) * 1e-12;
    const c = Math.sqrt(15) * (1 - off);
    const kernel = anisotropicGaussianKernel([
      [3, c],
      [c, 5],
    ]);
    const determinant = fixed(15) - times(fixed(c), fixed(c));
    const landmarks = pointsFrom(
      Array.from({ length: r }, () => {
        const x = random.uniform();
        return [x, Math.sqrt(5 / 3) * x + 3 * Math.sqrt(off) * random.normal()];
      }),
    );
    const { right } = landmarkFactors(kernel, landmarks);
    const L = Array.from({ length: r }, (_, i) => Array.from(right.subarray(i * r, i * r + i + 1), fixed));
    const points = Array.from({ length: r }, (_, i) => Array.from(pointAt(landmarks, i), fixed) as [bigint, bigint]);
    const excess = points.map(([a, b], i) =>
      points.map(([p, q], j) => {
        const form = 5n * times(a - p, a - p) - 2n * times(fixed(c), times(a - p, b - q)) + 3n * times(b - q, b - q);
        const shared = Math.min(i, j) + 1;
        return toDouble(
          innerProduct(L[i]!.slice(0, shared), L[j]!.slice(0, shared)) - expOfNegative((form << 239n) / determinant),
        );
      }),
    );
    expect(
      Math.min(...new EigenvalueDecomposition(new Matrix(excess), { assumeSymmetric: true }).realEigenvalues),
    ).toBeGreaterThan(0);
  }
});

test("landmarkFactors refuses a kernel of which rounding leaves nothing to rely on", () => {
  const kernel = anisotropicGaussianKernel([
    [1, 1 - 1e-13],
    [1 - 1e-13, 1],
  ]);
  expect(() =>
    landmarkFactors(
      kernel,
      pointsFrom([
        [0, 0],
        [1, 0],
      ]),
    ),
  ).toThrow(ParameterError);
});
