import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { curveScoreRange } from "../../../src/core/privacy/sensitivity/foldScores.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { buyForMeanCurve, smoothingScoreRange } from "../../../src/core/mean/meanCurvePurchase.ts";
import type { MeanCurvePurchase } from "../../../src/core/mean/meanCurvePurchase.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";

const [n, m] = [60, 15];
const random = seededSource(4);
// Curves of norms about 0.1, 0.2, …, 6.
const curves = Float64Array.from({ length: n * m }, (_, at) => {
  const [i, j] = [Math.floor(at / m), at % m];
  return ((i + 1) / 10) * Math.SQRT2 * Math.sin((Math.PI * (j + 0.5)) / m) + 1e-3 * random.normal();
});
const parameters = {
  domain: [0, 1],
  rule: "uniform",
  kernel: "matern32",
  noiseKernel: "matern32",
  range: 0.3,
  penalty: 0.01,
  power: 1,
  normBound: 6,
  curvesPerPerson: 1,
  drawCount: 1,
  seed: 1,
} as const;
const bound = { kind: "normBound", epsilon: 5, parameters, share: 0.5, most: 20 } as const;
const smoothing = {
  kind: "smoothing",
  epsilon: 1e6,
  parameters,
  penalties: [1e-3, 1e3],
  ranges: [0.2, 0.5],
  noiseMultiplier: 1e-3,
} as const;
const buy = (purchase: MeanCurvePurchase, of = curves, seed = 1) =>
  lastOf(buyForMeanCurve(purchase, { curves: of, pointCount: m }, seededSource(seed)));

test("where a replaced curve stands does not move all others into other folds", () => {
  // Curves are in the order of their first rows. Ten shapes come in turns, and by place each is a fold of which no other knows;
  // with the odd curve in the middle in place of the beginning, half of them are in the next fold.
  const [count, grid] = [101, 10];
  const withOddAt = (odd: number) =>
    Float64Array.from({ length: count * grid }, (_, at) => {
      const [i, j] = [Math.floor(at / grid), at % grid];
      if (i === odd) return 0;
      return (i - (i > odd ? 1 : 0)) % grid === j ? 1 : 0;
    });
  const purchase: MeanCurvePurchase = {
    ...{ ...smoothing, epsilon: 1e5, penalties: [1e-7, 1e7], ranges: [0.01] },
    parameters: { ...parameters, kernel: "exponential", noiseKernel: "exponential", normBound: 1 },
  };
  for (let seed = 0; seed < 3; seed++) {
    const bought = [0, 50].map((odd) =>
      lastOf(buyForMeanCurve(purchase, { curves: withOddAt(odd), pointCount: grid }, seededSource(seed))),
    );
    for (const each of bought) expect(each).toEqual({ kind: "smoothing", penalty: 1e-7, range: 0.01 });
  }
});

test("τ is a private quantile of the norms, within the most that was declared", () => {
  for (let seed = 0; seed < 20; seed++) {
    const bought = buy({ ...bound, epsilon: 50 }, curves, seed);
    if (bought.kind !== "normBound") expect.unreachable();
    expect(bought.normBound).toBeGreaterThan(2);
    expect(bought.normBound).toBeLessThan(4);
  }
  const cut = buy({ ...bound, most: 1 });
  expect(cut.kind === "normBound" && cut.normBound).toBeLessThanOrEqual(1);
});

test("of neighbours the laws of τ differ by a factor of e^ε at most", () => {
  const neighbour = curves.slice();
  neighbour.fill(1e6, 0, m);
  const draws = casesOf(600, 250);
  const epsilon = 0.5;
  const shareBelow = (of: Float64Array<ArrayBuffer>, offset: number) => {
    let count = 0;
    for (let seed = 0; seed < draws; seed++) {
      const bought = buy({ ...bound, epsilon }, of, seed + offset);
      if (bought.kind === "normBound" && bought.normBound < 3.05) count++;
    }
    return count / draws;
  };
  const [p, q] = [shareBelow(curves, 0), shareBelow(neighbour, draws)];
  // Either frequency is off by 5 deviations with probability 6·10⁻⁷.
  const deviation = 5 * Math.sqrt(0.25 / draws);
  expect(p).toBeLessThanOrEqual(Math.exp(epsilon) * (q + deviation) + deviation);
  expect(1 - q).toBeLessThanOrEqual(Math.exp(epsilon) * (1 - p + deviation) + deviation);
});

