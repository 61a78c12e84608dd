import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../src/core/grids.ts";
import { gram } from "../../src/core/kernels/gram.ts";
import { cholesky } from "../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../src/core/linalg/triangular.ts";
import { claimedMu } from "../../src/core/privacy/calibration/claim.ts";
import { drawExponentialMechanism } from "../../src/core/privacy/mechanisms/exponentialMechanism.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { planBoundary } from "../../src/core/releases/boundary.ts";
import type { FitParameters } from "../../src/core/releases/boundary.ts";
import { densityGrid } from "../../src/core/releases/density.ts";
import { choiceOdds, chooseDensity } from "../../src/core/releases/densityChoice.ts";
import { buyForDensity } from "../../src/core/releases/densityPurchase.ts";
import { exactDensity } from "../../src/core/releases/exactDensity.ts";
import { openOnlineDensity } from "../../src/core/releases/onlineDensity.ts";
import { releasingAtPoints } from "../../src/core/releases/pointRelease.ts";
import type { PointTarget } from "../../src/core/releases/pointRelease.ts";
import { justOnce, lastOf } from "../../src/core/slices.ts";
import { normalQuantile } from "../../src/core/special/normal.ts";
import { auditRow } from "../support/auditTable.ts";
import { lowerBound, upperBound } from "../support/clopperPearson.ts";
import { recordedWords } from "../support/privateReleases.ts";

/** With how many times as many draws as usual: 5 in `npm run audit`, which brings every bound within 15 % of its claim. */
const times = Number(process.env["AUDIT_FACTOR"] ?? 1);
const shareOf = (few: number) => (times >= 5 ? 0.85 : few);
/** Probability that a bound of Clopper and Pearson is wrong; two are used in each audit. */
const error = 2e-6;
const budget = { epsilon: 4, delta: 0.05, calibration: "analytic" } as const;
const claimed = claimedMu({ ...budget, failure: 0 });

/** A lower bound on μ from how often an attacker says "the second" of each neighbour. */
function muOf(alarms: number, hits: number, draws: number): number {
  return normalQuantile(lowerBound(hits, draws, error)) - normalQuantile(upperBound(alarms, draws, error));
}

/** A lower bound on ε from how often an outcome comes of each neighbour. */
function epsilonOf(first: number, second: number, draws: number): number {
  return Math.log(lowerBound(first, draws, error) / upperBound(second, draws, error));
}

describe("predictions at points", () => {
  const [n, d, m] = [2, 6, 12];
  const random = seededSource(5);
  const at = { dimension: d, coordinates: Float64Array.from({ length: m * d }, () => random.uniform()) };
  const fit: FitParameters = {
    domain: Array.from({ length: d }, () => [0, 1] as const),
    held: [0.5, 0.5, 0.5, 0.5],
    kernel: "gaussian",
    lengthScale: 0.8,
    loss: "hinge",
    lossParameter: 0.5,
    penalty: 1,
    solver: "exact",
  };
  // Both records are where one point is; the second label turns.
  const coordinates = new Float64Array(n * d);
  for (let i = 0; i < n; i++) coordinates.set(at.coordinates.subarray(0, d), i * d);
  const targetOf = (label: number) =>
    planBoundary({ points: { dimension: d, coordinates }, responses: Float64Array.of(1, label) }).pointTarget(fit, at)
      .target;

  /** @param factor of the noise that is left, for the power of the audit */
  function audited(factor: number): number {
    const targets = [targetOf(1), targetOf(-1)] as const;
    const [f, g] = targets.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array];
    const K = gram(targets[0].kernel, at);
    for (let i = 0; i < m; i++) K[i * m + i]! += 1e-6;
    const L = cholesky(K, m);
    const white = (values: Float64Array) => solveLower(L, values);
    const direction = white(f.map((value, i) => g[i]! - value));
    const along = (values: Float64Array) => white(values).reduce((sum, value, i) => sum + value * direction[i]!, 0);
    const middle = (along(f) + along(g)) / 2;
    const draws = 6000 * times;
    const [alarms, hits] = targets.map((target, which) => {
      const words = recordedWords(20 + which);
      const estimate = which === 0 ? f : g;
      const once: PointTarget = { ...target, estimating: () => justOnce(estimate) };
      let count = 0;
      for (let i = 0; i < draws; i++) {
        const { integers, lattice } = lastOf(releasingAtPoints(once, budget, words));
        const values = integers.map((D, k) => estimate[k]! + factor * (D * lattice - estimate[k]!));
        if (along(values) > middle) count++;
      }
      return count;
    }) as [number, number];
    return muOf(alarms, hits, draws);
  }

  test("the best attacker on the vector of values stays within the claim, and comes near it", () => {
    const [mu, weakened] = [audited(1), audited(0.5)];
    auditRow({ of: "μ", claim: claimed, found: mu, weakened });
    expect(mu).toBeLessThanOrEqual(claimed);
    expect(mu).toBeGreaterThan(shareOf(0.7) * claimed);
    // With half of the noise the same audit finds it out.
    expect(weakened).toBeGreaterThan(claimed);
  });
});

