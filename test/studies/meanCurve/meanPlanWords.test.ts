import { expect, test } from "vitest";
import { freePrivacy } from "../../../src/core/mean/freePrivacy.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { freeSentence } from "../../../src/studies/meanCurve/planning/meanPlanWords.ts";

const release = { recordCount: 200, recordsPerPerson: 2, epsilon: 1, delta: 1e-5, tuning: 0.05 };

test("a plan says from how many curves on noise is below their chance, and that η = 1 has no such number", () => {
  const smoothing = { power: 2, normBound: 3 };
  const multiplier = 2 * analyticNoiseMultiplier(release);
  const isFree = (recordCount: number) => {
    const { noise, sampling } = freePrivacy({ ...smoothing, share: 10, multiplier, recordCount });
    return noise <= sampling;
  };
  const said = freeSentence(smoothing, release);
  const from = Number(/N = ([\d,]+) on/.exec(said)![1]!.replaceAll(",", ""));
  expect([isFree(from), isFree(from - 1)]).toEqual([true, false]);
  expect(said).toContain("φ·N = 10");
  expect(freeSentence({ ...smoothing, power: 1 }, release)).toContain("only with η above 1");
});
