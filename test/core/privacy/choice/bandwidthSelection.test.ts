import { expect, test } from "vitest";
import { kernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { deltaWithBoughtParameter, splitBudget } from "../../../../src/core/privacy/accounting/boughtParameter.ts";
import { noiseMultiplierWithBoughtParameter } from "../../../support/boughtMultiplier.ts";
import { achievedDelta, analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import {
  bandwidthScoreRange,
  bandwidthScores,
  bandwidthScoreSensitivity,
} from "../../../../src/core/privacy/choice/bandwidthSelection.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectRelative, notPositive } from "../relative.ts";

const random = seededSource(4);
const rowsOf = (n: number, d: number) =>
  Array.from({ length: n }, () => Array.from({ length: d }, () => random.uniform()));

test("bandwidthScores is ∫f² − (2/n) Σ f without the record at the record, by quadrature and leaving out", () => {
  const rows = rowsOf(12, 1);
  const h = 0.1;
  const grid = pointsFrom(Array.from({ length: 4001 }, (_, i) => [i / 1000 - 1.5]));
  const product =
    kernelDensity({ points: pointsFrom(rows), bandwidth: h, at: grid }).reduce((sum, f) => sum + f * f, 0) / 1000;
  const leftOut = rows.reduce((sum, row, i) => {
    const others = pointsFrom(rows.filter((_, j) => j !== i));
    return sum + kernelDensity({ points: others, bandwidth: h, at: pointsFrom([row]) })[0]!;
  }, 0);
  const { distances } = bandwidthScores({ points: pointsFrom(rows), bandwidths: [h], costs: [7] });
  expectRelative(distances[0]!, product - (2 / 12) * leftOut + 7, 1e-10);
});

test.each([1, 2])("bandwidthScoreSensitivity bounds every neighbour and is attained, d = %i", (d) => {
  let most = 0;
  for (let trial = 0; trial < 300; trial++) {
    const n = 2 + Math.floor(20 * random.uniform());
    const bandwidth = 0.05 + random.uniform();
    const a = 2 ** (-d / 2);
    const worst = trial % 3 === 0;
    const rows = worst ? Array.from({ length: n }, () => new Array<number>(d).fill(0)) : rowsOf(n, d);
    const neighbour = rows.slice();
    const away = 2 * bandwidth * Math.sqrt(Math.log((4 * n) / (a * (n - 1))));
    neighbour[0] = Array.from({ length: d }, (_, k) => (worst ? (k === 0 ? away : 0) : 3 * random.uniform()));
    const [first, second] = [rows, neighbour].map((r) =>
      bandwidthScores({ points: pointsFrom(r), bandwidths: [bandwidth] }),
    );
    const bound = bandwidthScoreSensitivity({ recordCount: n, dimension: d, bandwidth });
    expect(first!.sensitivity).toBe(bound);
    expect(second!.roundingError).toBe(first!.roundingError);
    most = Math.max(most, Math.abs(first!.distances[0]! - second!.distances[0]!) / bound);
  }
  expect(most).toBeLessThanOrEqual(1 + 1e-12);
  expect(most).toBeGreaterThan(0.999999);
});

test("leave-one-out likelihood moves by diam²/2h², 5,000 at h = 0.01, where least squares moves by 66 (errata H16)", () => {
  const h = 0.01;
  const likelihood = (rows: readonly number[]) =>
    rows.reduce((sum, x, i) => {
      const others = rows.filter((_, j) => j !== i);
      // log Σ exp(−(x − y)²/2h²), which the largest term has by far.
      return sum + Math.max(...others.map((y) => -((x - y) ** 2) / (2 * h * h)));
    }, 0) / rows.length;
  expect(likelihood([0, 0]) - likelihood([0, 1])).toBeCloseTo(5000, 6);
  const [near, far] = [
    [[0], [0]],
    [[0], [1]],
  ].map((rows) => bandwidthScores({ points: pointsFrom(rows), bandwidths: [h] }).distances[0]!);
  expect(Math.abs(near! - far!)).toBeLessThan(
    bandwidthScoreSensitivity({ recordCount: 2, dimension: 1, bandwidth: h }),
  );
  expect(bandwidthScoreSensitivity({ recordCount: 2, dimension: 1, bandwidth: h })).toBeCloseTo(66.3, 1);
});

test.each([1, 2])("bandwidthScoreRange bounds every difference of two scores and is attained, d = %i", (d) => {
  let most = 0;
  const bandwidthsOf = [
    [0.05, 0.06, 0.3],
    [0.02, 0.0201],
    [0.3, 0.05, 40],
    [0.1, 0.1],
  ];
  for (let trial = 0; trial < 400; trial++) {
    const n = 2 + Math.floor(12 * random.uniform());
    const bandwidths = bandwidthsOf[trial % 4]!;
    const narrowest = Math.min(...bandwidths);
    const a = 2 ** (-d / 2);
    // At two places or anywhere; the last one moves by some of the narrowest bandwidths, or anywhere.
    const place = () => Array.from({ length: d }, () => (random.uniform() < 0.5 ? 0.5 : random.uniform()));
    const rows =
      trial % 3 === 0 ? Array.from({ length: n }, () => [0.5, 0.5].slice(0, d)) : Array.from({ length: n }, place);
    const worst = 2 * narrowest * Math.sqrt(Math.log((4 * n) / (a * (n - 1))));
    const away = trial % 2 === 0 ? worst : 10 * narrowest * random.uniform();
    const moved = trial % 7 === 0 ? place() : rows[0]!.map((x, k) => (k === 0 ? x + away : x));
    const [one, other] = [rows, [moved, ...rows.slice(1)]].map((each) =>
      bandwidthScores({ points: pointsFrom(each), bandwidths }),
    );
    const bound = bandwidthScoreRange({ recordCount: n, dimension: d, bandwidths });
    expect(one!.range).toBe(bound);
    expect(bound).toBeLessThanOrEqual(2 * one!.sensitivity);
    const changes = Array.from(one!.distances, (score, k) => other!.distances[k]! - score);
    const found = Math.max(...changes) - Math.min(...changes);
    expect(found).toBeLessThanOrEqual(bound + 4 * one!.roundingError);
    most = Math.max(most, found / bound);
  }
  expect(most).toBeGreaterThan(0.999);
});

test("the sensitivity of several candidates is that of the narrowest, and rounding is far below it", () => {
  const { sensitivity, roundingError } = bandwidthScores({
    points: pointsFrom(rowsOf(100, 1)),
    bandwidths: [0.3, 0.05, 1],
  });
  expect(sensitivity).toBe(bandwidthScoreSensitivity({ recordCount: 100, dimension: 1, bandwidth: 0.05 }));
  expect(roundingError).toBeGreaterThan(0);
  expect(roundingError).toBeLessThan(1e-10 * sensitivity);
});

test("least-squares scores find a bandwidth between too narrow and too wide ones", () => {
  const points = pointsFrom(Array.from({ length: 400 }, () => [random.normal()]));
  const bandwidths = [0.02, 0.3, 5];
  const { distances } = bandwidthScores({ points, bandwidths });
  expect(distances.indexOf(Math.min(...distances))).toBe(1);
});

/** The hockey-stick divergence of a coin with odds e^ε₀ and a normal of shift μ, by quadrature over the normal. */
function byQuadrature(epsilon: number, pure: number, mu: number): number {
  const right = 1 / (1 + Math.exp(-pure));
  let sum = 0;
  const step = 1e-3;
  for (let x = -12; x <= 12 + mu; x += step) {
    const p = Math.exp(-0.5 * (x - mu) ** 2) / Math.sqrt(2 * Math.PI);
    const q = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    for (const [coinP, coinQ] of [
      [right, 1 - right],
      [1 - right, right],
    ] as const) {
      sum += step * Math.max(0, coinP * p - Math.exp(epsilon) * coinQ * q);
    }
  }
  return sum;
}

test("deltaWithBoughtParameter is the divergence of the coin and the normal, and below the simple sum", () => {
  for (const [epsilon, pure, mu] of [
    [1, 0.5, 0.4],
    [0.2, 1, 1],
    [0, 0.3, 2],
    [3, 0, 1],
  ] as const) {
    const found = deltaWithBoughtParameter({ epsilon, bought: { epsilon: pure, delta: 0 }, mu });
    expect(Math.abs(found - byQuadrature(epsilon, pure, mu))).toBeLessThan(1e-5);
    if (epsilon >= pure) {
      expect(found).toBeLessThanOrEqual(
        achievedDelta({ epsilon: epsilon - pure, noiseMultiplier: 1 / mu }) * (1 + 1e-12),
      );
    }
    const withFailure = deltaWithBoughtParameter({ epsilon, bought: { epsilon: pure, delta: 0.01 }, mu });
    expectRelative(withFailure, 0.01 + 0.99 * found, 1e-12);
  }
});

test("bandwidthScoreRange of one bandwidth is S, of far ones that of the narrowest, of near ones a little more", () => {
  const of = { recordCount: 50, dimension: 1 };
  const S = bandwidthScoreSensitivity({ ...of, bandwidth: 0.1 });
  expect(bandwidthScoreRange({ ...of, bandwidths: [0.1] })).toBe(S);
  expectRelative(bandwidthScoreRange({ ...of, bandwidths: [3, 0.1, 0.5] }), S, 1e-12);
  const near = bandwidthScoreRange({ ...of, bandwidths: [0.1, 0.1000001] });
  expect(near).toBeGreaterThan(S);
  expect(near).toBeLessThan(1.5 * S);
});

test.each(notPositive)("bandwidth selection refuses %s by name", (bad) => {
  const points = pointsFrom([[0], [1]]);
  expect(() => bandwidthScores({ points, bandwidths: [1, bad] })).toThrow(/^bandwidths\[1\] must/);
  expect(() => bandwidthScores({ points: pointsFrom([[0]]), bandwidths: [1] })).toThrow(/^points must/);
  expect(() => bandwidthScores({ points, bandwidths: [] })).toThrow(/^bandwidths must/);
  expect(() => bandwidthScores({ points, bandwidths: [1], costs: [] })).toThrow(/^costs must/);
  expect(() => bandwidthScoreSensitivity({ recordCount: bad, dimension: 1, bandwidth: 1 })).toThrow(
    /^recordCount must/,
  );
  expect(() => bandwidthScoreRange({ recordCount: 5, dimension: 1, bandwidths: [1, bad] })).toThrow(/^bandwidth must/);
  expect(() => deltaWithBoughtParameter({ epsilon: 1, bought: { epsilon: 1, delta: 0 }, mu: bad })).toThrow(/^mu must/);
});

test("noiseMultiplierWithBoughtParameter leaves exactly δ, less noise than the simple sum, and the analytic multiplier if nothing was bought", () => {
  for (const [epsilon, delta, pure] of [
    [1, 1e-5, 0.1],
    [2, 1e-9, 1],
    [0.5, 0.01, 0.49],
  ] as const) {
    const bought = { epsilon: pure, delta: 0 };
    const noiseMultiplier = noiseMultiplierWithBoughtParameter({ epsilon, delta, bought });
    const reached = deltaWithBoughtParameter({ epsilon, bought, mu: 1 / noiseMultiplier });
    expect(reached).toBeLessThanOrEqual(delta);
    expectRelative(reached, delta, 1e-9);
    expect(noiseMultiplier).toBeLessThan(analyticNoiseMultiplier({ epsilon: epsilon - pure, delta }));
    expectRelative(
      noiseMultiplierWithBoughtParameter({ epsilon, delta, bought: { epsilon: 0, delta: 0 } }),
      analyticNoiseMultiplier({ epsilon, delta }),
      1e-9,
    );
  }
  const at = { epsilon: 1, delta: 0.1 };
  expect(() => noiseMultiplierWithBoughtParameter({ ...at, bought: { epsilon: 1, delta: 0 } })).toThrow(
    /^epsilon must/,
  );
  expect(() => noiseMultiplierWithBoughtParameter({ ...at, bought: { epsilon: 0.1, delta: 0.1 } })).toThrow(
    /^delta must/,
  );
});

test("splitBudget splits, and refuses 0, 1 and what is not a share", () => {
  expect(splitBudget({ epsilon: 2, share: 0.25 })).toEqual({ parameter: 0.5, release: 1.5 });
  for (const share of [0, 1, -1, 2, NaN, Infinity]) {
    expect(() => splitBudget({ epsilon: 1, share })).toThrow(/^share must be strictly between 0 and 1/);
  }
});
