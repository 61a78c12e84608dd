import { checkPositive } from "../checks.ts";
import type { CapableKernel } from "../kernels/kernel.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import { smoothnessOf, stationaryKernel } from "../kernels/stationaryKernel.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { oneOf } from "../untrusted.ts";

export const curveKernelNames = ["gaussian", "matern52", "matern32", "exponential"] as const;

export type CurveKernelName = (typeof curveKernelNames)[number];

const checkName = oneOf(...curveKernelNames);

/** ℓ of a kernel with range ρ₀: √(ρ₀/2) for C1, which is exp(−r²/ρ₀) (errata M9), and ρ₀ for the others. */
export function lengthScaleOf(kernel: CurveKernelName, range: number): number {
  checkPositive("range", range);
  return checkName(kernel, "kernel") === "gaussian" ? Math.sqrt(range / 2) : range;
}

/**
 * True if differences of penalised means lie in the Cameron–Martin space of the noise: 2η₀(ν + ½) ≥ ν′ + ½ with the
 * smoothness ν of kernel and ν′ of noise.
 *
 * @see docs/proofs/meanCurve.md, Lemma 1; Mirshani, Reimherr & Slavković (2019), Theorem 3.1; errata M2
 */
export function isCompatible({
  kernel,
  noiseKernel,
  power,
}: {
  readonly kernel: CurveKernelName;
  readonly noiseKernel: CurveKernelName;
  readonly power: number;
}): boolean {
  const order = (name: CurveKernelName) => smoothnessOf[name] + 0.5;
  return kernel === noiseKernel || 2 * power * order(kernel) >= order(noiseKernel);
}

export function curveNoiseKernel(name: CurveKernelName, range: number): NoiseKernel {
  return stationaryKernel(name, lengthScaleOf(name, range), 1);
}

export function curveKernel(name: CurveKernelName, range: number): CapableKernel {
  return kernelOf(name, lengthScaleOf(name, range));
}
