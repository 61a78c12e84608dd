import { setFlagsFromString } from "node:v8";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { NumericalError } from "../../../src/core/errors.ts";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { fillKernelRow } from "../../../src/core/kernels/kernelRows.ts";
import { pivotedCholesky } from "../../../src/core/linalg/pivotedCholesky.ts";
import type { LowRankFactor, PivotOptions } from "../../../src/core/linalg/pivotedCholesky.ts";
import { rowMemory } from "../../../src/core/arithmetic/rowMemory.ts";
import { plainArithmetic } from "../../../src/core/arithmetic/plainArithmetic.ts";
import { simdArithmetic } from "../../../src/core/arithmetic/simdArithmetic.ts";
import { pointAt, pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { farthest } from "../../support/farthest.ts";
import { fixed, innerProduct, toDouble } from "../../support/fixedPoint.ts";
import { casesOf } from "../../support/fuzzing.ts";

const random = seededSource(17);
const at = pointsFrom(Array.from({ length: 25 }, () => [random.uniform(), random.uniform()]));

/** The factor of a matrix in memory, row-major. */
function factorOf(A: Float64Array, m: number, tolerance: number, options: PivotOptions = {}): LowRankFactor {
  const diagonal = Float64Array.from({ length: m }, (_, i) => A[i * m + i]!);
  return pivotedCholesky(diagonal, (i, out) => out.set(A.subarray(i * m, (i + 1) * m)), tolerance, options);
}

function residual(A: Float64Array, m: number, factor: LowRankFactor): Matrix {
  const columns = factor.columns();
  const left = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let value = A[i * m + j]!;
      for (const column of columns) value -= column[i]! * column[j]!;
      left.set(i, j, value);
    }
  }
  return left;
}

test.each([
  ["smooth", gaussianKernel(0.5)],
  ["narrow", gaussianKernel(0.05)],
  ["rough", exponentialKernel(0.5)],
])(
  "pivotedCholesky leaves a positive semi-definite rest of eigenvalues at most residualTrace: %s kernel",
  (_, kernel) => {
    const A = gram(kernel, at);
    let last = 0;
    for (const tolerance of [10, 1, 1e-3, 1e-9, 0]) {
      const factor = factorOf(A, 25, tolerance);
      const left = residual(A, 25, factor);
      const { realEigenvalues } = new EigenvalueDecomposition(left, { assumeSymmetric: true });
      // (rank + 2)·u·trace A, rank ≤ trace A = 25, for the factor; as much for the rest formed here.
      const rounding = 2 * 27 * 2 ** -53 * 25;
      expect(Math.min(...realEigenvalues)).toBeGreaterThan(-rounding);
      expect(Math.max(...realEigenvalues)).toBeLessThanOrEqual(factor.residualTrace + rounding);
      expect(Math.abs(left.trace() - factor.residualTrace)).toBeLessThanOrEqual(rounding);
      if (tolerance > 0) expect(factor.residualTrace).toBeLessThanOrEqual(tolerance);
      expect(factor.rank).toBeGreaterThanOrEqual(last);
      last = factor.rank;
    }
  },
);

/** A + D − L Lᵀ, exact but for its last rounding, in the rows of the pivots: by the order of the pivots. */
function backwardErrors(A: Float64Array, m: number, factor: LowRankFactor, nugget: (k: number) => number): number[][] {
  const { pivots } = factor;
  const columns = factor.columns();
  const rows = Array.from({ length: m }, (_, i) => columns.map((column) => fixed(column[i]!)));
  const others = Array.from({ length: m }, (_, i) => i).filter((i) => !pivots.includes(i));
  return pivots.map((p, k) =>
    [...pivots, ...others].map((i) => {
      const own = i === p ? fixed(nugget(k)) : 0n;
      return toDouble(fixed(A[p * m + i]!) + own - innerProduct(rows[p]!, rows[i]!));
    }),
  );
}

