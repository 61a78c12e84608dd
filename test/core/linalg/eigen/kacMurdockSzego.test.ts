import { describe, expect, test } from "vitest";
import { gramOnLine } from "../../../../src/core/kernels/gramOnLine.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { kacMurdockSzegoEigen } from "../../../../src/core/linalg/eigen/kacMurdockSzego.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";

const u = 2 ** -53;
const regular = (m: number) => Float64Array.from({ length: m }, (_, i) => i / (m - 1));
const geometric = (m: number, rho: number, height = 1) =>
  Float64Array.from({ length: m * m }, (_, at) => height * rho ** Math.abs(Math.floor(at / m) - (at % m)));

/** ‖AV − VΛ‖_F / ‖A‖_F and ‖VVᵀ − 1‖_F. */
function defects(A: Float64Array, m: number, { values, vectors }: { values: Float64Array; vectors: Float64Array }) {
  let [residual, skewness, size] = [0, 0, 0];
  const scale = A[0]!;
  const rowsOf = (X: Float64Array, factor: number) =>
    Array.from({ length: m }, (_, i) => X.slice(i * m, (i + 1) * m).map((x) => x / factor));
  const [rows, waves] = [rowsOf(A, scale), rowsOf(vectors, 1)];
  const dot = (x: Float64Array, y: Float64Array) => {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += x[k]! * y[k]!;
    return sum;
  };
  for (let p = 0; p < m; p++) {
    for (let q = 0; q < m; q++) {
      residual += (dot(rows[q]!, waves[p]!) - (values[p]! / scale) * waves[p]![q]!) ** 2;
      skewness += (dot(waves[p]!, waves[q]!) - (p === q ? 1 : 0)) ** 2;
      size += rows[p]![q]! ** 2;
    }
  }
  return { residual: Math.sqrt(residual / size), skewness: Math.sqrt(skewness) };
}

describe.each([2, 3, 4, 5, 31, 92])("%i points", (m) => {
  test.each([1e-9, 0.01, 0.3, 0.9, 0.999, 1 - 1e-6, 1 - 1e-12])(
    "vectors and values are those of (ρ^|i−j|) to within 3(m + 3)u, also where it is scaled, for ρ = %d",
    (rho) => {
      for (const height of [1, 1e-200, 3e200]) {
        const A = geometric(m, rho, height);
        const eigen = kacMurdockSzegoEigen(A, m)!;
        const { residual, skewness } = defects(A, m, eigen);
        expect(residual).toBeLessThanOrEqual(3 * (m + 3) * u);
        expect(skewness).toBeLessThanOrEqual(3 * (m + 3) * u);
        for (let k = 1; k < m; k++) expect(eigen.values[k]!).toBeLessThanOrEqual(eigen.values[k - 1]!);
        const isMirrored = (at: number, k: number, i: number) =>
          eigen.vectors[at] === (k % 2 === 0 ? 1 : -1) * eigen.vectors[k * m + m - 1 - i]!;
        expect(eigen.vectors.every((_, at) => isMirrored(at, Math.floor(at / m), at % m))).toBe(true);
      }
    },
  );
});

test("values of 2 × 2 and 3 × 3 in closed form: 1 ± ρ; 1 − ρ², 1 + ρ²/2 ± ρ√(8 + ρ²)/2", () => {
  for (const rho of [0.001, 0.5, 0.99]) {
    const two = kacMurdockSzegoEigen(geometric(2, rho), 2)!.values;
    const three = kacMurdockSzegoEigen(geometric(3, rho), 3)!.values;
    const root = (rho * Math.sqrt(8 + rho * rho)) / 2;
    const expected = [1 + rho, 1 - rho, 1 + rho ** 2 / 2 + root, 1 - rho ** 2, 1 + rho ** 2 / 2 - root];
    [...two, ...three].forEach((value, k) => expect(Math.abs(value - expected[k]!)).toBeLessThan(10 * u));
  }
});

test("the Gram matrix of an exponential kernel on a grid is recognised, at every length scale, and has det ∏ λ = (1 − ρ²)^(m−1)", () => {
  for (const m of [10, 93, 300]) {
    for (const lengthScale of [0.001, 0.03, 0.3, 3, 1000]) {
      const { values } = kacMurdockSzegoEigen(gramOnLine(exponentialKernel(lengthScale), regular(m)), m)!;
      const determinant = values.reduce((sum, value) => sum + Math.log(value), 0);
      const exact = (m - 1) * Math.log(-Math.expm1(-2 / (lengthScale * (m - 1))));
      expect(Math.abs(determinant - exact)).toBeLessThan(1e-13 * (1 + Math.abs(exact)));
    }
  }
});

test("no other matrix is taken for one: another kernel, one element off by 10⁻¹², ρ = 0 and 1, a negative ρ, what is not finite", () => {
  const off = geometric(20, 0.9);
  off[3 * 20 + 7]! += 1e-12;
  const last = geometric(20, 0.9);
  last[20 * 20 - 1]! -= 1e-12;
  const infinite = geometric(20, 0.9);
  infinite[17] = Infinity;
  const nan = geometric(20, 0.9);
  nan[19] = NaN;
  const others = [
    off,
    last,
    infinite,
    nan,
    geometric(20, 0),
    geometric(20, 1),
    geometric(20, -0.5),
    geometric(20, 1.1),
  ];
  for (const A of [...others, new Float64Array(400), gramOnLine(gaussianKernel(0.1), regular(20))])
    expect(kacMurdockSzegoEigen(A, 20)).toBeUndefined();
});

test("symmetricEigen takes this way, and agrees with its own for a matrix a little further off", () => {
  const m = 60;
  const A = gramOnLine(exponentialKernel(0.3), regular(m));
  const near = A.slice();
  near[1]! *= 1 + 1e-12;
  near[m] = near[1]!;
  const [known, general] = [symmetricEigen(A, m), symmetricEigen(near, m)];
  expect(known).toEqual(kacMurdockSzegoEigen(A, m));
  expect(kacMurdockSzegoEigen(near, m)).toBeUndefined();
  known.values.forEach((value, k) => expect(Math.abs(value - general.values[k]!)).toBeLessThan(3e-12));
});