test("with a large ε the best φ and ρ of the lists are bought", () => {
  const bought = buy(smoothing);
  // φ = 1000 shrinks everything to nothing; the noise is small beside curves of norm up to 6.
  expect(bought).toMatchObject({ kind: "smoothing", penalty: 1e-3 });
  expect(bought.kind === "smoothing" && smoothing.ranges.includes(bought.range as 0.2)).toBe(true);
  expect(buy(smoothing, curves, 3)).toEqual(buy(smoothing, curves, 3));
  // What is named twice is one candidate.
  const { penalties, ranges } = smoothing;
  const twice = { ...smoothing, epsilon: 1, penalties: [...penalties, ...penalties], ranges: [...ranges, ...ranges] };
  for (let seed = 0; seed < 5; seed++) {
    expect(buy(twice, curves, seed)).toEqual(buy({ ...smoothing, epsilon: 1 }, curves, seed));
  }
});

test("smoothingScoreRange is the closed form for folds by place", () => {
  expect(smoothingScoreRange(23, 2)).toBe(curveScoreRange({ foldSizes: [3, 3, 3, 2, 2, 2, 2, 2, 2, 2], normBound: 2 }));
  expect(smoothingScoreRange(3, 2)).toBe(curveScoreRange({ foldSizes: [1, 1, 1], normBound: 2 }));
});

test.each<[string, MeanCurvePurchase]>([
  ["no φ", { ...smoothing, penalties: [] }],
  ["φ = 0", { ...smoothing, penalties: [0, 1] }],
  ["ρ = NaN", { ...smoothing, ranges: [NaN] }],
  ["too many pairs", { ...smoothing, penalties: Array.from({ length: 401 }, (_, i) => i + 1), ranges: [0.1] }],
  ["ε = 0", { ...smoothing, epsilon: 0 }],
  ["ε = ∞", { ...bound, epsilon: Infinity }],
  ["a share above 1", { ...bound, share: 1.1 }],
  ["most = 0", { ...bound, most: 0 }],
  ["several curves a person", { ...bound, parameters: { ...parameters, curvesPerPerson: 2 } }],
])("buyForMeanCurve refuses %s, whatever the curves", (_, purchase) => {
  for (const of of [curves, new Float64Array(n * m)]) expect(() => buy(purchase, of)).toThrow(ParameterError);
});

test("curves that are all alike are no reason to refuse", () => {
  const constant = new Float64Array(n * m).fill(1);
  expect(buy(bound, constant).kind).toBe("normBound");
  expect(buy({ ...smoothing, epsilon: 1 }, constant).kind).toBe("smoothing");
});

test("one curve whose squares no double holds is no reason to refuse", () => {
  const far = curves.slice();
  far.fill(1e200, 0, m);
  far.fill(-Number.MAX_VALUE, m, 2 * m);
  const bought = buy({ ...bound, epsilon: 50 }, far);
  expect(bought.kind === "normBound" && bought.normBound).toBeLessThan(6);
  expect(buy({ ...smoothing, epsilon: 1 }, far).kind).toBe("smoothing");
});

test("τ, φ and ρ are bought for the curves less their declared centre", () => {
  const exact = curves.map((value) => Math.round(value * 2 ** 30) / 2 ** 30);
  const shifted = exact.map((value) => value + 64);
  const centred = { ...parameters, centre: [[0, 64]] } as const;
  for (let seed = 0; seed < 5; seed++) {
    expect(buy({ ...bound, parameters: centred }, shifted, seed)).toEqual(buy(bound, exact, seed));
    const chosen = { ...smoothing, epsilon: 20 };
    expect(buy({ ...chosen, parameters: centred }, shifted, seed)).toEqual(buy(chosen, exact, seed));
  }
});
