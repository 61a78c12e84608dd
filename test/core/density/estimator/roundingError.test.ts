import { describe, expect, test } from "vitest";
import { binKernelDensity } from "../../../../src/core/density/estimator/binnedKernelDensity.ts";
import { covarianceSpectrum } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import { expansionOnGrid } from "../../../../src/core/erm/expansion/expansionOnGrid.ts";
import { binOnSplines } from "../../../../src/core/density/estimator/splineBinning.ts";
import { gridCoordinates, gridStep } from "../../../../src/core/grids.ts";
import type { RegularGrid } from "../../../../src/core/grids.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../../src/core/kernels/kernelOf.ts";
import type { Rows } from "../../../../src/core/linalg/smallMatrix.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { unitBoxRounding } from "../../../../src/core/erm/boundary/boundaryRounding.ts";
import { planMeanCurve } from "../../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../../../src/core/mean/curveKernels.ts";
import type { MeanCurveParameters } from "../../../../src/core/mean/meanCurveParameters.ts";
import { expOfNegative, fixed, fullTurn, root, times, toDouble } from "../../../support/fixedPoint.ts";
import { smoothMean } from "../../../support/meanCurveParameters.ts";
import { casesOf } from "../../../support/fuzzing.ts";

// Each η against numbers of 240 binary places, for records that an enemy would choose. The last number of a case says how
// much larger η may be than the largest error found.

const one = fixed(1);
const quotient = (a: bigint, b: bigint) => (a << 240n) / b;
const norm = (errors: readonly bigint[]) => Math.hypot(...errors.map(toDouble));

describe("the smoothing of bins", () => {
  const axis = (count: number, lower = 0, upper = 1) => ({ lower, upper, count });
  const line: RegularGrid = { axes: [axis(41, -0.7, 1.9)] };
  const plane: RegularGrid = { axes: [axis(9), axis(8, -1, 3)] };
  const squared = (h: number): Rows => [[h * h]];

  /** Σ w_ν k_H′(x − ν)/((2π)^{d/2}|H′|^{1/2}) at the grid points, from the whole numbers that the bins are. */
  function exactly(rows: readonly (readonly number[])[], grid: RegularGrid, H: Rows): bigint[] {
    const { smoothing } = binKernelDensity({ points: pointsFrom(rows), grid }).evaluate(H);
    const { refinement, matrix } = smoothing;
    const mesh = { axes: grid.axes.map((a) => ({ ...a, count: (a.count - 1) * refinement + 1 })) };
    const { counts, total } = binOnSplines({ points: pointsFrom(rows), mesh });
    const steps = mesh.axes.map((a) => fixed(gridStep(a)));
    const h = matrix.map((row) => row.map(fixed));
    const determinant = h.length === 1 ? h[0]![0]! : times(h[0]![0]!, h[1]![1]!) - times(h[0]![1]!, h[1]![0]!);
    const height = quotient(
      one,
      h.length === 1 ? root(times(fullTurn, determinant)) : times(fullTurn, root(determinant)),
    );
    const known = new Map<string, bigint>();
    const kernel = (offsets: readonly number[]) => {
      const key = offsets.join(",");
      const [x, y = 0n] = offsets.map((n, j) => BigInt(n) * steps[j]!) as [bigint, bigint?];
      let value = known.get(key);
      if (value === undefined) {
        const form =
          h.length === 1
            ? times(x, x)
            : times(h[1]![1]!, times(x, x)) - 2n * times(h[0]![1]!, times(x, y)) + times(h[0]![0]!, times(y, y));
        known.set(key, (value = expOfNegative(quotient(form, determinant) >> 1n)));
      }
      return value;
    };
    const width = mesh.axes[0]!.count + 2;
    const nodes = Array.from(counts, (count, at) => ({
      count: BigInt(count),
      i: at % width,
      j: Math.floor(at / width),
    }));
    const used = nodes.filter(({ count }) => count !== 0n);
    const columns = grid.axes[0]!.count;
    return Array.from({ length: grid.axes.reduce((m, a) => m * a.count, 1) }, (_, at) => {
      const [i, j] = [(at % columns) * refinement + 1, Math.floor(at / columns) * refinement + 1];
      const sum = used.reduce(
        (s, node) => s + node.count * kernel(h.length === 1 ? [i - node.i] : [i - node.i, j - node.j]),
        0n,
      );
      return times(sum / BigInt(total), height);
    });
  }

  const random = seededSource(12);
  const recordsOf = (d: number): readonly (readonly (readonly number[])[])[] => {
    const at = (share: number) => (d === 1 ? [-0.7 + 2.6 * share] : [share, -1 + 4 * share]);
    return [
      [at(0.5), at(0.5)],
      [at(0), at(1)],
      [at(-9), at(1 / 3)],
      Array.from({ length: 20 }, (_, k) => at(k / 20)),
      Array.from({ length: 30 }, () => (d === 1 ? at(random.uniform()) : [random.uniform(), 4 * random.uniform() - 1])),
    ];
  };

  test.each<[string, RegularGrid, Rows, number]>([
    ["line, h of 0.3 steps, sampled", line, squared(0.02), 2500],
    ["line, h of 1.5 steps", line, squared(0.1), 900],
    ["line, h of the whole", line, squared(2.6), 2500],
    ["line, h far beyond, sampled", line, squared(200), 1000],
    ["plane, narrow", plane, [[0.002, 0], [0, 0.05]], 8000], // prettier-ignore
    ["plane, correlation 0.9", plane, [[0.04, 0.09], [0.09, 0.25]], 16000], // prettier-ignore
    ["plane, wide", plane, [[0.4, 0.1], [0.1, 2]], 4000], // prettier-ignore
  ])("is within η in the 2-norm: %s", (_, grid, H, looseness) => {
    let [least, most] = [Infinity, 0];
    for (const rows of recordsOf(grid.axes.length)) {
      const { values, roundingError } = binKernelDensity({ points: pointsFrom(rows), grid }).evaluate(H);
      const error = norm(exactly(rows, grid, H).map((value, i) => fixed(values[i]!) - value));
      expect(error).toBeLessThanOrEqual(roundingError);
      least = Math.min(least, roundingError);
      most = Math.max(most, error);
      // Public: whatever the records.
      expect(roundingError).toBe(least);
    }
    expect(least).toBeLessThan(looseness * most);
  });
});

