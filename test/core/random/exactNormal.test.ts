import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { exactLaplace } from "../../../src/core/random/exactLaplace.ts";
import { exactNormals } from "../../../src/core/random/exactNormal.ts";
import { cryptographicWords, wordsOf } from "../../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { normalCdf, normalQuantile } from "../../../src/core/special/normal.ts";
import {
  alphabets,
  crowdedWords,
  enumerate,
  expectBetween,
  expectLaw,
  largestDeviation,
} from "../../support/exactLaws.ts";
import { exactly, toDouble } from "../../support/exactRational.ts";
import * as oracle from "../../support/lazyOracle.ts";
import { casesOf, firstOf } from "../../support/fuzzing.ts";

describe.each([
  ["exactNormals", exactNormals, oracle.drawNormal],
  ["exactLaplace", exactLaplace, oracle.drawLaplace],
] as const)("%s", (_, draws, oracleDraw) => {
  test.each([0, 1, 2, 3])("agrees with whole numbers on the same bits, ties forced: alphabet %d", (which) => {
    const xs = seededSource(8);
    const seeds = casesOf(1500, 250);
    // Value and position after each draw; compared at the end, since an assertion costs more than a draw.
    const [drawn, expected]: [number[], number[]] = [[], []];
    for (let seed = 0; seed < seeds; seed++) {
      const [ours, theirs] = [crowdedWords(seed, alphabets[which]!), crowdedWords(seed, alphabets[which]!)];
      const chooser = oracle.wordChooser(theirs);
      const mine = draws(ours);
      for (const multiplier of [1, 8, 64, 641, 2 ** 20]) {
        const x = xs.normal() * 2 ** Math.floor(60 * xs.uniform() - 20);
        drawn.push(mine.onLattice(x, multiplier), ours.position);
        expected.push(Number(oracle.onLattice(oracleDraw(chooser), x, multiplier, chooser)), theirs.position);
        drawn.push(mine.nearest(), ours.position);
        expected.push(oracle.nearest(oracleDraw(chooser), chooser), theirs.position);
      }
    }
    expect(drawn).toHaveLength(seeds * 5 * 4);
    expect(drawn).toEqual(expected);
  });

  test("rounds to the right side where x + r z + ½ is as near to an integer as doubles allow", () => {
    const [drawn, expected]: [number[], number[]] = [[], []];
    for (let seed = 0; seed < casesOf(2000, 400); seed++) {
      const words = () => wordsOf(seededSource(seed));
      const multiplier = [1, 8, 16, 64, 1000][seed % 5]!;
      // z to 40 digits, and then the x that takes it to a half, or next to one.
      const probe = oracle.wordChooser(words());
      const z = oracleDraw(probe);
      while (z.fraction.count < 30) oracle.extend(z.fraction, probe);
      const size = oracle.interval(z, 32)[0] * BigInt(multiplier) * (z.negative ? -1n : 1n);
      const half = exactly(Math.floor(1000 * Math.sin(seed)) + 0.5);
      const near = toDouble(half - size);
      for (const x of [near, near + Number.EPSILON * Math.abs(near), near - Number.EPSILON * Math.abs(near)]) {
        const chooser = oracle.wordChooser(words());
        drawn.push(draws(words()).onLattice(x, multiplier));
        expected.push(Number(oracle.onLattice(oracleDraw(chooser), x, multiplier, chooser)));
      }
    }
    expect(drawn).toEqual(expected);
  });

  test("takes any x a lattice has room for, subnormal ones and zeros of both signs too", () => {
    const random = seededSource(4);
    const [drawn, expected]: [number[], number[]] = [[], []];
    for (let seed = 0; seed < casesOf(400, 60); seed++) {
      for (const x of [
        0,
        -0,
        5e-324,
        -5e-324,
        2 ** -1022,
        0.5,
        -0.5,
        2 ** 51,
        -(2 ** 51),
        2 ** 51 - 0.25,
        random.normal(),
      ]) {
        const chooser = oracle.wordChooser(wordsOf(seededSource(seed)));
        drawn.push(draws(wordsOf(seededSource(seed))).onLattice(x, 16));
        expected.push(Number(oracle.onLattice(oracleDraw(chooser), x, 16, chooser)));
      }
    }
    expect(drawn).toEqual(expected);
  });

  test.each([NaN, Infinity, -Infinity, 2 ** 51 + 1, -(2 ** 51) - 1])("refuses x = %s", (x) => {
    expect(() => draws(cryptographicWords()).onLattice(x, 1)).toThrow(ParameterError);
  });

  test.each([NaN, Infinity, 0, -1, 1.5, 2 ** 20 + 1])("refuses a multiplier of %s", (multiplier) => {
    expect(() => draws(cryptographicWords()).onLattice(0, multiplier)).toThrow(/^multiplier must/);
  });

  test("fills an array with what single draws give", () => {
    const out = new Float64Array(50);
    draws(wordsOf(seededSource(3))).fillNearest(out);
    const singly = draws(wordsOf(seededSource(3)));
    expect(out).toEqual(Float64Array.from(out, () => singly.nearest()));
  });
});

