import { expansionRounding } from "../expansion/expansionRounding.ts";
import type { Summation } from "../expansion/expansionOnPlane.ts";
import type { RegularGrid } from "../../grids.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { roundingJitter } from "../../privacy/sensitivity/roundingJitter.ts";

/** White noise that nobody sees: where f and its smooth noise are flat, it moves a boundary by a third of a grid step. */
const unseenJitter = 1e-5;

/** What is summed on the grid of the unit box; all of it is public. */
interface UnitBoxSum {
  readonly kernel: CapableKernel;
  /** ℓ, of the kernel. */
  readonly lengthScale: number;
  readonly grid: RegularGrid;
  readonly centreCount: number;
  readonly coefficientBound: number;
}

/**
 * η: a bound on the 2-norm over the grid of computed values of f minus those at the exact multiples of the step, where the noise
 * is sampled. To `expansionRounding` come the coordinates of the grid, off by 1.1u each, since a multiple of the step and the
 * upper end 1 are rounded: that moves a kernel value by 1.1u d/ℓ at most, as no kernel here changes faster than by 1/ℓ.
 */
export function unitBoxRounding({
  lengthScale,
  kernel,
  ...sum
}: UnitBoxSum & { readonly summation: Summation }): number {
  const roundings = (kernel.roundings ?? 0) + (1.1 * sum.grid.axes.length) / lengthScale;
  return expansionRounding({ ...sum, kernel: { ...kernel, roundings }, kernelBound: 1 });
}

/** How values on the grid are summed, and what that costs. */
interface Way {
  readonly summation: Summation;
  readonly roundingError: number;
  readonly jitter: number;
}

/**
 * The faster way to sum, unless the jitter that its rounding needs could be seen and is not needed anyway, or its rounding
 * costs more than a thousandth of Δ. Public.
 */
export function summationOf(sum: UnitBoxSum, sensitivity: number): Way {
  const [direct, interpolated] = (["direct", "interpolated"] as const).map((summation) => {
    const roundingError = unitBoxRounding({ ...sum, summation });
    return { summation, roundingError, jitter: roundingJitter({ roundingError, sensitivity }) };
  }) as [Way, Way];
  const isCheap = 2 * interpolated.roundingError <= 1.0001e-3 * sensitivity * Math.sqrt(interpolated.jitter);
  return isCheap && interpolated.jitter <= Math.max(unseenJitter, direct.jitter) ? interpolated : direct;
}
