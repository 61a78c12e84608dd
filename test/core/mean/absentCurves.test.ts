import { describe, expect, test } from "vitest";
import { covarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { smoothMeanTarget } from "../../support/meanCurveParameters.ts";
import { noiseNorm, randomCurve, worstCurve } from "../privacy/sensitivity/curveNeighbours.ts";
import { casesOf } from "../../support/fuzzing.ts";

const [N, m] = [10, 20];
const levels = ["north", "south"];
const asked = { ...smoothMeanTarget, mostRecords: N };
const groups = { levels, shares: [0.5, 0.5] };
const source = seededSource(20261128);
const below = (count: number) => Math.floor(count * source.uniform());

/** A curve and its group, −1 for none. */
type Row = readonly [curve: Float64Array, group: number];

const planOf = (rows: readonly Row[]) =>
  planMeanCurve({
    curves: Float64Array.from(rows.flatMap(([curve]) => [...curve])),
    pointCount: m,
    groups: { column: "g", levels, of: Int32Array.from(rows, ([, group]) => group) },
  });
const numbersOf = (rows: readonly Row[], isGrouped: boolean) =>
  lastOf(
    planOf(rows)
      .target({ ...asked, ...(isGrouped && { groups }) })
      .estimating(),
  );

const spectrum = (() => {
  const times = gridCoordinates(meanCurveGrid(asked.domain, m).axes[0]!);
  const own = meanWeights(m, asked.rule);
  const kernel = curveKernel(asked.kernel, asked.range);
  return covarianceSpectrum({ kernel, grid: times, weights: own });
})();
const smoother = { spectrum, penalty: asked.penalty, power: asked.power, normBound: asked.normBound };
const row = (): Row => [randomCurve(source, smoother), below(3) - 1];
const rowsOf = (count: number) => Array.from({ length: count }, row);

describe("a mean curve with a private number of curves", () => {
  test("nothing public depends on how many there are: none, one, N or more", () => {
    for (const isGrouped of [false, true]) {
      const publicOf = (count: number) => {
        const { estimating, ...rest } = planOf(rowsOf(count)).target({ ...asked, ...(isGrouped && { groups }) });
        return rest;
      };
      for (const count of [1, N, N + 4]) expect(publicOf(count)).toEqual(publicOf(0));
    }
  });

  test("answers point by point and choices are of the numbers that leave at once", () => {
    const at = { dimension: 1, coordinates: gridCoordinates(meanCurveGrid(asked.domain, m).axes[0]!) };
    for (const count of [0, 1, N + 4]) {
      const rows = rowsOf(count);
      const plan = planOf(rows);
      const [online, expected] = [plan.online(asked), numbersOf(rows, false).subarray(0, m)];
      const answers = online.estimate(online.inKernel!(at));
      answers.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 10));
      const empty = planOf([]).online(asked);
      expect([online.sensitivity, online.roundingError]).toEqual([empty.sensitivity, empty.roundingError]);
      const scored = lastOf(plan.choice(asked).scoring([expected.slice(), new Float64Array(m).fill(1)]));
      expect(scored.distances[0]).toBeLessThan(1e-9);
    }
  });

  test("the sum is divided by N, and the share of absent curves stands behind it", () => {
    const rows = rowsOf(7);
    const { extra } = planOf(rows).target(asked);
    const numbers = numbersOf(rows, false);
    const { mostRecords, ...plain } = asked;
    const whole = lastOf(planOf(rows).target(plain).estimating());
    for (let i = 0; i < m; i++) expect(numbers[i]).toBeCloseTo((whole[i]! * 7) / N, 13);
    expect(extra).toHaveLength(1);
    expect(extra![0]!.name).toBe(`share of the ${N} declared curves that are absent`);
    expect(extra![0]!.weight * numbers[m]!).toBeCloseTo(3 / N, 12);
    const shares = planOf(rows)
      .target({ ...asked, groups })
      .extra!.map(({ weight }, j) => weight * numbersOf(rows, true)[2 * m + j]!);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test.each([false, true])(
    "one curve more, less or replaced moves all numbers by at most Δ (groups: %s), also beyond N; a replaced one reaches it",
    (isGrouped) => {
      const target = planOf([]).target({ ...asked, ...(isGrouped && { groups }) });
      const Δ = target.sensitivity.value;
      const times = gridCoordinates(meanCurveGrid(asked.domain, m).axes[0]!);
      const K = gramOnLine(curveKernel(asked.noiseKernel, asked.range), times);
      for (let i = 0; i < m; i++) K[i * m + i]! += target.jitter;
      const noise = noiseNorm(K, m);
      const copies = isGrouped ? 2 : 1;
      const distance = (some: readonly Row[], others: readonly Row[]) => {
        const [a, b] = [numbersOf(some, isGrouped), numbersOf(others, isGrouped)];
        const delta = a.map((value, i) => value - b[i]!);
        const parts = Array.from({ length: copies }, (_, k) => noise.norm(delta.subarray(k * m, (k + 1) * m)));
        return Math.hypot(...parts, ...delta.subarray(copies * m));
      };
      for (let trial = 0; trial < casesOf(1500, 60); trial++) {
        const rows = rowsOf(N - 2 + below(5));
        const at = below(rows.length);
        const others = [[row(), ...rows], rows.toSpliced(at, 1), rows.with(at, row()).toReversed()][trial % 3]!;
        expect(distance(rows, others)).toBeLessThanOrEqual(Δ);
      }
      const worst = worstCurve(randomCurve(source, smoother), smoother, noise);
      const rest = rowsOf(N - 3);
      const [own, away]: readonly Row[] = [
        [worst, 0],
        [worst.map((value) => -value), 0],
      ];
      expect(distance([...rest, own!], [...rest, away!])).toBeGreaterThan(0.995 * Δ);
      // One curve more moves the mean by Δ/2, and one or two counts by Δ/2 each.
      const more = Math.sqrt((1 + (isGrouped ? 2 : 1)) / 4);
      expect(distance([...rest, own!], rest) / Δ).toBeCloseTo(more, 2);
    },
  );

  test("refuses sums of an engine, and a largest number that is none", () => {
    const curves = new Float64Array(2 * m);
    const summed = { mean: new Float64Array(m), curveCount: 4, terms: {} as never };
    expect(() => planMeanCurve({ curves, pointCount: m, summed }).target(asked)).toThrow(/public number of curves/);
    for (const mostRecords of [0, 1, 1.5, NaN])
      expect(() => planMeanCurve({ curves, pointCount: m }).target({ ...asked, mostRecords })).toThrow(/mostRecords/);
  });
});
