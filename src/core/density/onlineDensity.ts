import { anisotropicGaussianKernel } from "../kernels/anisotropicGaussian.ts";
import { bumpKernel } from "../kernels/bumpKernel.ts";
import type { Points } from "../points.ts";
import type { OnlineTarget } from "../release/onlineFunction.ts";
import { bandwidthMatrixOf, isOfGaussianBumps } from "./densityGrid.ts";
import { checkDensity } from "./densityCombinations.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";
import { exactDensity } from "./exactDensity.ts";

/**
 * Density to be answered point by point: exact sums over the records.
 *
 * @param points records on a line or in a plane, as for `exactDensity`. Private
 */
export function onlineDensity(parameters: DensityTargetParameters, points: Points): OnlineTarget {
  checkDensity(parameters, {}, "online");
  return { ...exactDensity(parameters, points), kernel: kernelOf(parameters), domain: parameters.domain };
}

function kernelOf(parameters: DensityTargetParameters): OnlineTarget["kernel"] {
  const { domain, bandwidths, route, relativeRate, bump } = parameters;
  const rates = bandwidths.map((h) => (route === "sobolev" ? relativeRate : 1) / h);
  if (domain.length === 1 && (route === "sobolev" || bump === "exponential")) return { rate: rates[0]! };
  if (route === "sobolev") {
    return {
      evaluate: (x, y) => Math.exp(-rates.reduce((sum, rate, j) => sum + rate * Math.abs(x[j]! - y[j]!), 0)),
      diagonalBound: 1,
    };
  }
  return isOfGaussianBumps(parameters)
    ? anisotropicGaussianKernel(bandwidthMatrixOf(parameters))
    : bumpKernel({ name: bump!, bandwidths });
}
