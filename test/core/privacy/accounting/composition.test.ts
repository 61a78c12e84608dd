import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { composeGaussian } from "../../../../src/core/privacy/accounting/composition.ts";
import { achievedEpsilon } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { expectRelative } from "../relative.ts";

test("composeGaussian(mus) has the reference μ, and the ε that goes with it", () => {
  for (const golden of goldenCases<{ mus: number[]; delta: number }, object>("noise-gdp-composition")) {
    const mu = composeGaussian(golden.inputs.mus);
    expectGolden(golden, "mu", mu);
    expectGolden(golden, "epsilon", achievedEpsilon({ delta: golden.inputs.delta, noiseMultiplier: 1 / mu }));
  }
});

test("composeGaussian spends nothing on no release, and takes any number of them, tiny or huge", () => {
  expect(composeGaussian([])).toBe(0);
  expect(composeGaussian([0, 0.5])).toBe(0.5);
  expectRelative(composeGaussian([3e200, 4e200]), 5e200, 1e-15);
  expectRelative(composeGaussian([3e-200, 4e-200]), 5e-200, 1e-15);
  // Each of the million additions rounds by at most a few units in the last place.
  expectRelative(composeGaussian(new Array<number>(1_000_000).fill(1e-3)), 1, 1e-9);
});

test.each([NaN, Infinity, -1])("composeGaussian refuses μ = %s, naming its position", (mu) => {
  expect(() => composeGaussian([1, mu])).toThrow(ParameterError);
  expect(() => composeGaussian([1, mu])).toThrow(/^mus\[1\] must/);
});
