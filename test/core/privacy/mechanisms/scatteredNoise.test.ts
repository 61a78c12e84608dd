import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { anisotropicGaussianKernel } from "../../../../src/core/kernels/anisotropicGaussian.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../../src/core/kernels/kernel.ts";
import { matern32Kernel } from "../../../../src/core/kernels/matern32.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { pivotedCholesky } from "../../../../src/core/linalg/pivotedCholesky.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { scatteredNoiseSampler } from "../../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { covarianceOf, extremes, targetCovariance } from "../../../support/covariance.ts";
import { expOfNegative, fixed, fixedGram, innerProduct, times, toDouble } from "../../../support/fixedPoint.ts";
import { casesOf, triesAll } from "../../../support/fuzzing.ts";

const random = seededSource(41);
const uniform = () => random.uniform();
const between = (low: number, high: number) => low + (high - low) * uniform();

/** LLᵀ + white noise − K, exact but for the last rounding of each element: L by its columns, K the kernel itself. */
function excess(columns: readonly Float64Array[], white: bigint, K: bigint[][]): Matrix {
  const rows = K.map((_, i) => columns.map((column) => fixed(column[i]!)));
  return new Matrix(
    K.map((row, i) =>
      row.map((value, j) => toDouble(innerProduct(rows[i]!, rows[j]!) - value + (i === j ? white : 0n))),
    ),
  );
}

/** The least eigenvalue: the elements are exact, so its error is some 10⁻¹⁴ of the largest of them. */
function least(matrix: Matrix): number {
  return Math.min(...new EigenvalueDecomposition(matrix, { assumeSymmetric: true }).realEigenvalues);
}

/** What a sampler multiplies its normals by, and the same of its white noise: draws of one normal only are without rounding. */
function parts(
  sampler: ReturnType<typeof scatteredNoiseSampler>,
  m: number,
): { columns: Float64Array[]; white: number } {
  const z = new Float64Array(sampler.normalCount);
  const column = (k: number) => {
    z.fill(0)[k] = 1;
    return sampler.sample(z, new Float64Array(m));
  };
  return { columns: Array.from({ length: sampler.normalCount - m }, (_, k) => column(m + k)), white: column(0)[0]! };
}

const rows = (count: number, row: (i: number) => number[]) => Array.from({ length: count }, (_, i) => row(i));
const layouts: [string, (m: number) => number[][]][] = [
  ["a line", (m) => rows(m, () => [uniform()])],
  ["the plane", (m) => rows(m, () => [uniform(), uniform()])],
  ["clusters of 10⁻⁹", (m) => rows(m, (i) => [(i % 4) / 3 + 1e-9 * uniform()])],
  [
    "a cluster",
    (m) => ((width) => rows(m, () => [0.3 + width * uniform(), 0.4 + width * uniform()]))(10 ** between(-9, 0)),
  ],
  ["near an ellipse", (m) => ((off) => rows(m, () => nearEllipse(6.3 * uniform(), off)))(10 ** between(-12, -1))],
  ["coinciding points", (m) => rows(m, (i) => [(i * i) % 5, i % 5])],
  ["a lattice", (m) => rows(m, (i) => [(i % 5) / 4, Math.floor(i / 5) / 4])],
  ["ever closer points", (m) => rows(m, (i) => [2 ** -i])],
  ["Chebyshev's points", (m) => rows(m, (i) => [Math.cos((Math.PI * (i + 0.5)) / m)])],
];

function nearEllipse(angle: number, off: number): number[] {
  return [0.7 * Math.cos(angle) + off * uniform(), 0.3 * Math.sin(angle) + off * uniform()];
}

function shuffled(m: number): number[] {
  return Array.from({ length: m }, (_, i) => ({ i, key: uniform() }))
    .sort((a, b) => a.key - b.key)
    .map(({ i }) => i);
}

const kernelsOf: ((lengthScale: number) => Kernel)[] = [
  gaussianKernel,
  gaussianKernel,
  matern52Kernel,
  matern32Kernel,
  exponentialKernel,
];

