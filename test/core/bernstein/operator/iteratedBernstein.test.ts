import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { bernsteinOnGrid } from "../../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import { iteratedBernstein, iteratedBernsteinBasis } from "../../../support/iteratedBernstein.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

const functions: Readonly<Record<string, (y: number) => number>> = {
  sine: (y) => Math.sin(2 * Math.PI * y),
  exp: Math.exp,
  vee: (y) => Math.abs(y - 0.5),
  square: (y) => y * y,
  linear: (y) => 3 * y - 1,
  bump: (y) => Math.exp(-((y - 0.4) ** 2) / 0.02),
};

interface ApproximationInputs {
  readonly function: string;
  readonly k: number;
  readonly h: number;
  readonly points: number[];
}

const onLine = (degree: number, iterations: number, f: (y: number) => number) =>
  iteratedBernstein({
    degree,
    iterations,
    dimension: 1,
    lattice: Array.from({ length: degree + 1 }, (_, nu) => f(nu / degree)),
  });

const grid = Float64Array.from({ length: 401 }, (_, i) => i / 400);

const largestError = (degree: number, iterations: number, f: (y: number) => number) => {
  const values = onLine(degree, iterations, f).evaluate({ dimension: 1, coordinates: grid });
  return values.reduce((largest, value, i) => Math.max(largest, Math.abs(value - f(grid[i]!))), 0);
};

test.each(
  goldenCases<ApproximationInputs, object>("bernstein-approximation").map((c) => [
    `${c.inputs.function}, k = ${c.inputs.k}, h = ${c.inputs.h}`,
    c,
  ]),
)("iteratedBernstein agrees with bernstein-approximation.json, %s", (_, reference) => {
  const { inputs } = reference as { inputs: ApproximationInputs };
  const { k, h, points } = inputs;
  const f = functions[inputs.function]!;
  expectGolden(reference, "values", onLine(k, h, f).evaluate(pointsFrom(points.map((y) => [y]))));
  expectGolden(reference, "maxError", largestError(k, h, f));
});

const planeFunctions: Readonly<Record<string, (a: number, b: number) => number>> = {
  "product-sine": (a, b) => Math.sin(Math.PI * a) * Math.cos(2 * b),
  "sum-square": (a, b) => (a + b) ** 2,
  bump2: (a, b) => Math.exp(-8 * ((a - 0.3) ** 2 + (b - 0.6) ** 2)),
};

interface PlaneInputs {
  readonly function?: string;
  readonly k: number;
  readonly h: number;
  readonly points: number[][];
  readonly lattice?: number[][];
}

test.each(
  goldenCases<PlaneInputs, object>("bernstein-evaluate-2d").map((c) => [
    `${c.inputs.function ?? "a given lattice"}, k = ${c.inputs.k}, h = ${c.inputs.h}`,
    c,
  ]),
)("iteratedBernstein agrees with bernstein-evaluate-2d.json: %s", (_, reference) => {
  const { inputs } = reference as { inputs: PlaneInputs };
  const { k: degree, h: iterations, points } = inputs;
  const n = degree + 1;
  const f = planeFunctions[inputs.function ?? ""];
  const valueAt = (i: number, j: number) => inputs.lattice?.[i]?.[j] ?? f!(i / degree, j / degree);
  const lattice = Float64Array.from({ length: n * n }, (_, at) => valueAt(at % n, Math.floor(at / n)));
  const polynomial = iteratedBernstein({ degree, iterations, dimension: 2, lattice });
  expectGolden(reference, "values", polynomial.evaluate(pointsFrom(points)));
});

test("the tensor convention of Definition 9, not I − (I − B)^h in two dimensions: errata A9", () => {
  const lattice = Float64Array.from({ length: 16 }, (_, at) => ((at % 4) * Math.floor(at / 4)) ** 2 / 81);
  const [value] = iteratedBernstein({ degree: 3, iterations: 2, dimension: 2, lattice }).evaluate(
    pointsFrom([[0.3, 0.6]]),
  );
  expect(value).toBeCloseTo(0.04382, 5);
});

describe("exact reproduction", () => {
  test("linear functions are fixed points for every k and h, in one, two and three dimensions", () => {
    for (const [degree, iterations] of [
      [1, 1],
      [4, 3],
      [200, 6],
    ] as const) {
      expect(largestError(degree, iterations, (y) => 3 * y - 1)).toBeLessThan(1e-12);
    }
    const random = seededSource(3);
    const at = pointsFrom(Array.from({ length: 40 }, () => [random.uniform(), random.uniform(), random.uniform()]));
    const lattice = Float64Array.from({ length: 21 ** 3 }, (_, i) => {
      const [a, b, c] = [i % 21, Math.floor(i / 21) % 21, Math.floor(i / 441)];
      return 1 + a / 20 - (3 * b) / 20 + (2 * c) / 20;
    });
    const values = iteratedBernstein({ degree: 20, iterations: 3, dimension: 3, lattice }).evaluate(at);
    values.forEach((value, i) => {
      const [a, b, c] = at.coordinates.subarray(3 * i, 3 * i + 3);
      expect(value).toBeCloseTo(1 + a! - 3 * b! + 2 * c!, 12);
    });
  });

  test("polynomials of degree at most k are reached as h grows, at the rate of the least eigenvalue of A", () => {
    // Eigenvalues k!/((k−j)! k^j): a polynomial of degree j loses 1 − k!/((k−j)! k^j) of its error with each iteration.
    for (const degree of [2, 3, 5]) {
      const f = (y: number) => y ** degree;
      let least = 1;
      for (let j = 1; j < degree; j++) least *= 1 - j / degree;
      let last = largestError(degree, 1, f);
      for (const iterations of [10, 40, 160]) {
        const error = largestError(degree, iterations, f);
        expect(error).toBeLessThanOrEqual(2 * degree * (1 - least) ** (iterations - 1) + 1e-12);
        expect(error).toBeLessThan(last);
        last = error;
      }
      expect(largestError(degree, 1000, f)).toBeLessThan(1e-12);
    }
  });
});

