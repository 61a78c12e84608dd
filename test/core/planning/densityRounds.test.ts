import { expect, test } from "vitest";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { densityRound, type RoutePlanRequest } from "../../../src/core/planning/densityRounds.ts";
import { evenRecords } from "../../../src/core/planning/drawnRecords.ts";
import { truthOn } from "../../../src/core/planning/declaredTruth.ts";
import { noiseOfPlan } from "../../../src/core/planning/planTarget.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { eightHundred, twoPeaks } from "./mixtures.ts";
import { alone } from "./simulated.ts";

const at = (
  change: Partial<RoutePlanRequest["release"]>,
  more: Partial<RoutePlanRequest["density"]["parameters"]> = {},
) => {
  const release = { ...eightHundred, ...change };
  const { epsilon, recordCount, tuning } = release;
  return (round: number, measure: RoutePlanRequest["measure"] = "square") =>
    lastOf(
      densityRound({
        density: {
          truth: twoPeaks.truth,
          parameters: { domain: [twoPeaks.domain], route: "gaussian", relativeRate: 1, ...more },
        },
        ...{ release, measure, limits: alone(epsilon, recordCount, tuning), round },
      }),
    ).now;
};

test.each([800, 20_000])(
  "densityRound: the mean square error of n = %d is densityErrors' closed form",
  (recordCount) => {
    const rounds = casesOf(60, 20);
    const round = at({ recordCount, epsilon: 0.3, recordsPerPerson: 2 });
    const squares = Array.from({ length: rounds }, (_, k) => {
      const { released } = round(k);
      return released.reduce((sum, error) => sum + error * error, 0) / released.length;
    });
    const mean = squares.reduce((a, b) => a + b) / rounds;
    const deviation = Math.sqrt(squares.reduce((sum, square) => sum + (square - mean) ** 2, 0) / (rounds - 1));
    const errors = densityErrors(twoPeaks).of(5.5);
    const noiseScale = noiseOfPlan(errors, { ...eightHundred, recordCount, epsilon: 0.3, recordsPerPerson: 2 });
    const { smoothing, clipping, sampling, noise } = errors.integrated({ recordCount, noiseScale });
    const truth = truthOn(twoPeaks.truth, twoPeaks.domain);
    const x = Float64Array.from({ length: 20_000 }, (_, i) => ((i + 0.5) * 110) / 20_000);
    const size = x.reduce((sum, place) => sum + truth.densityAt(place) ** 2 * (110 / 20_000), 0);
    // 4.9 standard errors are exceeded once in 10⁶; bins, jitter and the sum over the grid move a mean by less than a hundredth.
    const expected = (smoothing + clipping + sampling + noise) / size;
    expect(Math.abs(mean - expected)).toBeLessThan((4.9 * deviation) / Math.sqrt(rounds) + 0.01 * expected);
  },
);

test("densityRound: polynomials and other bumps are planned, with noise that falls in ε and grows with k", () => {
  const routes = [
    { bump: "triangular" },
    { polynomial: { law: "laplace", size: { kind: "automatic", epsilon: 1, delta: 0 } } },
    { polynomial: { law: "gaussian", size: { kind: "byHand", degree: 30, iterations: 4 } } },
  ] as const;
  const meanOf = (change: Partial<RoutePlanRequest["release"]>, more: (typeof routes)[number]) => {
    const { released, noiseless } = at(change, more)(0, "supremum");
    return released.reduce((sum, error) => sum + error, 0) / released.length - noiseless;
  };
  for (const more of routes) {
    const usual = meanOf({ epsilon: 0.2 }, more);
    expect(usual).toBeGreaterThan(0);
    expect(meanOf({ epsilon: 2 }, more)).toBeLessThan(usual);
    expect(meanOf({ epsilon: 0.2, recordsPerPerson: 5 }, more)).toBeGreaterThan(1.5 * usual);
  }
  expect(() => at({ tuning: NaN })(0)).toThrow(ParameterError);
});

test("evenRecords are quantiles of the truth, with moved mass at the ends", () => {
  const truth = truthOn({ kind: "normals", parts: [{ weight: 1, mean: 0.2, deviation: 0.2 }] }, [0, 1]);
  const { coordinates } = evenRecords(truth, 1000);
  expect(coordinates.filter((x) => x === 0)).toHaveLength(159);
  expect(coordinates[500]!).toBeCloseTo(0.2, 3);
  expect(coordinates.every((x, i) => i === 0 || x >= coordinates[i - 1]!)).toBe(true);
});
