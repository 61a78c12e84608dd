import { describe, expect, test } from "vitest";
import { gridCoordinates, isGrouped, levelAxis } from "../../../src/core/grids.ts";
import { simultaneousBand } from "../../../src/core/privacy/bands/simultaneousQuantile.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { postMapped, postMapOfParts } from "../../../src/core/release/postMap.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { densityFrame } from "../../../src/core/density/densityFrame.ts";
import { preparing } from "../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { recordedWords } from "../../support/privateReleases.ts";
import { solved } from "../../support/solved.ts";

const domain = [[0, 1]] as const;
const [n, m, h] = [60, 1000, 0.06];
const random = seededSource(41);

/** A record: the group that it is in, −1 for none of them, and its value. */
type Record = readonly [group: number, value: number];

const parametersOf = (route: "gaussian" | "sobolev" = "gaussian"): DensityParameters => ({
  ...{ domain, bandwidths: [h], correlation: 0, route, relativeRate: 1, drawCount: 1, seed: 4 },
});
const pointsOf = (values: readonly number[]) => ({ dimension: 1, coordinates: Float64Array.from(values) });
const planOf = (records: readonly Record[], groups: number) =>
  planDensity({
    parts: Array.from({ length: groups }, (_, k) => ({
      points: pointsOf(records.filter(([group]) => group === k).map(([, value]) => value)),
    })),
    domain,
    pointMassRecords: [{ name: "share of the others", count: records.filter(([group]) => group < 0).length }],
  });
const records = Array.from({ length: n }, (_, i): Record => [(i % 4) - 1, random.uniform()]);
const estimateOf = (some: readonly Record[], groups: number, route: "gaussian" | "sobolev" = "gaussian") =>
  lastOf(planOf(some, groups).target(parametersOf(route)).estimating());

