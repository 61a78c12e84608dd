import { expect, test } from "vitest";
import { planDensity } from "../../../src/core/density/density.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { densityRound, type RoutePlanRequest } from "../../../src/core/planning/densityRounds.ts";
import { evenRecords } from "../../../src/core/planning/drawnRecords.ts";
import { truthOn } from "../../../src/core/planning/declaredTruth.ts";
import { simulatedAnswer } from "../../../src/core/planning/simulatedAnswer.ts";
import { noiseOfPlan } from "../../../src/core/planning/planTarget.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { eightHundred, twoPeaks } from "./mixtures.ts";
import { alone, expectSameMean } from "./simulated.ts";

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

test.each([
  { kind: "slope", at: 30 },
  { kind: "integral", from: 40, to: 70 },
] as const)("densityRound: a number from the curve, $kind, has the errors of densityErrors", (functional) => {
  const rounds = Array.from({ length: casesOf(60, 20) }, (_, round) =>
    lastOf(
      densityRound({
        density: {
          truth: twoPeaks.truth,
          parameters: { domain: [twoPeaks.domain], route: "gaussian", relativeRate: 1 },
        },
        ...{ release: eightHundred, measure: "functional", functional, limits: alone(1, 800, 5.5), round },
      }),
    ),
  );
  const errors = densityErrors(twoPeaks).of(5.5);
  const { bias, perRecord, unitNoise } = errors.ofFunctional(functional);
  const noise = unitNoise * noiseOfPlan(errors, eightHundred);
  const squares = rounds.map(({ now: { released } }) => released.reduce((sum, e) => sum + e * e, 0) / released.length);
  const expected = bias ** 2 + perRecord ** 2 / 800 + noise ** 2;
  expectSameMean(
    squares,
    squares.map(() => expected),
    0.01 * expected,
  );
  const width = 1.96 * noise;
  const { now, share, halfWidth } = simulatedAnswer(rounds, { kind: "functional", of: "noise", functional, width });
  // 160 releases of 20 rounds, by four standard errors of a share of 0.95.
  expect(Math.abs(share - 0.95)).toBeLessThan(Math.max(halfWidth, 0.07));
  expect(now.noise / width).toBeGreaterThan(0.7);
});

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

/** The other route: with little noise the place moves by f̂′/|f″| and the height by the value's own error (delta method). */
test("densityRound: place and height of the highest point in a window agree with the delta method where the noise is small", () => {
  const sharp = {
    truth: { kind: "normals", parts: [{ weight: 1, mean: 62, deviation: 5 }] } as const,
    domain: [0, 110] as const,
  };
  const release = { ...eightHundred, recordCount: 20_000, epsilon: 0.5, tuning: 5 };
  const squares = (measure: "place" | "height", unit: number) => {
    const errors: number[] = [];
    for (let round = 0; round < casesOf(100, 20); round++) {
      const { released } = lastOf(
        densityRound({
          density: { truth: sharp.truth, parameters: { domain: [sharp.domain], route: "gaussian", relativeRate: 1 } },
          ...{ release, measure, between: [40, 100], limits: alone(0.5, 20_000, 5), round },
        }),
      ).now;
      errors.push(released.reduce((sum, error) => sum + (error * unit) ** 2, 0) / released.length);
    }
    return errors.reduce((a, b) => a + b) / errors.length;
  };
  const errors = densityErrors({ ...sharp, route: "gaussian", relativeRate: 1 }).of(5);
  const sigma = noiseOfPlan(errors, release);
  const spread = (kind: "slope" | "value") => {
    const { perRecord, unitNoise, bias } = errors.ofFunctional({ kind, at: 62 });
    return { bias, variance: perRecord ** 2 / 20_000 + (unitNoise * sigma) ** 2 };
  };
  const width = Math.hypot(5, 5);
  const bend = 1 / (Math.sqrt(2 * Math.PI) * width ** 3);
  // The delta method's own error is of the size of the noise; the grid rounds a place by 110/999/√12.
  const place = spread("slope").variance / bend ** 2 + (110 / 999) ** 2 / 12;
  expect(squares("place", 110) / place).toBeCloseTo(1, 0);
  expect(squares("place", 110) / place).toBeGreaterThan(0.6);
  const { bias, variance } = spread("value");
  const peak = truthOn(sharp.truth, sharp.domain).densityAt(62);
  expect(squares("height", peak) / (bias ** 2 + variance)).toBeCloseTo(1, 1);
});

