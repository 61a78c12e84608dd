import { expect, test } from "vitest";
import {
  drawInterquartileRange,
  interquartileRangeGuarantee,
} from "../../../../src/core/privacy/choice/proposeTestRelease.ts";
import { interquartileRangeTest } from "../../../support/rangeTest.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { multisets, replacements } from "../../../support/smallDataSets.ts";
import { notPositive } from "../relative.ts";

interface Inputs {
  readonly data: readonly number[];
  readonly epsilon: number;
  readonly base?: number;
  readonly threshold?: number;
}
interface Expected {
  readonly distanceToFail: readonly number[];
}

const golden = goldenCases<Inputs, Expected>("iqr-propose-test-release");

test.each(golden.map((c, i) => [i, c] as const))(
  "interquartileRangeTest and its guarantee agree with iqr-propose-test-release.json, case %i",
  (_, reference) => {
    const { data: values, ...parameters } = reference.inputs;
    const found = interquartileRangeTest({ values, ...parameters });
    expectGolden(reference, "iqr", found.range);
    expectGolden(reference, "base", found.base);
    expectGolden(reference, "threshold", found.threshold);
    expect(Array.from(found.distanceToFail)).toEqual(reference.expected.distanceToFail);
    expectGolden(reference, "releaseProbability", found.releaseProbability);
    expectGolden(reference, "noReplyProbability", found.noReplyProbability);
    const charged = interquartileRangeGuarantee({ recordCount: values.length, ...parameters });
    // There both rounds are composed as if an answer said in which of them it was given.
    expectGolden(reference, "totalEpsilon", 2 * charged.epsilon);
    expectGolden(reference, "totalDelta", charged.delta);
  },
);

/** Whether k replaced values can move the range out of the bin: every split of k, as the definition says. */
function canLeave(values: readonly number[], k: number, lower: number, upper: number): boolean {
  const x = Float64Array.from(values).sort();
  const n = x.length;
  const [a, b] = [Math.ceil(n / 4) - 1, Math.ceil((3 * n) / 4) - 1];
  const at = (rank: number) => (rank < 0 ? -Infinity : rank >= n ? Infinity : x[rank]!);
  for (let i = 0; i <= k; i++) {
    const j = k - i;
    if (Math.max(0, at(b - i) - at(a + j)) < lower || at(b + i) - at(a - j) >= upper) return true;
  }
  return false;
}

test("a range on the end of a bin, whose logarithm is rounded past it, is as far from failure as its neighbours but for 1", () => {
  expect(Math.log(1000) / Math.log(10)).toBeLessThan(3);
  const clusters = (top: number) => [...Array<number>(12).fill(0), ...Array<number>(28 - top).fill(1000)];
  const on = [...clusters(10), ...Array<number>(10).fill(2000)];
  const inside = [...clusters(11), ...Array<number>(11).fill(2000)];
  const parameters = { epsilon: 1, base: 10 };
  const [a, b] = [on, inside].map((values) => interquartileRangeTest({ values, ...parameters }));
  expect([a!.range, b!.range]).toEqual([1000, 2000]);
  expect(Math.abs(a!.distanceToFail[0]! - b!.distanceToFail[0]!)).toBeLessThanOrEqual(1);
});

test("the largest double is in a bin, and ranges below 2⁻¹⁰⁰⁰ count as 0", () => {
  const valuesOf = (top: number) => [-top, -top, 0, 0, 0, 0, top, top];
  for (const base of [1.01, 1.5, 1e3]) {
    for (const top of [2 ** -999, Number.MAX_VALUE]) {
      const { distanceToFail, noReplyProbability } = interquartileRangeTest({
        values: valuesOf(top),
        epsilon: 1,
        base,
      });
      expect(distanceToFail.every((distance) => distance >= 1 && distance <= 8)).toBe(true);
      expect(noReplyProbability).toBeLessThan(1);
    }
    for (const top of [Number.MIN_VALUE, 2 ** -1060, 2 ** -1002]) {
      const { distanceToFail, noReplyProbability } = interquartileRangeTest({
        values: valuesOf(top),
        epsilon: 1,
        base,
      });
      expect([...distanceToFail, noReplyProbability]).toEqual([0, 0, 1]);
    }
  }
});

