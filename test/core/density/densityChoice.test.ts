import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { gridCoordinates, gridStep } from "../../../src/core/grids.ts";
import { bumpKernel } from "../../../src/core/kernels/bumpKernel.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { densityGrid } from "../../../src/core/density/densityGrid.ts";
import { choiceSensitivity } from "../../../src/core/density/densityChoice.ts";
import type { DensityTargetParameters } from "../../../src/core/density/densityParameters.ts";
import { choiceExcess, mostCandidates, type FunctionChoice } from "../../../src/core/privacy/choice/functionChoice.ts";
import { exactDensity } from "../../../src/core/density/exactDensity.ts";
import { chooseDensity, densityOdds } from "../../support/densityChoices.ts";
import { neighbouringPoints } from "../../support/privateReleases.ts";
import { casesOf } from "../../support/fuzzing.ts";

const shape = {
  domain: [[0, 1]],
  bandwidths: [0.05],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
} as const;
const [axis] = densityGrid(shape.domain).axes as [ReturnType<typeof densityGrid>["axes"][number]];
const places = gridCoordinates(axis);
const step = gridStep(axis);
const bump = (mean: number) => places.map((x) => Math.exp(-50 * (x - mean) ** 2) * Math.sqrt(50 / Math.PI));
const candidates = [places.map(() => 1), bump(0.3), bump(0.5), bump(0.9)];
const parameters: DensityTargetParameters & FunctionChoice = { ...shape, epsilon: 1.5, candidates };
const distance = (f: Float64Array, g: Float64Array) =>
  Math.sqrt(step * f.reduce((sum, value, j) => sum + (value - g[j]!) ** 2, 0));

test.each(["gaussian", "matern52", "exponential", "triangular"] as const)(
  "choiceSensitivity bounds the change of every distance by a neighbour, and is nearly reached: %s bumps",
  (kernel) => {
    let most = 0;
    for (let seed = 1; seed <= casesOf(60, 25); seed++) {
      const n = 3;
      const h = 0.01 + 0.1 * seededSource(seed).uniform();
      const bumps = { ...shape, bandwidths: [h], ...(kernel !== "gaussian" && { bump: kernel }) };
      const [one, other] = neighbouringPoints(seed, n, 1).map((points) =>
        exactDensity(bumps, points).estimate({ dimension: 1, coordinates: places }),
      ) as [Float64Array, Float64Array];
      const peak =
        kernel === "gaussian" ? 1 / (h * Math.sqrt(2 * Math.PI)) : bumpKernel({ name: kernel, bandwidths: [h] }).height;
      const bound = choiceSensitivity({ recordCount: n, peak, step, isGaussian: kernel === "gaussian" });
      for (const g of [...candidates, one]) {
        const change = Math.abs(distance(one, g) - distance(other, g));
        expect(change).toBeLessThanOrEqual(bound);
        most = Math.max(most, change / bound);
      }
    }
    // At the ends of the domain half of a bump is lost, and of bumps that are no Gaussians ∫K² is less than their peak.
    expect(most).toBeGreaterThan(kernel === "gaussian" ? 0.9 : 0.5);
  },
);

test("choiceOdds are those of the formula, and change by a factor of e^ε at most for a neighbour", () => {
  const n = 8;
  const sensitivity = choiceSensitivity({
    recordCount: n,
    peak: 1 / (0.05 * Math.sqrt(2 * Math.PI)),
    step,
    isGaussian: true,
  });
  let most = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const [one, other] = neighbouringPoints(seed, n, 1);
    const odds = densityOdds(parameters, one);
    const f = exactDensity(shape, one).estimate({ dimension: 1, coordinates: places });
    const weights = candidates.map((g) => Math.exp((-1.5 * distance(f, g)) / (2 * sensitivity)));
    const total = weights.reduce((a, b) => a + b, 0);
    odds.forEach((p, k) => expect(p).toBeCloseTo(weights[k]! / total, 12));
    const others = densityOdds(parameters, other);
    odds.forEach((p, k) => (most = Math.max(most, Math.abs(Math.log(p / others[k]!)))));
  }
  expect(most).toBeLessThanOrEqual(1.5);
  expect(most).toBeGreaterThan(0.3);
});