test.each(layouts)(
  "scatteredNoiseSampler dominates K + τI in exact arithmetic, whatever the pivots, within covarianceError: %s",
  (_, layout) => {
    for (let trial = 0; trial < casesOf(45, 20); trial++) {
      const m = 1 + Math.floor(22 * uniform());
      const at = pointsFrom(layout(m));
      const kernel = kernelsOf[trial % 5]!(10 ** between(-2.5, 2));
      const jitter = trial % 2 === 0 ? 0 : 1e-12;
      const order = trial % 3 === 0 ? [] : trial % 3 === 1 ? shuffled(m) : Array.from({ length: m }, (_, i) => i);
      const sampler = scatteredNoiseSampler({ kernel, at, jitter, pivots: order });
      const { columns, white } = parts(sampler, m);
      const matrix = excess(columns, times(fixed(white), fixed(white)) - fixed(jitter), fixedGram(kernel, at));
      const largest = Math.max(matrix.max(), -matrix.min());
      expect(least(matrix)).toBeGreaterThan(-1e-13 * largest);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError);
      expect(sampler.covarianceError).toBeLessThan(1e-10);
    }
  },
);

test("without a nugget, and white noise for the trace and roundings only, pivots of an enemy break the same check by 10⁻³ and more", () => {
  let worst = 0;
  for (let trial = 0; trial < 60; trial++) {
    const step = 10 ** between(-3.5, -2.5);
    const at = pointsFrom([[0], [step], [2 * step], [3], [4], [5]]);
    const kernel = gaussianKernel(between(2, 8));
    const m = 6;
    const A = gram(kernel, at);
    const fillRow = (i: number, out: Float64Array) => out.set(A.subarray(i * m, (i + 1) * m));
    const pivots = [0, 1, 2];
    // A nugget far below rounding, so that what is left is positive; if it is not, the factorisation says so.
    let factor;
    try {
      factor = pivotedCholesky(new Float64Array(m).fill(1), fillRow, 0, { nugget: () => 1e-20, pivots });
    } catch {
      continue;
    }
    const white = factor.residualTrace + 2 ** -53 * m * 100;
    worst = Math.min(worst, least(excess(factor.columns(), fixed(white), fixedGram(kernel, at))));
    const { columns, white: deviation } = parts(scatteredNoiseSampler({ kernel, at, jitter: 0, pivots }), m);
    expect(least(excess(columns, times(fixed(deviation), fixed(deviation)), fixedGram(kernel, at)))).toBeGreaterThan(0);
  }
  expect(worst).toBeLessThan(-1e-3);
});

test.each([0.5, 1e-3, 1e-6, 1e-9])(
  "scatteredNoiseSampler covers a Gaussian kernel of correlation 1 − %f, of which so much is rounded off",
  (off) => {
    const H = [
      [4, 3 * (1 - off)],
      [3 * (1 - off), 2.25],
    ] as const;
    const [h00, h01, h11] = [fixed(H[0][0]), fixed(H[0][1]), fixed(H[1][1])];
    const determinant = times(h00, h11) - times(h01, h01);
    const kernel = anisotropicGaussianKernel(H);
    const m = 14;
    for (let trial = 0; trial < casesOf(12, 6); trial++) {
      const along = trial % 2 === 0 ? 6 : 0.6;
      const at = pointsFrom(rows(m, () => ((t) => [t, 0.75 * t + Math.sqrt(off) * uniform()])(along * uniform())));
      const points = rows(m, (i) => [at.coordinates[2 * i]!, at.coordinates[2 * i + 1]!]).map((point) =>
        point.map(fixed),
      );
      const K = points.map((a) =>
        points.map((b) => {
          const [x, y] = [a[0]! - b[0]!, a[1]! - b[1]!];
          const form = times(h11, times(x, x)) - 2n * times(h01, times(x, y)) + times(h00, times(y, y));
          return expOfNegative((form << 239n) / determinant);
        }),
      );
      const errors = K.flatMap((row, i) =>
        row.map((value, j) => {
          const computed = kernel.evaluate(
            at.coordinates.subarray(2 * i, 2 * i + 2),
            at.coordinates.subarray(2 * j, 2 * j + 2),
          );
          return Math.abs(toDouble(fixed(computed) - value));
        }),
      );
      expect(Math.max(...errors)).toBeLessThanOrEqual(kernel.roundings * 2 ** -53);
      const order = trial % 3 === 0 ? [] : shuffled(m);
      const sampler = scatteredNoiseSampler({ kernel, at, jitter: 0, pivots: order });
      const { columns, white } = parts(sampler, m);
      const matrix = excess(columns, times(fixed(white), fixed(white)), K);
      expect(least(matrix)).toBeGreaterThan(0);
      expect(Math.max(matrix.max(), -matrix.min())).toBeLessThanOrEqual(sampler.covarianceError);
    }
  },
);

