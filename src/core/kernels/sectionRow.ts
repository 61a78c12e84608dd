import type { CapableKernel } from "./kernel.ts";
import type { GaussianRow } from "../arithmetic/plain/kernelRows.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";
import type { Points } from "../points.ts";

type SectionRow = Omit<GaussianRow, "decay">;

export function hasSectionRows(kernel: CapableKernel): boolean {
  return kernel.decay !== undefined || kernel.matern !== undefined;
}

/** Writes k(x_centre, xⱼ), j < count; exponentials are within 4 units in the last place. */
export function fillSectionRow(
  by: Arithmetic,
  { decay, matern }: CapableKernel,
  { points, stride, dimension, centre, out, count }: SectionRow,
): void {
  if (decay !== undefined) by.gaussianRow({ points, stride, dimension, centre, decay, out, count });
  else if (matern) by.maternRow({ points, stride, dimension, centre, out, count, ...matern });
}

/** Points for {@link fillSectionRow}: axis after axis, each padded to a multiple of 16, the stride. */
export function coordinatesByAxis({ dimension, coordinates }: Points): Float64Array {
  const m = coordinates.length / dimension;
  const count = Math.ceil(m / 16) * 16;
  const shared = new Float64Array(dimension * count);
  for (let i = 0; i < m; i++)
    for (let d = 0; d < dimension; d++) shared[d * count + i] = coordinates[i * dimension + d]!;
  return shared;
}
