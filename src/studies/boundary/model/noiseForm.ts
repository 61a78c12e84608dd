import type { ShownAxis } from "../../../core/grids.ts";
import { stationaryKernel } from "../../../core/kernels/stationaryKernel.ts";
import type { NoiseForm } from "../../../panels/postProcessing/whatFollows.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** Undefined for machines on landmarks and slices through further inputs. */
export function noiseForm(shown: BoundaryScenario, axes: readonly ShownAxis[]): NoiseForm | undefined {
  const { solver, held, kernel, lengthScale } = requestOf(shown);
  if (solver !== "exact" || held) return undefined;
  const unit = axes.filter(({ levels }) => !levels).map(({ count }) => ({ lower: 0, upper: 1, count }));
  return { kernel: stationaryKernel(kernel, lengthScale, unit.length), grid: { axes: unit } };
}