test("scatteredNoiseSampler refuses a kernel of which rounding leaves nothing to rely on, at so many points", () => {
  const kernel = anisotropicGaussianKernel([
    [1, 1 - 1e-12],
    [1 - 1e-12, 1],
  ]);
  const at = pointsFrom(rows(100, () => [uniform(), uniform()]));
  expect(() => scatteredNoiseSampler({ kernel, at, jitter: 0 })).toThrow(
    /^kernel must be computed to 0.0001 at 100 points/,
  );
});

test("scatteredNoiseSampler covers kernels of every size, of a varying diagonal, and the zero kernel", () => {
  const at = pointsFrom(rows(12, () => [uniform(), uniform()]));
  const gaussian = gaussianKernel(0.5);
  for (const size of [1e-12, 1, 1e12]) {
    const scale = (x: ArrayLike<number>) => size * (0.1 + x[0]! * x[0]!);
    const kernel: Kernel = {
      diagonalBound: size * 1.21,
      evaluate: (x, y) => ((scale(x) * scale(y)) / size) * gaussian.evaluate(x, y),
    };
    const { columns, white } = parts(scatteredNoiseSampler({ kernel, at, jitter: 0 }), 12);
    const K = fixedGram(gaussian, at).map((row, i) =>
      row.map((value, j) => {
        const [a, b] = [i, j].map(
          (k) => fixed(0.1) + times(fixed(at.coordinates[2 * k]!), fixed(at.coordinates[2 * k]!)),
        );
        return times(times(times(a!, b!), fixed(size)), value);
      }),
    );
    expect(least(excess(columns, times(fixed(white), fixed(white)), K))).toBeGreaterThan(0);
  }
  const zero: Kernel = { diagonalBound: 0, evaluate: () => 0 };
  const sampler = scatteredNoiseSampler({ kernel: zero, at, jitter: 1e-9 });
  expect(sampler.normalCount).toBe(12);
  expect(sampler.covarianceError).toBeLessThan(1e-22);
});

test.each([
  ["a wide Gaussian", gaussianKernel(1), 12, 2e-10],
  ["a Gaussian of a tenth", gaussianKernel(0.1), 36, 7e-10],
  ["a Gaussian of a fiftieth", gaussianKernel(0.02), 140, 6e-9],
  ["Matérn 5/2", matern52Kernel(0.3), 400, 3e-8],
])("scatteredNoiseSampler at 1000 points of [0, 1] takes few columns and adds little: %s", (_, kernel, rank, error) => {
  const sampler = scatteredNoiseSampler({ kernel, at: pointsFrom(rows(1000, () => [uniform()])), jitter: 0 });
  expect(sampler.normalCount - 1000).toBeLessThan(rank);
  expect(sampler.covarianceError).toBeLessThan(error);
});

const scattered = pointsFrom(rows(300, () => [uniform()]));
const z = standardNormals(seededSource(8), 1000);

const largestChange = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

/** The path at ℓ, and its sampler, each with the pivots of the one before, or fresh ones. */
function movingPath(keeps: boolean): (lengthScale: number) => { rank: number; path: Float64Array } {
  let pivots: readonly number[] = [];
  return (lengthScale) => {
    const sampler = scatteredNoiseSampler({ kernel: gaussianKernel(lengthScale), at: scattered, jitter: 1e-9, pivots });
    if (keeps) pivots = sampler.pivots;
    return { rank: sampler.normalCount - 300, path: sampler.sample(z, new Float64Array(300)) };
  };
}

