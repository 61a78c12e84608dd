import { expect, test } from "vitest";
import { meanOf } from "../../../src/core/mean/clippedMeans.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { exactly, toDouble } from "../../support/exactRational.ts";

const random = seededSource(39);
const spread = (decades: number) => (random.uniform() - 0.5) * 10 ** (decades * (random.uniform() - 0.5));

test.each<readonly [string, number, (i: number) => number]>([
  ["of one size", 500, () => spread(0)],
  ["of many sizes", 500, () => spread(14)],
  ["that cancel", 500, (i) => (i % 2 === 0 ? 1e9 : -1e9) + spread(3)],
  ["near the largest double", 7, () => 1e308 * random.uniform()],
  ["near the smallest", 7, () => 5e-324 * Math.floor(9 * random.uniform())],
  ["that are 0", 3, () => 0],
])("meanOf rows of numbers %s is their mean to 2u of it and n²2⁻⁹⁹ of the largest, in any order", (_, n, valueOf) => {
  const values = Float64Array.from({ length: n }, (_row, i) => valueOf(i));
  const about = { pointCount: 1, divisor: n };
  const mean = meanOf(values, new Float64Array(n).fill(1), about)[0]!;
  const sum = values.reduce((total, value) => total + exactly(value), 0n);
  const off = Math.abs(toDouble(exactly(mean) - sum / BigInt(n)));
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Below the normal doubles, a multiple of the least.
  expect(off).toBeLessThanOrEqual(2 ** -52 * Math.abs(mean) + n * n * 2 ** -99 * largest + 2 ** -1074);
  expect(meanOf(values.toReversed(), new Float64Array(n).fill(1), about)[0]).toBe(mean);
  expect(
    meanOf(
      values.map((value) => -value),
      new Float64Array(n).fill(1),
      about,
    )[0],
  ).toBe(0 - mean);
});
