import { significant, wholePercentText } from "../../core/numberFormats.ts";
import type { PlotArea } from "./curveArea.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { Frame } from "../frame.ts";

type PointMass = NonNullable<CurvePicture["pointMasses"]>[number];

/** A stem as high as its share of the plane, in pixels. */
export interface PointMassMark {
  readonly x: number;
  readonly base: number;
  readonly top: number;
  /** Contains the share with 95 %. */
  readonly reach: readonly [number, number];
  readonly original: number | undefined;
  readonly text: string;
  readonly anchor: "start" | "end";
}

export function pointMassMarks(
  { pointMasses = [] }: CurvePicture,
  { x, y, left, right, top, bottom }: PlotArea,
): readonly PointMassMark[] {
  const base = Math.min(bottom, y(0));
  const room = 0.85 * (base - top);
  const height = (share: number) => base - room * Math.min(1, Math.max(0, share));
  return pointMasses.map(({ at, share, original, halfWidth }: PointMass) => {
    const place = Math.min(right - 2, Math.max(left + 3, x(at)));
    return {
      x: place,
      base,
      top: height(share),
      reach: [height(share + halfWidth), height(share - halfWidth)],
      original: original === undefined ? undefined : height(original),
      text: `${wholePercentText(Math.max(0, share))} at ${significant(at, 6)}`,
      anchor: place > right - 90 ? "end" : "start",
    };
  });
}

/** Private ones as a line with a dot and whisker, the original as a ring. */
export function drawPointMasses(
  context: CanvasRenderingContext2D,
  picture: CurvePicture,
  { palette }: Frame,
  area: PlotArea,
): void {
  for (const { x, base, top, reach, original, text, anchor } of pointMassMarks(picture, area)) {
    context.fillStyle = palette.band;
    context.fillRect(x - 5, reach[0], 10, reach[1] - reach[0]);
    context.fillStyle = palette.private;
    context.fillRect(x - 1.25, top, 2.5, base - top);
    circle(context, x, top, 4);
    context.fill();
    if (original !== undefined) {
      context.strokeStyle = palette.ink;
      context.lineWidth = 1.5;
      circle(context, x, original, 6);
      context.stroke();
    }
    context.font = "12px system-ui, sans-serif";
    context.textAlign = anchor;
    context.lineWidth = 3;
    context.strokeStyle = palette.paper;
    const [at, height] = [x + (anchor === "start" ? 10 : -10), Math.max(area.top + 12, top + 4)];
    context.strokeText(text, at, height);
    context.fillText(text, at, height);
  }
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}