const shape = { domain: [[0, 1]], bandwidths: [0.1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

describe("online answers", () => {
  const opened = (last: number, seed: number) =>
    openOnlineDensity({
      ...shape,
      bump: "exponential",
      points: { dimension: 1, coordinates: Float64Array.of(0.5, last) },
      words: recordedWords(seed),
      budget,
    });

  /** @param left the factor of the noise that is left, for the power of the audit */
  function audited(left: number): number {
    const draws = 3000 * times;
    const [a, b] = [0.2, 0.8];
    const [first, second] = [a, b].map((last) =>
      exactDensity({ ...shape, bump: "exponential" }, { dimension: 1, coordinates: Float64Array.of(0.5, last) }),
    ) as [ReturnType<typeof exactDensity>, ReturnType<typeof exactDensity>];
    const kernel = (x: number, y: number) => Math.exp(-10 * Math.abs(x - y));
    const counts = [a, b].map((last, which) => {
      let count = 0;
      for (let i = 0; i < draws; i++) {
        const { release } = opened(last, 1 + i + which * draws);
        const truth = which === 0 ? first : second;
        const ask = (x: number) => {
          const at = { dimension: 1, coordinates: Float64Array.of(x) };
          const f = truth.estimate(at)[0]!;
          return f + left * (release.query(at)[0]! - f);
        };
        const asked = [a, b];
        const answers = asked.map(ask);
        const third = Math.min(0.999, Math.max(0.001, 0.5 + 0.05 * Math.tanh(answers[0]! - answers[1]!)));
        asked.push(third);
        answers.push(ask(third));
        const at = { dimension: 1, coordinates: Float64Array.from(asked) };
        const [f, g] = [first.estimate(at), second.estimate(at)];
        const L = cholesky(
          Float64Array.from({ length: 9 }, (_, k) => kernel(asked[Math.floor(k / 3)]!, asked[k % 3]!)),
          3,
        );
        const white = (of: (k: number) => number) =>
          solveLower(
            L,
            Float64Array.from({ length: 3 }, (_, k) => of(k)),
          );
        const direction = white((k) => g[k]! - f[k]!);
        const place = white((k) => answers[k]! - (f[k]! + g[k]!) / 2);
        if (place.reduce((sum, value, k) => sum + value * direction[k]!, 0) > 0) count++;
      }
      return count;
    }) as [number, number];
    return muOf(counts[0], counts[1], draws);
  }

  test("an attacker who asks where the change is, then where the answers send him, stays within the claim", () => {
    const [mu, weakened] = [audited(1), audited(0.5)];
    auditRow({ of: "μ", claim: claimed, found: mu, weakened });
    expect(mu).toBeLessThanOrEqual(claimed);
    expect(mu).toBeGreaterThan(shareOf(0.7) * claimed);
    // With half of the noise the same audit finds it out.
    expect(weakened).toBeGreaterThan(claimed);
  });

  test("replayed with the same bits on a neighbour, all that is public of it is the same", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [one, other] = [opened(0.1, seed), opened(seed % 2 ? 1e300 : 0.9, seed)];
      expect(other.terms).toEqual(one.terms);
      const at = { dimension: 1, coordinates: Float64Array.of(0.1, 0.3, 0.1) };
      const [x, y] = [one.release.query(at), other.release.query(at)];
      for (const values of [x, y]) {
        expect(values[0]).toBe(values[2]);
        values.forEach((value) => expect(Number.isInteger(value / one.terms.lattice)).toBe(true));
      }
      const outside = { dimension: 1, coordinates: Float64Array.of(2) };
      const refusal = ({ release }: typeof one) => {
        try {
          return release.query(outside);
        } catch (thrown) {
          return String(thrown);
        }
      };
      expect(refusal(other)).toBe(refusal(one));
    }
  });
});

