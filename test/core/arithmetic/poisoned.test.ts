// Some cheap tests on the arithmetic that poisons older views, in every run; `npm run poisoned` runs all of core on it.
import { expect, test } from "vitest";
import "../../support/poison.ts";
import "../random/sources.test.ts";
import "../linalg/fourier/planeFft.test.ts";
import "../linalg/pivotedCholesky.test.ts";
import "../kernels/kernelProduct.test.ts";
import "../erm/solver/coordinateAscent.test.ts";
import "../privacy/mechanisms/waveSum.test.ts";
import "../density/density.test.ts";
import "../density/densityRoutes.test.ts";
import { arithmetic } from "../../../src/core/arithmetic/arithmetic.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test("here a random number overwrites what was reserved", () => {
  const memory = arithmetic().reserve(3).fill(1);
  seededSource(1).uniform();
  expect(memory[0] ?? NaN).toBeNaN(); // A view without a memory, or one of NaN.
  expect(arithmetic().held() === memory).toBe(false);
});
