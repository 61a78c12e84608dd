import { describe, expect, test } from "vitest";
import { frequentValues } from "../../../src/core/records/frequentValues.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

describe("frequentValues", () => {
  test("finds what counting all values finds, on 300 lists", () => {
    const random = seededSource(8);
    for (let trial = 0; trial < 300; trial++) {
      const kinds = 1 + Math.floor(40 * random.uniform());
      const values = Float64Array.from({ length: 1 + Math.floor(200 * random.uniform()) }, () =>
        Math.floor(kinds * random.uniform() ** 2),
      );
      const share = [0.05, 0.1, 0.3, 1][trial % 4]!;
      const counts = new Map<number, number>();
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
      const expected = [...counts]
        .map(([value, count]) => ({ value, share: count / values.length }))
        .filter((one) => one.share >= share)
        .sort((a, b) => b.share - a.share || a.value - b.value);
      expect(frequentValues(values, share)).toEqual(expected);
    }
  });

  test.each([0, -1, NaN, Infinity, 1.01])("refuses the share %s", (share) => {
    expect(() => frequentValues(Float64Array.of(1), share)).toThrow(/share must be above 0 and at most 1/);
  });
});
