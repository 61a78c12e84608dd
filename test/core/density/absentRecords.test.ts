import { describe, expect, test } from "vitest";
import { densityChoice } from "../../../src/core/density/densityChoice.ts";
import { onlineDensity } from "../../../src/core/density/onlineDensity.ts";
import { cholesky } from "../../../src/core/linalg/cholesky.ts";
import { densityPlans, targetFramed } from "../../../src/core/density/densityPlans.ts";
import { placedRecords, recordsHeld } from "../../../src/core/density/placedRecords.ts";
import { releaseDensity } from "../../../src/core/density/releaseDensity.ts";
import type { DensityContract } from "../../../src/core/density/densityContract.ts";
import type { DensityTargetParameters } from "../../../src/core/density/densityParameters.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { publicPart, recordedWords } from "../../support/privateReleases.ts";

type Records = DensityContract["records"];

const N = 12;
const h = 0.06;
const levels = ["a", "b"];
const parameters: DensityTargetParameters = {
  ...{ domain: [[0, 1]], bandwidths: [h], correlation: 0, route: "gaussian", relativeRate: 1, mostRecords: N },
};

/** A record: group −1 for none, −2 for a row that a filter leaves out. */
type Row = readonly [value: number, group: number];

const recordsOf = (rows: readonly Row[], isGrouped: boolean): Records => {
  const kept = rows.filter(([, group]) => (isGrouped ? group >= 0 : group > -2));
  const points = { dimension: 1, coordinates: Float64Array.from(kept, ([value]) => value) };
  const outside = { name: "outside", count: rows.filter(([, group]) => group === -2).length };
  if (!isGrouped) return { points, outside, droppedCount: 0 };
  const elsewhere = rows.filter(([, group]) => group === -1).length;
  return {
    ...{ points, outside, droppedCount: 0 },
    groups: { column: "g", levels, of: Int32Array.from(kept, ([, group]) => group), elsewhere },
  };
};
const targetOf = (rows: readonly Row[], isGrouped = false) =>
  targetFramed(densityPlans(recordsOf(rows, isGrouped)).framed({ ...parameters, ...(isGrouped && { levels }) }));

/** Placed records as a sorted list with the empty places: a data set of N records. */
const placesOf = (rows: readonly Row[], isGrouped: boolean): readonly string[] => {
  const { records, absent } = placedRecords(recordsOf(rows, isGrouped), N);
  const { points, groups, outside } = records;
  return [
    ...Array.from(points.coordinates, (value, i) => `${value} in ${groups?.of[i] ?? "all"}`),
    ...new Array<string>(groups?.elsewhere ?? 0).fill("elsewhere"),
    ...new Array<string>(outside!.count).fill("outside"),
    ...new Array<string>(absent).fill("absent"),
  ].toSorted();
};
const differing = (some: readonly string[], others: readonly string[]) => {
  const rest = [...others];
  return some.filter((place) => {
    const at = rest.indexOf(place);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  }).length;
};

const random = seededSource(20261128);
const below = (count: number) => Math.floor(count * random.uniform());
/** Few values, so that many are equal. */
const row = (): Row => [below(6) / 4 - 0.1, below(4) - 2];
const shuffled = (rows: readonly Row[]) =>
  rows
    .map((own) => [random.uniform(), own] as const)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, own]) => own);
/** A record more, less or replaced, and all records in another order. */
const neighbourOf = (rows: readonly Row[]): readonly Row[] => {
  const at = below(rows.length);
  const kind = rows.length === 0 ? 0 : below(3);
  return shuffled(kind === 0 ? [...rows, row()] : kind === 1 ? rows.toSpliced(at, 1) : rows.with(at, row()));
};

