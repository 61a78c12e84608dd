import { expect, test } from "vitest";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardLaplaces } from "../../../src/core/random/standardLaplaces.ts";
import { laplaceCdf, largestDeviation } from "../../support/exactLaws.ts";

test("standardLaplaces inverts the distribution function, one uniform number each", () => {
  const uniforms = seededSource(5);
  const z = standardLaplaces(seededSource(5), 1000);
  z.forEach((value) => {
    const u = uniforms.uniform();
    expect(Math.abs(laplaceCdf(value) - u)).toBeLessThan(1e-15);
  });
});

test("their magnitudes are exponential and their signs fair", () => {
  const count = 40_000;
  const z = standardLaplaces(seededSource(6), count);
  // Kolmogorov–Smirnov: 2.47/√n is exceeded with probability 2 e^(−2·2.47²) = 10⁻⁵.
  expect(largestDeviation(z, laplaceCdf)).toBeLessThan(2.47 / Math.sqrt(count));
});
