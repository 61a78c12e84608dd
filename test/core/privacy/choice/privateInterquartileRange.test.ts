import { describe, expect, test } from "vitest";
import {
  drawInterquartileRanges,
  rangeChoice,
  rangeScores,
} from "../../../../src/core/privacy/choice/privateInterquartileRange.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { jointLaw } from "../../../support/jointLaw.ts";
import { multisets, replacements } from "../../../support/smallDataSets.ts";
import { notPositive } from "../relative.ts";
import { casesOf, firstOf } from "../../../support/fuzzing.ts";

const side = [0, 1] as const;

/** The ends of the bins, as shares of the side. */
const endOf = (bin: number) =>
  bin === 0 ? 0 : bin === 1281 ? Infinity : Math.ceil(2 ** 32 * 2 ** ((bin - 1) / 64 - 20)) / 2 ** 32;

test("rangeScores: the fewest replaced values by every split of their number", () => {
  const random = seededSource(1);
  for (let trial = 0; trial < casesOf(20, 8); trial++) {
    const n = 4 + Math.floor(20 * random.uniform());
    const values = Array.from({ length: n }, () => Math.floor(2 ** 12 * random.uniform() ** 3) / 2 ** 12);
    const x = values.toSorted((a, b) => a - b);
    const at = (rank: number) => (rank < 0 ? 0 : rank >= n ? 1 : x[rank]!);
    const [first, third] = [Math.ceil(n / 4) - 1, Math.ceil((3 * n) / 4) - 1];
    const isIn = (k: number, bin: number) => {
      let [least, most] = [Infinity, -Infinity];
      for (let i = 0; i <= k; i++) {
        least = Math.min(least, Math.max(0, at(third - i) - at(first + k - i)));
        most = Math.max(most, at(third + i) - at(first - (k - i)));
      }
      return least < endOf(bin + 1) && most >= endOf(bin);
    };
    const scores = rangeScores(values, side);
    for (let bin = 0; bin < 1281; bin += 17) {
      let k = 0;
      while (!isIn(k, bin)) k++;
      expect(scores[bin]).toBe(k);
    }
  }
});

test("rangeScores: so many replaced values bring the range into the bin, and no fewer, of all data sets on five places", () => {
  // Values between these places reach no range of theirs sooner.
  const places = [0, 0.25, 0.5, 0.75, 1];
  const n = 5;
  const all = multisets(places, n);
  const rangeOf = (x: readonly number[]) => x[Math.ceil((3 * n) / 4) - 1]! - x[Math.ceil(n / 4) - 1]!;
  const distance = (x: readonly number[], y: readonly number[]) => {
    const rest = y.slice();
    for (const value of x) {
      const at = rest.indexOf(value);
      if (at >= 0) rest.splice(at, 1);
    }
    return rest.length;
  };
  for (const x of all) {
    const scores = rangeScores(x, side);
    for (const wanted of places) {
      const nearest = Math.min(...all.filter((y) => rangeOf(y) === wanted).map((y) => distance(x, y)));
      const bin = wanted === 0 ? 0 : Math.min(1280, Math.floor(64 * (Math.log2(wanted) + 20)) + 1);
      expect(scores[bin]).toBe(nearest);
    }
  }
});

describe("neighbours, of all data sets on five places, among them the worst", () => {
  const epsilon = 1;
  // Two places near 0 where ranges between them are a small share of the bins.
  const places = [0, 2 ** -19.9, 2 ** -19.8, 0.5, 1];
  test.each(firstOf([5, 4, 6], 1))(
    "n = %i: each score changes by at most 1, and the law by e^ε, which is nearly reached",
    (n) => {
      let most = 0;
      const seen = new Map<string, { scores: Float64Array; logs: Float64Array }>();
      const of = (values: readonly number[]) => {
        const key = values.join();
        const known = seen.get(key);
        if (known) return known;
        const law = jointLaw(rangeChoice({ columns: [values], domain: [side], epsilon }));
        const made = {
          scores: rangeScores(values, side),
          logs: Float64Array.from(law, ({ probability }) => Math.log(probability)),
        };
        seen.set(key, made);
        return made;
      };
      let worst = 0;
      for (const values of multisets(places, n)) {
        const one = of(values);
        for (const neighbour of replacements(values, places)) {
          const other = of(neighbour);
          for (let bin = 0; bin < 1281; bin += 3) {
            worst = Math.max(worst, Math.abs(one.scores[bin]! - other.scores[bin]!));
            most = Math.max(most, Math.abs(one.logs[bin]! - other.logs[bin]!));
          }
        }
      }
      expect(worst).toBe(1);
      expect(most).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
      expect(most).toBeGreaterThan(0.98 * epsilon);
    },
  );
});

