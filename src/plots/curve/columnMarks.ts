import type { CurvePicture } from "../curvePicture.ts";
import type { Frame } from "../frame.ts";
import type { PlotArea } from "./curveArea.ts";

/** In pixels. */
interface ColumnMark {
  readonly x: number;
  readonly release: number;
  readonly original: number | undefined;
  readonly draws: readonly number[];
  readonly bars: readonly (readonly [top: number, bottom: number])[];
}

export const barWidth = 10;

export function columnMarks({ x: places, release, estimate, draws, bands }: CurvePicture, { x, y }: PlotArea) {
  return Array.from(release, (value, i): ColumnMark => ({
    x: x(places[i]!),
    release: y(value),
    original: estimate && y(estimate[i]!),
    draws: draws.map((draw) => y(draw[i]!)),
    bars: bands.map(({ halfWidth }) => [y(value + halfWidth), y(value - halfWidth)]),
  }));
}

export function drawColumns(
  context: CanvasRenderingContext2D,
  picture: CurvePicture,
  { palette, em = 1 }: Frame,
  area: PlotArea,
): void {
  for (const { x, release, original, draws, bars } of columnMarks(picture, area)) {
    context.fillStyle = palette.band;
    for (const [top, bottom] of bars) context.fillRect(x - barWidth / 2, top, barWidth, bottom - top);
    context.fillStyle = palette.private;
    for (const y of draws) context.fillRect(x - barWidth / 2, y, barWidth, 1);
    context.beginPath();
    context.arc(x, release, 4 * em, 0, 2 * Math.PI);
    context.fill();
    if (original === undefined) continue;
    context.strokeStyle = palette.ink;
    context.lineWidth = 1.5 * em;
    context.beginPath();
    context.arc(x, original, 6 * em, 0, 2 * Math.PI);
    context.stroke();
  }
}
