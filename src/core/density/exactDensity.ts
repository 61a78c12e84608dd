import { bumpDensity } from "./estimator/bumpDensity.ts";
import { exponentialDensityOnLine } from "./estimator/exponentialDensityOnLine.ts";
import { ParameterError } from "../errors.ts";
import { bumpKernel } from "../kernels/bumpKernel.ts";
import { determinantOf } from "./estimator/binnedSmoothing.ts";
import { clampedInto } from "../grids.ts";
import { pointCount, type Points } from "../points.ts";
import { binnedSobolevKernelDensitySensitivity } from "../privacy/sensitivity/binnedSobolevKernelDensity.ts";
import { bumpDensitySensitivity } from "../privacy/sensitivity/bumpDensity.ts";
import { anisotropicKernelDensitySensitivity } from "../privacy/sensitivity/kernelDensity.ts";
import type { OnlineTarget } from "../release/onlineFunction.ts";
import { bandwidthMatrixOf, isOfGaussianBumps } from "./densityGrid.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";
import { densityTarget } from "./densityLatticeTarget.ts";
import { placedPoints } from "./placedRecords.ts";

/**
 * Density as the exact sum over the records; Δ is in the norm of the noise of the route.
 *
 * @param given n ≥ 1 records, or any number of them with a declared N. Private
 */
export function exactDensity(
  parameters: DensityTargetParameters,
  given: Points,
): Omit<OnlineTarget, "kernel" | "domain"> {
  const { domain, bandwidths, correlation, route, relativeRate, mostRecords } = parameters;
  const points = mostRecords === undefined ? given : placedPoints(given, mostRecords);
  const [n, d] = [mostRecords ?? pointCount(points), points.dimension];
  if (n < 1) throw new ParameterError("data", n, "at least one record");
  const boxSides = domain.map(([lower, upper]) => upper - lower);
  if (!isOfGaussianBumps(parameters)) {
    const kernel = parameters.bump!;
    const { height } = bumpKernel({ name: kernel, bandwidths });
    const records = clampedInto(points, domain);
    const shared = {
      sensitivity: bumpDensitySensitivity({ kernel, recordCount: n, bandwidths, boxSides }),
      peak: height,
    };
    if (kernel === "exponential" && d === 1) {
      const line = exponentialDensityOnLine({ points: records, bandwidth: bandwidths[0]! });
      return { ...shared, estimate: ({ coordinates }) => coordinates.map(line.at), roundingError: line.roundingError };
    }
    return {
      ...shared,
      estimate: (at) => bumpDensity({ kernel, bandwidths, points: records, at }),
      // Terms are off by 16u, sums of blocks of 1024 by (1024 + n/1024)u.
      roundingError: height * (1060 + n / 1024) * 2 ** -53,
    };
  }
  const target = densityTarget({ points, domain, bandwidths, correlation, recordCount: mostRecords });
  const bandwidthMatrix = bandwidthMatrixOf(parameters);
  const sensitivity =
    route === "gaussian"
      ? // An empty place is as far as a record anywhere.
        anisotropicKernelDensitySensitivity({
          ...{ recordCount: n, bandwidthMatrix },
          boxSides: mostRecords === undefined ? boxSides : undefined,
        })
      : binnedSobolevKernelDensitySensitivity({
          recordCount: n,
          bandwidths,
          rates: bandwidths.map((h) => relativeRate / h),
          steps: bandwidths.map(() => 0),
        });
  const unit = (x: number, j: number) => Math.min(1, Math.max(0, (x - domain[j]![0]) / boxSides[j]!));
  return {
    sensitivity,
    // Places are known to 2u of a side, where the bound counts ½u and u.
    roundingError: 4 * target.roundingError,
    peak: 1 / Math.sqrt((2 * Math.PI) ** d * determinantOf(bandwidthMatrix)),
    estimate: ({ coordinates }) =>
      d === 1
        ? target.evaluate([coordinates.map((x) => unit(x, 0))])
        : Float64Array.from({ length: coordinates.length / d }, (_, i) => {
            const place = Array.from({ length: d }, (__, j) => Float64Array.of(unit(coordinates[i * d + j]!, j)));
            return target.evaluate(place)[0]!;
          }),
  };
}
