import type { Kernel } from "../../kernels/kernel.ts";
import { pointCount, type Points } from "../../points.ts";
import { denseNoiseSampler } from "./denseNoise.ts";
import { lowRankNoiseSampler } from "./scatteredNoise.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/** Share of m above which a pivoted factor takes longer than a full one. */
const worthPivoting = 1 / 8;

/**
 * Noise with any kernel at arbitrary public points, by a pivoted factor if its rank is below m/8.
 *
 * @param at m points, public
 * @param jitter τ ≥ 0
 * @throws {ParameterError} as `scatteredNoiseSampler`
 */
export function pointNoiseSampler(argument: {
  readonly kernel: Kernel;
  readonly at: Points;
  readonly jitter: number;
}): UnitNoiseSampler {
  const rankBelow = Math.ceil(pointCount(argument.at) * worthPivoting);
  return (rankBelow > 1 && lowRankNoiseSampler({ ...argument, rankBelow })) || denseNoiseSampler(argument);
}
