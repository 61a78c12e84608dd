import { expect, test } from "vitest";
import { drawExponentialMechanism } from "../../../../src/core/privacy/choice/exponentialMechanism.ts";
import { drawIntervals, drawQuantile, intervalChoice } from "../../../../src/core/privacy/choice/privateQuantile.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { quantileProbabilities } from "../../../support/quantileLaw.ts";
import type { PiecewiseUniformLaw } from "../../../support/quantileLaw.ts";
import { jointLaw } from "../../../support/jointLaw.ts";
import { multisets, replacements } from "../../../support/smallDataSets.ts";
import { notPositive } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

interface Inputs {
  readonly data: readonly number[];
  readonly q: number;
  readonly epsilon: number;
  readonly lo: number;
  readonly hi: number;
  readonly u: readonly number[];
}
const golden = goldenCases<Inputs, object>("quantile-exponential-mechanism");
const parametersOf = ({ data, q, epsilon, lo, hi }: Inputs) => ({
  values: data,
  quantile: q,
  epsilon,
  lower: lo,
  upper: hi,
});

function inverse({ breakpoints, probabilities }: PiecewiseUniformLaw, u: number): number {
  let rest = u;
  for (let i = 0; i < probabilities.length; i++) {
    const p = probabilities[i]!;
    if (rest < p) return breakpoints[i]! + (rest / p) * (breakpoints[i + 1]! - breakpoints[i]!);
    rest -= p;
  }
  return breakpoints.at(-1)!;
}

test.each(golden.map((c, i) => [i, c] as const))(
  "quantileProbabilities agrees with quantile-exponential-mechanism.json, case %i",
  (_, reference) => {
    const law = quantileProbabilities(parametersOf(reference.inputs));
    expectGolden(reference, "breakpoints", law.breakpoints);
    expectGolden(reference, "probabilities", law.probabilities);
    expectGolden(
      reference,
      "mean",
      law.probabilities.reduce((sum, p, i) => sum + (p * (law.breakpoints[i]! + law.breakpoints[i + 1]!)) / 2, 0),
    );
    // Breakpoints carry few digits, and small u lie in the first intervals.
    expectGolden(
      reference,
      "samples",
      reference.inputs.u.map((u) => inverse(law, u)),
    );
  },
);

test.each(golden.map((c, i) => [i, c] as const))(
  "drawQuantile has this law, within intervals too, case %i",
  (_, { inputs }) => {
    const parameters = parametersOf(inputs);
    const law = quantileProbabilities(parameters);
    const random = seededSource(3);
    const draws = Array.from({ length: casesOf(2500, 1000) }, () => drawQuantile({ ...parameters, random }));
    // Each interval in two halves.
    const classes = Array.from(law.probabilities).flatMap((p, i) => {
      const [from, to] = [law.breakpoints[i]!, law.breakpoints[i + 1]!];
      const middle = (from + to) / 2;
      return [[from, middle, p / 2] as const, [middle, to, p / 2] as const];
    });
    const counts = classes.map(([from, to]) => draws.filter((x) => x >= from && x < to).length);
    expectFrequencies(
      counts,
      classes.map(([, , p]) => p),
    );
  },
);

/** ln of the density that a law has at y. */
function logDensity({ breakpoints, probabilities }: PiecewiseUniformLaw, y: number): number {
  const i = breakpoints.findIndex((end, at) => at > 0 && y < end) - 1;
  return Math.log(probabilities[i]! / (breakpoints[i + 1]! - breakpoints[i]!));
}

test("densities of neighbours are within e^ε everywhere, and reach 95 % of it", () => {
  const random = seededSource(9);
  let most = 0;
  for (let i = 0; i < casesOf(400, 150); i++) {
    const half = 1 + Math.floor(10 * random.uniform());
    const worst = i % 2 === 0;
    // The worst: one moves from end to end, so that all ranks between move, and one side of a crowd has most of the
    // law.
    const values = [0, 0.999, 0.999, 1].flatMap((x) =>
      Array.from({ length: half }, () => (worst ? x : random.uniform())),
    );
    const neighbour = values.slice();
    neighbour[0] = worst ? 1 : random.uniform();
    const parameters = { epsilon: 0.8, quantile: worst ? 0.5 : random.uniform(), lower: 0, upper: 1 };
    const [p, q] = [values, neighbour].map((v) => quantileProbabilities({ ...parameters, values: v }));
    for (let k = 0; k < 50; k++) {
      const y = 1 - 1e-9 - 0.99 * random.uniform() ** 4;
      most = Math.max(most, Math.abs(logDensity(p!, y) - logDensity(q!, y)));
    }
  }
  expect(most).toBeLessThanOrEqual(0.8 * (1 + 1e-12));
  expect(most).toBeGreaterThan(0.95 * 0.8);
});