describe("two routes", () => {
  const random = seededSource(11);
  test.each([
    [1, 25, 4],
    [2, 9, 3],
    [3, 4, 2],
  ])("bernsteinOnGrid agrees with sums over the iterated basis, dimension %i, k = %i, h = %i", (dimension, k, h) => {
    const n = k + 1;
    const lattice = Float64Array.from({ length: n ** dimension }, () => 2 * random.uniform() - 1);
    const axes = Array.from({ length: dimension }, (_, j) => ({ lower: 0, upper: 1, count: 5 + j }));
    const points = gridPoints({ axes });
    const coordinates = axes.map(({ count }) => Float64Array.from({ length: count }, (_, i) => i / (count - 1)));
    const operator = bernsteinOnGrid({ degree: k, iterations: h, axes: coordinates });
    const onGrid = operator.evaluate(lattice);
    const atPoints = iteratedBernstein({ degree: k, iterations: h, dimension, lattice }).evaluate(points);
    for (let i = 0; i < onGrid.length; i++) {
      const bases = Array.from({ length: dimension }, (_, j) =>
        iteratedBernsteinBasis({ degree: k, iterations: h, at: points.coordinates[i * dimension + j]! }),
      );
      let sum = 0;
      lattice.forEach((value, at) => {
        let weight = value;
        for (let j = 0, rest = at; j < dimension; j++, rest = Math.floor(rest / n)) weight *= bases[j]![rest % n]!;
        sum += weight;
      });
      expect(Math.abs(onGrid[i]! - sum)).toBeLessThanOrEqual(2 * operator.relativeError() + 1e-15);
      expect(Math.abs(atPoints[i]! - sum)).toBeLessThanOrEqual(2 * operator.relativeError() + 1e-15);
    }
    expect(operator.relativeError()).toBeLessThan(1e-10);
  });
});

test("what does not fit is refused", () => {
  const base = { degree: 4, iterations: 2, dimension: 1, lattice: new Float64Array(5) };
  expect(() => iteratedBernstein({ ...base, lattice: new Float64Array(4) })).toThrow(ParameterError);
  expect(() => iteratedBernstein({ ...base, lattice: Float64Array.of(0, 1, NaN, 1, 0) })).toThrow(ParameterError);
  expect(() => iteratedBernstein({ ...base, dimension: 0 })).toThrow(ParameterError);
  const polynomial = iteratedBernstein(base);
  expect(() => polynomial.evaluate(pointsFrom([[1.01]]))).toThrow(ParameterError);
  expect(() => polynomial.evaluate(pointsFrom([[0.5, 0.5]]))).toThrow(ParameterError);
  expect(() => bernsteinOnGrid({ degree: 4, iterations: 1, axes: [[0, 2]] })).toThrow(ParameterError);
  expect(() => bernsteinOnGrid({ degree: 4, iterations: 1, axes: [[0, 1]] }).evaluate(new Float64Array(4))).toThrow(
    ParameterError,
  );
});

describe("halves of an axis", () => {
  test("an axis that is no mirror image of itself gives the same values, as does one point alone", () => {
    const random = seededSource(17);
    for (const degree of [1, 2, 7, 8, 33]) {
      for (const iterations of [1, 3, 14]) {
        const lattice = Float64Array.from({ length: degree + 1 }, () => random.normal());
        const whole = Float64Array.from({ length: 41 }, (_, i) => i / 40);
        const mirrored = bernsteinOnGrid({ degree, iterations, axes: [whole] }).evaluate(lattice);
        const part = bernsteinOnGrid({ degree, iterations, axes: [whole.slice(0, 30)] }).evaluate(lattice);
        const one = bernsteinOnGrid({ degree, iterations, axes: [Float64Array.of(0.7)] }).evaluate(lattice);
        part.forEach((value, i) => expect(value).toBeCloseTo(mirrored[i]!, 10));
        expect(one[0]).toBeCloseTo(mirrored[28]!, 10);
      }
    }
  });

  test("values go where they are asked to, and nowhere else", () => {
    for (const d of [1, 2, 3]) {
      const axes = new Array<Float64Array>(d).fill(Float64Array.from({ length: 5 }, (_, i) => i / 4));
      const operator = bernsteinOnGrid({ degree: 3, iterations: 2, axes });
      const lattice = Float64Array.from({ length: 4 ** d }, (_, i) => Math.sin(i));
      const out = new Float64Array(5 ** d);
      const kept = lattice.slice();
      expect(operator.evaluate(lattice, out)).toBe(out);
      expect(out).toEqual(operator.evaluate(lattice));
      expect(lattice).toEqual(kept);
      expect(() => operator.evaluate(lattice, new Float64Array(5 ** d + 1))).toThrow(ParameterError);
    }
  });

  test("operators that take turns in one memory do not disturb each other", () => {
    const axes = [Float64Array.from({ length: 9 }, (_, i) => i / 8)];
    const operators = [3, 4, 5, 6, 7].map((degree) => ({
      lattice: Float64Array.from({ length: degree + 1 }, (_, i) => Math.cos(i * degree)),
      of: bernsteinOnGrid({ degree, iterations: 2, axes }),
    }));
    const first = operators.map(({ lattice, of }) => of.evaluate(lattice));
    const again = operators.toReversed().map(({ lattice, of }) => of.evaluate(lattice));
    expect(again.toReversed()).toEqual(first);
  });
});
