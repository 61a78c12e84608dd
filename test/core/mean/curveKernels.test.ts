import { expect, test } from "vitest";
import { curveKernel, isCompatible, lengthScaleOf } from "../../../src/core/mean/curveKernels.ts";
import type { CurveKernelName } from "../../../src/core/mean/curveKernels.ts";

test("lengthScaleOf is √(ρ/2) for C1 and ρ for the others: errata M9", () => {
  expect(lengthScaleOf("gaussian", 0.02)).toBeCloseTo(0.1, 15);
  for (const kernel of ["matern52", "matern32", "exponential"] as const) expect(lengthScaleOf(kernel, 0.02)).toBe(0.02);
  expect(curveKernel("gaussian", 0.3).evaluate([0], [0.5])).toBeCloseTo(Math.exp(-0.25 / 0.3), 15);
});

const order: Record<CurveKernelName, number> = { gaussian: Infinity, matern52: 3, matern32: 2, exponential: 1 };
test("isCompatible: each kernel with itself, any estimator with rougher noise, a Gaussian noise with its own kernel only", () => {
  const names = Object.keys(order) as CurveKernelName[];
  for (const kernel of names) {
    for (const noiseKernel of names) {
      const compatible = isCompatible({ kernel, noiseKernel, power: 1 });
      if (kernel === noiseKernel || order[kernel] >= order[noiseKernel]) expect(compatible).toBe(true);
      if (noiseKernel === "gaussian" && kernel !== "gaussian") expect(compatible).toBe(false);
    }
  }
  // 2η(ν + ½) ≥ ν′ + ½: C4 with noise C3 from η = 1, with noise C2 from η = 3/2.
  expect(isCompatible({ kernel: "exponential", noiseKernel: "matern32", power: 1 })).toBe(true);
  expect(isCompatible({ kernel: "exponential", noiseKernel: "matern52", power: 1 })).toBe(false);
  expect(isCompatible({ kernel: "exponential", noiseKernel: "matern52", power: 1.5 })).toBe(true);
});
