import { expect, test } from "vitest";
import { drawExponentialMechanism } from "../../../../src/core/privacy/mechanisms/exponentialMechanism.ts";
import {
  drawInterval,
  drawQuantile,
  quantileProbabilities,
} from "../../../../src/core/privacy/mechanisms/privateQuantile.ts";
import type { PiecewiseUniformLaw } from "../../../../src/core/privacy/mechanisms/privateQuantile.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { notPositive } from "../relative.ts";

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
    const draws = Array.from({ length: 2500 }, () => drawQuantile({ ...parameters, random }));
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
  for (let i = 0; i < 400; i++) {
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

test("drawQuantile of 100,000 values is near the quantile, and drawInterval holds most of them", () => {
  const random = seededSource(11);
  const values = Float64Array.from({ length: 100_000 }, () => random.normal());
  const shared = { values, epsilon: 1, lower: -100, upper: 100, random };
  // 99.9 % of the law is within 2 ln(10³ · 10⁵)/ε < 40 ranks, and the density is above 0.1 a unit.
  expect(Math.abs(drawQuantile({ ...shared, quantile: 0.75 }) - 0.6745)).toBeLessThan(0.02);
  const [low, high] = drawInterval({ ...shared, tail: 0.01 });
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
  for (let seed = 0; seed < 200; seed++) {
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

test("drawInterval has two ends, whatever the values", () => {
  const random = seededSource(12);
  for (let i = 0; i < 100; i++) {
    const [low, high] = drawInterval({ values: [0.3], tail: 0.1, epsilon: 1e-3, lower: 0, upper: 1, random });
    expect(high).toBeGreaterThan(low);
  }
});

test.each(notPositive)("private quantiles refuse %s by name", (bad) => {
  const good = { values: [0.2, 0.4], quantile: 0.5, epsilon: 1, lower: 0, upper: 1 };
  const random = seededSource(1);
  expect(() => quantileProbabilities({ ...good, epsilon: bad })).toThrow(/^epsilon must/);
  expect(() => drawQuantile({ ...good, epsilon: bad, random })).toThrow(/^epsilon must/);
  expect(() => quantileProbabilities({ ...good, upper: bad })).toThrow(/^upper must/);
  expect(() => quantileProbabilities({ ...good, lower: NaN })).toThrow(/^lower must/);
  if (bad !== 0) expect(() => quantileProbabilities({ ...good, quantile: bad })).toThrow(/^quantile must/);
  if (bad !== 0) expect(() => drawInterval({ ...good, tail: bad, random })).toThrow(/^tail must/);
  expect(() => quantileProbabilities({ ...good, values: [] })).toThrow(/^values.length must/);
  expect(() => quantileProbabilities({ ...good, values: [0, NaN] })).toThrow(/^values\[1\] must/);
});