test("densityRound: both peaks show in 9 of 10 at ε = 0.273, and in none where smoothing merges them", () => {
  const shown = (change: Partial<RoutePlanRequest["release"]>) => {
    const rounds = casesOf(100, 40);
    const round = at({ epsilon: 0.273, ...change });
    const all = Array.from({ length: rounds }, (_, k) => round(k, "peaks").released).flat();
    return all.filter((error) => error === 0).length / all.length;
  };
  // 320 releases of 40 rounds, by four standard errors; the reference leaves out the chance of the records.
  expect(Math.abs(shown({}) - 0.9)).toBeLessThan(0.09);
  expect(shown({ tuning: 20 })).toBe(0);
});

test("densityRound: the area between groups is that of the study's own release of records drawn here", () => {
  const truth = {
    kind: "classes",
    parts: [
      { of: 0, weight: 1, means: [35], deviations: [6] },
      { of: 1, weight: 3, means: [62], deviations: [5] },
    ],
  } as const;
  const parameters = { domain: [twoPeaks.domain], route: "gaussian", relativeRate: 1 } as const;
  const release = { ...eightHundred, recordCount: 300, epsilon: 0.4 };
  const limits = alone(0.4, 300, 5.5);
  const planned: number[] = [];
  const made: number[] = [];
  const random = seededSource(9);
  const { densityAt: first } = truthOn({ kind: "normals", parts: [{ weight: 1, mean: 35, deviation: 6 }] }, [0, 110]);
  const { densityAt: second } = truthOn({ kind: "normals", parts: [{ weight: 1, mean: 62, deviation: 5 }] }, [0, 110]);
  const step = 110 / 999;
  const area = (of: (i: number) => number) => {
    let sum = 0;
    for (let i = 0; i < 1000; i++) sum += Math.abs(of(i)) * step;
    return sum;
  };
  const own = area((i) => 0.25 * first(i * step) - 0.75 * second(i * step));
  for (let round = 0; round < casesOf(100, 25); round++) {
    const { released } = lastOf(
      densityRound({ density: { truth, parameters }, ...{ release, measure: "area", limits, round } }),
    ).now;
    planned.push(released[0]!);
    const parts: number[][] = [[], []];
    for (let i = 0; i < 300; i++) {
      const group = random.uniform() < 0.25 ? 0 : 1;
      parts[group]!.push((group === 0 ? 35 : 62) + (group === 0 ? 6 : 5) * random.normal());
    }
    const plan = planDensity({
      parts: parts.map((coordinates) => ({ points: { dimension: 1, coordinates: Float64Array.from(coordinates) } })),
      domain: [twoPeaks.domain],
    });
    const one = plan.release({ ...parameters, bandwidths: [5.5], correlation: 0, drawCount: 1, seed: 500 + round });
    const scale = one.sensitivity * analyticNoiseMultiplier({ epsilon: 0.4, delta: 1e-4 });
    const value = (i: number) => one.estimate[i]! + scale * one.unitNoise[0]![i]!;
    made.push(Math.abs(area((i) => value(i) - value(i + 1000)) - own));
  }
  expectSameMean(planned, made, 1e-3);
});

test.each([{ measure: "area" }, { release: { ...eightHundred, recordsPerPerson: 0 } }] as const)(
  "densityRound refuses an area without groups, and no records a person: $measure",
  (wrong) => {
    const parameters = { domain: [twoPeaks.domain], route: "gaussian", relativeRate: 1 } as const;
    const asked = {
      release: eightHundred,
      measure: "place",
      limits: alone(1, 800, 5.5),
      round: 0,
      isFirst: true,
    } as const;
    const round = densityRound({ ...asked, density: { truth: twoPeaks.truth, parameters }, ...wrong });
    expect(() => lastOf(round)).toThrow(ParameterError);
  },
);

test("evenRecords are quantiles of the truth, with moved mass at the ends", () => {
  const truth = truthOn({ kind: "normals", parts: [{ weight: 1, mean: 0.2, deviation: 0.2 }] }, [0, 1]);
  const { coordinates } = evenRecords(truth, 1000);
  expect(coordinates.filter((x) => x === 0)).toHaveLength(159);
  expect(coordinates[500]!).toBeCloseTo(0.2, 3);
  expect(coordinates.every((x, i) => i === 0 || x >= coordinates[i - 1]!)).toBe(true);
});
