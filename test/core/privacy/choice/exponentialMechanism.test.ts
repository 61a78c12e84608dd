import { expect, test } from "vitest";
import {
  drawExponentialMechanism,
  exponentialMechanism,
  exponentialMechanismProbabilities,
  latticeDistances,
} from "../../../../src/core/privacy/choice/exponentialMechanism.ts";
import { squaredDistanceSensitivity } from "../../../support/printedSensitivities.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { notPositive } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

interface Inputs {
  readonly distances: readonly number[];
  readonly alpha: number;
  readonly sensitivity: number;
  readonly u: readonly number[];
}

const golden = goldenCases<Inputs, { sampledIndex: number[] }>("exponential-mechanism");

test.each(golden.map((c, i) => [i, c] as const))(
  "exponentialMechanismProbabilities agrees with exponential-mechanism.json, case %i",
  (_, reference) => {
    const { distances, sensitivity, alpha: epsilon, u } = reference.inputs;
    const probabilities = exponentialMechanismProbabilities({ distances, sensitivity, epsilon });
    expectGolden(reference, "probabilities", probabilities);
    let sum = 0;
    const ends = probabilities.map((p) => (sum += p));
    expect(u.map((level) => ends.findIndex((end) => level < end))).toEqual(reference.expected.sampledIndex);
  },
);

test.each(golden.map((c, i) => [i, c] as const))(
  "drawExponentialMechanism has these probabilities, case %i",
  (_, { inputs }) => {
    const { distances, sensitivity, alpha: epsilon } = inputs;
    const random = seededSource(4);
    const counts = new Float64Array(distances.length);
    for (let i = 0; i < 4000; i++) {
      counts[drawExponentialMechanism({ distances, sensitivity, roundingError: 0, epsilon, random })]!++;
    }
    expectFrequencies(counts, exponentialMechanismProbabilities({ distances, sensitivity, epsilon }));
  },
);

test("probabilities of neighbours are within e^ε, and reach 99 % of it", () => {
  const random = seededSource(5);
  const epsilon = 0.7;
  const sensitivity = 0.3;
  let most = 0;
  for (let i = 0; i < 2000; i++) {
    const m = 2 + Math.floor(200 * random.uniform());
    const far = random.uniform() < 0.5 ? 20 : 1;
    const distances = Float64Array.from({ length: m }, (_, j) => (j === 0 ? 0 : far * random.uniform()));
    // The worst neighbour brings one candidate nearer and all others farther.
    const neighbour = distances.map(
      (d, j) => d + sensitivity * (i % 2 ? (j === 0 ? -1 : 1) : 2 * random.uniform() - 1),
    );
    const [p, q] = [distances, neighbour].map((d) =>
      exponentialMechanismProbabilities({ distances: d, sensitivity, epsilon }),
    );
    p!.forEach((value, j) => (most = Math.max(most, Math.abs(Math.log(value / q![j]!)))));
  }
  expect(most).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
  expect(most).toBeGreaterThan(0.99 * epsilon);
});

test("with squared distances the sensitivity of the paper is too small, and squaredDistanceSensitivity is not (errata H10)", () => {
  const candidates = [0, 10];
  const logRatio = (sensitivity: number) => {
    const [p, q] = [0, 1].map((f) => {
      const distances = candidates.map((g) => (g - f) ** 2);
      return exponentialMechanismProbabilities({ distances, sensitivity, epsilon: 1 });
    });
    return Math.abs(Math.log(q![1]! / p![1]!));
  };
  // d(f, f′) = 1 is the sensitivity of the paper: the second candidate's probability changes by e^10.
  expect(logRatio(1)).toBeGreaterThan(9.9);
  expect(logRatio(squaredDistanceSensitivity({ neighbourDistance: 1, largestDistance: 10 }))).toBeLessThanOrEqual(1);
});

test("multiples of a step move by at most the change that latticeDistances states, and by it where rounding is worst", () => {
  const random = seededSource(6);
  for (const [sensitivity, roundingError] of [
    [0.3, 0],
    [1, 1e-9],
    [1e-300, 0],
    [7e200, 1e190],
  ] as const) {
    let most = 0;
    let stated = 0;
    for (let i = 0; i < casesOf(500, 150); i++) {
      const distance = sensitivity * 100 * (random.uniform() - 0.5);
      const other = distance + sensitivity + 2 * roundingError;
      const { multiples, change, step } = latticeDistances({
        distances: [distance, other],
        sensitivity,
        roundingError,
      });
      stated = change;
      most = Math.max(most, multiples[1]! - multiples[0]!);
      expect(multiples[0]! * step).toBeCloseTo(distance, -Math.log10(step));
      expect(change * step).toBeLessThan((sensitivity + 2 * roundingError) * (1 + 2 ** -28));
    }
    expect(most).toBeLessThanOrEqual(stated);
    expect(most).toBeGreaterThan(stated * (1 - 1e-8));
  }
});

