import { expect, test } from "vitest";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { prominentPeaks } from "../../../src/core/density/estimator/peaks.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { flatteningOf } from "../../../src/studies/density/words/flattening.ts";

test("flatteningOf says what is true of any two normal peaks", () => {
  const shown = { y: "", h: 5.5, hy: 2, route: "gaussian", bump: "gaussian" } as const;
  expect(flatteningOf(shown)).toBe(
    " Smoothing comes before the noise: bumps of h = 5.5 merge any two peaks closer than 11, and lower a peak as narrow as they are by 29 %.",
  );
  expect(flatteningOf({ ...shown, y: "b" })).toBe(
    " Smoothing comes before the noise: bumps of 5.5 by 2 lower a peak as narrow as they are by half.",
  );
  expect(flatteningOf({ ...shown, bump: "matern32" })).toBe("");
  const random = seededSource(3);
  const h = 0.05;
  for (let k = 0; k < 200; k++) {
    const mean = 0.4 + 0.1 * random.uniform();
    const part = (at: number) => ({
      weight: 0.05 + random.uniform(),
      mean: at,
      deviation: 0.002 + 0.05 * random.uniform(),
    });
    const truth = { kind: "normals", parts: [part(mean), part(mean + 2 * h * random.uniform())] } as const;
    const errors = densityErrors({ truth, domain: [0, 1], route: "gaussian", relativeRate: 1 });
    expect(prominentPeaks(errors.of(h).expected(), 1e-12)).toHaveLength(1);
  }
  const alone = { kind: "normals", parts: [{ weight: 1, mean: 0.5, deviation: h }] } as const;
  const one = densityErrors({ truth: alone, domain: [0, 1], route: "gaussian", relativeRate: 1 });
  expect(1 - one.of(h).peak().value / one.peak.value).toBeCloseTo(0.293, 3);
});
