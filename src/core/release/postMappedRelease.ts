import { postMapped, reachOf, type PostMap } from "./postMap.ts";
import type { PrivateRelease } from "./privateRelease.ts";

/** Release after an affine post-map, with its noise there; integers and cost are unchanged. */
export function postMappedRelease(release: PrivateRelease, postMap: PostMap | undefined): PrivateRelease {
  if (!postMap) return release;
  const reach = reachOf(postMap);
  const [widest, farthest] = [largest(postMap.spread), largest(reach)];
  return {
    ...release,
    axes: postMap.axes,
    values: postMapped(postMap, release.values),
    processing: [release.processing, postMap.words].filter((words) => words !== "").join("; "),
    deviation: release.deviation * widest,
    simultaneousHalfWidth: release.simultaneousHalfWidth * farthest,
    postMap: {
      ...postMap,
      numberAxes: release.axes,
      shapes: {
        deviation: postMap.spread.map((value) => value / widest),
        simultaneous: reach.map((value) => value / farthest),
      },
    },
  };
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
