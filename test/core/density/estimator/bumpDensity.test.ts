import { expect, test } from "vitest";
import { binnedBumpDensity, bumpDensity } from "../../../../src/core/density/estimator/bumpDensity.ts";
import { kernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { binOnSplines } from "../../../../src/core/density/estimator/splineBinning.ts";
import { gridAxis, gridPoints, gridStep } from "../../../../src/core/grids.ts";
import { bumpKernel } from "../../../../src/core/kernels/bumpKernel.ts";
import type { BumpKernelName } from "../../../../src/core/kernels/bumpKernel.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { bumpDensitySensitivity } from "../../../../src/core/privacy/sensitivity/bumpDensity.ts";
import { kernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectRelative, notPositive } from "../../privacy/relative.ts";
import { average, rkhsDistance, scaled, splineBinned } from "../../privacy/sensitivity/rkhs.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const names: readonly BumpKernelName[] = ["gaussian", "matern52", "matern32", "exponential", "triangular"];
const random = seededSource(6);
const rowsOf = (n: number, d: number) =>
  Array.from({ length: n }, () => Array.from({ length: d }, () => random.uniform()));

test("with Gaussian bumps it is the Gaussian kernel density estimate", () => {
  const points = pointsFrom(rowsOf(1500, 2));
  const at = pointsFrom(rowsOf(20, 2));
  const values = bumpDensity({ points, at, kernel: "gaussian", bandwidths: [0.2, 0.2] });
  kernelDensity({ points, bandwidth: 0.2, at }).forEach((value, i) => expectRelative(values[i]!, value, 1e-12));
  expectRelative(
    bumpDensitySensitivity({ kernel: "gaussian", recordCount: 50, bandwidths: [0.2, 0.2], boxSides: [1, 1] }),
    kernelDensitySensitivity({ recordCount: 50, dimension: 2, bandwidth: 0.2, boxSides: [1, 1] }),
    1e-12,
  );
});

test.each(
  names.flatMap(
    (kernel) =>
      (kernel === "triangular"
        ? [[kernel, 1]]
        : [
            [kernel, 1],
            [kernel, 2],
          ]) as [BumpKernelName, number][],
  ),
)(
  "binned values are the exact smoothing of the bins, to the rounding error that is stated, and near the exact sum: %s, d = %i",
  (kernel, d) => {
    const axes = [gridAxis({ lower: 0, upper: 1, count: 41 }), gridAxis({ lower: -1, upper: 2, count: 25 })].slice(
      0,
      d,
    );
    const grid = { axes };
    const rows = rowsOf(60, d).map(([x = 0, y = 0]) => [x, 3 * y - 1].slice(0, d));
    const points = pointsFrom(rows);
    const bandwidths = [0.13, 0.4].slice(0, d);
    const binned = binnedBumpDensity({ points, grid, kernel, bandwidths });
    const at = gridPoints(grid);
    // The bins themselves, summed pair by pair.
    const { counts, total } = binOnSplines({ points, mesh: grid });
    const kernelAt = bumpKernel({ name: kernel, bandwidths });
    const steps = axes.map(gridStep);
    const width = axes[0]!.count + 2;
    const nodes = Array.from(counts, (count, b) => ({
      count,
      node: [b % width, Math.floor(b / width)].slice(0, d).map((k, j) => axes[j]!.lower + (k - 1) * steps[j]!),
    })).filter(({ count }) => count !== 0);
    let squares = 0;
    binned.values.forEach((value, i) => {
      const place = Array.from(at.coordinates.subarray(i * d, (i + 1) * d));
      let direct = 0;
      for (const { count, node } of nodes) direct += count * kernelAt.evaluate(place, node);
      squares += (value - (kernelAt.height / total) * direct) ** 2;
    });
    expect(Math.sqrt(squares)).toBeLessThan(binned.roundingError);
    const exact = bumpDensity({ points, at, kernel, bandwidths });
    const off = Math.sqrt(exact.reduce((sum, value, i) => sum + (value - binned.values[i]!) ** 2, 0) / exact.length);
    expect(off).toBeLessThan(0.03 * kernelAt.height);
    expect(binned.roundingError).toBeLessThan(1e-11 * kernelAt.height);
  },
);

test.each(names)("bumpDensitySensitivity bounds every neighbour and is reached: %s", (kernel) => {
  for (const d of kernel === "triangular" ? [1] : [1, 2]) {
    const bandwidths = [0.5, 0.8].slice(0, d);
    const { height, ...bump } = bumpKernel({ name: kernel, bandwidths });
    const evaluate = (x: readonly number[], y: readonly number[]) => bump.evaluate(x, y);
    const sides = [1, 1.5].slice(0, d);
    const n = 5;
    const box = bumpDensitySensitivity({ kernel, recordCount: n, bandwidths, boxSides: sides });
    const everywhere = bumpDensitySensitivity({ kernel, recordCount: n, bandwidths });
    let most = 0;
    for (let i = 0; i < casesOf(300, 80); i++) {
      const corner = i === 0;
      const rows = Array.from({ length: n }, () => sides.map((s) => s * (corner ? 0 : random.uniform())));
      const neighbour = [sides.map((s) => s * (corner ? 1 : random.uniform())), ...rows.slice(1)];
      most = Math.max(most, rkhsDistance(average(rows, height), average(neighbour, height), evaluate));
    }
    expect(most).toBeLessThanOrEqual(box * (1 + 1e-9));
    expectRelative(most, box, 1e-9);
    const far = rkhsDistance(
      [{ weight: height / n, at: sides.map(() => 0) }],
      [{ weight: height / n, at: sides.map(() => 1e6) }],
      evaluate,
    );
    expectRelative(far, everywhere, 1e-12);
  }
});

test.each(names)("with bins it bounds every neighbour, and comes near where they are narrow: %s", (kernel) => {
  for (const d of kernel === "triangular" ? [1] : [1, 2]) {
    for (const share of [0.02, 0.3]) {
      const bandwidths = [0.5, 0.8].slice(0, d);
      const steps = bandwidths.map((h) => share * h);
      const { height, ...bump } = bumpKernel({ name: kernel, bandwidths });
      const evaluate = (x: readonly number[], y: readonly number[]) => bump.evaluate(x, y);
      const sides = steps.map((step) => 4 * Math.ceil(0.2 / step) * step);
      const bound = bumpDensitySensitivity({ kernel, recordCount: 1, bandwidths, boxSides: sides, steps });
      let most = 0;
      for (let i = 0; i < casesOf(150, 40); i++) {
        const [x, y] = [0, 1].map((end) => sides.map((s) => s * (i === 0 ? end : random.uniform())));
        const distance = rkhsDistance(
          scaled(splineBinned(x!, steps), height),
          scaled(splineBinned(y!, steps), height),
          evaluate,
        );
        most = Math.max(most, distance);
      }
      expect(most).toBeLessThanOrEqual(bound * (1 + 1e-9));
      if (share < 0.1) expect(most).toBeGreaterThan(0.97 * bound);
    }
  }
});

test.each(notPositive)("densities of bumps refuse %s by name", (bad) => {
  const sizes = { kernel: "matern32", recordCount: 10, bandwidths: [1] } as const;
  expect(() => bumpDensitySensitivity({ ...sizes, recordCount: bad })).toThrow(/^recordCount must/);
  expect(() => bumpDensitySensitivity({ ...sizes, bandwidths: [bad] })).toThrow(/^bandwidths\[0\] must/);
  expect(() => bumpDensitySensitivity({ ...sizes, boxSides: [bad] })).toThrow(/^boxSides\[0\] must/);
  if (bad !== 0) expect(() => bumpDensitySensitivity({ ...sizes, steps: [bad] })).toThrow(/^steps\[0\] must/);
  expect(() => bumpDensitySensitivity({ ...sizes, boxSides: [1, 1] })).toThrow(/^boxSides must/);
  const points = pointsFrom([[0]]);
  expect(() => bumpDensity({ points, at: pointsFrom([[0, 0]]), kernel: "matern32", bandwidths: [1] })).toThrow(
    /^at.dimension must/,
  );
  expect(() => bumpDensity({ points, at: points, kernel: "epanechnikov" as "matern32", bandwidths: [1] })).toThrow(
    /^kernel must be positive definite/,
  );
});
