import { describe, expect, test } from "vitest";
import { plainArithmetic } from "../../../src/core/arithmetic/plainArithmetic.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { ways } from "../../support/ways.ts";

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("binOnLine and binOnPlane share records out as plain arithmetic does, to the last bit, and count those inside", () => {
    const random = seededSource(21);
    const record = (i: number) => [NaN, -Infinity, 5, -1, 2, 0.5][i] ?? 3.2 * random.uniform() - 1.1;
    const axis = { lower: -1, upper: 2, scale: (6 * 2048) / 3, last: 6 * 2048 };
    const second = { lower: -1, upper: 1, scale: (3 * 2048) / 2, last: 3 * 2048 };
    for (const count of [0, 1, 2, 7, 500]) {
      const records = Float64Array.from({ length: 2 * count }, (_, i) => record(i));
      const results = [way, plainArithmetic()].map((by) => {
        const memory = by.reserve(2000).fill(0, 0, 1000);
        memory.set(records, 1000);
        const onLine = by.binOnLine({ records: 1000, count, bins: 1, axis });
        const onPlane = by.binOnPlane({ records: 1000, count, bins: 20, width: 10, axes: [axis, second] });
        return [onLine, onPlane, ...memory.subarray(0, 1000)];
      });
      expect(results[0]).toEqual(results[1]);
      const [onLine, onPlane, ...memory] = results[0]!;
      expect(memory.slice(1, 11).reduce((a, b) => a + b)).toBe(2 ** 14 * count);
      expect(memory.slice(20, 90).reduce((a, b) => a + b)).toBe(2 ** 28 * count);
      expect(memory.every((value, k) => value === 0 || (k > 0 && k < 10) || (k >= 20 && k < 80))).toBe(true);
      const inX = (x: number) => x >= -1 && x <= 2;
      expect(onLine).toBe(records.subarray(0, count).filter(inX).length);
      expect(onPlane).toBe(
        records.filter((x, i) => i % 2 === 0 && inX(x) && records[i + 1]! >= -1 && records[i + 1]! <= 1).length,
      );
    }
  });
});
