import { describe, expect, test } from "vitest";
import { evaluateExpansion } from "../../../../src/core/erm/expansion/kernelExpansion.ts";
import { hingeLoss, huberLoss } from "../../../../src/core/erm/solver/losses.ts";
import { gridCoordinates, levelAxis } from "../../../../src/core/grids.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { regularisedErmSensitivity } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { planBoundary } from "../../../../src/core/erm/boundary/boundary.ts";
import type { BoundaryParameters } from "../../../../src/core/erm/boundary/boundaryParameters.ts";
import { boundaryGrid, unitsOf } from "../../../../src/core/erm/boundary/boundarySlice.ts";
import { postMapped } from "../../../../src/core/release/postMap.ts";
import type { GridTarget } from "../../../../src/core/release/releaseTarget.ts";
import { releasingPrivately } from "../../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { fitOf } from "../../../support/erm.ts";
import { recordedWords } from "../../../support/privateReleases.ts";
import { solved } from "../../../support/solved.ts";

const names = ["north", "south", "east"];
const m = 500;
const lengthScale = 0.2;
const kernel = gaussianKernel(lengthScale);

/** A record: its group, −1 for none, an input and a response. */
type Record = readonly [group: number, x: number, y: number];

const planOf = (records: readonly Record[], count = 3) =>
  planBoundary({
    points: { dimension: 1, coordinates: Float64Array.from(records, ([, x]) => x) },
    responses: Float64Array.from(records, ([, , y]) => y),
    groups: { column: "region", levels: names.slice(0, count), of: Int32Array.from(records, ([group]) => group) },
  });

type Asked = BoundaryParameters & { readonly groups: NonNullable<BoundaryParameters["groups"]> };

const asked = (change: Partial<Asked> = {}): Asked => ({
  ...{
    domain: [[0, 1]],
    kernel: "gaussian",
    lengthScale,
    loss: "hinge",
    lossParameter: 0,
    penalty: 0.05,
    solver: "exact",
  },
  ...{ drawCount: 1, seed: 4, groups: { levels: names, shares: [0.5, 0.25, 0.25] } },
  ...change,
});
const regression = { loss: "huber", lossParameter: 0.3, responseRange: [10, 30] } as const;

const random = seededSource(5);
const labelled = Array.from({ length: 40 }, (_, i): Record => {
  const x = random.uniform();
  return [(i % 4) - 1, x, Math.sin(5 * x + i) > 0 ? 1 : -1];
});
const measured = labelled.map(([group, x]): Record => [group, x, 20 + 8 * Math.sin(6 * x) + 2 * random.normal()]);

const targetOf = (records: readonly Record[], parameters: Asked) => planOf(records).target(parameters) as GridTarget;
const numbersOf = (records: readonly Record[], parameters: Asked) => lastOf(targetOf(records, parameters).estimating());

