import { carried, reachOf } from "./carrying.ts";
import type { Carrying } from "./carrying.ts";
import type { PrivateRelease } from "./privateRelease.ts";

/**
 * Release after an affine post-map to other points or values, with its noise there; integers and cost are unchanged.
 *
 * @throws {ParameterError} if the map expects another number of values
 */
export function carriedRelease(release: PrivateRelease, carrying: Carrying | undefined): PrivateRelease {
  if (!carrying) return release;
  const reach = reachOf(carrying);
  const [widest, farthest] = [largest(carrying.spread), largest(reach)];
  return {
    ...release,
    axes: carrying.axes,
    values: carried(carrying, release.values),
    processing: [release.processing, carrying.words].filter((words) => words !== "").join("; "),
    deviation: release.deviation * widest,
    simultaneousHalfWidth: release.simultaneousHalfWidth * farthest,
    carrying: {
      ...carrying,
      numberAxes: release.axes,
      shapes: {
        deviation: carrying.spread.map((value) => value / widest),
        simultaneous: reach.map((value) => value / farthest),
      },
    },
  };
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
