import { expect, test } from "vitest";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardLaplaces } from "../../../src/core/random/standardLaplaces.ts";

test("standardLaplaces inverts the distribution function, one uniform number each", () => {
  const uniforms = seededSource(5);
  const z = standardLaplaces(seededSource(5), 1000);
  z.forEach((value) => {
    const u = uniforms.uniform();
    const F = value < 0 ? 0.5 * Math.exp(value) : 1 - 0.5 * Math.exp(-value);
    expect(Math.abs(F - u)).toBeLessThan(1e-15);
  });
});

test("their magnitudes are exponential and their signs fair", () => {
  const count = 40_000;
  const z = standardLaplaces(seededSource(6), count).sort();
  // Kolmogorov–Smirnov: 2.47/√n is exceeded with probability 2 e^(−2·2.47²) = 10⁻⁵.
  let largest = 0;
  z.forEach((value, i) => {
    const F = value < 0 ? 0.5 * Math.exp(value) : 1 - 0.5 * Math.exp(-value);
    largest = Math.max(largest, Math.abs(F - i / count), Math.abs(F - (i + 1) / count));
  });
  expect(largest).toBeLessThan(2.47 / Math.sqrt(count));
});