describe("placedRecords", () => {
  test("always makes N places, and neighbours in any order differ in one of them", () => {
    let most = 0;
    for (let trial = 0; trial < casesOf(100_000, 3000); trial++) {
      const isGrouped = trial % 2 === 0;
      const rows = Array.from({ length: N - 4 + below(9) }, row);
      const [own, other] = [rows, neighbourOf(rows)].map((some) => placesOf(some, isGrouped));
      expect(own).toHaveLength(N);
      expect(other).toHaveLength(N);
      most = Math.max(most, differing(own!, other!));
    }
    expect(most).toBe(1);
  });

  test("leaves records alone that all find a place, and counts what it leaves out", () => {
    const rows = Array.from({ length: N }, row);
    const records = recordsOf(rows, true);
    expect(recordsHeld(records)).toBe(N);
    expect(placedRecords(records, N)).toEqual({ records, absent: 0 });
    expect(placedRecords(records, N - 5).absent).toBe(0);
    expect(recordsHeld(placedRecords(records, N - 5).records)).toBe(N - 5);
  });

  test("takes counted records as if they were written out", () => {
    const multiplicities = Float64Array.of(9, 1, 8);
    const points = { dimension: 1, coordinates: Float64Array.of(0.1, 0.2, 0.3) };
    const written = {
      dimension: 1,
      coordinates: Float64Array.from(Array.from({ length: 18 }, (_, i) => (i < 9 ? 0.1 : i < 10 ? 0.2 : 0.3))),
    };
    const { records } = placedRecords({ points, multiplicities, droppedCount: 0 }, N);
    const expanded = Array.from(records.points.coordinates).flatMap((value, i) =>
      new Array<number>(records.multiplicities![i]!).fill(value),
    );
    const whole = placedRecords({ points: written, droppedCount: 0 }, N).records;
    expect(expanded.toSorted()).toEqual(Array.from(whole.points.coordinates).toSorted());
  });
});

