import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { bernsteinBasis } from "../../../support/bernsteinBasis.ts";
import { iteratedBernsteinBasis } from "../../../support/iteratedBernstein.ts";
import { lebesgueBound } from "../../../../src/core/bernstein/operator/lebesgueConstant.ts";
import { lebesgueConstant } from "../../../support/lebesgueConstant.ts";
import { foldedBasis, latticePoints, strideOf } from "../../../../src/core/bernstein/operator/basisOnAxis.ts";
import { iterationMatrix } from "../../../../src/core/bernstein/operator/iterationMatrix.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

test.each(goldenCases<{ k: number; y: number }, object>("bernstein-basis").map((c) => [c.inputs.k, c.inputs.y, c]))(
  "bernsteinBasis agrees with bernstein-basis.json, k = %d, y = %d",
  (degree, at, reference) => {
    expectGolden(reference, "basis", bernsteinBasis({ degree: degree, at: at }));
  },
);

test.each(
  goldenCases<{ k: number; h: number; y: number }, object>("bernstein-iterated-basis").map((c) => [
    JSON.stringify(c.inputs),
    c,
  ]),
)("iteratedBernsteinBasis agrees with bernstein-iterated-basis.json, %s", (_, reference) => {
  const { inputs } = reference as { inputs: { k: number; h: number; y: number } };
  const basis = iteratedBernsteinBasis({ degree: inputs.k, iterations: inputs.h, at: inputs.y });
  expectGolden(reference, "basis", basis);
  expectGolden(
    reference,
    "absSum",
    basis.reduce((sum, b) => sum + Math.abs(b), 0),
  );
});

interface LebesgueInputs {
  readonly k: number;
  readonly h: number;
  readonly gridSize: number;
}

test.each(
  goldenCases<LebesgueInputs, { bound: number }>("bernstein-lebesgue").map((c) => [JSON.stringify(c.inputs), c]),
)("lebesgueConstant agrees with bernstein-lebesgue.json, and lebesgueBound is just above it, %s", (_, reference) => {
  const golden = reference as ReturnType<typeof goldenCases<LebesgueInputs, { bound: number }>>[number];
  const { k: degree, h: iterations, gridSize } = golden.inputs;
  const constant = lebesgueConstant({ degree, iterations, gridSize });
  expectGolden(golden, "lebesgueConstant", constant);
  const bound = lebesgueBound({ degree, iterations });
  expect(bound).toBeGreaterThanOrEqual(constant - 1e-12);
  // The largest value of k = 50, h = 6 lies between the grid's points, near the end.
  const onFinerGrid = lebesgueConstant({ degree, iterations, gridSize: 6001 });
  expect(bound).toBeGreaterThanOrEqual(onFinerGrid - 1e-12);
  expect(bound).toBeLessThanOrEqual(Math.min(golden.expected.bound, 1.0197 * onFinerGrid + 1e-12));
});

describe("the basis", () => {
  test("adds up to 1, reproduces y, is not negative and is symmetric, up to degree 1000", () => {
    for (const degree of [1, 2, 7, 60, 200, 1000]) {
      for (const at of [0, 1e-300, 1e-9, 0.25, 0.5, 0.75, 1 - 2 ** -40, 1]) {
        const b = bernsteinBasis({ degree, at });
        const mirrored = bernsteinBasis({ degree, at: 1 - at }).reverse();
        let [sum, mean] = [0, 0];
        b.forEach((value, nu) => {
          expect(value).toBeGreaterThanOrEqual(0);
          // 1 − at is exact from 2⁻⁵³ on; below it the mirrored point is 1.
          expect(Math.abs(value - mirrored[nu]!)).toBeLessThanOrEqual(24 * (degree + 1) * 2 ** -53 + degree * 2 ** -53);
          sum += value;
          mean += (value * nu) / degree;
        });
        expect(Math.abs(sum - 1)).toBeLessThan(1e-13);
        expect(Math.abs(mean - at)).toBeLessThan(1e-12);
      }
    }
  });

  test("agrees with exact rational arithmetic to 12(k + 1)u, relative", () => {
    // y = 3/8, k = 40: C(k, ν) 3^ν 5^(k−ν) / 8^k in whole numbers.
    const degree = 40;
    const b = bernsteinBasis({ degree, at: 0.375 });
    let choose = 1n;
    for (let nu = 0; nu <= degree; nu++) {
      const scaled = (choose * 3n ** BigInt(nu) * 5n ** BigInt(degree - nu) * 2n ** 1000n) / 8n ** BigInt(degree);
      const digits = scaled.toString(2).length;
      const exact = Number(scaled >> BigInt(digits - 80)) * 2 ** (digits - 80 - 1000);
      expect(Math.abs(b[nu]! / exact - 1)).toBeLessThan(12 * 41 * 2 ** -53);
      choose = (choose * BigInt(degree - nu)) / BigInt(nu + 1);
    }
  });

  test("the folded basis on the lattice is that of its points, and adds up to 1", () => {
    const [degree, n] = [200, 201];
    const stride = strideOf(n);
    const { even, odd } = foldedBasis(n, latticePoints(degree));
    for (let mu = 0; mu <= 100; mu++) {
      const basis = bernsteinBasis({ degree, at: mu / degree });
      let sum = 0;
      for (let nu = 0; nu <= 100; nu++) {
        const [here, there] = [basis[nu]!, basis[degree - nu]!];
        const bound = 25 * n * 2 ** -53 * (here + there) + 1e-20;
        const isMiddle = nu === 100;
        expect(Math.abs(even[mu * stride + nu]! - (isMiddle ? here : here + there))).toBeLessThanOrEqual(bound);
        expect(Math.abs(odd[mu * stride + nu]! - (isMiddle ? 0 : here - there))).toBeLessThanOrEqual(bound);
        sum += even[mu * stride + nu]!;
      }
      expect(sum).toBeCloseTo(1, 13);
    }
  });
});

