import { anisotropicGaussianKernel } from "../../src/core/kernels/anisotropicGaussian.ts";
import { exponentialKernel } from "../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { matern32Kernel } from "../../src/core/kernels/matern32.ts";
import { matern52Kernel } from "../../src/core/kernels/matern52.ts";
import { productExponentialKernel } from "../../src/core/kernels/productExponential.ts";

/** A kernel as the reference files write it. */
export type KernelObject =
  | { readonly type: "gaussian"; readonly h: number }
  | { readonly type: "gaussian-full"; readonly H: number[][] }
  | { readonly type: "product-exponential"; readonly gamma: number }
  | { readonly type: "C1" | "C2" | "C3" | "C4"; readonly rho: number };

export function kernelOf(object: KernelObject): Kernel {
  switch (object.type) {
    case "gaussian":
      return gaussianKernel(object.h);
    case "gaussian-full":
      return anisotropicGaussianKernel(object.H);
    case "product-exponential":
      return productExponentialKernel(object.gamma);
    case "C1":
      return gaussianKernel(Math.sqrt(object.rho / 2));
    case "C2":
      return matern52Kernel(object.rho);
    case "C3":
      return matern32Kernel(object.rho);
    case "C4":
      return exponentialKernel(object.rho);
  }
}