describe("a density with a private number of records", () => {
  test("nothing public depends on how many there are: none, one, N or more", () => {
    for (const isGrouped of [false, true]) {
      const publicOf = (count: number) => {
        const { estimating, ...rest } = targetOf(Array.from({ length: count }, row), isGrouped);
        return rest;
      };
      for (const count of [1, N, N + 7]) expect(publicOf(count)).toEqual(publicOf(0));
    }
    const drawn = [0, N + 3].map((count) => {
      const coordinates = Float64Array.from({ length: count }, () => random.uniform());
      const given = { records: { points: { dimension: 1, coordinates } }, domain: [[0, 1]] as const, bandwidths: [h] };
      return releaseDensity({
        ...{ ...given, recordsPerPerson: 1, mostRecords: N, epsilon: 1, delta: 1e-5, calibration: "analytic" },
        words: recordedWords(5),
      });
    });
    expect(publicPart({ ...drawn[0]!, extra: [] })).toEqual(publicPart({ ...drawn[1]!, extra: [] }));
  });

  test("answers point by point and choices are sums over N places, and within Δ of one record more or less", () => {
    const places = Float64Array.from({ length: 24 }, (_, i) => i / 23);
    const at = { dimension: 1, coordinates: places };
    const L = cholesky(
      Float64Array.from({ length: 24 * 24 }, (_, k) => {
        const [i, j] = [Math.floor(k / 24), k % 24];
        return Math.exp(-0.5 * ((places[i]! - places[j]!) / h) ** 2) + (i === j ? 1e-9 : 0);
      }),
      24,
    );
    const pointsOf = (some: readonly number[]) => ({ dimension: 1, coordinates: Float64Array.from(some) });
    const bump = (x: number) => Math.exp(-0.5 * (x / h) ** 2) / (Math.sqrt(2 * Math.PI) * h);
    const { sensitivity, roundingError } = onlineDensity(parameters, pointsOf([]));
    let most = 0;
    for (let trial = 0; trial < casesOf(300, 60); trial++) {
      const records = Array.from({ length: below(N + 6) }, () => below(24) / 23);
      const [some, more] = [
        records,
        shuffled([...records, below(24) / 23].map((x): Row => [x, 0])).map(([x]) => x),
      ].map((own) => onlineDensity(parameters, pointsOf(own)));
      expect([some!.sensitivity, some!.roundingError]).toEqual([sensitivity, roundingError]);
      const [f, g] = [some!.estimate(at), more!.estimate(at)];
      if (records.length <= N)
        places.forEach((x, i) =>
          expect(f[i]).toBeCloseTo(
            records.reduce((sum, own) => sum + bump(x - own) / N, 0),
            12,
          ),
        );
      const z: number[] = [];
      f.forEach((value, i) =>
        z.push((g[i]! - value - z.reduce((sum, own, k) => sum + L[i * 24 + k]! * own, 0)) / L[i * 24 + i]!),
      );
      most = Math.max(most, Math.hypot(...z));
    }
    expect(most).toBeLessThanOrEqual(sensitivity);
    expect(most).toBeGreaterThan(0.7 * sensitivity);
    const scoring = densityChoice(parameters, pointsOf([]), () => targetOf([])).scoring;
    const scored = lastOf(scoring([new Float64Array(1000), new Float64Array(1000).fill(1)]));
    expect(scored.distances[0]).toBe(0);
  });

  test("is divided by N, and the share of absent records stands behind it", () => {
    const rows = Array.from({ length: 7 }, (_, i): Row => [i / 7, 0]);
    const { sensitivity, extra } = targetOf(rows);
    const numbers = lastOf(targetOf(rows).estimating());
    const mass = numbers.subarray(0, 1000).reduce((sum, value) => sum + value / 1000, 0);
    expect(mass).toBeLessThan(7 / N);
    expect(mass).toBeGreaterThan(0.9 * (7 / N));
    expect(extra!.at(-1)).toMatchObject({ name: `share of the ${N} declared records that are absent` });
    expect(extra!.at(-1)!.weight * numbers.at(-1)!).toBeCloseTo(5 / N, 12);
    // √2 of a bump over N, up to the bins.
    expect(sensitivity.value).toBeCloseTo(Math.SQRT2 / (N * Math.sqrt(2 * Math.PI) * h), 1);
  });

  /** On a few points the norm of the noise is rᵀK⁻¹r, at most that in the whole space. */
  test("neighbours are within Δ in the norm of the noise: an enemy who climbs reaches it by one record more", () => {
    const places = Array.from({ length: 21 }, (_, i) => Math.round((i * 999) / 20));
    const { sensitivity, extra } = targetOf([]);
    const kappa = 1 / (extra!.at(-1)!.weight * N);
    const factor = choleskyOf(
      places.map((i) => places.map((j) => Math.exp(-(((i - j) / 999) ** 2) / (2 * h * h)) + (i === j ? 1e-9 : 0))),
    );
    const estimate = (rows: readonly Row[]) => lastOf(targetOf(rows).estimating());
    const distance = (some: readonly Row[], others: readonly Row[]) => {
      const [a, b] = [estimate(some), estimate(others)];
      const apart = (b.at(-1)! - a.at(-1)!) ** 2 + (b.at(-2)! - a.at(-2)!) ** 2;
      return Math.sqrt(
        solveSquare(
          factor,
          places.map((i) => b[i]! - a[i]!),
        ) + apart,
      );
    };
    expect(kappa).toBeCloseTo(sensitivity.value / Math.SQRT2, 9);
    let most = 0;
    let best: readonly Row[] = Array.from({ length: N }, row);
    for (let trial = 0; trial < casesOf(5000, 120); trial++) {
      const rows = trial % 3 === 0 ? Array.from({ length: N - 2 + below(4) }, row) : neighbourOf(best);
      const found = distance(rows, neighbourOf(rows));
      expect(found).toBeLessThanOrEqual(sensitivity.value * (1 + 1e-6));
      if (found > most) [most, best] = [found, rows];
    }
    expect(most).toBeGreaterThan(0.9 * sensitivity.value);
  });

  test.each([0, 1, 2.5, NaN, 2e9])("refuses the largest number %s", (mostRecords) => {
    expect(() => densityPlans(recordsOf([], false)).framed({ ...parameters, mostRecords })).toThrow(/mostRecords/);
  });

  test("refuses what needs a public number of records, with its sentence", () => {
    const points = { dimension: 1, coordinates: new Float64Array(0) };
    const framing = () => densityPlans({ points, droppedCount: 0 }).framed({ ...parameters, bump: "matern32" });
    expect(framing).toThrow(/private number of records/);
  });
});

function choleskyOf(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const factor: number[][] = [];
  matrix.forEach((own, i) => {
    factor.push([]);
    for (let j = 0; j <= i; j++) {
      let sum = own[j]!;
      for (let k = 0; k < j; k++) sum -= factor[i]![k]! * factor[j]![k]!;
      factor[i]!.push(i === j ? Math.sqrt(sum) : sum / factor[j]![j]!);
    }
  });
  return factor;
}

/** rᵀ(LLᵀ)⁻¹r. */
function solveSquare(factor: readonly (readonly number[])[], r: readonly number[]): number {
  const z: number[] = [];
  factor.forEach((own, i) => z.push((r[i]! - z.reduce((sum, value, k) => sum + own[k]! * value, 0)) / own[i]!));
  return z.reduce((sum, value) => sum + value * value, 0);
}