/** ℓ = 0.05 … 0.4 and back, in 401 steps of 1 %; of 0.1 … 0.2 and back in every run. */
const steps = casesOf(200, 66);
const sweep = Array.from({ length: 2 * steps + 1 }, (_, step) =>
  triesAll ? 0.05 * 8 ** (1 - Math.abs(step / steps - 1)) : 0.1 * 2 ** (1 - Math.abs(step / steps - 1)),
);

test("scatteredNoiseSampler with the pivots kept deforms a path smoothly while ℓ moves, and returns to where it was", () => {
  const pathAt = movingPath(true);
  const first = pathAt(sweep[0]!);
  let before = first;
  let rankChanges = 0;
  sweep.forEach((lengthScale, step) => {
    const now = pathAt(lengthScale);
    // A change by 1 % moves a value by 0.01 ℓ·∂f/∂ℓ = O(0.01 x/ℓ), one by 10⁻⁶ by 10⁻⁴ of that.
    expect(largestChange(now.path, before.path)).toBeLessThan(0.1);
    expect(largestChange(now.path, pathAt(lengthScale * (1 + 1e-6)).path)).toBeLessThan(1e-5);
    if (now.rank !== before.rank) {
      rankChanges++;
      let [low, high] = [sweep[step - 1]!, lengthScale];
      while (Math.abs(high - low) > 1e-8) {
        const middle = (low + high) / 2;
        if (pathAt(middle).rank === before.rank) low = middle;
        else high = middle;
      }
      expect(pathAt(low).rank).not.toBe(pathAt(high).rank);
      expect(largestChange(pathAt(low).path, pathAt(high).path)).toBeLessThan(1e-5);
    }
    before = now;
  });
  expect(rankChanges).toBeGreaterThan(casesOf(40, 10));
  expect(before.path).toEqual(first.path);
});

test("with fresh pivots the same path jumps, which is why they are kept", () => {
  const paths = sweep.map(movingPath(false), 0);
  expect(Math.max(...paths.slice(1).map(({ path }, k) => largestChange(path, paths[k]!.path)))).toBeGreaterThan(1);
});

test("scatteredNoiseSampler returns its pivots, those not needed last, and more normals only come after", () => {
  const narrow = scatteredNoiseSampler({ kernel: gaussianKernel(0.05), at: scattered, jitter: 0 });
  const wide = scatteredNoiseSampler({ kernel: gaussianKernel(0.4), at: scattered, jitter: 0, pivots: narrow.pivots });
  expect(narrow.pivots).toHaveLength(narrow.normalCount - 300);
  expect(wide.normalCount).toBeLessThan(narrow.normalCount);
  expect(wide.pivots).toEqual(narrow.pivots);
  const again = scatteredNoiseSampler({
    kernel: gaussianKernel(0.05),
    at: scattered,
    jitter: 0,
    pivots: narrow.pivots.slice(0, 3),
  });
  expect(again.pivots.slice(0, 3)).toEqual(narrow.pivots.slice(0, 3));
});

test.each([[[0, 0]], [[300]], [[-1]], [[0.5]], [[NaN]], [[5, Infinity]]])(
  "scatteredNoiseSampler refuses the pivots %s by name",
  (pivots) => {
    expect(() => scatteredNoiseSampler({ kernel: gaussianKernel(1), at: scattered, jitter: 0, pivots })).toThrow(
      ParameterError,
    );
    expect(() => scatteredNoiseSampler({ kernel: gaussianKernel(1), at: scattered, jitter: 0, pivots })).toThrow(
      /^pivots\[[01]\] must be/,
    );
  },
);

test("scatteredNoiseSampler dominates K + τI, even where points coincide", () => {
  const random = seededSource(7);
  const rows = Array.from({ length: 30 }, () => [random.uniform(), random.uniform()]);
  const at = pointsFrom([...rows, rows[3]!, rows[3]!]);
  for (const kernel of [gaussianKernel(0.3), gaussianKernel(0.02), matern52Kernel(0.5)]) {
    for (const jitter of [0, 1e-8]) {
      const sampler = scatteredNoiseSampler({ kernel, at, jitter });
      const excess = Matrix.sub(covarianceOf(sampler, 32), targetCovariance(kernel, at, jitter));
      const { least, largest } = extremes(excess);
      expect(least).toBeGreaterThan(-1e-13);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-14);
    }
  }
});