test("chooseDensity draws by these odds, and needs nothing but the bits to be drawn again", () => {
  const [points] = neighbouringPoints(4, 12, 1);
  const odds = densityOdds(parameters, points);
  const random = seededSource(12);
  const draws = casesOf(3000, 500);
  const counts = candidates.map(() => 0);
  for (let i = 0; i < draws; i++) counts[chooseDensity(parameters, points, random)]!++;
  // Four frequencies, each normal; 5.3 deviations are exceeded by one of them with probability 5·10⁻⁷.
  counts.forEach((count, k) => {
    const p = odds[k]!;
    expect(Math.abs(count / draws - p)).toBeLessThan(5.3 * Math.sqrt((p * (1 - p)) / draws) + 1e-6);
  });
  const again = Array.from({ length: 6 }, (_, seed) => chooseDensity(parameters, points, seededSource(seed)));
  expect(Array.from({ length: 6 }, (_, seed) => chooseDensity(parameters, points, seededSource(seed)))).toEqual(again);
});

test("the chosen one is within choiceExcess of the nearest, but for the stated share of draws", () => {
  const [points] = neighbouringPoints(7, 30, 1);
  const f = exactDensity(shape, points).estimate({ dimension: 1, coordinates: places });
  const sensitivity = choiceSensitivity({
    recordCount: 30,
    peak: 1 / (0.05 * Math.sqrt(2 * Math.PI)),
    step,
    isGaussian: true,
  });
  const distances = candidates.map((g) => distance(f, g));
  const least = Math.min(...distances);
  const excess = choiceExcess({ candidateCount: 4, sensitivity, epsilon: 1.5, failure: 0.05 });
  const odds = densityOdds(parameters, points);
  const beyond = odds.reduce((sum, p, k) => sum + (distances[k]! > least + excess ? p : 0), 0);
  expect(beyond).toBeLessThanOrEqual(0.05);
  expect(choiceExcess({ candidateCount: 4, sensitivity, epsilon: 3, failure: 0.05 })).toBeCloseTo(excess / 2, 12);
});

test.each([
  ["one candidate", { candidates: candidates.slice(0, 1) }],
  ["none", { candidates: [] }],
  ["too many", { candidates: Array.from({ length: mostCandidates + 1 }, () => candidates[0]!) }],
  ["another grid", { candidates: [candidates[0]!, new Float64Array(3)] }],
  ["NaN", { candidates: [candidates[0]!, candidates[1]!.map(() => NaN)] }],
  ["ε = 0", { epsilon: 0 }],
  ["ε = NaN", { epsilon: NaN }],
  ["ε = ∞", { epsilon: Infinity }],
])("chooseDensity refuses %s, whatever the records", (_, change) => {
  for (const points of neighbouringPoints(1, 5, 1)) {
    expect(() => chooseDensity({ ...parameters, ...change }, points, seededSource(1))).toThrow(ParameterError);
  }
});

test("chooseDensity refuses no record", () => {
  const none = { dimension: 1, coordinates: new Float64Array(0) };
  expect(() => chooseDensity(parameters, none, seededSource(1))).toThrow(ParameterError);
});

test.each([NaN, Infinity, 0, -1])("choiceSensitivity and choiceExcess refuse %s", (value) => {
  const good = { recordCount: 3, peak: 1, step: 0.1, isGaussian: true };
  for (const name of ["recordCount", "peak", "step"] as const)
    expect(() => choiceSensitivity({ ...good, [name]: value })).toThrow(ParameterError);
  const terms = { candidateCount: 2, sensitivity: 1, epsilon: 1, failure: 0.1 };
  for (const name of ["candidateCount", "sensitivity", "epsilon", "failure"] as const)
    expect(() => choiceExcess({ ...terms, [name]: value })).toThrow(ParameterError);
});
