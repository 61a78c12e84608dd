import type { CurvePicture } from "./curvePicture.ts";
import { heightsOf } from "./curveArea.ts";
import type { PlotArea } from "./curveArea.ts";
import type { Frame } from "./frame.ts";
import { keptPoints } from "./keptPoints.ts";
import { unseen } from "./pathData.ts";

/** A line of its own colour, width and dashes through path data. */
export function strokeCurve(
  context: CanvasRenderingContext2D,
  data: string,
  colour: string,
  width: number,
  dashes: number[],
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = "round";
  context.setLineDash(dashes);
  context.stroke(new Path2D(data));
  context.setLineDash([]);
}

/** Bands around the release, widest first. */
export function drawBands(
  context: CanvasRenderingContext2D,
  { bands, release }: CurvePicture,
  { palette }: Frame,
  area: PlotArea,
): void {
  const step = (area.right - area.left) / (release.length - 1);
  const slope = area.y(1) - area.y(0);
  const heights = heightsOf(release, area);
  const kept = keptPoints(heights, unseen);
  context.fillStyle = palette.band;
  for (const { halfWidth, shape } of bands) {
    const reach = (i: number) => slope * halfWidth * (shape?.[i] ?? 1);
    context.beginPath();
    for (const i of kept) context.lineTo(area.left + i * step, heights[i]! + reach(i));
    for (const i of kept.toReversed()) context.lineTo(area.left + i * step, heights[i]! - reach(i));
    context.fill();
  }
}

/** Other draws, the fainter the more there are. */
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
    const step = (area.right - area.left) / (draw.length - 1);
    const heights = heightsOf(draw, area);
    context.beginPath();
    for (const i of keptPoints(heights, unseen)) context.lineTo(area.left + i * step, heights[i]!);
    context.stroke();
  }
  context.globalAlpha = 1;
}