test("pivotedCholesky is exact for a matrix that differs in the rows of pivots by min(i, j) + 4 roundings, whatever the pivots", () => {
  const u = 2 ** -53;
  let largest = 0;
  if (!simdArithmetic("fused")) setFlagsFromString("--experimental-wasm-relaxed-simd");
  const memories = [plainArithmetic(), simdArithmetic("plain")!, simdArithmetic("fused")!].map((way) =>
    rowMemory(1, () => way),
  );
  for (let trial = 0; trial < casesOf(60, 25); trial++) {
    const m = 3 + Math.floor(30 * random.uniform());
    const width = 10 ** (-8 * random.uniform());
    const points = pointsFrom(Array.from({ length: m }, () => [width * random.uniform(), random.uniform()]));
    const size = 10 ** (6 * random.uniform() - 3);
    const A = gram(trial % 2 === 0 ? gaussianKernel(0.7) : matern52Kernel(2), points).map((value) => size * value);
    const nugget = (k: number) => 5 * (k + 7) ** 2 * u * size;
    const keys = Array.from({ length: m }, () => random.uniform());
    const inAnyOrder = Array.from(keys, (_, i) => i).sort((i, j) => keys[i]! - keys[j]!);
    const factor = factorOf(A, m, 0, {
      nugget,
      pivots: trial % 3 === 0 ? [] : inAnyOrder,
      memories: memories[(trial % 5) % 3]!,
    });
    const errors = backwardErrors(A, m, factor, nugget);
    let beyond = -Infinity;
    errors.forEach((row, k) => {
      row.forEach((error, i) => {
        const roundings = Math.abs(error) / (u * size);
        beyond = Math.max(beyond, roundings - Math.min(i, k) - 4);
        largest = Math.max(largest, roundings);
      });
    });
    expect(beyond).toBeLessThanOrEqual(0);
    // Exactly: no rounding of what is 0 is left above the diagonal of L in the rows of pivots.
    factor.columns().forEach((column, k) => {
      expect(factor.pivots.slice(0, k).every((earlier) => Object.is(column[earlier], 0))).toBe(true);
      expect(column[factor.pivots[k]!]).toBeGreaterThan(0);
    });
  }
  expect(largest).toBeGreaterThan(1);
});

test("pivotedCholesky takes given pivots first, as far as they are needed, and stops where nothing exceeds the nugget", () => {
  const A = gram(gaussianKernel(0.5), at);
  const free = factorOf(A, 25, 1e-6);
  const same = factorOf(A, 25, 1e-6, { pivots: free.pivots });
  expect(same.pivots).toEqual(free.pivots);
  expect(same.columns()).toEqual(free.columns());
  const others = [7, 3, 21];
  const given = factorOf(A, 25, 1e-6, { pivots: others });
  expect(given.pivots.slice(0, 3)).toEqual(others);
  expect(new Set(given.pivots).size).toBe(given.pivots.length);
  expect(factorOf(A, 25, 24, { pivots: others }).pivots).toEqual([7]);
  const coarse = factorOf(A, 25, 0, { nugget: () => 1e-4 });
  expect(coarse.residualTrace).toBeLessThanOrEqual(25e-4);
  expect(coarse.residualTrace).toBeGreaterThan(0);
  expect(coarse.rank).toBeLessThan(free.rank);
});

test("addProduct adds L·weights for every rank, also after other factors have taken the memory, once, twice", () => {
  const weights = standardNormals(random, 30);
  // Each of another matrix, so that none finds its columns in another's memory.
  const ofRank = (rank: number) =>
    factorOf(gram(exponentialKernel(0.1 + rank), at), 25, 0, { nugget: (k) => (k < rank ? 0 : 9) });
  const factors = [0, 1, 3, 4, 5, 8, 25].map((rank) => ({ rank, factor: ofRank(rank) }));
  const fresh = factors.map(({ rank }) => ofRank(rank).columns());
  for (const time of [1, 2, 3]) {
    factors.forEach(({ rank, factor }, which) => {
      expect(factor.rank).toBe(rank);
      const out = new Float64Array(25).fill(time);
      factor.addProduct(weights, 2, out);
      expect(factor.columns()).toEqual(fresh[which]);
      out.forEach((value, i) => {
        const expected = fresh[which]!.reduce((sum, column, k) => sum + weights[2 + k]! * column[i]!, time);
        // 30 terms of a size of at most 4 in another order.
        expect(Math.abs(value - expected)).toBeLessThan(1e-13);
      });
    });
  }
});

test("addProduct after a computation of the factor that broke off computes it again, and does not take the half of it", () => {
  const m = 25;
  const A = gram(exponentialKernel(1), at);
  let rowsLeft = Infinity;
  const fillRow = (i: number, out: Float64Array) => {
    if (rowsLeft-- <= 0) throw new RangeError("interrupted");
    out.set(A.subarray(i * m, (i + 1) * m));
  };
  const factor = pivotedCholesky(new Float64Array(m).fill(1), fillRow, 0);
  const weights = standardNormals(random, m);
  const product = () => {
    const out = new Float64Array(m);
    factor.addProduct(weights, 0, out);
    return out;
  };
  const expected = product();
  factorOf(gram(exponentialKernel(9), at), m, 0); // It takes the memory.
  rowsLeft = 7;
  expect(product).toThrow("interrupted");
  rowsLeft = Infinity;
  expect(product()).toEqual(expected);
});

