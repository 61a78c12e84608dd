import { expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { bumpTails } from "../../../../../src/core/privacy/sensitivity/search/bumpTails.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { notPositive } from "../../relative.ts";

test.each([0.05, 0.3, 1.1, 40])(
  "points %d apart: no line of them has more beyond a place, and some come within a fifth",
  (spacing) => {
    const { cellOf, tails, bentTails } = bumpTails(spacing);
    const random = seededSource(642);
    for (let trial = 0; trial < 80; trial++) {
      const delta = trial < 4 ? [-20, -9, 9, 15][trial]! : 14 * random.uniform() - 8;
      const cell = cellOf(delta);
      const most = [0, 0];
      for (let line = 0; line <= 200; line++) {
        const sums = [0, 0];
        // As far as a bump reaches, and one place after another within a step.
        const from = line < 150 ? delta + (line / 150) * Math.min(spacing, 4) : delta + 8 * random.uniform();
        for (let t = from; t < 12; t += spacing) {
          sums[0]! += Math.exp(-0.5 * t * t);
          sums[1]! += Math.max(0, t * t - 1) * Math.exp(-0.5 * t * t);
        }
        most.forEach((sum, f) => (most[f] = Math.max(sum, sums[f]!)));
      }
      [tails, bentTails].forEach((table, f) => {
        expect(most[f]).toBeLessThanOrEqual(table[cell]!);
        if (delta > -3 && delta < 3) expect(most[f]! / table[cell]!).toBeGreaterThan(0.8);
      });
    }
  },
);

test.each(notPositive)("%s is refused", (value) => {
  expect(() => bumpTails(value)).toThrow(ParameterError);
});