describe("an expansion on the grid of the unit box", () => {
  const grids: Record<number, RegularGrid> = {
    1: { axes: [{ lower: 0, upper: 1, count: casesOf(80, 50) }] },
    2: { axes: [{ lower: 0, upper: 1, count: casesOf(60, 22) }, { lower: 0, upper: 1, count: 14 }] }, // prettier-ignore
  };
  const random = seededSource(4);

  /** k of a difference of exact coordinates. */
  function exactKernel(name: KernelName, lengthScale: number, r: readonly bigint[]): bigint {
    const { decay, matern } = kernelOf(name, lengthScale);
    if (name === "productExponential")
      return expOfNegative(r.reduce((sum, x) => sum + times(fixed(1 / lengthScale), x < 0n ? -x : x), 0n));
    const squared = r.reduce((sum, x) => sum + times(x, x), 0n);
    if (decay !== undefined) return expOfNegative(times(fixed(decay), squared));
    const t = times(fixed(matern!.rate), root(squared));
    const square = matern!.square === 0 ? 0n : one / 3n;
    return times(one + times(fixed(matern!.linear) + times(square, t), t), expOfNegative(t));
  }

  /** Centres at grid points and next to them, outside of all symmetry, and coefficients that cancel or do not. */
  const coefficientsOf = (n: number): readonly Float64Array[] => [
    new Float64Array(n).fill(1 / 3),
    Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1000 / 3 : -1000 / 3)),
    Float64Array.from({ length: n }, () => random.normal()),
    Float64Array.from({ length: n }, (_, i) => (i === 0 ? 1 / 3 : 1e-9 * random.normal())),
  ];

  test.each<[KernelName, number, 1 | 2, number]>([
    ["gaussian", 0.05, 1, 700],
    ["gaussian", 0.3, 2, 220],
    ["matern52", 0.02, 1, 700],
    ["matern32", 0.1, 2, 900],
    ["exponential", 0.02, 1, 420],
    ["exponential", 0.5, 2, 250],
    ["productExponential", 0.02, 2, 1700],
  ])("of %s, ℓ = %d, in %d dimensions is within η of its values at exact steps", (name, lengthScale, d, looseness) => {
    const grid = grids[d]!;
    const n = 24;
    const exactAxes = grid.axes.map((axis) => {
      return Array.from({ length: axis.count }, (_, i) => BigInt(i) * fixed(gridStep(axis)));
    });
    const places = Array.from({ length: n }, (_, i) =>
      grid.axes.map((axis) => {
        const near = gridCoordinates(axis)[(7 * i) % axis.count]!;
        return i % 3 === 0 ? near : i % 3 === 1 ? Math.min(1, near * (1 + 2 ** -52) + 2 ** -50) : random.uniform();
      }),
    );
    const columns = grid.axes[0]!.count;
    const points = exactAxes[0]!.flatMap((_, i) => (d === 1 ? [[i]] : exactAxes[1]!.map((__, j) => [i, j])));
    const at = (p: readonly number[]) => p[0]! + (p[1] ?? 0) * columns;
    const table = points.map(
      (p) =>
      places.map((c) => exactKernel(name, lengthScale, p.map((i, k) => exactAxes[k]![i]! - fixed(c[k]!)))), // prettier-ignore
    );
    const kernel = kernelOf(name, lengthScale);
    let closest = Infinity;
    for (const coefficients of coefficientsOf(n)) {
      const c = Array.from(coefficients, fixed);
      const exact = table.map((row) => row.reduce((sum, k, i) => sum + times(k, c[i]!), 0n));
      const coefficientBound = coefficients.reduce((sum, x) => sum + Math.abs(x), 0);
      for (const summation of ["direct", "interpolated"] as const) {
        const steps = expansionOnGrid({ kernel, centres: pointsFrom(places), coefficients }, grid, { summation });
        let step = steps.next();
        while (!step.done) step = steps.next();
        const values = step.value;
        const error = norm(points.map((p, k) => fixed(values[at(p)]!) - exact[k]!));
        const eta = unitBoxRounding({ kernel, lengthScale, grid, centreCount: n, coefficientBound, summation });
        expect(error).toBeLessThanOrEqual(eta);
        closest = Math.min(closest, eta / error);
      }
    }
    expect(closest).toBeLessThan(looseness);
  });
});

