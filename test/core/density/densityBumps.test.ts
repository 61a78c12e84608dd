import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { bumpDensity } from "../../../src/core/density/estimator/bumpDensity.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import type { BumpKernelName } from "../../../src/core/kernels/bumpKernel.ts";
import { gridNoiseSampler } from "../../../src/core/privacy/mechanisms/gridNoise.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { cryptographicWords } from "../../../src/core/random/randomWords.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { Matrix } from "ml-matrix";
import { covarianceOf, extremes, targetOnGrid } from "../../support/covariance.ts";
import { unitDensity } from "../../support/densityParameters.ts";

const names: readonly BumpKernelName[] = ["matern52", "matern32", "exponential", "triangular"];
const random = seededSource(11);
const line = { dimension: 1, coordinates: Float64Array.from({ length: 300 }, () => 0.5 + 0.15 * random.normal()) };
const plane = { dimension: 2, coordinates: Float64Array.from({ length: 400 }, () => 0.5 + 0.15 * random.normal()) };
const onLine = unitDensity;
const inPlane: DensityParameters = {
  ...onLine,
  domain: [
    [0, 1],
    [0, 2],
  ],
  bandwidths: [0.1, 0.3],
};
const clamped = ({ dimension, coordinates }: typeof line, domain: DensityParameters["domain"]) => ({
  dimension,
  coordinates: coordinates.map((x, i) => Math.min(domain[i % dimension]![1], Math.max(domain[i % dimension]![0], x))),
});

describe.each(names)("densities with bumps of the %s kernel", (bump) => {
  test("are those of the records, binned, with noise of their kernel", () => {
    const plan = planDensity({ points: line, domain: onLine.domain });
    const release = plan.release({ ...onLine, bump });
    const exact = bumpDensity({
      points: clamped(line, onLine.domain),
      at: gridPoints(plan.grid),
      kernel: bump,
      bandwidths: [0.1],
    });
    const peak = Math.max(...exact);
    // Bins of a hundredth of a bandwidth move a kinked bump by less than 2 % of its height at one record.
    exact.forEach((value, i) => expect(Math.abs(value - release.estimate[i]!)).toBeLessThan(0.004 * peak));
    expect(release.sensitivity).toBeGreaterThan(release.unbinnedSensitivity);
    expect(release.sensitivity).toBeLessThan(1.01 * release.printedSensitivity);
    expect(release.unbinnedSensitivity).toBeLessThanOrEqual(release.printedSensitivity);
    expect(release.unitNoise[0]!.every(Number.isFinite)).toBe(true);
    expect(release.simultaneousQuantile).toBeGreaterThan(2);
  });

  test("are released on a lattice, at the budget asked for", () => {
    const plan = planDensity({ points: line, domain: onLine.domain });
    const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
    const { values, integers, lattice, achievedDelta, sensitivity } = lastOf(
      releasingPrivately(plan.target({ ...onLine, bump }), budget, cryptographicWords()),
    );
    expect(achievedDelta).toBeLessThanOrEqual(1e-5);
    expect(sensitivity.formula).toContain(bump);
    expect(values.every((value, i) => value === integers[i]! * lattice && Number.isInteger(integers[i]))).toBe(true);
  });

  if (bump === "triangular") {
    test("are refused in the plane, where the kernel is not positive definite", () => {
      const plan = planDensity({ points: plane, domain: inPlane.domain });
      expect(() => plan.release({ ...inPlane, bump })).toThrow(ParameterError);
    });

    test.each([0.05, 0.3, 1, 1.7])(
      "have noise on a line whose covariance is at least K + τI, ℓ = %s sides",
      (lengthScale) => {
        const grid = { axes: [{ lower: 0, upper: 1, count: 60 }] };
        const kernel = { type: "triangular", lengthScale } as const;
        const sampler = gridNoiseSampler({ kernel, grid, jitter: 1e-9 });
        const { least, largest } = extremes(
          Matrix.sub(covarianceOf(sampler, 60), targetOnGrid(kernel, grid, sampler.jitter)),
        );
        // Eigenvalues of a 60 × 60 matrix of elements up to 1 are computed to 10⁻¹³.
        expect(least).toBeGreaterThan(-1e-13);
        expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 1e-13);
      },
    );
  } else {
    test("are released in the plane with a bandwidth for each axis, on a lattice too", () => {
      const plan = planDensity({ points: plane, domain: inPlane.domain });
      const release = plan.release({ ...inPlane, bump });
      expect(release.estimate).toHaveLength(40_000);
      expect(release.unitNoise[0]!.every(Number.isFinite)).toBe(true);
      expect(plan.target({ ...inPlane, bump })).toMatchObject({ kernel: { type: bump, lengthScale: 1 } });
    });
  }

  test("refuse a correlation", () => {
    const plan = planDensity({ points: plane, domain: inPlane.domain });
    expect(() => plan.release({ ...inPlane, correlation: 0.5, bump })).toThrow(/tilted|in a plane/);
  });
});

test("bumps that are not positive definite are refused with the reason", () => {
  const plan = planDensity({ points: line, domain: onLine.domain });
  const bump = "epanechnikov" as BumpKernelName;
  expect(() => plan.release({ ...onLine, bump })).toThrow("Fourier transform is negative");
});
