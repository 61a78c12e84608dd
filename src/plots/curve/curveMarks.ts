import type { PlotArea } from "./curveArea.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { Frame, Palette } from "../frame.ts";
import { keptPoints } from "./keptPoints.ts";
import { unseen } from "./pathData.ts";

interface TracedCurve {
  readonly heights: Float64Array;
  readonly kept: readonly number[];
  readonly across: (i: number) => number;
  readonly isEven: boolean;
}

export function tracedCurve(values: Float64Array, { y, left, right, across }: PlotArea): TracedCurve {
  const offset = y(0);
  const slope = y(1) - offset;
  const heights = new Float64Array(values.length);
  for (let i = 0; i < heights.length; i++) heights[i] = offset + slope * values[i]!;
  const step = (right - left) / (values.length - 1);
  const isEven = across === undefined;
  return { heights, kept: keptOf(heights, isEven), across: across ?? ((i) => left + i * step), isEven };
}

function keptOf(heights: Float64Array, isEven: boolean): readonly number[] {
  return isEven ? keptPoints(heights, unseen) : Array.from(heights.keys());
}

export function withinReach(curve: TracedCurve, { top, bottom }: PlotArea): TracedCurve {
  const [least, most] = [2 * top - bottom, 2 * bottom - top];
  if (curve.kept.every((i) => curve.heights[i]! >= least && curve.heights[i]! <= most)) return curve;
  const heights = curve.heights.map((height) => Math.min(most, Math.max(least, height)));
  return { ...curve, heights, kept: keptOf(heights, curve.isEven) };
}

export function strokeCurve(
  context: CanvasRenderingContext2D,
  curve: TracedCurve,
  { colour, width, dashes = [] }: { readonly colour: string; readonly width: number; readonly dashes?: number[] },
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = "round";
  context.setLineDash(dashes);
  traceCurve(context, curve);
  context.stroke();
  context.setLineDash([]);
}

export function traceCurve(context: CanvasRenderingContext2D, { heights, kept, across }: TracedCurve): void {
  context.beginPath();
  for (const i of kept) context.lineTo(across(i), heights[i]!);
}

export function drawBands(
  context: CanvasRenderingContext2D,
  { bands }: CurvePicture,
  { heights, kept, across }: TracedCurve,
  { band }: Palette,
  { y }: PlotArea,
): void {
  const slope = y(1) - y(0);
  context.fillStyle = band;
  for (const { halfWidth, shape } of bands) {
    const reach = (i: number) => slope * halfWidth * (shape?.[i] ?? 1);
    context.beginPath();
    for (const i of kept) context.lineTo(across(i), heights[i]! + reach(i));
    for (let k = kept.length - 1; k >= 0; k--) {
      const i = kept[k]!;
      context.lineTo(across(i), heights[i]! - reach(i));
    }
    context.fill();
  }
}

export function drawFan(
  context: CanvasRenderingContext2D,
  { draws }: CurvePicture,
  { palette }: Frame,
  area: PlotArea,
): void {
  context.strokeStyle = palette.private;
  context.globalAlpha = Math.max(0.12, 0.5 / Math.sqrt(draws.length));
  context.lineWidth = 1;
  for (const draw of draws) {
    traceCurve(context, tracedCurve(draw, area));
    context.stroke();
  }
  context.globalAlpha = 1;
}
