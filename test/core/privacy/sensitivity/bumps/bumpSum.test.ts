import { expect, test } from "vitest";
import { bumpSum } from "../../../../../src/core/privacy/sensitivity/bumps/bumpSum.ts";

test("bumpSum bounds the sum over a line of points for every centre, and is reached on a point", () => {
  for (const tau of [0.01, 0.2, 0.5, 0.9, 1, 1.0001, 2, 7, 40]) {
    const sumAt = (centre: number) => {
      let sum = 0;
      for (let j = -400; j <= 400; j++) sum += Math.exp(-0.5 * ((j - centre) / tau) ** 2);
      return sum;
    };
    const bound = bumpSum(tau);
    for (const centre of [0, 0.1, 0.25, 0.5]) expect(sumAt(centre)).toBeLessThanOrEqual(bound * (1 + 1e-13));
    expect(sumAt(0) / bound).toBeGreaterThan(1 - 1e-8);
  }
});
