import { scaleLinear } from "d3";
import { roomForLabels } from "../axisTicks.ts";
import { planeEdges, ticksUp } from "./curveFrame.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { Frame } from "../frame.ts";
import type { Plane } from "../plane.ts";
import { pathData, unevenPathData } from "./pathData.ts";

export interface PlotArea extends Plane {
  readonly across?: ((i: number) => number) | undefined;
}

export function areaOf({ domain, units, x: places, uneven }: CurvePicture, frame: Frame): PlotArea {
  const edges = planeEdges(frame, roomForLabels(domain.y, ticksUp, units));
  const x = scaleLinear([...domain.x], [edges.left, edges.right]);
  return {
    x,
    y: scaleLinear([...domain.y], [edges.bottom, edges.top]),
    ...edges,
    across: uneven === true ? (i) => x(places[i]!) : undefined,
  };
}

/** Clipped at a plot height above and below the plane. */
export function clipped(values: Float64Array, area: PlotArea): string {
  const reach = area.bottom - area.top;
  const heights = heightsOf(values, area);
  for (let i = 0; i < heights.length; i++)
    heights[i] = Math.min(area.bottom + reach, Math.max(area.top - reach, heights[i]!));
  if (area.across) return unevenPathData(heights, area.across);
  return pathData(heights, { left: area.left, step: (area.right - area.left) / (values.length - 1) });
}

let heights = new Float64Array(0);

/** In pixels, valid until the next call. */
function heightsOf(values: Float64Array, { y }: PlotArea): Float64Array {
  const offset = y(0);
  const slope = y(1) - offset;
  if (heights.length !== values.length) heights = new Float64Array(values.length);
  for (let i = 0; i < heights.length; i++) heights[i] = offset + slope * values[i]!;
  return heights;
}
