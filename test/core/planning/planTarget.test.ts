import { expect, test } from "vitest";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { meanErrors } from "../../../src/core/planning/meanErrors.ts";
import type { Functional, PlannedErrors } from "../../../src/core/planning/plannedErrors.ts";
import {
  tuningFor,
  epsilonFor,
  errorOfPlan,
  leastRisk,
  recordsFor,
  type ErrorTarget,
  type PlannedRelease,
  type Solution,
} from "../../../src/core/planning/planTarget.ts";
import type { RandomSource } from "../../../src/core/random/randomSource.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { eightHundred, randomMixture, twoPeaks } from "./mixtures.ts";

const errors = densityErrors(twoPeaks);
const densities = errors;
const limits = { min: 0.22, max: 110 };
const share = (of: "noise" | "total", confidence: "deviation" | "point" | "everywhere", percent: number) =>
  ({ kind: "share", of, confidence, percent }) as const;

function reached<T>(solution: Solution<T>): T {
  if (!solution.isReached) throw new Error(`the least error is ${solution.least}, the goal ${solution.goal}`);
  return solution.value;
}

test.each([
  [5.5, [0.236, 0.504, 0.851], 694],
  [2.2, [0.505, 1.078, 2.021], 1483],
])("epsilonFor: noise below 5 %% of the peak at h = $0, computed with scipy", (tuning, epsilons, records) => {
  const release = { ...eightHundred, tuning };
  const found = (["deviation", "point", "everywhere"] as const).map((confidence) =>
    reached(epsilonFor(errors, share("noise", confidence, 5), release)),
  );
  found.forEach((epsilon, j) => expect(epsilon).toBeCloseTo(epsilons[j]!, 3));
  expect(Math.ceil(reached(recordsFor(errors, share("noise", "everywhere", 5), release)))).toBe(records);
});

test("leastRisk of two peaks is at h = 2.1946, computed with numpy", () => {
  // σ/Δ = 3.185703 there; risk is flat, so h is only known to a thousandth.
  const { tuning, risk } = leastRisk(errors, eightHundred, limits);
  expect(Math.abs(tuning - 2.1946)).toBeLessThan(2e-3);
  expect(risk).toBeCloseTo(3.5158e-4, 8);
});

const isNoise = (random: RandomSource) => (random.uniform() < 0.5 ? "noise" : "total");

function randomTarget(random: RandomSource): ErrorTarget {
  const of = isNoise(random);
  const u = random.uniform();
  if (u < 0.6) {
    const confidence = u < 0.3 ? "deviation" : "point";
    // The search for the place of the largest error is slow.
    const rare = random.uniform() < casesOf(1, 0.03) ? of : "noise";
    return { kind: "share", of: rare, confidence, percent: 100 * 10 ** (-2 * random.uniform()) };
  }
  const [from, to] = [random.uniform(), random.uniform()];
  const kind = u < 0.85 ? "difference" : "integral";
  const functional: Functional =
    u < 0.7 ? { kind: random.uniform() < 0.7 ? "value" : "slope", at: from } : { kind, from, to };
  return { kind: "functional", of, functional, width: 10 ** (1 - 3 * random.uniform()) };
}

const randomRelease = (random: RandomSource, tuning: number): PlannedRelease => ({
  recordCount: Math.round(10 ** (1 + 5 * random.uniform())),
  recordsPerPerson: 1 + Math.floor(5 * random.uniform()),
  epsilon: 10 ** (2 * random.uniform() - 1),
  delta: 10 ** (-2 - 8 * random.uniform()),
  tuning,
});

const errorIs = (errors: PlannedErrors, target: ErrorTarget, release: PlannedRelease) => {
  const { noise, goal } = errorOfPlan(errors, target, release);
  return noise / goal;
};

const kernels = ["gaussian", "matern52", "matern32", "exponential"] as const;