describe("a density of groups", () => {
  test("is that of each group divided by the n of all, one behind the other, and the others behind them", () => {
    const all = estimateOf(records, 3);
    expect(all).toHaveLength(3 * m + 1);
    for (const k of [0, 1, 2]) {
      const own = records.filter(([group]) => group === k).map(([, value]) => value);
      const alone = lastOf(
        planDensity({ points: pointsOf(own), domain })
          .target(parametersOf())
          .estimating(),
      );
      for (let i = 0; i < m; i++) expect(all[k * m + i]).toBeCloseTo((alone[i]! * own.length) / n, 10);
    }
    const [others] = planOf(records, 3).target(parametersOf()).extra!;
    expect(others!.weight * all[3 * m]!).toBeCloseTo(15 / n, 12);
  });

  test("nothing public depends on who is in which group, nor whether a group is empty", () => {
    const publicOf = ({ estimating, ...rest }: ReturnType<ReturnType<typeof planOf>["target"]>) => rest;
    const others: readonly (readonly Record[])[] = [
      records.map(([, value]): Record => [0, value]),
      records.map((): Record => [-1, 5]),
      records.map(([group]): Record => [group, 1e300]),
    ];
    for (const route of ["gaussian", "sobolev"] as const) {
      const [first, ...rest] = [records, ...others].map((some) =>
        publicOf(planOf(some, 3).target(parametersOf(route))),
      );
      for (const target of rest) expect(target).toEqual(first);
    }
    expect(
      estimateOf(others[1]!, 3)
        .subarray(0, 3 * m)
        .every((value) => value === 0),
    ).toBe(true);
  });

  test("the norm over all grids is within B, also where all records of all groups are at one place", () => {
    for (const some of [records, records.map(([group]): Record => [Math.max(0, group), 0.5])]) {
      const { estimateBound, extra: beside } = planOf(some, 3).target(parametersOf());
      expect(beside).toHaveLength(1);
      expect(Math.hypot(...estimateOf(some, 3))).toBeLessThanOrEqual(estimateBound);
    }
  });

  /** rᵀK⁻¹r on places that are far enough apart for a solution to be exact: at most the squared norm in the whole space. */
  const squaredNorm = (difference: Float64Array) => {
    const places = Array.from({ length: 13 }, (_, i) => 20 + 80 * i);
    const x = gridCoordinates({ lower: 0, upper: 1, count: m });
    const K = places.map((i) => places.map((j) => Math.exp(-0.5 * ((x[i]! - x[j]!) / h) ** 2)));
    const r = places.map((i) => difference[i]!);
    return r.reduce((sum, value, i) => sum + value * solved(K, r)[i]!, 0);
  };

  test.each([2, 3, 7])(
    "of %d groups no replaced record moves all of them together by more than Δ; who changes groups moves them by Δ",
    (groups) => {
      const place = (): Record => [
        Math.floor((groups + 1) * random.uniform()) - 1,
        // On the places where the norm is taken, at the ends, beyond them, or anywhere.
        [0, 1, -7, (20 + 80 * Math.floor(13 * random.uniform())) / (m - 1), random.uniform()][
          Math.floor(5 * random.uniform())
        ]!,
      ];
      const { sensitivity } = planOf(records.map(place), groups).target(parametersOf());
      let most = 0;
      for (let pair = 0; pair < 50; pair++) {
        const before = Array.from({ length: n }, place);
        const after = before.slice();
        const at = 500 / (m - 1);
        before[pair % n] = pair === 0 ? [0, at] : before[pair % n]!;
        after[pair % n] = pair === 0 ? [1, at] : place();
        const [f, g] = [estimateOf(before, groups), estimateOf(after, groups)];
        let squared = (f.at(-1)! - g.at(-1)!) ** 2;
        for (let k = 0; k < groups; k++) {
          squared += squaredNorm(f.subarray(k * m, (k + 1) * m).map((value, i) => value - g[k * m + i]!));
        }
        most = Math.max(most, Math.sqrt(squared));
        expect(Math.sqrt(squared)).toBeLessThanOrEqual(sensitivity.value * (1 + 1e-6));
      }
      expect(most).toBeGreaterThan(0.97 * sensitivity.value);
      // Parallel composition would charge each group's own bump alone.
      const bump = 1 / (n * Math.sqrt(2 * Math.PI) * h);
      expect(most).toBeGreaterThan(1.37 * bump);
    },
  );

  test("any number of groups has the same Δ", () => {
    const within = (groups: number) => records.map(([group, value]): Record => [Math.min(group, groups - 1), value]);
    const deltaOf = (groups: number) => planOf(within(groups), groups).target(parametersOf()).sensitivity.value;
    for (const groups of [3, 8, 24]) expect(deltaOf(groups)).toBe(deltaOf(2));
    // As much as one density, once the domain is many bandwidths wide.
    const one = planDensity({ points: pointsOf(records.map(([, value]) => value)), domain });
    expect(deltaOf(2) / one.target(parametersOf()).sensitivity.value).toBeLessThan(1 + 1e-9);
  });

  test("a preview has independent noise of one size in each group", () => {
    const plan = planOf(records, 3);
    const { unitNoise, jitter } = plan.release({ ...parametersOf(), drawCount: 300 });
    const at = (k: number, i: number) => unitNoise.map((draw) => draw[k * m + i]!);
    const product = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0) / 300;
    // 300 draws: a mean square is within 5 standard errors of 1 + τ, a mean product of 0, but for 6·10⁻⁷ each.
    for (const k of [0, 1, 2]) {
      for (const i of [0, 400, 999]) {
        expect(Math.abs(product(at(k, i), at(k, i)) / (1 + jitter) - 1)).toBeLessThan(5 * Math.sqrt(2 / 300));
        expect(Math.abs(product(at(k, i), at((k + 1) % 3, i)))).toBeLessThan(5 / Math.sqrt(300));
      }
    }
  });

  test("a release has the integers of all groups, and independent noise in each", () => {
    const target = { ...planOf(records, 3).target(parametersOf()) };
    const axes = [...target.axes, levelAxis(["a", "b", "c"])];
    expect(isGrouped(axes)).toBe(true);
    const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
    const prepared = lastOf(preparing({ ...target, axes }, budget));
    const words = recordedWords(8);
    const draws = Array.from({ length: 60 }, () => lastOf(prepared.draw(words)));
    const [first] = draws as [(typeof draws)[number]];
    expect([first.integers.length, first.values.length, first.extra!.length]).toEqual([3 * m + 1, 3 * m, 1]);
    const estimate = estimateOf(records, 3);
    const noise = (k: number, i: number) => draws.map(({ values }) => values[k * m + i]! - estimate[k * m + i]!);
    const product = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0) / 60;
    // Nine places, 2 each: mean squares and products of 60 draws within 5.5 standard errors, but for 7·10⁻⁷ together.
    for (const k of [0, 1, 2]) {
      for (const i of [10, 500, 990]) {
        expect(Math.abs(product(noise(k, i), noise(k, i)) / first.deviation ** 2 - 1)).toBeLessThan(
          5.5 * Math.sqrt(2 / 60),
        );
        const across = product(noise(k, i), noise((k + 1) % 3, i)) / first.deviation ** 2;
        expect(Math.abs(across)).toBeLessThan(5.5 / Math.sqrt(60));
      }
    }
    const together = records.map(([group, value]): Record => [Math.min(group, 0), value]);
    const one = lastOf(preparing(planOf(together, 1).target(parametersOf()), budget));
    // Three times the chance that a bound of the sampler fails, and the price of rounding on three grids: next to nothing.
    const alone = lastOf(one.draw(words));
    expect(first.failure).toBeGreaterThan(alone.failure);
    expect(first.failure).toBeLessThan(3 * alone.failure);
    expect(first.sigma / alone.sigma).toBeLessThan(1.001);
    expect(first.simultaneousHalfWidth).toBeGreaterThan(alone.simultaneousHalfWidth);
  });

  test("refuses no parts, and bumps that are not Gaussian", () => {
    expect(() => planDensity({ parts: [], domain })).toThrow(/parts/);
    expect(() => planOf(records, 2).target({ ...parametersOf(), bump: "triangular" })).toThrow(/bump/);
  });
});

