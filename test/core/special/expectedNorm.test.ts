import { expect, test } from "vitest";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { expectedNorm } from "../../../src/core/special/expectedNorm.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { expectRelative } from "../privacy/relative.ts";

test("without noise it is the norm, and without offsets the mean of χ", () => {
  expectRelative(expectedNorm({ offsets: [3, -4, 0], variances: [0, 0, 0] }), 5, 1e-11);
  expect(expectedNorm({ offsets: [0], variances: [0] })).toBe(0);
  // E χ_k = √2 Γ((k + 1)/2)/Γ(k/2): √(2/π), √(π/2), 2√(2/π), and for 100 degrees by the recursion E χ_{k+2} = E χ_k (k
  // + 1)/k.
  let chi = [Math.sqrt(2 / Math.PI), Math.sqrt(Math.PI / 2)];
  for (let k = 1; k <= 100; k++) {
    const variances = new Float64Array(k).fill(0.25);
    expectRelative(expectedNorm({ offsets: new Float64Array(k), variances }), 0.5 * chi[0]!, 1e-10);
    chi = [chi[1]!, (chi[0]! * (k + 1)) / k];
  }
});

test("of one coordinate it is the mean of a folded normal, from little noise to much", () => {
  for (const a of [0.001, 0.3, 1, 5, 40]) {
    const folded = Math.sqrt(2 / Math.PI) * Math.exp((-a * a) / 2) + a * (1 - 2 * normalCdf(-a));
    expectRelative(expectedNorm({ offsets: [7 * a], variances: [49] }), 7 * folded, 1e-10);
  }
});

test("of any vector it is what draws give", () => {
  const random = seededSource(1);
  const offsets = Array.from({ length: 12 }, (_, j) => 1 / (j + 1));
  const variances = offsets.map((_, j) => 2 ** -j);
  const draws = 100_000;
  let [sum, squares] = [0, 0];
  for (let i = 0; i < draws; i++) {
    const norm = Math.sqrt(
      offsets.reduce((total, a, j) => total + (a + Math.sqrt(variances[j]!) * random.normal()) ** 2, 0),
    );
    sum += norm;
    squares += norm * norm;
  }
  const mean = sum / draws;
  const deviation = Math.sqrt((squares / draws - mean * mean) / draws);
  // Five deviations are exceeded with probability 6·10⁻⁷.
  expect(Math.abs(expectedNorm({ offsets, variances }) - mean)).toBeLessThan(5 * deviation);
});

test("expectedNorm refuses NaN, negative variances and other shapes", () => {
  expect(() => expectedNorm({ offsets: [NaN], variances: [1] })).toThrow(/^offsets\[0\] must/);
  expect(() => expectedNorm({ offsets: [1], variances: [-1] })).toThrow(/^variances\[0\] must/);
  expect(() => expectedNorm({ offsets: [1], variances: [Infinity] })).toThrow(/^variances\[0\] must/);
  expect(() => expectedNorm({ offsets: [1], variances: [] })).toThrow(/^variances must/);
});
