import { keptPoints } from "./keptPoints.ts";

/** In pixels. */
export const unseen = 0.1;

export function unevenPathData(heights: ArrayLike<number>, across: (i: number) => number): string {
  let path = "";
  for (let i = 0; i < heights.length; i++) {
    path += `${i === 0 ? "M" : "L"}${Math.round(across(i) * 10) / 10},${Math.round(heights[i]! * 10) / 10}`;
  }
  return path;
}

/**
 * SVG polyline through (left + i·step, heightᵢ), to a tenth of a pixel, without points that deviate invisibly.
 *
 * @param heights in pixels, all finite
 */
export function pathData(
  heights: Float64Array,
  { left, step }: { readonly left: number; readonly step: number },
): string {
  let path = "";
  for (const i of keptPoints(heights, unseen)) {
    const x = Math.round((left + i * step) * 10) / 10;
    const y = Math.round(heights[i]! * 10) / 10;
    path += `${i === 0 ? "M" : "L"}${x},${y}`;
  }
  return path;
}
