import { describe, expect, test } from "vitest";
import type { DualPoint } from "../../../../src/core/erm/solver/dualPoint.ts";
import { roundedSlopes } from "../../../../src/core/erm/solver/lossSlopes.ts";
import { losses, seededRecords } from "../../../support/erm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const kinked = losses.filter(([, { kink }]) => kink !== undefined);

describe.each(kinked)("roundedSlopes, %s loss", (_, loss) => {
  const random = seededSource(3);
  const n = 40;
  const { responses } = seededRecords(random, n, loss);
  const state: DualPoint = { responses, loss, scale: 1, dual: new Float64Array(n), fitted: new Float64Array(n) };
  const slopes = roundedSlopes(state);
  slopes.smoothing = 0.3;
  const values = Array.from({ length: n }, () => 4 * random.uniform() - 2);

  test("at(i, g) maximises −ℓ*(y, −b) − b g − μb²/2 over the dual range", () => {
    values.forEach((g, i) => {
      const y = responses[i]!;
      const [lower, upper] = loss.dualRange(y);
      const objective = (b: number) => -loss.conjugate(y, b) - b * g - 0.15 * b * b;
      const best = objective(slopes.at(i, g));
      for (let k = 0; k <= 100; k++)
        expect(objective(lower + (k / 100) * (upper - lower))).toBeLessThanOrEqual(best + 1e-12);
    });
  });

  test("at(i, g) falls in g, by no more than 1/μ a unit, and is −ℓ′ where μ → 0", () => {
    values.forEach((g, i) => {
      const fall = slopes.at(i, g) - slopes.at(i, g + 0.01);
      expect(fall).toBeGreaterThanOrEqual(0);
      expect(fall).toBeLessThanOrEqual(0.01 / 0.3 + 1e-12);
    });
    slopes.smoothing = 1e-12;
    values.forEach((g, i) => expect(slopes.at(i, g)).toBeCloseTo(loss.negativeSlope(responses[i]!, g), 9));
    slopes.smoothing = 0.3;
  });

  test("where a record has curvature, b + excess(i, g) is the slope there, and linear with slope −1/μ around it", () => {
    values.forEach((g, i) => (state.dual[i] = slopes.at(i, g)));
    let free = 0;
    values.forEach((g, i) => {
      const weight = slopes.curvature(i, g);
      if (weight === 0) return;
      free++;
      expect(weight).toBeCloseTo(1 / 0.3, 12);
      expect(slopes.excess(i, g)).toBeCloseTo(0, 12);
      expect(slopes.excess(i, g + 1)).toBeCloseTo(-1 / 0.3, 12);
    });
    expect(slopes.freeCount()).toBe(free);
    expect(free).toBeGreaterThan(0);
  });
});