test("pivotedCholesky refuses a given pivot at which nothing positive is left", () => {
  const A = gram(exponentialKernel(1), pointsFrom([[0], [0], [1]]));
  expect(() => factorOf(A, 3, 0, { pivots: [0, 1] })).toThrow(NumericalError);
  expect(factorOf(A, 3, 0, { pivots: [0, 1], nugget: () => 1e-12 }).pivots).toEqual([0, 1, 2]);
});

test("pivotedCholesky stops at the true rank of a matrix that has one", () => {
  const coinciding = pointsFrom([[0], [1], [0], [1], [0]]);
  const { rank, residualTrace } = factorOf(gram(exponentialKernel(1), coinciding), 5, 0);
  expect(rank).toBe(2);
  expect(residualTrace).toBeLessThan(5 * 2 ** -53);
});

test("pivotedCholesky is the same by each arithmetic but for rounding, its columns as many as the matrix is large", () => {
  if (!simdArithmetic("fused")) setFlagsFromString("--experimental-wasm-relaxed-simd");
  for (const m of [1, 7, 8, 9, 60, 131]) {
    const points = pointsFrom(Array.from({ length: m }, () => [random.uniform()]));
    const A = gram(exponentialKernel(0.4), points);
    const [first, ...others] = [plainArithmetic(), simdArithmetic("plain")!, simdArithmetic("fused")!].map((way) =>
      pivotedCholesky(new Float64Array(m).fill(1), (i, out) => out.set(A.subarray(i * m, (i + 1) * m)), 1e-12, {
        memories: rowMemory(1, () => way),
      }).columns(),
    );
    expect(first).toHaveLength(m);
    // The order of pivots is the same unless two are within rounding of each other, which these are not.
    for (const other of others) {
      expect(other).toHaveLength(m);
      other.forEach((column, k) => expect(farthest(column, first![k]!)).toBeLessThan(5e-12));
    }
  }
});

test("pivotedCholesky of the zero matrix has no columns, of a tolerance above the trace neither", () => {
  expect(factorOf(new Float64Array(9), 3, 0)).toMatchObject({ rank: 0, residualTrace: 0, pivots: [] });
  expect(factorOf(new Float64Array(0), 0, 0)).toMatchObject({ rank: 0, residualTrace: 0, pivots: [] });
  const none = factorOf(Float64Array.of(1, 0, 0, 1), 2, 2);
  expect(none).toMatchObject({ rank: 0, residualTrace: 2, pivots: [] });
  const out = Float64Array.of(3, 4);
  none.addProduct(new Float64Array(0), 0, out);
  expect(out).toEqual(Float64Array.of(3, 4));
});

test("pivotedCholesky of what is no number ends, and says so by its trace", () => {
  if (!simdArithmetic("fused")) setFlagsFromString("--experimental-wasm-relaxed-simd");
  for (const way of [plainArithmetic(), simdArithmetic("plain")!, simdArithmetic("fused")!]) {
    for (const where of [0, 5, 24]) {
      const fillRow = (i: number, out: Float64Array) =>
        out
          .fill(0)
          .fill(NaN, where, where + 1)
          .fill(1, i, i + 1);
      const { rank, residualTrace } = pivotedCholesky(new Float64Array(25).fill(1), fillRow, 0, {
        pivots: [3],
        memories: rowMemory(1, () => way),
      });
      expect(rank).toBe(1);
      expect(residualTrace).toBeNaN();
    }
  }
});

test("pivotedCholesky reads a row of each pivot only, and leaves the diagonal alone", () => {
  const asked: number[] = [];
  const diagonal = new Float64Array(25).fill(1);
  const { rank } = pivotedCholesky(
    diagonal,
    (i, out) => {
      asked.push(i);
      fillKernelRow(gaussianKernel(0.5), pointAt(at, i), at, out);
    },
    1e-3,
  );
  expect(rank).toBeLessThan(20);
  expect(asked).toHaveLength(rank);
  expect(new Set(asked).size).toBe(rank);
  expect(diagonal).toEqual(new Float64Array(25).fill(1));
});
