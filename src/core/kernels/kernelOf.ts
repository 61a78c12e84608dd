import { exponentialKernel } from "./exponential.ts";
import { gaussianKernel } from "./gaussian.ts";
import type { CapableKernel } from "./kernel.ts";
import { matern32Kernel } from "./matern32.ts";
import { matern52Kernel } from "./matern52.ts";
import { productExponentialKernel } from "./productExponential.ts";
import { oneOf } from "../untrusted.ts";

/** In the order of the menu. */
export const kernelNames = ["gaussian", "matern52", "matern32", "exponential", "productExponential"] as const;

export type KernelName = (typeof kernelNames)[number];

const checkName = oneOf(...kernelNames);

/**
 * The kernel of a name; the product exponential kernel has the rate 1/ℓ.
 *
 * @param lengthScale ℓ > 0
 */
export function kernelOf(name: KernelName, lengthScale: number): CapableKernel {
  switch (checkName(name, "kernel")) {
    case "gaussian":
      return gaussianKernel(lengthScale);
    case "matern52":
      return matern52Kernel(lengthScale);
    case "matern32":
      return matern32Kernel(lengthScale);
    case "exponential":
      return exponentialKernel(lengthScale);
    case "productExponential":
      return productExponentialKernel(1 / lengthScale);
  }
}