describe("the exponential mechanism", () => {
  const [axis] = densityGrid(shape.domain).axes;
  const places = gridCoordinates(axis!);
  const bump = (mean: number) =>
    places.map((x) => Math.exp(-0.5 * ((x - mean) / 0.1) ** 2) / (0.1 * Math.sqrt(2 * Math.PI)));
  const candidates = [bump(0.1), bump(0.9)];
  const epsilon = 1;
  const pointsOf = (x: number) => ({ dimension: 1, coordinates: Float64Array.of(0.5, x) });
  const draws = 4000;

  test("a choice of a function stays within ε on the pair that moves it most, and comes near its exact odds", () => {
    const counts = [0.1, 0.9].map((x, which) => {
      const random = seededSource(70 + which);
      let count = 0;
      for (let i = 0; i < draws; i++)
        if (chooseDensity({ ...shape, epsilon, candidates }, pointsOf(x), random) === 0) count++;
      return count;
    }) as [number, number];
    const found = epsilonOf(counts[0], counts[1], draws);
    const [p, q] = [0.1, 0.9].map((x) => choiceOdds({ ...shape, epsilon, candidates }, pointsOf(x))[0]!) as [
      number,
      number,
    ];
    expect(found).toBeLessThanOrEqual(epsilon);
    expect(found).toBeGreaterThan(0.5 * Math.log(p / q));
  });

  test("with squared distances and the sensitivity of distances the same audit finds more than ε (errata H10)", () => {
    const counts = [0, 1].map((f, which) => {
      const random = seededSource(80 + which);
      let count = 0;
      for (let i = 0; i < draws; i++) {
        const distances = [0, 3].map((g) => (g - f) ** 2);
        if (drawExponentialMechanism({ distances, sensitivity: 1, roundingError: 0, epsilon, random }) === 0) count++;
      }
      return count;
    }) as [number, number];
    // Of the second candidate: its distance falls from 9 to 4, and the first one's grows from 0 to 1, so its odds grow by e³.
    expect(epsilonOf(draws - counts[1], draws - counts[0], draws)).toBeGreaterThan(epsilon);
  });

  test("a bandwidth from private quartiles stays within ε on the pair that moves a quartile", () => {
    const records = (moved: number) => ({
      dimension: 1,
      coordinates: Float64Array.of(0, 0, moved, 1, 1, 1),
    });
    const counts = [0, 1].map((moved, which) => {
      const random = seededSource(90 + which);
      let count = 0;
      for (let i = 0; i < 6000; i++) {
        const bought = lastOf(
          buyForDensity({
            kind: "quantiles",
            rule: "reference",
            epsilon,
            domain: [[0, 1]],
            points: records(moved),
            random,
          }),
        );
        if (bought.kind === "bandwidths" && bought.ranges[0]! > 0.5) count++;
      }
      return count;
    }) as [number, number];
    for (const [one, other] of [counts, counts.toReversed()] as [number, number][])
      expect(epsilonOf(one, other, 6000)).toBeLessThanOrEqual(epsilon);
  });
});