test("constant data and data outside the interval give numbers inside it", () => {
  const random = seededSource(10);
  for (const values of [new Float64Array(50).fill(0.5), [-1e300, 1e300], [7], new Float64Array(20).fill(1)]) {
    for (const quantile of [0, 0.5, 1]) {
      const x = drawQuantile({ values, quantile, epsilon: 10, lower: 0, upper: 1, random });
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(1);
    }
  }
});

test("densities of neighbours of a least and a largest value are within e^ε, and reach 99 % of it", () => {
  const c = 1e-3;
  const cases = [
    [1, [c], [1]],
    [0, [1 - c], [0]],
  ] as const;
  let random = seededSource(4);
  for (const [quantile, values, neighbour] of cases) {
    const parameters = { epsilon: 0.8, quantile, lower: 0, upper: 1 };
    const [p, q] = [values, neighbour].map((v) => quantileProbabilities({ ...parameters, values: v }));
    const at = quantile === 1 ? c / 2 : 1 - c / 2;
    expect(Math.abs(logDensity(p!, at) - logDensity(q!, at))).toBeLessThanOrEqual(0.8 * (1 + 1e-12));
    expect(Math.abs(logDensity(p!, at) - logDensity(q!, at))).toBeGreaterThan(0.99 * 0.8);
  }
  for (let i = 0; i < 300; i++) {
    const quantile = i % 2;
    const values = Array.from({ length: 1 + (i % 7) }, () => random.uniform());
    const parameters = { epsilon: 0.8, quantile, lower: 0, upper: 1 };
    const [p, q] = [values, values.with(0, random.uniform())].map((v) =>
      quantileProbabilities({ ...parameters, values: v }),
    );
    for (let k = 0; k < 20; k++) {
      const y = random.uniform();
      expect(Math.abs(logDensity(p!, y) - logDensity(q!, y))).toBeLessThanOrEqual(0.8 * (1 + 1e-12));
    }
  }
  // What is drawn has this law.
  random = seededSource(5);
  const asked = { values: [0.2, 0.5, 0.9], quantile: 1, epsilon: 1, lower: 0, upper: 1 };
  const { probabilities, breakpoints } = quantileProbabilities(asked);
  const draws = Array.from({ length: casesOf(3000, 1000) }, () => drawQuantile({ ...asked, random }));
  expectFrequencies(
    probabilities.map((_, k) => draws.filter((x) => x >= breakpoints[k]! && x < breakpoints[k + 1]!).length),
    probabilities,
  );
});

test.each([0, 0.1, 0.25, 0.3, 0.49])(
  "ends of an interval with q = %s: the law of all data sets of four or five on five places changes by e^ε at most",
  (tail) => {
    // Two of the places near 0 and 1, where the worst neighbours have most of the law between the others.
    const places = [0, 0.001, 0.4, 0.999, 1];
    const epsilon = 1;
    let most = 0;
    for (const n of [4, 5]) {
      const known = new Map<string, readonly number[]>();
      /** The logarithm of the density of each pair of cells between places. */
      const logs = (values: readonly number[]) => {
        const key = values.join();
        const found = known.get(key);
        if (found) return found;
        const { choice } = intervalChoice({ columns: [values], domain: [[0, 1]], tail, epsilon });
        const density = new Map(
          jointLaw(choice).map(({ parts, places, probability }) => [parts.join(), Math.log(probability / places)]),
        );
        const countAt = places.slice(1).map((_, k) => values.filter((x) => x <= places[k]!).length);
        const made = countAt.flatMap((i) => countAt.map((j) => density.get(`${i},${j}`)!));
        known.set(key, made);
        return made;
      };
      for (const values of multisets(places, n)) {
        for (const neighbour of replacements(values, places)) {
          const [p, q] = [logs(values), logs(neighbour)];
          p.forEach((log, k) => (most = Math.max(most, Math.abs(log - q[k]!))));
        }
      }
    }
    expect(most).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
    expect(most).toBeGreaterThan(0.98 * epsilon);
  },
);

test("ends on two axes: neighbours that differ in both coordinates lose ε once", () => {
  const epsilon = 1;
  const c = 1e-4;
  const [before, after] = [
    [0, 0, c, c],
    [1, 0, c, c],
  ].map((values) => {
    const domain = [
      [0, 1],
      [0, 1],
    ] as const;
    const { choice } = intervalChoice({ columns: [values, values], domain, tail: 0.25, epsilon });
    // The law on (0, c) and (c, 1), which have most of it: the counts there.
    const counts = [0, 0.5].map((at) => values.filter((x) => x <= at).length);
    const law = new Map(
      jointLaw(choice).map(({ parts, places, probability }) => [parts.join(), Math.log(probability / places)]),
    );
    return counts.flatMap((i) =>
      counts.flatMap((j) => counts.flatMap((k) => counts.map((l) => law.get([i, j, k, l].join())!))),
    );
  }) as [number[], number[]];
  const most = before.reduce((most, log, k) => Math.max(most, Math.abs(log - after[k]!)), 0);
  expect(most).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
  expect(most).toBeGreaterThan(0.98 * epsilon);
});

