import { describe, expect, test } from "vitest";
import { covarianceSpectrum } from "../../../src/core/kernels/covarianceSpectrum.ts";
import { gridCoordinates, levelAxis } from "../../../src/core/grids.ts";
import { gramOnLine } from "../../../src/core/kernels/gramOnLine.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { postMapped } from "../../../src/core/release/postMap.ts";
import { curveKernel } from "../../../src/core/mean/curveKernels.ts";
import { countsOfGroups, groupPostMap } from "../../../src/core/release/sharedGroups.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../../src/core/mean/meanCurveGrid.ts";
import type { MeanCurveParameters } from "../../../src/core/mean/meanCurveParameters.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { smoothMeanTarget } from "../../support/meanCurveParameters.ts";
import { recordedWords } from "../../support/privateReleases.ts";
import { noiseNorm, randomCurve, worstCurve } from "../privacy/sensitivity/curveNeighbours.ts";

const [n, m] = [24, 20];
const names = ["north", "south", "east", "west"];
const random = seededSource(17);

type Some = { readonly curves: Float64Array; readonly of: Int32Array };
const grouped = (count: number) => {
  const levels = names.slice(0, count);
  return { levels, shares: levels.map(() => 1 / count) };
};
const planOf = ({ curves, of }: Some, count: number) =>
  planMeanCurve({ curves, pointCount: m, groups: { column: "region", levels: names.slice(0, count), of } });
const parametersOf = (count: number, change: Partial<MeanCurveParameters> = {}): MeanCurveParameters => ({
  ...{ ...smoothMeanTarget, drawCount: 1, seed: 5, groups: grouped(count) },
  ...change,
});
const wave = () => {
  const [a, b, c] = [random.normal(), random.normal(), random.uniform()];
  return Array.from({ length: m }, (_, i) => a + b * Math.sin((5 * c * i) / m));
};
const some: Some = {
  curves: Float64Array.from(Array.from({ length: n }, wave).flat()),
  of: Int32Array.from({ length: n }, (_, i) => (i % 4) - 1),
};

