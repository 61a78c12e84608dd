import { describe, expect, test } from "vitest";
import { gridCoordinates } from "../../../../src/core/grids.ts";
import { cholesky } from "../../../../src/core/linalg/cholesky.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { planBoundary } from "../../../../src/core/erm/boundary/boundary.ts";
import type { FitParameters } from "../../../../src/core/erm/boundary/boundaryParameters.ts";
import { boundaryGrid } from "../../../../src/core/erm/boundary/boundarySlice.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import type { GridTarget } from "../../../../src/core/release/releaseTarget.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { postMapped } from "../../../../src/core/release/postMap.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const [N, m, lengthScale, penalty] = [14, 500, 0.2, 0.05];
const levels = ["north", "south"];
const groups = { levels, shares: [0.5, 0.5] };

/** A record: its group, −1 for none, an input and a label. */
type Record = readonly [group: number, x: number, y: number];

const asked: FitParameters = {
  ...{ domain: [[0, 1]], kernel: "gaussian", lengthScale, loss: "hinge", lossParameter: 0, penalty, solver: "exact" },
  mostRecords: N,
};
const targetOf = (records: readonly Record[], isGrouped: boolean, change: Partial<FitParameters> = {}) =>
  planBoundary({
    points: { dimension: 1, coordinates: Float64Array.from(records, ([, x]) => x) },
    responses: Float64Array.from(records, ([, , y]) => y),
    groups: { column: "g", levels, of: Int32Array.from(records, ([group]) => group) },
  }).target({ ...asked, ...(isGrouped && { groups }), ...change }) as GridTarget;
const numbersOf = (records: readonly Record[], isGrouped: boolean) => lastOf(targetOf(records, isGrouped).estimating());

const random = seededSource(20261128);
const below = (count: number) => Math.floor(count * random.uniform());
const record = (): Record => [below(3) - 1, below(40) / 39, random.uniform() < 0.5 ? 1 : -1];
const recordsOf = (count: number) => Array.from({ length: count }, record);