test("a range alone decides the odds: what moves all candidates alike is free, and the most it allows costs ε", () => {
  const epsilon = 1.5;
  const law = (distances: readonly number[], range?: number) =>
    exponentialMechanismProbabilities({ distances, sensitivity: 1, range, epsilon });
  const told = (one: readonly number[], other: readonly number[], range: number) => {
    const [p, q] = [law(one, range), law(other, range)];
    return Math.max(...p.map((value, i) => Math.abs(Math.log(value / q[i]!))));
  };
  expect(law([0, 3], 2)).toEqual(law([0, 3]));
  expect(law([0, 3], 7)).toEqual(law([0, 3]));
  expect(told([0, 3, 5], [0.7, 3.7, 5.7], 0.1)).toBeLessThan(1e-12);
  const random = seededSource(14);
  for (let trial = 0; trial < casesOf(200, 60); trial++) {
    const one = Array.from({ length: 5 }, () => 4 * random.uniform());
    const shift = 2 * random.uniform() - 1;
    expect(
      told(
        one,
        one.map((d) => d + shift + 0.5 * random.uniform()),
        0.5,
      ),
    ).toBeLessThanOrEqual(epsilon);
  }
  // One candidate falls by r, and all others are far likelier: its odds are its probability.
  expect(told([10, 0, 0], [10.5, 0, 0], 0.5)).toBeGreaterThan((1 - 1e-9) * epsilon);
});

test("whole numbers of a step differ by at most the range that latticeDistances states, by it where rounding is worst, and draws follow it", () => {
  const random = seededSource(15);
  const [sensitivity, range] = [1, 0.3];
  for (const roundingError of [0, 1e-7]) {
    let [most, stated] = [0, 0];
    for (let i = 0; i < casesOf(2000, 500); i++) {
      const distances = [100 * random.uniform(), 100 * random.uniform()];
      const moved = [distances[0]! + range + 2 * roundingError, distances[1]! - 2 * roundingError];
      const [one, other] = [distances, moved].map((each) =>
        latticeDistances({ distances: each, sensitivity, range, roundingError }),
      );
      stated = one!.range;
      const change = (k: 0 | 1) => other!.multiples[k]! - one!.multiples[k]!;
      most = Math.max(most, change(0) - change(1));
      expect(stated * one!.step).toBeLessThan((range + 4 * roundingError + 4 * one!.step) * (1 + 2 ** -50));
    }
    expect(most).toBeLessThanOrEqual(stated);
    expect(most).toBeGreaterThan(stated - 4);
  }
  const { change, range: widest } = latticeDistances({ distances: [0], sensitivity, roundingError: 0 });
  expect(widest).toBe(2 * change);
  const asked = { distances: [0, 1], sensitivity, roundingError: 0, epsilon: 1 };
  const counts = [0, 0];
  const draw = exponentialMechanism({ ...asked, range: 1 });
  for (let i = 0; i < 20_000; i++) counts[draw(random)]!++;
  expectFrequencies(counts, [1 / (1 + Math.exp(-1)), 1 / (1 + Math.E)]);
  for (let seed = 0; seed < 20; seed++) {
    expect(draw(seededSource(seed))).toBe(drawExponentialMechanism({ ...asked, range: 1, random: seededSource(seed) }));
  }
  [0, -1, NaN].forEach((bad) => expect(() => exponentialMechanism({ ...asked, range: bad })).toThrow(/^range must/));
});

test("candidate sets of one, equal distances and far ones are no special cases", () => {
  const draw = (distances: number[]) =>
    drawExponentialMechanism({ distances, sensitivity: 1, roundingError: 0, epsilon: 1, random: seededSource(7) });
  expect(draw([-4])).toBe(0);
  expect(draw([1e308, 3, 1e308])).toBe(1);
  expect(draw([-1e308, 3])).toBe(0);
  expect(Array.from(exponentialMechanismProbabilities({ distances: [5], sensitivity: 1, epsilon: 1 }))).toEqual([1]);
});

test.each(notPositive)("the exponential mechanism refuses %s by name", (bad) => {
  const good = { distances: [0, 1], sensitivity: 1, epsilon: 1 };
  const random = seededSource(1);
  expect(() => exponentialMechanismProbabilities({ ...good, sensitivity: bad })).toThrow(/^sensitivity must/);
  expect(() => exponentialMechanismProbabilities({ ...good, epsilon: bad })).toThrow(/^epsilon must/);
  expect(() => drawExponentialMechanism({ ...good, roundingError: 0, random, sensitivity: bad })).toThrow(
    /^sensitivity must/,
  );
  expect(() => drawExponentialMechanism({ ...good, roundingError: 0, random, epsilon: bad })).toThrow(/^epsilon must/);
  if (bad !== 0)
    expect(() => drawExponentialMechanism({ ...good, roundingError: bad, random })).toThrow(/^roundingError must/);
  expect(() => squaredDistanceSensitivity({ neighbourDistance: bad, largestDistance: 1 })).toThrow(
    /^neighbourDistance must/,
  );
  expect(() => exponentialMechanismProbabilities({ ...good, distances: [] })).toThrow(/^distances.length must/);
  expect(() => exponentialMechanismProbabilities({ ...good, distances: [1, NaN] })).toThrow(/^distances\[1\] must/);
});