test("neighbours of one bin are within a base of each other, the least doubles among them", () => {
  // An enemy's column: the third quartile is one of two places, and one record moves it.
  const column = (low: number, high: number, moved: number) =>
    Float64Array.from({ length: 40 }, (_, i) => (i < 14 ? 0 : i < 30 - moved ? low : high));
  for (const unit of [Number.MIN_VALUE, 2 ** -1000, 1]) {
    for (const [low, high] of [
      [2, 3],
      [3, 5],
      [4, 6],
      [7, 11],
    ] as const) {
      for (let base = 1.3; base < 1.8; base += 0.007) {
        const [one, other] = [0, 1].map((moved) => {
          return interquartileRangeTest({ values: column(low * unit, high * unit, moved), epsilon: 1, base });
        });
        const isFar = [0, 1].some((round) => one!.distanceToFail[round]! > 1 && other!.distanceToFail[round]! > 1);
        if (isFar) expect(Math.log(high / low) / Math.log(base)).toBeLessThan(1 + 1e-9);
      }
    }
  }
});

test("distances to failure are those of the definition, and neighbours' differ by at most 1", () => {
  const random = seededSource(1);
  for (let i = 0; i < 300; i++) {
    const n = 4 + Math.floor(60 * random.uniform());
    const values = Array.from({ length: n }, () => Math.round(20 * random.normal()) / 10);
    const parameters = { epsilon: 1, base: 1.2 + random.uniform() };
    const { range, distanceToFail, base } = interquartileRangeTest({ values, ...parameters });
    distanceToFail.forEach((distance, round) => {
      if (range === 0) return;
      const j = Math.floor(Math.log(range) / Math.log(base) + round / 2) - round / 2;
      let direct = 0;
      while (!canLeave(values, direct, base ** j, base ** (j + 1))) direct++;
      expect(distance).toBe(direct);
    });
    const neighbour = values.slice();
    neighbour[0] = random.uniform() < 0.5 ? 1e6 : values[1]!;
    const other = interquartileRangeTest({ values: neighbour, ...parameters });
    // Either they are in one bin, or each can leave its own by one replacement.
    distanceToFail.forEach((distance, round) => {
      if (Math.max(distance, other.distanceToFail[round]!) > 1) {
        expect(Math.abs(distance - other.distanceToFail[round]!)).toBeLessThanOrEqual(1);
        expect(Math.abs(Math.log(range / other.range) / Math.log(base))).toBeLessThan(1);
      }
    });
  }
});

test("of all data sets of eight on five places, and all their neighbours, the guarantee is kept, and its δ nearly reached", () => {
  const places = [0, 0.2, 0.22, 0.25, 1];
  let reached = 0;
  for (const [base, threshold] of [
    [1.5, 1.3],
    [1.1, 2.5],
  ] as const) {
    const parameters = { epsilon: 0.6, base, threshold };
    const { epsilon, delta } = interquartileRangeGuarantee({ recordCount: 8, ...parameters });
    const known = new Map<string, ReturnType<typeof interquartileRangeTest>>();
    const of = (values: readonly number[]) => {
      const key = values.join();
      const made = known.get(key) ?? interquartileRangeTest({ values, ...parameters });
      known.set(key, made);
      return made;
    };
    for (const values of multisets(places, 8)) {
      const one = of(values);
      for (const neighbour of replacements(values, places)) {
        const other = of(neighbour);
        const [answers, answered] = [1 - one.noReplyProbability, 1 - other.noReplyProbability];
        // The largest ratio of the laws of an answer, where both have one.
        const shift = Math.abs(Math.log(one.range / other.range)) / Math.log(base);
        const most = answers > 0 && answered > 0 ? Math.exp(parameters.epsilon * shift) * answers : Infinity;
        const beyond = most <= Math.exp(epsilon) * answered * (1 + 1e-12) ? 0 : answers;
        const silent = Math.max(0, one.noReplyProbability - Math.exp(epsilon) * other.noReplyProbability);
        expect(beyond + silent).toBeLessThanOrEqual(delta * (1 + 1e-12));
        reached = Math.max(reached, (beyond + silent) / delta);
      }
    }
  }
  expect(reached).toBeGreaterThan(0.75);
});