describe.each([false, true])("a boundary with a private number of records, of groups: %s", (isGrouped) => {
  test("nothing public depends on how many there are: none, one, N or more", () => {
    const publicOf = (count: number) => {
      const { estimating, ...rest } = targetOf(recordsOf(count), isGrouped);
      return rest;
    };
    for (const count of [1, N, N + 5]) expect(publicOf(count)).toEqual(publicOf(0));
  });

  test("without absent records it is the usual one, and shares of all classes are one together", () => {
    const records = recordsOf(N);
    const { extra } = targetOf(records, isGrouped);
    const numbers = numbersOf(records, isGrouped);
    const size = (isGrouped ? 2 : 1) * m;
    const shares = extra!.map(({ weight }, j) => weight * numbers[size + j]!);
    expect(shares.at(-1)).toBe(0);
    if (isGrouped) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    const { mostRecords, ...plain } = { ...asked, ...(isGrouped && { groups }) };
    const { groups: _, ...ofAll } = plain as FitParameters;
    const usual = planBoundary({
      points: { dimension: 1, coordinates: Float64Array.from(records, ([, x]) => x) },
      responses: Float64Array.from(records, ([, , y]) => y),
      groups: { column: "g", levels, of: Int32Array.from(records, ([group]) => group) },
    }).target(isGrouped ? { ...ofAll, groups } : ofAll) as GridTarget;
    const before = lastOf(usual.estimating());
    const tolerance = usual.sensitivity.stop + targetOf(records, isGrouped).sensitivity.stop;
    for (let i = 0; i < size; i++) expect(Math.abs(numbers[i]! - before[i]!)).toBeLessThan(tolerance);
    const shown = usual.postMap ? postMapped(usual.postMap, before) : before;
    expect(shown).toHaveLength(size);
  });

  test("one record more, less or replaced moves all numbers by at most Δ, also beyond N", () => {
    const target = targetOf(recordsOf(3), isGrouped);
    const kernel = gaussianKernel(lengthScale);
    const places = gridCoordinates(boundaryGrid(1).axes[0]!);
    const chosen = Array.from({ length: 12 }, (_, i) => Math.round((i * (m - 1)) / 11));
    const K = Float64Array.from(
      chosen.flatMap((i) => chosen.map((j) => kernel.evaluate([places[i]!], [places[j]!]) + (i === j ? 1e-9 : 0))),
    );
    const L = cholesky(K, 12);
    const square = (delta: readonly number[]) => {
      const z: number[] = [];
      delta.forEach((value, i) =>
        z.push((value - z.reduce((sum, own, k) => sum + L[i * 12 + k]! * own, 0)) / L[i * 12 + i]!),
      );
      return z.reduce((sum, own) => sum + own * own, 0);
    };
    const copies = isGrouped ? 2 : 1;
    const distance = (some: readonly Record[], others: readonly Record[]) => {
      const [a, b] = [numbersOf(some, isGrouped), numbersOf(others, isGrouped)];
      let sum = 0;
      for (let k = 0; k < copies; k++) sum += square(chosen.map((i) => b[k * m + i]! - a[k * m + i]!));
      for (let j = copies * m; j < a.length; j++) sum += (b[j]! - a[j]!) ** 2;
      return Math.sqrt(sum);
    };
    const Δ = target.sensitivity.value;
    let most = 0;
    for (let trial = 0; trial < casesOf(600, 60); trial++) {
      const records =
        trial % 2 === 0 ? recordsOf(N - 2 + below(5)) : Array.from({ length: N }, (): Record => [0, 0.5, 1]);
      const at = below(records.length);
      const [group, x, y] = records[at]!;
      const others = [[record(), ...records], records.toSpliced(at, 1), records.with(at, [group, x, -y]).toReversed()];
      most = Math.max(most, distance(records, others[trial % 3]!));
    }
    // The first record of all, which a file without records would tell if it were refused.
    for (const first of [record(), [0, 0.5, 1] as const]) most = Math.max(most, distance([], [first]));
    expect(numbersOf([], isGrouped).slice(0, copies * m)).toEqual(new Float64Array(copies * m));
    expect(most).toBeLessThanOrEqual(Δ);
    expect(most).toBeGreaterThan(0.6 * Δ);
  });

  test("answers point by point, predictions and choices are of the numbers that leave at once", () => {
    if (isGrouped) {
      const plan = planBoundary({
        points: { dimension: 1, coordinates: Float64Array.of() },
        responses: Float64Array.of(),
      });
      expect(() => plan.choice({ ...asked, groups })).toThrow(/groups/);
      return;
    }
    const at = { dimension: 1, coordinates: gridCoordinates(boundaryGrid(1).axes[0]!) };
    for (const count of [0, 1, N - 2, N + 4]) {
      const records = recordsOf(count);
      const plan = planBoundary({
        points: { dimension: 1, coordinates: Float64Array.from(records, ([, x]) => x) },
        responses: Float64Array.from(records, ([, , y]) => y),
      });
      const online = lastOf(plan.online(asked));
      const { target } = plan.pointTarget(asked, at);
      const expected = numbersOf(records, false).subarray(0, m);
      for (const values of [online.estimate(at), lastOf(target.estimating())])
        values.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 10));
      expect(online.sensitivity).toBe(targetOf([], false).sensitivity.value);
      expect(target.sensitivity).toEqual(targetOf([], false).sensitivity);
      const scored = lastOf(plan.choice(asked).scoring([expected.slice(), new Float64Array(m)]));
      expect(scored.distances[0]).toBeLessThan(1e-9);
    }
  });

  test("in a plane has the grid of a picture with a public number", () => {
    const plan = planBoundary({
      points: { dimension: 2, coordinates: Float64Array.of(0.2, 0.4) },
      responses: Float64Array.of(1),
      groups: { column: "g", levels, of: Int32Array.of(0) },
    });
    const { mostRecords: _, ...counted } = { ...asked, domain: [asked.domain[0]!, asked.domain[0]!] };
    const inPlane = { ...counted, ...(isGrouped && { groups }) };
    const [one, other] = [plan.target({ ...inPlane, mostRecords: N }), plan.target(inPlane)];
    expect(one.axes).toEqual(other.axes);
  });

  test("with a public number no record is refused, as this number tells it; one is not", () => {
    const { mostRecords: _, ...counted } = { ...asked, ...(isGrouped && { groups }) };
    for (const responses of [Float64Array.of(), Float64Array.of(1)]) {
      const one = responses.length === 1;
      const of = new Int32Array(responses.length);
      const points = { dimension: 1, coordinates: new Float64Array(responses.length) };
      const plan = planBoundary({ points, responses, groups: { column: "g", levels, of } });
      if (one) expect(plan.target(counted).sensitivity.value).toBeGreaterThan(0);
      else expect(() => plan.target(counted)).toThrow(/at least one record/);
    }
  });

  test("refuses landmarks, and a largest number that is none", () => {
    if (!isGrouped) expect(() => targetOf(recordsOf(4), false, { solver: "landmarks" })).toThrow(/exact fit/);
    expect(() => targetOf(recordsOf(4), isGrouped, { mostRecords: 1.5 })).toThrow(/mostRecords/);
  });
});