describe.each([
  ["labels", labelled, asked(), hingeLoss],
  ["responses", measured, asked(regression), huberLoss(0.3)],
] as const)("risk minimisers of groups, of %s", (_, records, parameters, loss) => {
  test("are those of each group alone with the penalty λqn/n_g, times the declared share, the counts behind them", () => {
    const all = numbersOf(records, parameters);
    expect(all).toHaveLength(3 * m + 4);
    const at = { dimension: 1, coordinates: gridCoordinates(boundaryGrid(1, true).axes[0]!) };
    // A fit stops within 0.05/√3 of its own Δ/2, the other at a gap of 1e-11.
    const delta = regularisedErmSensitivity({
      recordCount: 40,
      penalty: 0.05,
      lipschitz: loss.lipschitz,
      kernelBound: 1,
    });
    for (const k of [0, 1, 2]) {
      const own = records.filter(([group]) => group === k);
      const share = parameters.groups.shares[k]!;
      const fit = fitOf(
        kernel,
        { dimension: 1, coordinates: Float64Array.from(own, ([, x]) => x) },
        Float64Array.from(own, ([, , y]) => (loss === hingeLoss ? y : Math.max(-1, Math.min(1, (y - 20) / 10)))),
        loss,
        (0.05 * share * 40) / own.length,
      );
      const values = evaluateExpansion({ kernel, ...fit }, at);
      for (let i = 0; i < m; i++)
        expect(Math.abs(all[k * m + i]! - share * values[i]!)).toBeLessThan(
          (0.05 / Math.sqrt(3)) * (delta / 2) + 1e-4 * delta,
        );
    }
    const { extra: beside } = targetOf(records, parameters);
    const shares = beside!.map(({ weight }, j) => weight * all[3 * m + j]!);
    shares.forEach((value) => expect(value).toBeCloseTo(1 / 4, 12));
    expect(beside!.map(({ name }) => name)[3]).toBe("share of the records with another region, or none");
  });

  test("nothing public depends on who is in which group, nor whether a group is empty", () => {
    const publicOf = ({ estimating, ...target }: ReturnType<typeof targetOf>) => target;
    const others = [
      records.map(([, x, y]): Record => [0, x, y]),
      records.map(([, x, y]): Record => [-1, x, y]),
      records.map(([group, , y]): Record => [group, 1e300, y]),
    ];
    for (const some of others) {
      expect(publicOf(targetOf(some, parameters))).toEqual(publicOf(targetOf(records, parameters)));
      const [one, two] = [some, records].map((of) => {
        const { estimate, fitted, support, clampedCount, clampedResponseCount, dualityGap, rkhsNorm, ...told } = lastOf(
          planOf(of).releasing(parameters),
        );
        return told;
      });
      expect(one).toEqual(two);
    }
    expect(numbersOf(others[1]!, parameters).subarray(0, 3 * m)).toEqual(new Float64Array(3 * m));
  });

  test("the norm of all numbers is within B, also where all records are at one place with one response", () => {
    for (const some of [records, records.map((): Record => [1, 0.5, 1e9]), records.map(([g]): Record => [g, 0, 1])]) {
      const responses = loss === hingeLoss ? some.map(([g, x]): Record => [g, x, 1]) : some;
      const { estimateBound, estimating } = targetOf(responses, parameters);
      expect(Math.hypot(...lastOf(estimating()))).toBeLessThanOrEqual(estimateBound);
    }
  });

  test("no replaced record moves functions and counts together by more than Δ, whoever stays, changes groups, or leaves", () => {
    const places = Array.from({ length: 9 }, (__, i) => 10 + 60 * i);
    const grid = gridCoordinates(boundaryGrid(1, true).axes[0]!);
    const K = places.map((i) => places.map((j) => kernel.evaluate([grid[i]!], [grid[j]!])));
    /** At most the norm in the orthogonal sum of the spaces and lines. */
    const distance = (a: Float64Array, b: Float64Array) => {
      const delta = a.map((value, i) => value - b[i]!);
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        const r = places.map((i) => delta[k * m + i]!);
        const weights = solved(K, r);
        sum += r.reduce((total, value, i) => total + value * weights[i]!, 0);
      }
      for (const value of delta.subarray(3 * m)) sum += value * value;
      return Math.sqrt(sum);
    };
    const source = seededSource(9);
    const { value } = targetOf(records, parameters).sensitivity;
    for (let pair = 0; pair < 16; pair++) {
      const shares = pair % 2 === 0 ? [0.5, 0.25, 0.25] : [0.9, 0.05, 0.01];
      const own = { ...parameters, groups: { levels: names, shares } };
      const other = records.slice();
      const [group, x, y] = records[pair]!;
      const moved = pair % 3 === 0 ? group : Math.floor(4 * source.uniform()) - 1;
      other[pair] = loss === hingeLoss ? [moved, source.uniform(), -y] : [moved, x, y > 20 ? -1e6 : 1e6];
      expect(distance(numbersOf(records, own), numbersOf(other, own))).toBeLessThanOrEqual(value);
    }
  });
});

test("one record that is alone in its group moves the numbers by Δ, whether its label flips or it changes groups", () => {
  // At λ = 0.6 the hinge loss leaves it on its slope: f = ±k(0, ·)/(2λqn), and the norm is the value at its place.
  const parameters = asked({ penalty: 0.6, groups: { levels: names, shares: [1, 1, 1] } });
  const numbers = (record: Record) => numbersOf([record, [-1, 0.5, 1]], parameters);
  const exact = regularisedErmSensitivity({ recordCount: 2, penalty: 0.6, lipschitz: 1, kernelBound: 1 });
  const distance = (a: Float64Array, b: Float64Array) =>
    Math.hypot(
      ...[0, 1, 2].map((k) => a[k * m]! - b[k * m]!),
      ...a.subarray(3 * m).map((value, j) => value - b[3 * m + j]!),
    );
  const before = numbers([0, 0, 1]);
  for (const after of [numbers([0, 0, -1]), numbers([1, 0, 1])]) {
    expect(distance(before, after) / exact).toBeGreaterThan(0.97);
    expect(distance(before, after)).toBeLessThanOrEqual(
      targetOf(
        [
          [0, 0, 1],
          [-1, 0.5, 1],
        ],
        parameters,
      ).sensitivity.value,
    );
  }
  expect(distance(before, numbers([-1, 0, 1])) / exact).toBeCloseTo(Math.sqrt(3) / 2, 1);
});