test("the band of copies is that of one at the root of the coverage", () => {
  const request = {
    kernel: { type: "gaussian", bandwidthMatrix: [[h * h]] },
    grid: { axes: [{ lower: 0, upper: 1, count: m }] },
    jitter: 1e-6,
  } as const;
  for (const copies of [1, 2, 9]) {
    const own = simultaneousBand({ ...request, coverage: 0.95, copies });
    const root = simultaneousBand({ ...request, coverage: 0.95 ** (1 / copies) });
    expect(own.quantile).toBeCloseTo(root.quantile, 6);
    expect(own.isProved).toBe(true);
  }
  for (const copies of [0, -1, 1.5, NaN])
    expect(() => simultaneousBand({ ...request, coverage: 0.95, copies })).toThrow(/copies/);
});

test("carryingOfParts carries each part as one is carried", () => {
  const frame = densityFrame({ ...parametersOf(), domain: [[1, 100]], transformation: "log", reflection: true })!;
  const all = postMapOfParts(frame.postMap, frame.count, ["a", "b"]);
  const numbers = Float64Array.from({ length: 2 * frame.count }, () => random.uniform());
  const both = postMapped(all, numbers);
  const size = frame.postMap.offsets.length;
  for (const k of [0, 1]) {
    const one = postMapped(frame.postMap, numbers.subarray(k * frame.count, (k + 1) * frame.count));
    expect(both.subarray(k * size, (k + 1) * size)).toEqual(one);
  }
  expect(all.axes).toEqual([...frame.postMap.axes, levelAxis(["a", "b"])]);
  expect(all.spread).toHaveLength(2 * size);
});

test("levelAxis counts its names, of which there are two at least", () => {
  expect(levelAxis(["north", "south"])).toEqual({ lower: 1, upper: 2, count: 2, levels: ["north", "south"] });
  for (const names of [[], ["alone"]]) expect(() => levelAxis(names)).toThrow(/upper|count/);
  expect(isGrouped([levelAxis(["a", "b"])])).toBe(false);
});
