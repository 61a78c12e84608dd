import { expansionRounding } from "../expansion/expansionRounding.ts";
import type { Summation } from "../expansion/expansionOnPlane.ts";
import type { RegularGrid } from "../../grids.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { roundingJitter } from "../../privacy/sensitivity/roundingJitter.ts";

/** Invisible white noise: where f is flat, it moves a boundary by a third of a grid step. */
const unseenJitter = 1e-5;

/** Public. */
interface UnitBoxSum {
  readonly kernel: CapableKernel;
  /** ℓ */
  readonly lengthScale: number;
  readonly grid: RegularGrid;
  readonly centreCount: number;
  readonly coefficientBound: number;
}

/** η: `expansionRounding`, with coordinates off by 1.1u each, which move a kernel value by at most 1.1u d/ℓ. */
export function unitBoxRounding({
  lengthScale,
  kernel,
  ...sum
}: UnitBoxSum & { readonly summation: Summation }): number {
  const roundings = (kernel.roundings ?? 0) + (1.1 * sum.grid.axes.length) / lengthScale;
  return expansionRounding({ ...sum, kernel: { ...kernel, roundings }, kernelBound: 1 });
}

interface SummationChoice {
  readonly summation: Summation;
  readonly roundingError: number;
}

function summations(sum: UnitBoxSum): readonly [direct: SummationChoice, interpolated: SummationChoice] {
  const choiceOf = (summation: Summation) => ({ summation, roundingError: unitBoxRounding({ ...sum, summation }) });
  return [choiceOf("direct"), choiceOf("interpolated")];
}

/** The faster summation, unless its jitter could be visible or it costs more than a thousandth of Δ. Public. */
export function summationOf(sum: UnitBoxSum, sensitivity: number): SummationChoice & { readonly jitter: number } {
  const [direct, interpolated] = summations(sum).map((choice) => {
    return { ...choice, jitter: roundingJitter({ roundingError: choice.roundingError, sensitivity }) };
  }) as [SummationChoice & { readonly jitter: number }, SummationChoice & { readonly jitter: number }];
  const isCheap = 2 * interpolated.roundingError <= 1.0001e-3 * sensitivity * Math.sqrt(interpolated.jitter);
  return isCheap && interpolated.jitter <= Math.max(unseenJitter, direct.jitter) ? interpolated : direct;
}

const interpolatedShare = 1e-6;

/** Summation for a private release of one function. Public. */
export function releasedSummationOf(sum: UnitBoxSum, sensitivity: number): SummationChoice {
  const [direct, interpolated] = summations(sum);
  return 2 * interpolated.roundingError <= interpolatedShare * sensitivity ? interpolated : direct;
}
