import type { CurvePicture } from "./curvePicture.ts";
import { heightsOf } from "./curveArea.ts";
import type { PlotArea } from "./curveArea.ts";
import type { Frame } from "./frame.ts";
import { keptPoints } from "./keptPoints.ts";
import { unseen } from "./pathData.ts";

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
    if (area.across) heights.forEach((height, i) => context.lineTo(area.across!(i), height));
    else for (const i of keptPoints(heights, unseen)) context.lineTo(area.left + i * step, heights[i]!);
    context.stroke();
  }
  context.globalAlpha = 1;
}
