import { describe, expect, test } from "vitest";
import type { RegularGrid } from "../../../../src/core/grids.ts";
import { gridSize } from "../../../../src/core/grids.ts";
import { kernelNames } from "../../../../src/core/kernels/kernelOf.ts";
import { stationaryKernel } from "../../../../src/core/kernels/stationaryKernel.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import { covarianceOf, extremes, targetOnGrid } from "../../../support/covariance.ts";

const jitter = 1e-6;
const line: RegularGrid = { axes: [{ lower: -1, upper: 2, count: 14 }] };
const plane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 5 },
    { lower: -1, upper: 1, count: 4 },
  ],
};

describe.each(kernelNames)("gridNoiseSampler of the kernel %s", (name) => {
  test.each([
    ["on a line", line],
    ["in a plane", plane],
  ])("dominates K + τI %s, and exceeds it by the covariance error at most", (_, grid) => {
    for (const lengthScale of [0.05, 0.4, 3]) {
      const kernel = stationaryKernel(name, lengthScale, grid.axes.length);
      const sampler = gridNoiseSampler({ kernel, grid, jitter });
      const excess = covarianceOf(sampler, gridSize(grid)).sub(targetOnGrid(kernel, grid, jitter));
      const { least, largest } = extremes(excess);
      // The eigenvalues are computed to some roundings of the largest, which is at most 20.
      expect(least).toBeGreaterThan(-1e-13);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-13);
    }
  });
});
