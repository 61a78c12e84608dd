import { expect, test } from "vitest";
import { pointwise95, writtenPointwise95 } from "../../../../src/core/privacy/bands/pointwise.ts";
import { normalCdf, normalQuantile } from "../../../../src/core/special/normal.ts";

test("pointwise95 is Φ⁻¹(0.975), and what release files have covers at least 95 % and hardly more", () => {
  expect(pointwise95).toBeCloseTo(normalQuantile(0.975), 13);
  const covered = 1 - 2 * normalCdf(-writtenPointwise95);
  expect(covered).toBeGreaterThanOrEqual(0.95);
  expect(covered).toBeLessThan(0.95001);
});