test("drawQuantile of 100,000 values is near the quantile, and drawIntervals holds most of them", () => {
  const random = seededSource(11);
  const values = Float64Array.from({ length: 100_000 }, () => random.normal());
  const shared = { values, epsilon: 1, lower: -100, upper: 100, random };
  // 99.9 % of the law is within 2 ln(10³ · 10⁵)/ε < 40 ranks, and the density is above 0.1 a unit.
  expect(Math.abs(drawQuantile({ ...shared, quantile: 0.75 }) - 0.6745)).toBeLessThan(0.02);
  const [[low, high]] = drawIntervals({ columns: [values], domain: [[-100, 100]], tail: 0.01, epsilon: 1, random }) as [
    readonly [number, number],
  ];
  expect(Math.abs(low + 2.326)).toBeLessThan(0.1);
  expect(Math.abs(high - 2.326)).toBeLessThan(0.1);
});

test("record and replay: neighbours use the same bits, and as many of them", () => {
  const random = seededSource(21);
  const counted = (seed: number) => {
    const source = seededSource(seed);
    let used = 0;
    return { source: { ...source, uniform: () => (used++, source.uniform()) }, used: () => used };
  };
  for (let seed = 0; seed < casesOf(200, 60); seed++) {
    const values = Array.from({ length: 20 }, () => random.uniform());
    const neighbour = [seed % 2 ? 1e6 : values[1]!, ...values.slice(1)];
    const draws = [values, neighbour].map((v) => {
      const { source, used } = counted(seed);
      drawQuantile({ values: v, quantile: 0.3, epsilon: 0.5, lower: 0, upper: 1, random: source });
      const quantile = used();
      const distances = v.map((x) => Math.min(1, x));
      drawExponentialMechanism({ distances, sensitivity: 1, roundingError: 0, epsilon: 1, random: source });
      return [quantile, used()];
    });
    expect(draws[0]).toEqual(draws[1]);
    expect(draws[0]).toEqual([4, 7]);
  }
});

test("drawIntervals has two ends, whatever the values, and the law of its choice", () => {
  const random = seededSource(12);
  for (let i = 0; i < casesOf(100, 30); i++) {
    for (const values of [[0.3], [0, 0, 1], [1, 1, 1, 1]]) {
      const [interval] = drawIntervals({ columns: [values], domain: [[0, 1]], tail: 0.1, epsilon: 1e-3, random });
      expect(interval![1]).toBeGreaterThan(interval![0]);
    }
  }
  const values = [0.2, 0.3, 0.6, 0.9];
  const asked = { columns: [values], domain: [[0, 1]] as const, tail: 0.25, epsilon: 3 };
  const law = jointLaw(intervalChoice(asked).choice);
  const rankOf = (x: number) => values.filter((value) => value <= x).length;
  const counts = new Float64Array(25);
  for (let i = 0; i < casesOf(4000, 1500); i++) {
    const [[low, high]] = drawIntervals({ ...asked, random }) as [readonly [number, number]];
    counts[5 * rankOf(low) + rankOf(high)]!++;
  }
  // Ends come in order, so that a pair and its mirror image are one.
  const odds = new Float64Array(25);
  law.forEach(({ parts: [i, j], probability }) => (odds[5 * Math.min(i!, j!) + Math.max(i!, j!)]! += probability));
  expectFrequencies(counts, odds);
});

test.each(notPositive)("private quantiles refuse %s by name", (bad) => {
  const good = { values: [0.2, 0.4], quantile: 0.5, epsilon: 1, lower: 0, upper: 1 };
  const random = seededSource(1);
  expect(() => drawQuantile({ ...good, random, epsilon: bad })).toThrow(/^epsilon must/);
  expect(() => drawQuantile({ ...good, random, upper: bad })).toThrow(/^upper must/);
  expect(() => drawQuantile({ ...good, random, lower: NaN })).toThrow(/^lower must/);
  if (bad !== 0) expect(() => drawQuantile({ ...good, random, quantile: bad })).toThrow(/^quantile must/);
  const intervals = { columns: [[0.2, 0.4]], domain: [[0, 1]] as const, tail: 0.1, epsilon: 1, random };
  if (bad !== 0) expect(() => drawIntervals({ ...intervals, tail: bad })).toThrow(/^tail must/);
  expect(() => drawIntervals({ ...intervals, epsilon: bad })).toThrow(/^epsilon must/);
  expect(() => drawIntervals({ ...intervals, columns: [] })).toThrow(/^columns.length must/);
  expect(() => drawQuantile({ ...good, random, values: [] })).toThrow(/^values.length must/);
  expect(() => drawQuantile({ ...good, random, values: [0, NaN] })).toThrow(/^values\[1\] must/);
});