/** Curves on [0, 1] with a noise kernel of the same or less smoothness. */
function randomCurves(random: RandomSource, kernel: (typeof kernels)[number]): PlannedErrors {
  const heights = Array.from({ length: 5 }, () => 4 * random.uniform());
  const noiseKernel = random.uniform() < 0.5 ? kernel : "exponential";
  const smoothing = { domain: [0, 1], rule: "uniform", kernel, range: 0.2, power: 1, normBound: 8 } as const;
  const curves = { heights, deviation: random.uniform(), lengthScale: 0.05 + 0.3 * random.uniform() };
  return meanErrors({ curves, smoothing, noiseKernel, pointCount: 31 });
}

test("epsilonFor and recordsFor: forward of backward is the target, to 10⁻⁹, for random ones", () => {
  const count = casesOf(10_000, 800);
  const random = seededSource(40);
  let [reachedCount, boundedCount] = [0, 0];
  const known: readonly PlannedErrors[] = [
    ...Array.from({ length: 20 }, (_, k) => densityErrors(randomMixture(random, k % 4 === 0 ? "sobolev" : "gaussian"))),
    ...Array.from({ length: 7 }, (_, k) => randomCurves(random, kernels[k % kernels.length]!)),
  ];
  const bandwidths = [0.03, 0.1, 0.3];
  for (let k = 0; k < count; k++) {
    const planned = known[k % known.length]!;
    const target = randomTarget(random);
    const release = randomRelease(random, bandwidths[k % 3]!);
    const back = k % 2 === 0 ? epsilonFor(planned, target, release) : recordsFor(planned, target, release);
    if (!back.isReached) {
      boundedCount++;
      expect(back.least).toBeGreaterThanOrEqual(back.goal);
      const most = k % 2 === 0 ? { ...release, epsilon: 1e4 } : { ...release, recordCount: 1e12 };
      expect(errorIs(planned, target, most)).toBeGreaterThan(1 - 1e-9);
      continue;
    }
    // At ε = 0 the noise that δ pays for is smaller than the target's.
    if (back.value === 0 || back.value > 1e6) continue;
    reachedCount++;
    const solved = { ...release, ...(k % 2 === 0 ? { epsilon: back.value } : { recordCount: back.value }) };
    expect(Math.abs(errorIs(planned, target, solved) - 1), JSON.stringify([target, solved])).toBeLessThan(1e-9);
  }
  expect(reachedCount).toBeGreaterThan(0.4 * count);
  expect(boundedCount).toBeGreaterThan(0.03 * count);
});

test("epsilonFor and recordsFor hold for errors everywhere, to 10⁻⁹", () => {
  for (const percent of [36, 50, 70]) {
    const target = share("total", "everywhere", percent);
    const epsilon = reached(epsilonFor(errors, target, eightHundred));
    expect(Math.abs(errorIs(errors, target, { ...eightHundred, epsilon }) - 1)).toBeLessThan(1e-9);
    const recordCount = reached(recordsFor(errors, target, eightHundred));
    expect(Math.abs(errorIs(errors, target, { ...eightHundred, recordCount }) - 1)).toBeLessThan(1e-9);
  }
});

test("errorOfPlan falls in ε and n and grows with k; parts add up in order, for densities and mean curves", () => {
  const random = seededSource(41);
  const curves = kernels.map((kernel) => randomCurves(random, kernel));
  for (let k = 0; k < casesOf(10_000, 200); k++) {
    const of = isNoise(random);
    const confidence = (["deviation", "point", "everywhere"] as const)[k % 3]!;
    const target: ErrorTarget = k % 4 === 3 ? randomTarget(random) : share(of, confidence, 5);
    const errors = k % 5 === 4 ? curves[k % 4]! : densities;
    const release = randomRelease(random, k % 5 === 4 ? 0.1 : [5.5, 2.2, 12][k % 3]!);
    const now = errorOfPlan(errors, target, release);
    expect(now.smoothing).toBeLessThanOrEqual(now.sampling);
    expect(now.sampling).toBeLessThanOrEqual(now.noise);
    // Each part is what remains without the later ones, as the sentences on the page say.
    const without = errors
      .of(release.tuning)
      .largest("everywhere", { recordCount: release.recordCount, noiseScale: 0 });
    if (target.kind === "share" && target.of === "total" && target.confidence === "everywhere")
      expect(now.sampling).toBe(without.noise);
    const { epsilon, recordCount, recordsPerPerson } = release;
    expect(errorOfPlan(errors, target, { ...release, epsilon: 1.1 * epsilon }).noise).toBeLessThan(now.noise);
    expect(errorOfPlan(errors, target, { ...release, recordCount: 1.1 * recordCount }).noise).toBeLessThan(now.noise);
    const shared = { ...release, recordsPerPerson: recordsPerPerson + 1 };
    expect(errorOfPlan(errors, target, shared).noise).toBeGreaterThan(now.noise);
  }
});

