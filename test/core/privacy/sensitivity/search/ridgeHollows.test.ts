import { expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { ridgeHollows } from "../../../../../src/core/privacy/sensitivity/search/ridgeHollows.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { lineSums, seenBy } from "./lineSums.ts";

test.each([
  [8, [0.25, 0.1], -0.9],
  [12, [0.15, 0.15], 0.4],
  [3, [0.8, 0.3], -0.5],
] as [number, [number, number], number][])(
  "k = %i, deviations %o, slope %d: no place in a box is more concave, and in a small one some come close",
  (degree, deviations, slope) => {
    const low = [0, Math.min(0, slope)] as const;
    const length = [1, 1 + Math.abs(slope)] as const;
    const lines = lineSums(degree, deviations[1]);
    const hollow = ridgeHollows({ degree, deviations, seen: seenBy(degree, deviations), slope, low, length, lines });
    const sumsAt = (w: readonly [number, number]): [number, number] => {
      const sums: [number, number] = [0, 0];
      for (let i = 0; i <= degree; i++) {
        for (let h = 0; h <= degree; h++) {
          const t = [(i / degree - w[0]) / deviations[0], ((h + slope * i) / degree - w[1]) / deviations[1]] as const;
          const value = Math.exp(-0.5 * (t[0] ** 2 + t[1] ** 2));
          for (const j of [0, 1] as const) sums[j] += (1 - t[j] ** 2) * value;
        }
      }
      return sums;
    };
    const random = seededSource(602);
    const mass = 2 * Math.PI * deviations[0] * deviations[1] * degree ** 2;
    for (let trial = 0; trial < 60; trial++) {
      const levels = [0, 1].map(() => Math.floor(9 * random.uniform()));
      const intervals = levels.map((level) => 2 ** level + Math.floor(2 ** level * random.uniform()));
      let most = [0, 0];
      for (let at = 0; at < 60; at++) {
        const w = intervals.map((interval, j) => {
          const share = at < 4 ? (at >> j) & 1 : random.uniform();
          return low[j]! + length[j]! * ((interval + share) / 2 ** levels[j]! - 1);
        }) as [number, number];
        most = sumsAt(w).map((sum, j) => Math.max(most[j]!, sum));
      }
      for (const j of [0, 1]) {
        const bound = hollow(j, intervals[0]!, intervals[1]!);
        expect(most[j]).toBeLessThanOrEqual(bound);
        if (Math.min(...levels) === 8) expect(bound - most[j]!).toBeLessThan(0.2 * mass);
      }
    }
  },
);

test("a degree that is none is refused", () => {
  const lines = lineSums(2, 0.2);
  const seen = seenBy(2, [0.3, 0.2]);
  const shape = { deviations: [0.3, 0.2], seen, slope: 0, low: [0, 0], length: [1, 1], lines } as const;
  expect(() => ridgeHollows({ ...shape, degree: NaN })).toThrow(ParameterError);
});
