import { describe, expect, test } from "vitest";
import { covarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { curveKernel, curveKernelNames } from "../../../src/core/mean/curveKernels.ts";
import { meanCurveRepresenters } from "../../../src/core/mean/meanCurveRepresenters.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { casesOf } from "../../support/fuzzing.ts";

describe.each(curveKernelNames)("representers, %s", (name) => {
  test.each([
    ["few points, a short range", 7, 0.05, 1e-3, 1],
    ["a small penalty", 40, 0.3, 1e-4, 1],
    ["points between the places of the net", 301, 0.3, 1e-3, 1],
    ["a power above 1", 25, 0.5, 0.01, 1.5],
    ["a wide range", 25, 5, 0.1, 1],
  ])(
    "no norm between the places of a net is above the largest, which is reached to 2 %: %s",
    (_, m, range, penalty, power) => {
      const weights = meanWeights(m, "trapezoid");
      const kernel = curveKernel(name, range);
      const { eigenvalues, eigenvectors } = covarianceSpectrum({
        kernel,
        grid: meanCurveGrid([2, 5], m).axes[0]!,
        weights,
      });
      const { at, largest } = meanCurveRepresenters({
        weights,
        kernel,
        eigenvalues,
        eigenvectors,
        penalty,
        power,
        side: 3,
      });
      const random = seededSource(m);
      const places = Float64Array.from({ length: casesOf(4000, 1000) }, (_, i) =>
        i < m ? i / (m - 1) : random.uniform(),
      );
      const G = at(places);
      let most = 0;
      for (let p = 0; p < places.length; p++) most = Math.max(most, Math.hypot(...G.subarray(p * m, (p + 1) * m)));
      expect(most).toBeLessThanOrEqual(largest * (1 + 1e-9));
      expect(most).toBeGreaterThan(0.98 * largest);
    },
  );
});