test("on two axes scores are the larger ones, and a record that moves on both costs ε once", () => {
  const epsilon = 2;
  const c = 2 ** -19.95;
  const [one, other] = [
    [0, 0, 0, 0, c, c],
    [0, 0, 0, c, c, 1],
  ].map((values) => Array.from(rangeScores(values, side)));
  // Bins whose scores change alike are one part.
  const kinds = [...new Set(one!.map((score, bin) => `${score},${other![bin]!}`))];
  const countOf = (kind: string) => one!.filter((score, bin) => `${score},${other![bin]!}` === kind).length;
  const [before, after] = [0, 1].map((which) => {
    const parts = kinds.map((kind) => ({ score: BigInt(kind.split(",")[which]!), count: countOf(kind) }));
    return jointLaw({ numbers: [parts, parts], range: 2n, epsilon });
  }) as [ReturnType<typeof jointLaw>, ReturnType<typeof jointLaw>];
  const most = before.reduce(
    (most, { probability }, k) => Math.max(most, Math.abs(Math.log(probability / after[k]!.probability))),
    0,
  );
  expect(most).toBeLessThanOrEqual(epsilon);
  expect(most).toBeGreaterThan(0.95 * epsilon);
});

test("drawInterquartileRanges is near the range at a large ε, on each axis, and always answers", () => {
  const random = seededSource(4);
  const columns = [1, 100].map((scale) => Float64Array.from({ length: 5000 }, () => scale * random.normal()));
  const domain = [
    [-10, 10],
    [-1000, 1000],
  ] as const;
  const [one, other] = drawInterquartileRanges({ columns, domain, epsilon: 5, random });
  // The interquartile range of a standard normal is 1.349, of 5000 with a deviation of 0.022; bins are 1.1 % wide.
  expect(Math.abs(one! - 1.349)).toBeLessThan(0.15);
  expect(Math.abs(other! / 100 - 1.349)).toBeLessThan(0.15);
  for (const values of [new Float64Array(50).fill(3), [0, 0, 1, 1], [-1e300, 0, 0, 1e300]]) {
    const [range] = drawInterquartileRanges({ columns: [values], domain: [[-10, 10]], epsilon: 0.1, random });
    expect(range).toBeGreaterThanOrEqual(20 * 2 ** -20);
    expect(range).toBeLessThanOrEqual(20);
  }
  // All alike: a range of 0, so the least one comes out.
  const alike = { columns: [new Float64Array(1000).fill(3)], domain: [[-10, 10]] as const, epsilon: 5, random };
  expect(drawInterquartileRanges(alike)).toEqual([20 * 2 ** -20]);
});

test.each(notPositive)("drawInterquartileRanges refuses %s by name", (bad) => {
  const good = { columns: [[1, 2, 3, 4]], domain: [side], epsilon: 1, random: seededSource(1) };
  expect(() => drawInterquartileRanges({ ...good, epsilon: bad })).toThrow(/^epsilon must/);
  expect(() => drawInterquartileRanges({ ...good, domain: [[0, bad]] as never })).toThrow(/^domain\[0\] must/);
  expect(() => drawInterquartileRanges({ ...good, columns: [[1, 2, 3]] })).toThrow(/^columns\[0\] must/);
  expect(() => drawInterquartileRanges({ ...good, columns: [[1, 2, NaN, 4]] })).toThrow(/^columns\[0\]\[2\] must/);
  expect(() => drawInterquartileRanges({ ...good, columns: [] })).toThrow(/^columns.length must/);
});
