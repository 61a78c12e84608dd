import type { ShownAxis } from "../../../core/grids.ts";
import { stationaryKernel } from "../../../core/kernels/stationaryKernel.ts";
import type { NoiseForm } from "../../../panels/postProcessing/whatFollows.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function noiseForm(shown: BoundaryScenario, axes: readonly ShownAxis[]): NoiseForm {
  const { kernel, lengthScale } = requestOf(shown);
  const unit = axes.filter(({ levels }) => !levels).map(({ count }) => ({ lower: 0, upper: 1, count }));
  return { kernel: stationaryKernel(kernel, lengthScale, unit.length), grid: { axes: unit } };
}
