import { describe, expect, test } from "vitest";
import { countedPointMass } from "../../../src/core/release/countedPointMass.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityTargetParameters } from "../../../src/core/density/densityParameters.ts";
import { preparing, releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { recordedWords } from "../../support/privateReleases.ts";
import { solved } from "../../support/solved.ts";
import { casesOf } from "../../support/fuzzing.ts";

const domain = [[0, 1]] as const;
const n = 40;
const parametersOf = (h: number, route: "gaussian" | "sobolev" = "gaussian"): DensityTargetParameters => ({
  ...{ domain, bandwidths: [h], correlation: 0, route, relativeRate: 1 },
});
const planOf = (values: readonly number[]) => {
  const rest = Float64Array.from(values.filter((value) => value !== 0));
  return planDensity({
    points: { dimension: 1, coordinates: rest },
    domain,
    pointMassRecords: [{ name: "share of the records at 0", at: 0, count: values.length - rest.length }],
  });
};
const finish = <T>(steps: Generator<number, T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
const estimateOf = (values: readonly number[], h: number, route: "gaussian" | "sobolev" = "gaussian") =>
  finish(planOf(values).target(parametersOf(h, route)).estimating());

describe("countedApart", () => {
  test("number and weight give the share back, and the squares of a move between atom and rest add up to Δ² at most", () => {
    const random = seededSource(2);
    for (let trial = 0; trial < 2000; trial++) {
      const sensitivity = Math.exp(20 * random.uniform() - 10);
      const recordCount = 1 + Math.floor(1e6 * random.uniform());
      const count = Math.floor((recordCount + 1) * random.uniform());
      const { number, weight, bound, roundingError } = countedPointMass({ sensitivity, recordCount });
      expect(weight * number(count)).toBeCloseTo(count / recordCount, 12);
      expect(number(count)).toBeLessThanOrEqual(bound);
      expect(roundingError).toBeLessThan(2 ** -50 * bound);
      // s/n is Δ/√2.
      expect(Math.hypot(sensitivity * Math.SQRT1_2, number(1))).toBeLessThanOrEqual(sensitivity);
      expect(Math.hypot(sensitivity * Math.SQRT1_2, number(1))).toBeGreaterThan(0.999 * sensitivity);
      // From one class that is counted apart to another.
      expect(Math.hypot(number(1), number(1))).toBeLessThanOrEqual(sensitivity);
    }
  });

  test.each([0, -1, NaN, Infinity])("refuses the sensitivity %s, and as many records", (value) => {
    expect(() => countedPointMass({ sensitivity: value, recordCount: 3 })).toThrow(/sensitivity/);
    expect(() => countedPointMass({ sensitivity: 1, recordCount: value })).toThrow(/recordCount/);
  });
});

describe("a density beside an atom", () => {
  test("is that of the others divided by the n of all, with the count behind it", () => {
    const values = Array.from({ length: n }, (_, i) => (i < 11 ? 0 : i / n));
    const whole = finish(
      planDensity({
        points: { dimension: 1, coordinates: Float64Array.from(values.slice(11)) },
        domain,
      })
        .target(parametersOf(0.05))
        .estimating(),
    );
    const beside = estimateOf(values, 0.05);
    expect(beside).toHaveLength(1001);
    for (let i = 0; i < 1000; i++) expect(beside[i]).toBeCloseTo((whole[i]! * (n - 11)) / n, 12);
    const [apart] = planOf(values).target(parametersOf(0.05)).extra!;
    expect(apart).toMatchObject({ at: 0, name: "share of the records at 0" });
    expect(apart!.weight * beside[1000]!).toBeCloseTo(11 / n, 12);
  });

  test("all, or none, may be at the atom; nothing public depends on how many are", () => {
    const some = Array.from({ length: n }, (_, i) => (i < 11 ? 0 : i / n));
    const targets = [some, new Array<number>(n).fill(0), some.map(() => 0.5)].map((values) =>
      planOf(values).target(parametersOf(0.05)),
    );
    const publicOf = ({ estimating, ...rest }: (typeof targets)[number]) => rest;
    for (const target of targets) expect(publicOf(target)).toEqual(publicOf(targets[0]!));
    expect(
      finish(targets[1]!.estimating())
        .subarray(0, 1000)
        .every((value) => value === 0),
    ).toBe(true);
    expect(finish(targets[2]!.estimating())[1000]).toBe(0);
  });

  /**
   * The exact distance of two neighbours in the space of density and number: of bumps ⟨k(x), k(y)⟩ = k(x − y) in the kernel's
   * space, so the squared norm of c·(k(x) − k(y)) is c²(2 − 2k), of c·k(x) alone c².
   */
  test("no neighbour is farther than Δ, and a move between atom and rest reaches it", () => {
    const h = 0.06;
    const { sensitivity, extra: beside } = planOf([0, ...new Array<number>(n - 1).fill(0.5)]).target(parametersOf(h));
    const c = 1 / (n * Math.sqrt(2 * Math.PI) * h);
    const kappa = 1 / (beside![0]!.weight * n);
    const distance = (x: number, y: number) =>
      x === 0 && y === 0
        ? 0
        : x === 0 || y === 0
          ? Math.hypot(c, kappa)
          : c * Math.sqrt(2 - 2 * Math.exp(-0.5 * ((x - y) / h) ** 2));
    const random = seededSource(9);
    const place = () => (random.uniform() < 0.3 ? 0 : random.uniform());
    let most = 0;
    for (let trial = 0; trial < 4000; trial++) most = Math.max(most, distance(place(), place()));
    expect(most).toBeLessThanOrEqual(sensitivity.value * 1.0001);
    expect(most).toBeGreaterThan(0.999 * sensitivity.value);
    expect(distance(0, 0.4)).toBeGreaterThan(0.999 * sensitivity.value);
  });

  test("what is drawn moves by at most Δ in the norm of the noise, as the doubles say: 60 pairs on a coarse grid", () => {
    // On a few points the norm is rᵀK⁻¹r ≤ the norm in the whole space.
    const h = 0.2;
    const random = seededSource(12);
    const values = () => Array.from({ length: n }, () => (random.uniform() < 0.4 ? 0 : random.uniform()));
    const places = [100, 300, 500, 700, 900];
    const x = gridCoordinates({ lower: 0, upper: 1, count: 1000 });
    for (let pair = 0; pair < 60; pair++) {
      const a = values();
      const b = a.slice();
      b[pair % n] = pair % 3 === 0 ? 0 : random.uniform();
      const target = planOf(a).target(parametersOf(h));
      const [f, g] = [estimateOf(a, h), estimateOf(b, h)];
      const r = places.map((i) => f[i]! - g[i]!);
      const K = places.map((i) => places.map((j) => Math.exp(-0.5 * ((x[i]! - x[j]!) / h) ** 2)));
      const density = r.reduce((sum, value, i) => sum + value * solved(K, r)[i]!, 0);
      expect(Math.sqrt(Math.max(0, density) + (f[1000]! - g[1000]!) ** 2)).toBeLessThanOrEqual(
        target.sensitivity.value * (1 + 1e-6),
      );
    }
  });

  test("a release has one integer more, whose share has the deviation √2/(μn)", () => {
    const values = Array.from({ length: n }, (_, i) => (i < 11 ? 0 : i / n));
    const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
    const target = planOf(values).target(parametersOf(0.1));
    const words = recordedWords(5);
    const release = finish(releasingPrivately(target, budget, words));
    expect(release.integers).toHaveLength(1001);
    expect(release.values).toHaveLength(1000);
    const [share] = release.extra!;
    expect(share!.value).toBe(share!.weight * (release.integers[1000]! * release.lattice));
    expect((share!.deviation * n * release.mu) / Math.SQRT2).toBeCloseTo(1, 2);
    expect(release.deviation).toBeLessThan(1.01 * release.sigma);
    // The mean of the share is within 5 standard errors of the truth, but for 6·10⁻⁷, and so is their variance.
    const draws = casesOf(300, 120);
    const prepared = finish(preparing(target, budget));
    const shares = Array.from({ length: draws }, () => finish(prepared.draw(words)).extra![0]!.value);
    const mean = shares.reduce((a, b) => a + b) / draws;
    expect(Math.abs(mean - 11 / n)).toBeLessThan((5 * share!.deviation) / Math.sqrt(draws));
    const variance = shares.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (draws - 1);
    expect(Math.abs(variance / share!.deviation ** 2 - 1)).toBeLessThan(5 * Math.sqrt(2 / (draws - 1)));
  });
});
