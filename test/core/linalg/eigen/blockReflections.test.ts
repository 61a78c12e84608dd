import { describe, expect, test } from "vitest";
import { blockReflections, factorSize, scratchSize } from "../../../../src/core/linalg/eigen/blockReflections.ts";
import { farthest } from "../../../support/farthest.ts";
import { randoms } from "../../../support/randoms.ts";
import { ways } from "../../../support/ways.ts";

const u = 2 ** -53;

/** Reflections of random vectors, the rows of an upper triangle, with rows to apply them to. */
function problem(m: number, count: number, zerosOf: (row: number) => number = () => 0) {
  const matrix = randoms(m * m, m);
  const scales = new Float64Array(m);
  for (let k = 0; k + 2 < m; k++) {
    let square = 0;
    for (let j = k + 1; j < m; j++) square += matrix[k * m + j]! ** 2;
    scales[k] = 2 / square;
  }
  const rows = randoms(m * count, 7);
  for (let i = 0; i < count; i++) rows.fill(0, (i + 1) * m - zerosOf(i), (i + 1) * m);
  return { matrix, scales, rows };
}

/** H₀ H₁ … z of each row z, or … H₁ H₀ z, one reflection after another. */
function oneByOne({ matrix, scales, rows }: ReturnType<typeof problem>, m: number, transposed: boolean): Float64Array {
  const out = rows.slice();
  const order = Array.from({ length: Math.max(0, m - 2) }, (_, k) => k);
  if (!transposed) order.reverse();
  for (let i = 0; i < out.length; i += m) {
    for (const k of order) {
      let inner = 0;
      for (let j = k + 1; j < m; j++) inner += matrix[k * m + j]! * out[i + j]!;
      for (let j = k + 1; j < m; j++) out[i + j]! -= scales[k]! * inner * matrix[k * m + j]!;
    }
  }
  return out;
}

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  /** Both directions, from `given`, are one reflection after another; what is behind the scratch stays. */
  function expectOneByOne(given: ReturnType<typeof problem>, m: number, count: number, blockSize: number): void {
    for (const transposed of [false, true]) {
      const matrix = 0;
      const rows = m * m + (m % 2);
      const factors = rows + m * count + ((m * count) % 2);
      const scratch = factors + factorSize(m, blockSize) + (factorSize(m, blockSize) % 2);
      const end = scratch + scratchSize(m, count, blockSize);
      const memory = way.reserve(end + 64);
      memory.fill(NaN, 0, end);
      memory.fill(0.5, end, end + 64);
      memory.set(given.matrix, matrix);
      memory.set(given.rows, rows);
      const reflections = blockReflections(given.scales, { arithmetic: way, m, matrix, factors, blockSize });
      reflections.apply({ rows, count, transposed, scratch });

      const exact = oneByOne(given, m, transposed);
      // Either way each of m reflections errs by some 10u of a row's length, at most √m.
      const found = memory.subarray(rows, rows + exact.length);
      expect(farthest(found, exact)).toBeLessThanOrEqual(20 * m * u * Math.sqrt(m));
      expect(memory.subarray(end, end + 64).every((value) => value === 0.5)).toBe(true);
    }
  }

  test.each([
    [3, 2, 32],
    [7, 1, 4],
    [34, 5, 32],
    [37, 3, 6],
    [61, 131, 16],
    [290, 6, 32],
  ])(
    "blockReflections of %i elements, %i rows, in blocks of %i, is one reflection after another",
    (m, count, blockSize) => expectOneByOne(problem(m, count), m, count, blockSize),
  );

  test.each<[string, (row: number) => number]>([
    ["all", () => 70],
    ["more and more", (row) => Math.min(row, 70)],
    ["one row of a panel has none", (row) => (row % 4 === 3 ? 0 : 69)],
    ["panels of their own", (row) => [70, 37, 36, 1][(row >> 2) % 4]!],
  ])("blockReflections of rows that end with zeros are one reflection after another: %s", (_, zerosOf) =>
    expectOneByOne(problem(70, 139, zerosOf), 70, 139, 8),
  );
});
