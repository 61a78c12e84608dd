import { transformations } from "../../../core/special/transformation.ts";
import { framingOf } from "./request.ts";
import type { DensityScenario } from "./scenario.ts";

/** The way to the scale on which records are smoothed, and back. */
export function smoothingScale(scenario: Pick<DensityScenario, "y" | "route" | "scale" | "ends">): {
  readonly forward: (x: number) => number;
  readonly inverse: (u: number) => number;
} {
  const { scale } = framingOf(scenario);
  return scale === "own" ? { forward: same, inverse: same } : transformations[scale];
}

function same(x: number): number {
  return x;
}
