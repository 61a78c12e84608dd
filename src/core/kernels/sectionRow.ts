import type { Kernel } from "./kernel.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/** Where in a memory the points are, and where their kernel values with one of them are wanted. */
export interface SectionRow {
  /** Coordinate d of point j is at points + d·stride + j. */
  readonly points: number;
  readonly stride: number;
  readonly dimension: number;
  /** Index of a point. */
  readonly centre: number;
  readonly out: number;
  /** Even. */
  readonly count: number;
}

/** Whether {@link fillSectionRow} knows the kernel. */
export function hasSectionRows(kernel: Kernel): boolean {
  return kernel.decay !== undefined || kernel.matern !== undefined;
}

/** k(x_centre, xⱼ), j < count, in the memory; the errors are those of an exponential within 4 units in the last place. */
export function fillSectionRow(by: Arithmetic, kernel: Kernel, row: SectionRow): void {
  if (kernel.decay !== undefined) by.gaussianRow({ ...row, decay: kernel.decay });
  else if (kernel.matern) by.maternRow({ ...row, ...kernel.matern });
}
