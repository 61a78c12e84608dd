import { anisotropicGaussianKernel } from "./anisotropicGaussian.ts";
import type { Kernel } from "./kernel.ts";
import { kernelOf } from "./kernelOf.ts";
import type { StationaryKernel } from "./stationaryKernel.ts";
import { triangularKernel } from "./triangular.ts";

/** Kernel as a function. A product of exponentials has rates 1: its points come multiplied by the rates. */
export function unitRateKernel(kernel: StationaryKernel): Kernel {
  switch (kernel.type) {
    case "gaussian":
      return anisotropicGaussianKernel(kernel.bandwidthMatrix);
    case "productExponential":
      return kernelOf("productExponential", 1);
    case "triangular":
      return triangularKernel(kernel.lengthScale);
    default:
      return kernelOf(kernel.type, kernel.lengthScale);
  }
}
