import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { landmarkCoefficients } from "../../../../src/core/erm/solver/landmarkCoordinates.ts";
import { createLandmarkSolver, landmarkGrid } from "../../../../src/core/erm/solver/landmarkErm.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import {
  gapInflatedSensitivity,
  regularisedErmSensitivity,
} from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { losses, seededRecords } from "../../../support/erm.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const penalty = 0.05;
const gapTolerance = 1e-9;

// Landmarks as a product of axes of even and odd length, and in general.
const settings = [
  ["Gaussian, ℓ = 0.1", gaussianKernel(0.1), 0.1],
  ["Gaussian, ℓ = 0.2", gaussianKernel(0.2), 0.2],
  ["Matérn 5/2, ℓ = 0.3", matern52Kernel(0.3), 0.3],
] as const;

describe.each(settings)("coordinates of a fit on landmarks, %s", (_, kernel, lengthScale) => {
  const landmarks = landmarkGrid({ dimension: 2, lengthScale });
  const r = landmarks.coordinates.length / 2;

  test.each(losses)("are those of its expansion: %s loss", (__, loss) => {
    const { points, responses } = seededRecords(seededSource(2), 60, loss);
    const fit = createLandmarkSolver({ points, kernel, landmarks }).fit({ responses, loss, penalty, gapTolerance });
    expect(fit.coordinates).toHaveLength(r);
    expect(Math.hypot(...fit.coordinates!)).toBeCloseTo(fit.rkhsNorm, 12);
    expect(landmarkCoefficients({ kernel, landmarks, coordinates: fit.coordinates! })).toEqual(fit.coefficients);
  });

  test.each(losses)("move by Δ + 2√(g/λ) at most in the 2-norm, and some come near: %s loss", (name, loss) => {
    const random = seededSource(4);
    let closest = 0;
    for (let trial = 0; trial < casesOf(20, 8); trial++) {
      const n = 1 + (trial % 3);
      const records = seededRecords(random, n, loss);
      // In a far corner as well as in place, with the opposite label or response.
      const coordinates = records.points.coordinates.slice();
      if (trial % 2 === 0) coordinates.set([random.uniform() < 0.5 ? 0 : 1, random.uniform()]);
      const changed = records.responses.slice();
      changed[0] = -changed[0]! || 1;
      const [before, after] = (
        [
          [records.points.coordinates, records.responses],
          [coordinates, changed],
        ] as const
      ).map(([at, responses]) =>
        createLandmarkSolver({ points: { dimension: 2, coordinates: at }, kernel, landmarks }).fit({
          responses,
          loss,
          penalty: 0.6,
          gapTolerance,
        }),
      );
      const sensitivity = regularisedErmSensitivity({
        recordCount: n,
        penalty: 0.6,
        lipschitz: loss.lipschitz,
        kernelBound: 1,
      });
      const bound = gapInflatedSensitivity({ sensitivity, gapTolerance, penalty: 0.6 });
      const moved = Math.hypot(...before!.coordinates!.map((w, j) => w - after!.coordinates![j]!));
      expect(moved).toBeLessThanOrEqual(bound);
      closest = Math.max(closest, moved / bound);
    }
    // One record of the hinge loss with its label turned reaches the bound but for ‖φ(x)‖ < 1; smooth losses stay below their M.
    expect(closest).toBeGreaterThan(name === "hinge" ? 0.9 : 0.05);
  });
});

test("landmarkCoefficients refuses another number of coordinates", () => {
  const landmarks = landmarkGrid({ dimension: 2, lengthScale: 0.3 });
  for (const size of [0, landmarks.coordinates.length / 2 + 1])
    expect(() =>
      landmarkCoefficients({ kernel: gaussianKernel(0.3), landmarks, coordinates: new Float64Array(size) }),
    ).toThrow(ParameterError);
});
