import { checkPositiveInteger } from "../checks.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import type { KernelName } from "./kernelOf.ts";

/** A stationary kernel with k(x, x) = 1, as data for workers; the method of the noise follows from its type. */
export type StationaryKernel =
  /** exp(−½ rᵀH⁻¹r), Hall et al. (2013), section 4.1.1. */
  | { readonly type: "gaussian"; readonly bandwidthMatrix: Rows }
  /** exp(−Σ γ_j |r_j|), Hall et al. (2013), section 4.2. */
  | { readonly type: "productExponential"; readonly rates: readonly number[] }
  | MaternFamily
  /** max(0, 1 − |r|/ℓ), on a line only. */
  | { readonly type: "triangular"; readonly lengthScale: number };

/** Smoothness 5/2, 3/2 and 1/2, Mirshani et al. (2019), eq. (6). */
export interface MaternFamily {
  readonly type: "matern52" | "matern32" | "exponential";
  readonly lengthScale: number;
}

/**
 * `kernelOf(name, lengthScale)` as data, in d dimensions: H = ℓ²I, and γ_j = 1/ℓ.
 *
 * @param lengthScale ℓ > 0
 * @param dimension d ≥ 1
 */
export function stationaryKernel(name: KernelName, lengthScale: number, dimension: number): StationaryKernel {
  const axes = Array.from({ length: checkPositiveInteger("dimension", dimension) }, (_, i) => i);
  switch (name) {
    case "gaussian": {
      const square = lengthScale * lengthScale;
      return { type: "gaussian", bandwidthMatrix: axes.map((i) => axes.map((j) => (i === j ? square : 0))) };
    }
    case "productExponential":
      return { type: "productExponential", rates: axes.map(() => 1 / lengthScale) };
    default:
      return { type: name, lengthScale };
  }
}

/** ν, ∞ for the Gaussian. On a line the space is of Sobolev order ν + ½. */
export const smoothnessOf = { gaussian: Infinity, matern52: 5 / 2, matern32: 3 / 2, exponential: 1 / 2 } as const;