test("tuningFor gives a run within which the target is reached, and beyond which it is not", () => {
  for (const target of [
    share("total", "point", 20),
    share("total", "everywhere", 40),
    share("noise", "everywhere", 5),
  ]) {
    const { from, to, best } = reached(tuningFor(errors, target, eightHundred, limits));
    for (const tuning of [from, best, to])
      expect(errorIs(errors, target, { ...eightHundred, tuning })).toBeLessThan(1 + 1e-9);
    const isOut = (tuning: number) => errorIs(errors, target, { ...eightHundred, tuning }) > 1;
    expect(isOut(from / 1.001)).toBe(true);
    if (to < limits.max) expect(isOut(to * 1.001)).toBe(true);
  }
  const none = tuningFor(errors, share("total", "everywhere", 20), eightHundred, limits);
  expect(none.isReached).toBe(false);
});

test("a target below the smoothing says what remains", () => {
  const found = epsilonFor(errors, share("total", "deviation", 5), eightHundred);
  expect(found).toMatchObject({ isReached: false, least: expect.closeTo(0.0105, 4) as number });
});

test.each([NaN, Infinity, 0, -1])("plans refuse %s for what must be positive", (bad) => {
  const functional = { kind: "value", at: 50 } as const;
  for (const of of ["noise", "total"] as const) {
    const target = share(of, "point", 60);
    const wrong: readonly (readonly [ErrorTarget, Partial<PlannedRelease>])[] = [
      [share(of, "everywhere", bad), {}],
      [{ kind: "functional", of, functional, width: bad }, {}],
      ...(["recordCount", "recordsPerPerson", "epsilon", "delta", "tuning"] as const).map(
        (name) => [target, { [name]: bad }] as const,
      ),
    ];
    for (const [asked, change] of wrong) {
      const release = { ...eightHundred, ...change };
      const said = JSON.stringify([asked, change]);
      expect(() => errorOfPlan(errors, asked, release), said).toThrow(ParameterError);
      if (!("epsilon" in change)) expect(() => epsilonFor(errors, asked, release), said).toThrow(ParameterError);
      if (!("recordCount" in change)) expect(() => recordsFor(errors, asked, release), said).toThrow(ParameterError);
    }
  }
});

test("n of 1 and of 10¹², a target above the signal and one below what rounding knows have an answer or a bound", () => {
  for (const of of ["noise", "total"] as const)
    for (const recordCount of [1, 1e12])
      for (const percent of [1e-3, 5, 1e3]) {
        const target = share(of, "point", percent);
        const found = epsilonFor(errors, target, { ...eightHundred, recordCount });
        if (!found.isReached) {
          expect(of).toBe("total");
          expect(found.least).toBeGreaterThanOrEqual(found.goal);
        } else if (found.value > 0) {
          const release = { ...eightHundred, recordCount, epsilon: found.value };
          expect(Math.abs(errorIs(errors, target, release) - 1)).toBeLessThan(1e-9);
        }
      }
  // δ alone pays for so much noise.
  expect(reached(epsilonFor(errors, share("noise", "point", 1e3), { ...eightHundred, recordCount: 1e12 }))).toBe(0);
});
