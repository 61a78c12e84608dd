import { describe, expect, test } from "vitest";
import { exactLaplace } from "../../../src/core/random/exactLaplace.ts";
import { wordsOf } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { enumerate, expectBetween, expectLaw, laplaceCdf, largestDeviation } from "../../support/exactLaws.ts";
import * as oracle from "../../support/lazyOracle.ts";
import { casesOf } from "../../support/fuzzing.ts";

describe("the law of exactLaplace", () => {
  test("follows from fractions kept with probability e^(−x), by enumeration of the random choices", () => {
    const { mass, left } = enumerate((from) => {
      const fraction = oracle.uniform(from);
      if (!oracle.fallIsEven(fraction, from)) return -1;
      return Number(oracle.onLattice({ negative: false, whole: 0, fraction }, 0.25, 4, from));
    });
    expect(left).toBeLessThan(0.03);
    for (let value = 0; value <= 4; value++) {
      const [lower, upper] = [Math.max(0, (value - 0.75) / 4), Math.min(1, (value + 0.25) / 4)];
      expectBetween(Math.exp(-lower) - Math.exp(-upper), mass.get(value) ?? 0, left);
    }
    expectBetween(Math.exp(-1), mass.get(-1)!, left);
  });

  test.each([
    [0, 4],
    [0.3, 1],
    [-12.75, 10],
  ])("passes a chi-square test on a lattice at x = %d, r = %d", (x, multiplier) => {
    const count = casesOf(200_000, 50_000);
    const draws = exactLaplace(wordsOf(seededSource(20261123)));
    const observed = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const value = draws.onLattice(x, multiplier);
      observed.set(value, (observed.get(value) ?? 0) + 1);
    }
    const edge = (value: number) => laplaceCdf((value - 0.5 - x) / multiplier);
    expectLaw(observed, (value) => [edge(value), edge(value + 1)], Math.round(x), count);
  });

  test("nearest doubles pass a Kolmogorov–Smirnov test", () => {
    const count = casesOf(200_000, 50_000);
    const values = new Float64Array(count);
    exactLaplace(wordsOf(seededSource(9))).fillNearest(values);
    expect(largestDeviation(values, laplaceCdf) * Math.sqrt(count)).toBeLessThan(2.47);
  });
});
