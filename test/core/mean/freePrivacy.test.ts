import { expect, test } from "vitest";
import { functionalMeanSensitivity } from "../../../src/core/privacy/sensitivity/functionalMean.ts";
import { classicalNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { curveBasis, curveBasisNames } from "../../../src/core/mean/curveBasis.ts";
import { expectGolden, inferenceCases } from "../../support/goldenFile.ts";
import { freePrivacy, recordsOfFreePrivacy } from "../../../src/core/mean/freePrivacy.ts";

// Errata M5: φ = 1/N, τ = ε = 1, δ = 0.1.
const asked = { share: 1, normBound: 1, multiplier: classicalNoiseMultiplier({ epsilon: 1, delta: 0.1 }) };

test.each([
  [1, 10, 5.991],
  [1, 1e3, 5.991],
  [1, 1e5, 5.991],
  [2, 10, 2.46],
  [2, 1e3, 0.246],
  [2, 1e5, 0.0246],
])("freePrivacy has the N·σ² of errata M5: η = %d, N = %d", (power, recordCount, expected) => {
  expect(recordCount * freePrivacy({ ...asked, power, recordCount }).noise).toBeCloseTo(expected, expected > 1 ? 2 : 3);
});

test.each(inferenceCases<Parameters<typeof freePrivacy>[0]>("free"))(
  "freePrivacy and recordsOfFreePrivacy are those of inference.json, case %i",
  (_, golden) => {
    expectGolden(golden, "noise", freePrivacy(golden.inputs).noise);
    expectGolden(golden, "crossing", recordsOfFreePrivacy(golden.inputs)!);
  },
);

test("freePrivacy bounds the noise of any eigenvalues, and is reached", () => {
  const { multiplier } = asked;
  for (const power of [1, 1.5, 3]) {
    const [recordCount, penalty] = [200, 1 / 200];
    const worst = ((2 * power - 1) * penalty) ** (1 / power);
    const noiseOf = (eigenvalue: number) =>
      (multiplier *
        functionalMeanSensitivity({ recordCount, normBound: 1, penalty, power, eigenvalues: [eigenvalue] })) **
      2;
    const { noise } = freePrivacy({ ...asked, power, recordCount });
    for (const factor of [0.1, 0.7, 1.4, 10]) expect(noiseOf(factor * worst)).toBeLessThan(noise);
    expect(noiseOf(worst) / noise).toBeCloseTo(1, 9);
  }
});

test("recordsOfFreePrivacy is where noise and sampling meet, and nowhere for η = 1", () => {
  const crossing = recordsOfFreePrivacy({ ...asked, power: 2 })!;
  const [before, after] = [Math.floor(crossing), Math.ceil(crossing)].map((recordCount) =>
    freePrivacy({ ...asked, power: 2, recordCount }),
  );
  expect(before!.noise).toBeGreaterThan(before!.sampling);
  expect(after!.noise).toBeLessThanOrEqual(after!.sampling);
  expect(recordsOfFreePrivacy({ ...asked, power: 1 })).toBeUndefined();
});

test.each(curveBasisNames)("curveBasis of %s is orthonormal, and refuses more terms than points allow", (name) => {
  const m = 2001;
  const rows = curveBasis(name, m, 6);
  const weights = curveBasis("cosines", m, 1)[0]!;
  for (const [j, row] of rows.entries())
    for (const [k, other] of rows.entries()) {
      const product = row.reduce((sum, value, i) => sum + (value * other[i]!) / weights[i]!, 0);
      expect(product).toBeCloseTo(Number(j === k), 4);
    }
  expect(() => curveBasis(name, 10, 6)).toThrow("terms");
  expect(() => curveBasis(name, 10, NaN)).toThrow("terms");
});