test("drawInterquartileRange answers as often as it should, with the law it should have", () => {
  const random = seededSource(2);
  const values = Array.from({ length: 200 }, () => random.normal());
  const parameters = { values, epsilon: 0.5, base: 2, threshold: 6 };
  const { range, releaseProbability, noReplyProbability } = interquartileRangeTest(parameters);
  expect(Math.min(...releaseProbability)).toBeGreaterThan(0.01);
  const draws = Array.from({ length: 1500 }, () => drawInterquartileRange({ ...parameters, random }));
  const answers = draws.filter((answer) => answer !== undefined);
  expectFrequencies([answers.length, draws.length - answers.length], [1 - noReplyProbability, noReplyProbability]);
  // log₂ of answer over range has the Laplace law of scale 2; a lattice of 2⁻²⁰ is not seen here.
  const ends = [-Infinity, -4, -2, -1, 0, 1, 2, 4, Infinity];
  const cdf = (t: number) => (t < 0 ? Math.exp(t / 2) / 2 : 1 - Math.exp(-t / 2) / 2);
  const logs = answers.map((answer) => Math.log2(answer / range));
  const classes = ends.slice(1).map((end, i) => [ends[i]!, end] as const);
  expectFrequencies(
    classes.map(([from, to]) => logs.filter((t) => t >= from && t < to).length),
    classes.map(([from, to]) => cdf(to) - cdf(from)),
  );
});

test("constant values never get an answer, and are charged for", () => {
  const random = seededSource(3);
  const values = new Float64Array(1000).fill(3);
  expect(interquartileRangeTest({ values, epsilon: 1 })).toMatchObject({ range: 0, noReplyProbability: 1 });
  for (let i = 0; i < 20; i++) {
    expect(drawInterquartileRange({ values, epsilon: 1, threshold: 1.01, random })).toBeUndefined();
  }
  expect(interquartileRangeGuarantee({ recordCount: 1000, epsilon: 1 }).epsilon).toBe(2);
});

test("the probability of no reply of neighbours is within the guarantee, and one round's bound is reached", () => {
  // Two values apart and all others alike: one replacement makes the range nearly 0.
  const near = [0, 0, 1, 1, 1, 1, 1, 1].map((x, i) => x + i * 1e-9);
  const parameters = { epsilon: 0.5, base: 1.5, threshold: 3 };
  const { distanceToFail, releaseProbability } = interquartileRangeTest({ values: near, ...parameters });
  const { epsilon, delta } = interquartileRangeGuarantee({ recordCount: near.length, ...parameters });
  expect(distanceToFail[0]).toBe(1);
  expect(epsilon).toBe(1);
  expect(1 - (1 - releaseProbability[0]!) * (1 - releaseProbability[1]!)).toBeLessThanOrEqual(delta);
  expect(releaseProbability[0]!).toBeCloseTo(delta / 2, 12);
});

test.each(notPositive)("propose-test-release refuses %s by name", (bad) => {
  const good = { values: [1, 2, 3, 4, 5], epsilon: 1 };
  expect(() => interquartileRangeTest({ ...good, epsilon: bad })).toThrow(/^epsilon must/);
  expect(() => interquartileRangeTest({ ...good, base: bad })).toThrow(/^base must/);
  expect(() => interquartileRangeTest({ ...good, threshold: bad })).toThrow(/^threshold must/);
  expect(() => interquartileRangeGuarantee({ recordCount: 3, epsilon: 1 })).toThrow(/^values.length must/);
  expect(() => interquartileRangeTest({ ...good, values: [1, 2, NaN, 4] })).toThrow(/^values\[2\] must/);
  expect(() => interquartileRangeTest({ ...good, base: 1 })).toThrow(/^base must/);
});