describe("the law of exactNormals", () => {
  // Digit by digit of base two, every path of random choices is followed until its weight falls below 2⁻¹⁸. The law is then
  // known exactly, up to the weight of the paths that were left.
  test("follows from trials of the right probability, by enumeration of their random choices", () => {
    const { mass, left } = enumerate((from) => Number(oracle.halfPower(from)));
    expect(left).toBeLessThan(5e-3);
    expectBetween(Math.exp(-0.5), mass.get(1)!, left);
    expectBetween(1 - Math.exp(-0.5), mass.get(0)!, left);
  });

  test.each(firstOf([1, 0, 2], 1))(
    "follows from fractions kept rightly after the integer part %d, by enumeration",
    (k) => {
      const { mass, left } = enumerate((from) => {
        const fraction = oracle.uniform(from);
        if (!oracle.fractionPower(k, fraction, from)) return -1;
        return Number(oracle.onLattice({ negative: false, whole: 0, fraction }, 0.25, 4, from));
      });
      expect(left).toBeLessThan(0.07);
      const spread = Math.sqrt(k + 1);
      for (let value = 0; value <= 4; value++) {
        // ∫ exp(−x(2k + x)/(2k + 2)) dx over the fractions that are rounded to this value.
        const [lower, upper] = [Math.max(0, (value - 0.75) / 4), Math.min(1, (value + 0.25) / 4)];
        const area = normalCdf((k + upper) / spread) - normalCdf((k + lower) / spread);
        const exact = area * spread * Math.sqrt(2 * Math.PI) * Math.exp((k * k) / (2 * k + 2));
        expectBetween(exact, mass.get(value) ?? 0, left);
      }
    },
  );

  test.each([
    [0, 8],
    [0.3, 1],
    [-7.45, 3],
    [1e6 + 0.125, 16],
  ])("passes a chi-square test on a lattice at x = %d, r = %d", (x, multiplier) => {
    // One law with as many draws as the fault below needs, the others with fewer.
    const count = x === 0 ? 200_000 : casesOf(200_000, 40_000);
    const draws = exactNormals(wordsOf(seededSource(20261122)));
    const observed = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const value = draws.onLattice(x, multiplier);
      observed.set(value, (observed.get(value) ?? 0) + 1);
    }
    const edge = (value: number) => normalCdf((value - 0.5 - x) / multiplier);
    expectLaw(observed, (value) => [edge(value), edge(value + 1)], Math.round(x), count);
  });

  test("would fail the chi-square test with a standard deviation 2 % larger", () => {
    const draws = exactNormals(wordsOf(seededSource(20261124)));
    const observed = new Map<number, number>();
    for (let i = 0; i < 200_000; i++) {
      const value = draws.onLattice(0, 51);
      observed.set(value, (observed.get(value) ?? 0) + 1);
    }
    const edge = (value: number) => normalCdf((value - 0.5) / 50);
    expect(() => expectLaw(observed, (value) => [edge(value), edge(value + 1)], 0, 200_000)).toThrow();
  });

  test("nearest doubles pass a Kolmogorov–Smirnov test", () => {
    const count = casesOf(200_000, 50_000);
    const values = new Float64Array(count);
    exactNormals(wordsOf(seededSource(7))).fillNearest(values);
    // √n D exceeds 2.47 with probability 2 exp(−2 · 2.47²) < 10⁻⁵.
    expect(largestDeviation(values, normalCdf) * Math.sqrt(count)).toBeLessThan(2.47);
  });

  test("reaches beyond ±8.21, where normals of 52 bits end, and far beyond", () => {
    expect(-normalQuantile(2 ** -53)).toBeLessThan(8.21);
    for (const whole of [9, 40]) {
      for (const sign of [0, 0xffffffff]) {
        // A word of all ones is "yes" to every trial; 0 before 1 is "no", which ends the integer part.
        const script = [...ones(whole), 0, 1, ...ones(whole * (whole - 1)), 0x40000000, ...ones(whole + 1), sign];
        const value = exactNormals(scripted([...script, 0, ...ones(8)])).nearest();
        expect(value).toBe((sign === 0 ? 1 : -1) * (whole + 0.25));
        const onLattice = exactNormals(scripted([...script, ...ones(8)])).onLattice(0.125, 16);
        expect(onLattice).toBe((sign === 0 ? 1 : -1) * (16 * whole + 4));
      }
    }
  });

  test("has the right frequency and law beyond 9, given that the integer part is proposed and kept", () => {
    const random = wordsOf(seededSource(5));
    // Scripted: the integer part 9 and its 72 trials. All that follows is random: the fraction is kept with probability
    // ∫ exp(−½x(18 + x)) dx, and then lies as a normal number beyond 9 does.
    const script = [...ones(9), 0, 1, ...ones(72)];
    const count = casesOf(40_000, 10_000);
    const kept: number[] = [];
    for (let i = 0; i < count; i++) {
      let next = 0;
      const words = { word: () => (next < script.length ? script[next++]! : random.word()) };
      const size = Math.abs(exactNormals(words).nearest());
      if (size >= 9 && size < 10) kept.push(size);
    }
    const tail = normalCdf(-9) - normalCdf(-10);
    const share = tail * Math.sqrt(2 * Math.PI) * Math.exp(40.5);
    // 4.9 standard deviations have probability 10⁻⁶; a rejected proposal ends beyond 9 once in 10¹⁸.
    expect(Math.abs(kept.length / count - share)).toBeLessThan(4.9 * Math.sqrt((share * (1 - share)) / count));
    const beyond = (x: number) => (normalCdf(-9) - normalCdf(-x)) / tail;
    expect(largestDeviation(Float64Array.from(kept), beyond) * Math.sqrt(kept.length)).toBeLessThan(2.47);
  });

  test("has no last digit: doubles next to zero are reached, with all their bits", () => {
    const leading = [0, 1, 0, 0xffffffff, 0, 0, 0, 0xdeadbeef, 0x12345678, 0x9abcdef0];
    const value = exactNormals(scripted([...leading, ...ones(8)])).nearest();
    expect(value).toBe(Number(0xdeadbeef123456789abcdef0n) * 2 ** -192);
  });
});

function ones(count: number): number[] {
  return new Array<number>(count).fill(0xffffffff);
}

function scripted(script: readonly number[]): RandomWords {
  let next = 0;
  return {
    word: () => {
      if (next === script.length) throw new Error("the script is too short");
      return script[next++]!;
    },
  };
}