describe("mean curves of groups", () => {
  test("each is the mean of its curves times its share, one behind the other, and the counts behind them", () => {
    const { estimate, extra: beside, rawMean } = planOf(some, 3).release(parametersOf(3));
    expect(estimate).toHaveLength(3 * m + 4);
    for (const k of [0, 1, 2]) {
      const own = Float64Array.from(
        Array.from({ length: n }, (_, i) => i)
          .filter((i) => some.of[i] === k)
          .flatMap((i) => [...some.curves.subarray(i * m, (i + 1) * m)]),
      );
      const alone = planMeanCurve({ curves: own, pointCount: m }).release({
        ...smoothMeanTarget,
        ...{ drawCount: 1, seed: 5 },
      });
      for (let i = 0; i < m; i++) {
        expect(estimate[k * m + i]).toBeCloseTo((alone.estimate[i]! * own.length) / m / n, 13);
        expect(rawMean[k * m + i]).toBeCloseTo(alone.rawMean[i]!, 13);
      }
    }
    const shares = beside!.map(({ weight }, j) => weight * estimate[3 * m + j]!);
    shares.forEach((share) => expect(share).toBeCloseTo(1 / 4, 12));
    expect(beside!.map(({ name }) => name)[3]).toContain("another region, or none");
  });

  test("are shown divided by the declared share, around the centre: the group's mean where the share is true", () => {
    const centre = [[0, 2]] as const;
    const axis = meanCurveGrid(smoothMeanTarget.domain, m).axes[0]!;
    const levels = names.slice(0, 3);
    const asked = parametersOf(3, {
      centre,
      normBound: 100,
      penalty: 1e-9,
      groups: { levels, shares: [0.25, 0.5, 1] },
    });
    const { estimate, rawMean } = planOf(some, 3).release(asked);
    const shown = postMapped(groupPostMap(asked.groups!, [axis], { centre }), estimate);
    expect(shown).toHaveLength(3 * m);
    shown.forEach((value, i) => {
      const pull = [1, 1 / 2, 1 / 4][Math.floor(i / m)]!;
      expect(value).toBeCloseTo(2 + pull * (rawMean[i]! - 2), 2);
    });
    for (const shares of [
      [0.5, 0.5],
      [0.5, 0.5, 0],
      [0.5, 0.5, NaN],
      [0.5, 0.5, 1.01],
    ]) {
      expect(() => groupPostMap({ levels, shares }, [axis])).toThrow(/shares/);
    }
  });

  test("nothing public depends on who is in which group, nor whether a group is empty", () => {
    const others = [some.of.map(() => 0), some.of.map(() => -1), some.of.map((group) => 2 - Math.max(0, group))];
    const publicOf = (of: Int32Array) => {
      const plan = planOf({ ...some, of }, 3);
      const { estimating, ...target } = plan.target(parametersOf(3));
      const { estimate, rawMean, clippedCount, largestNorm, ...release } = plan.release(parametersOf(3));
      return { target, release };
    };
    for (const of of others) expect(publicOf(of)).toEqual(publicOf(some.of));
    const { estimate, rawMean } = planOf({ ...some, of: others[1]! }, 3).release(parametersOf(3));
    expect(estimate.subarray(0, 3 * m).every((value) => value === 0)).toBe(true);
    expect(rawMean.every((value) => value === 0)).toBe(true);
  });

  test.each<[number, Partial<MeanCurveParameters>]>([
    [2, {}],
    [3, { kernel: "matern32", noiseKernel: "matern32", power: 1, rule: "uniform" }],
    [4, { noiseKernel: "exponential" }],
  ])(
    "of %d groups no replaced curve moves all of them together by more than Δ: whoever stays, and whoever changes groups, can reach it",
    (count, change) => {
      const asked = parametersOf(count, change);
      const released = planOf(some, count).release(asked);
      const { sensitivity, jitter, curveSensitivity } = released;
      const times = gridCoordinates(meanCurveGrid(asked.domain, m).axes[0]!);
      const weights = meanWeights(m, asked.rule);
      const spectrum = covarianceSpectrum({ kernel: curveKernel(asked.kernel, asked.range), grid: times, weights });
      const K = gramOnLine(curveKernel(asked.noiseKernel, asked.range), times);
      for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
      const { penalty, power, normBound } = asked;
      const [smoother, noise] = [{ spectrum, penalty, power, normBound }, noiseNorm(K, m)];
      const put = (curve: Float64Array, group: number) => {
        const [curves, of] = [some.curves.slice(), some.of.slice()];
        curves.set(curve, 5 * m);
        of[5] = group;
        return planOf({ curves, of }, count).release(asked).estimate;
      };
      const distance = (a: Float64Array, b: Float64Array) => {
        const delta = a.map((value, i) => value - b[i]!);
        const squares = Array.from({ length: count }, (_, k) => noise.norm(delta.subarray(k * m, (k + 1) * m)) ** 2);
        const counts = Array.from(delta.subarray(count * m), (value) => value ** 2);
        return Math.sqrt([...squares, ...counts].reduce((sum, square) => sum + square, 0));
      };
      const source = seededSource(3);
      const anyGroup = () => Math.floor((count + 1) * source.uniform()) - 1;
      for (let pair = 0; pair < 30; pair++) {
        const [x, y] = [randomCurve(source, smoother), randomCurve(source, smoother).map((value) => 1e5 * value)];
        expect(distance(put(x, anyGroup()), put(y, anyGroup()))).toBeLessThanOrEqual(sensitivity);
      }
      const worst = worstCurve(randomCurve(source, smoother), smoother, noise, 800);
      const away = worst.map((value) => -value);
      const [stays, moves, leaves] = [
        distance(put(worst, 0), put(away, 0)),
        distance(put(worst, 0), put(away, 1)),
        distance(put(worst, 0), put(away, -1)),
      ];
      for (const reached of [stays, moves, leaves]) expect(reached).toBeLessThanOrEqual(sensitivity);
      expect(stays).toBeGreaterThan(0.995 * sensitivity);
      expect(moves).toBeGreaterThan(0.995 * sensitivity);
      expect(leaves / sensitivity).toBeCloseTo(Math.sqrt(3) / 2, 2);
      // Divided by the sizes of the groups they would move by far more: the sizes are private.
      expect((stays * n) / countsOfGroups(some.of, count)[0]!).toBeGreaterThan(3 * sensitivity);
      // Δ is that of one mean of all.
      const one = planMeanCurve({ curves: some.curves, pointCount: m }).release({
        ...smoothMeanTarget,
        ...change,
        drawCount: 1,
        seed: 1,
      });
      expect(curveSensitivity).toBe(one.curveSensitivity);
      expect(sensitivity).toBe(one.sensitivity);
    },
  );

  test("the norm of all numbers is within B, also where all curves are far away and in one group", () => {
    for (const of of [some.of, some.of.map(() => 1)]) {
      for (const curves of [some.curves, some.curves.map(() => 1e9)]) {
        const { estimateBound, estimating } = planOf({ curves, of }, 3).target(parametersOf(3));
        expect(Math.hypot(...lastOf(estimating()))).toBeLessThanOrEqual(estimateBound);
      }
    }
  });

  test("a release has the integers of all groups and counts, independent noise, and is carried to what is shown", () => {
    const shares = [0.25, 0.5, 0.125];
    const asked = parametersOf(3, { groups: { levels: names.slice(0, 3), shares } });
    const target = planOf(some, 3).target(asked);
    const words = recordedWords(8);
    const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
    const draws = Array.from({ length: 60 }, () => lastOf(releasingPrivately(target, budget, words)));
    const [first] = draws as [(typeof draws)[number]];
    expect([first.integers.length, first.values.length, first.extra!.length]).toEqual([3 * m + 4, 3 * m, 4]);
    expect(first.axes[1]).toEqual(levelAxis(names.slice(0, 3)));
    const shown = postMapped(target.postMap!, lastOf(target.estimating()));
    const noise = (k: number, i: number) =>
      draws.map(({ values }) => (values[k * m + i]! - shown[k * m + i]!) * shares[k]!);
    const number = first.deviation * 0.125;
    const product = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0) / 60;
    // Nine places, 2 each: mean squares and products of 60 draws within 5.5 standard errors, but for 7·10⁻⁷ together.
    for (const k of [0, 1, 2]) {
      for (const i of [1, 10, 18]) {
        expect(Math.abs(product(noise(k, i), noise(k, i)) / number ** 2 - 1)).toBeLessThan(5.5 * Math.sqrt(2 / 60));
        const across = product(noise(k, i), noise((k + 1) % 3, i)) / number ** 2;
        expect(Math.abs(across)).toBeLessThan(5.5 / Math.sqrt(60));
      }
      expect(first.postMap!.shapes.deviation[k * m]).toBeCloseTo(0.125 / shares[k]!, 12);
    }
    // A count of deviation 2/μ.
    const { deviation } = first.extra![0]!;
    expect((deviation * n * first.mu) / 2).toBeCloseTo(1, 2);
  });

  test("refuses groups other than those that the curves were read with, and answers without groups as without them", () => {
    const plan = planOf(some, 3);
    expect(() => plan.release(parametersOf(2))).toThrow(/levels/);
    expect(() => plan.target(parametersOf(2))).toThrow(/levels/);
    expect(() => planMeanCurve({ curves: some.curves, pointCount: m }).release(parametersOf(3))).toThrow(/levels/);
    const { groups, ...plain } = parametersOf(3);
    expect(plan.release(plain)).toEqual(planMeanCurve({ curves: some.curves, pointCount: m }).release(plain));
  });
});