describe("iterationMatrix", () => {
  const naive = (degree: number, iterations: number) => {
    // S_{i+1} = I + (I − A) S_i, term by term.
    const n = degree + 1;
    const A = new Float64Array(n * n);
    for (let mu = 0; mu < n; mu++) A.set(bernsteinBasis({ degree, at: mu / degree }), mu * n);
    let S = A.map((_, at) => (at % (n + 1) === 0 ? 1 : 0));
    const identity = S;
    for (let i = 1; i < iterations; i++) {
      const next = identity.slice();
      for (let row = 0; row < n; row++) {
        for (let column = 0; column < n; column++) {
          let sum = S[row * n + column]!;
          for (let s = 0; s < n; s++) sum -= A[row * n + s]! * S[s * n + column]!;
          next[row * n + column]! += sum;
        }
      }
      S = next;
    }
    return S;
  };

  test.each([
    [1, 5],
    [3, 8],
    [12, 13],
    [30, 31],
    [20, 100],
  ])("squaring agrees with h − 1 products within both bounds, k = %i, h = %i", (degree, iterations) => {
    const { values, error, norm } = iterationMatrix({ degree, iterations });
    const other = naive(degree, iterations);
    const n = degree + 1;
    for (let row = 0; row < n; row++) {
      let difference = 0;
      for (let column = 0; column < n; column++)
        difference += Math.abs(values[row * n + column]! - other[row * n + column]!);
      expect(difference).toBeLessThanOrEqual(error + 4 * iterations * iterations * n * 2 ** -53);
    }
    expect(error).toBeLessThan(1e-8 * norm);
  });

  test("at small k the bound covers the error against whole numbers", () => {
    // k = 2: A = [[1,0,0],[¼,½,¼],[0,0,1]], (I − A)^i = 2^−i on the middle row's pattern; S₁₁ = 2 − 2^(1−h).
    for (const iterations of [2, 3, 10, 64]) {
      const { values, error } = iterationMatrix({ degree: 2, iterations });
      const middle = 2 - 2 ** (1 - iterations);
      const exact = [1, 0, 0, -(middle - 1) / 2, middle, -(middle - 1) / 2, 0, 0, 1];
      exact.forEach((value, at) => expect(Math.abs(values[at]! - value)).toBeLessThanOrEqual(error + 1e-16));
    }
  });

  test("the bound at k = 200 stays below 2.5e-9 up to h = 20, and orders that exhaust doubles are refused", () => {
    expect(iterationMatrix({ degree: 200, iterations: 20 }).error).toBeLessThan(2.5e-9);
    expect(() => iterationMatrix({ degree: 200, iterations: 2 ** 30 })).toThrow(/exhausts double numbers/);
  });
});

test.each([NaN, 0, -1, Infinity, 1.5])("degree and iterations %s are refused", (value) => {
  expect(() => bernsteinBasis({ degree: value, at: 0.5 })).toThrow(ParameterError);
  expect(() => iteratedBernsteinBasis({ degree: 4, iterations: value, at: 0.5 })).toThrow(ParameterError);
  expect(() => iteratedBernsteinBasis({ degree: value, iterations: 1, at: 0.5 })).toThrow(ParameterError);
  expect(() => lebesgueBound({ degree: value, iterations: 2 })).toThrow(ParameterError);
});

test.each([NaN, -1e-9, 1.0001, Infinity])("a point %s is refused", (at) => {
  expect(() => bernsteinBasis({ degree: 3, at })).toThrow(ParameterError);
});
