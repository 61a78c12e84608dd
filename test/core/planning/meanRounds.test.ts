import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { meanErrors } from "../../../src/core/planning/meanErrors.ts";
import { meanRound, type MeanRoundRequest } from "../../../src/core/planning/meanRounds.ts";
import { noiseOfPlan } from "../../../src/core/planning/planTarget.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { alone, plannedCurves as mean } from "./simulated.ts";

const release = { recordCount: 40, recordsPerPerson: 2, epsilon: 3, delta: 1e-4, tuning: 0.02 };
const limits = alone(3, 40, 0.02);
const roundOf = (change: Partial<MeanRoundRequest>, round: number) =>
  lastOf(meanRound({ groups: [{ ...mean, share: 1 }], release, limits, measure: "square", ...change, round })).now;

test("meanRound: the mean square error is meanErrors' closed form", () => {
  const errors = meanErrors(mean);
  const noiseScale = noiseOfPlan(errors.of(0.02), release);
  const { smoothing, sampling, noise } = errors.of(0.02).integrated({ recordCount: 40, noiseScale });
  const size = errors.mean.reduce((sum, value) => sum + value * value, 0) / 31;
  const squares = Array.from({ length: casesOf(2000, 200) }, (_, round) => {
    const { released } = roundOf({}, round);
    return released.reduce((sum, error) => sum + error * error, 0) / released.length;
  });
  const average = squares.reduce((a, b) => a + b) / squares.length;
  const variance = squares.reduce((sum, square) => sum + (square - average) ** 2, 0) / (squares.length - 1);
  const expected = (smoothing + sampling + noise) / size;
  // 4.9 standard errors are exceeded once in 10⁶.
  expect(Math.abs(average - expected)).toBeLessThan(4.9 * Math.sqrt(variance / squares.length));
  expect(4.9 * Math.sqrt(variance / squares.length)).toBeLessThan(0.25 * expected);
});

test("meanRound: a group of a quarter has four times the noise and a quarter of the curves; equal groups are apart by noise alone", () => {
  const quarter = roundOf({ groups: [{ ...mean, share: 0.25 }], measure: "supremum" }, 0);
  const asIf = roundOf({ measure: "supremum", release: { ...release, recordCount: 10 } }, 0);
  expect(quarter.released).toEqual(asIf.released);
  const groups = [0.5, 0.5].map((share) => ({ ...mean, share }));
  const { limit, released } = roundOf({ groups, measure: "area" }, 0);
  expect(limit).toBe(0);
  const more = roundOf({ groups, measure: "area", release: { ...release, epsilon: 0.5 } }, 0);
  released.forEach((area, j) => expect(more.released[j]!).toBeGreaterThan(area));
  expect(() => roundOf({ groups: [{ ...mean, share: 0 }] }, 0)).toThrow(ParameterError);
  expect(() => roundOf({ measure: "accuracy" }, 0)).toThrow(ParameterError);
  expect(() => roundOf({ measure: "place", between: [2, 3] }, 0)).toThrow(ParameterError);
});