describe("the penalised mean of clipped curves", () => {
  const m = 24;
  const n = 6;

  /** The nearest matrix with orthonormal rows, by Newton's iteration X ← X(3 − XᵀX)/2, which doubles the digits. */
  function orthonormal(vectors: Float64Array): bigint[][] {
    let X = Array.from({ length: m }, (_, j) => Array.from(vectors.subarray(j * m, (j + 1) * m), fixed));
    for (let step = 0; step < 5; step++) {
      const G = X.map((a) => X.map((b) => a.reduce((sum, value, i) => sum + value * b[i]!, 0n) >> 240n));
      X = X.map((row, j) =>
        row.map((value, i) => (3n * value - (G[j]!.reduce((sum, g, k) => sum + g * X[k]![i]!, 0n) >> 240n)) / 2n),
      );
    }
    return X;
  }

  const random = seededSource(31);
  const waves = (size: number) =>
    Float64Array.from({ length: n * m }, (_, at) => size * Math.sin((at % m) * (1 + Math.floor(at / m))));
  const spikes = (size: number) => Float64Array.from({ length: n * m }, (_, at) => (at % m === 3 ? size : 0));
  const data: Record<string, Float64Array> = {
    "random, some clipped": Float64Array.from({ length: n * m }, () => random.normal()),
    "all far outside the ball": waves(1e9),
    "just outside": waves(1.42),
    "spikes at a point": spikes(1e4),
    "that cancel": Float64Array.from(
      { length: n * m },
      (_, at) => (Math.floor(at / m) % 2 === 0 ? 1 : -1) * (1 + at / 3),
    ),
    "of one constant": new Float64Array(n * m).fill(0.7),
  };

  test.each<[string, Partial<MeanCurveParameters>, number]>([
    ["C2, η = 1.5", {}, 420],
    // Its eigenvectors in closed form err less than those that the bound allows for.
    // prettier-ignore
    ["C4, little penalty, uniform weights", { kernel: "exponential", noiseKernel: "exponential", penalty: 1e-6, power: 1, rule: "uniform" }, 300],
    ["C1, which is nearly singular", { kernel: "gaussian", noiseKernel: "gaussian", penalty: 1e-9, power: 1 }, 300],
  ])("is within η in the 2-norm: %s", (_, change, looseness) => {
    const asked: MeanCurveParameters = { ...smoothMean, ...change };
    const weights = meanWeights(m, asked.rule);
    const spectrum = covarianceSpectrum({
      kernel: curveKernel(asked.kernel, asked.range),
      grid: meanCurveGrid(asked.domain, m).axes[0]!,
      weights,
    });
    const U = orthonormal(spectrum.eigenvectors);
    const [w, roots] = [Array.from(weights, fixed), Array.from(weights, (x) => root(fixed(x)))];
    const raised = Array.from(spectrum.eigenvalues, (lambda) => {
      // λ^1.5 = λ√λ.
      const value = fixed(lambda);
      return asked.power === 1 ? value : times(value, root(value));
    });
    const shrinkage = raised.map((value) => quotient(value, value + fixed(asked.penalty)));
    let [eta, most] = [0, 0];
    for (const curves of Object.values(data)) {
      const release = planMeanCurve({ curves, pointCount: m }).release(asked);
      const rows = Array.from({ length: n }, (__, i) => Array.from(curves.subarray(i * m, (i + 1) * m), fixed));
      const clipped = rows.map((row) => {
        const size = root(row.reduce((sum, x, j) => sum + times(w[j]!, times(x, x)), 0n));
        const factor = size > fixed(asked.normBound) ? quotient(fixed(asked.normBound), size) : one;
        return row.map((x) => times(factor, x));
      });
      const mean = clipped[0]!.map((__, j) => clipped.reduce((sum, row) => sum + row[j]!, 0n) / BigInt(n));
      const exact = new Array<bigint>(m).fill(0n);
      U.forEach((u, j) => {
        // prettier-ignore
        const c = times(shrinkage[j]!, u.reduce((sum, x, i) => sum + times(x, times(roots[i]!, mean[i]!)), 0n));
        u.forEach((x, i) => (exact[i]! += times(c, x)));
      });
      const error = norm(exact.map((value, i) => fixed(release.estimate[i]!) - quotient(value, roots[i]!)));
      expect(error).toBeLessThanOrEqual(release.roundingError);
      [eta, most] = [release.roundingError, Math.max(most, error)];
    }
    expect(eta).toBeLessThan(looseness * most);
  });
});