test("Δ is that of one minimiser of all records, and the early stop costs no more than there", () => {
  const { sensitivity } = targetOf(labelled, asked());
  const { groups, ...plain } = asked();
  const one = planBoundary({
    points: { dimension: 1, coordinates: Float64Array.from(labelled, ([, x]) => x) },
    responses: Float64Array.from(labelled, ([, , y]) => y),
  }).target(plain).sensitivity;
  expect(sensitivity.exact).toBe(one.exact);
  expect(sensitivity.stop / one.stop).toBeCloseTo(1, 8);
});

test("a release has the integers of all groups and counts, and is carried to responses by range and share", () => {
  const parameters = asked(regression);
  const target = targetOf(measured, parameters);
  const words = recordedWords(8);
  const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
  const draws = Array.from({ length: 40 }, () => lastOf(releasingPrivately(target, budget, words)));
  const [first] = draws as [(typeof draws)[number]];
  expect([first.integers.length, first.values.length, first.extra!.length]).toEqual([3 * m + 4, 3 * m, 4]);
  expect(first.axes[1]).toEqual(levelAxis(names));
  const shown = postMapped(target.postMap!, lastOf(target.estimating()));
  // A plain fit of the first group, whose share is true with 10 of 40 records and the penalty λ/2.
  expect(unitsOf(parameters)).toEqual({ scale: 10, offset: 20 });
  for (const k of [0, 1, 2]) {
    for (const i of [3, 250, 490]) {
      const noise = draws.map(({ values }) => values[k * m + i]! - shown[k * m + i]!);
      const square = noise.reduce((sum, value) => sum + value * value, 0) / 40;
      const own = first.deviation * (10 / parameters.groups.shares[k]!);
      // Nine mean squares of 40 draws within 5.2 standard errors, but for 10⁻⁵ together and what their skewness adds.
      expect(Math.abs(square / own ** 2 - 1)).toBeLessThan(5.2 * Math.sqrt(2 / 40));
    }
  }
  const { deviation } = first.extra![0]!;
  // 2/μ, and the 5 % of Δ for an early stop.
  expect((deviation * 40 * first.mu) / 2).toBeCloseTo(1.05, 4);
});

test("predicts held-out records from the others of their group, and keeps those of no group apart", () => {
  const predicted = lastOf(planOf(labelled).holdingOut(asked()));
  const { fitted } = lastOf(planOf(labelled).releasing(asked()));
  labelled.forEach(([group], i) => {
    if (group < 0) expect([predicted[i], fitted[i]]).toEqual([0, 0]);
    else expect(predicted[i]).not.toBe(fitted[i]);
  });
  const alone = labelled.filter(([group]) => group === 1);
  const others = labelled.map(([group, x, y]): Record => (group === 1 ? [group, x, y] : [group, 1 - x, -y]));
  const again = lastOf(planOf(others).holdingOut(asked()));
  labelled.forEach(([group], i) => group === 1 && expect(again[i]).toBe(predicted[i]));
  expect(alone).toHaveLength(10);
});

test("refuses other groups, other solvers and shares that are none", () => {
  const plan = planOf(labelled);
  const groups = { levels: names, shares: [0.5, 0.25, 0.25] };
  for (const change of [
    { groups: { levels: names.slice(0, 2), shares: [0.5, 0.5] } },
    { groups: { ...groups, shares: [0.5, 0.5, 0] } },
    { groups: { ...groups, shares: [0.5, 0.5, NaN] } },
    { groups: { ...groups, shares: [0.5, 0.5] } },
    { solver: "landmarks" },
    { penalty: 0 },
    { penalty: NaN },
    { loss: "huber" },
  ] as readonly Partial<Asked>[]) {
    expect(() => plan.target(asked(change))).toThrow();
    expect(() => lastOf(plan.releasing(asked(change)))).toThrow();
  }
  expect(() => planOf(labelled.slice(0, 0)).target(asked({}))).toThrow(/one record/);
});
