import type { PlotArea } from "./curveArea.ts";
import type { CurvePicture } from "../curvePicture.ts";
import { drawRecords, paintCloud, paintRug, type CurvesInPicture } from "./curveRecords.ts";
import type { Frame } from "../frame.ts";
import { createLayer } from "../layer.ts";

export function createCurveGround(): (picture: CurvePicture, frame: Frame, area: PlotArea) => HTMLCanvasElement {
  const cloud = createLayer();
  const ground = createLayer(false);

  /** Painted once and stretched into place, since an axis moves in each frame of a drag. */
  const drawCloud = (
    context: CanvasRenderingContext2D,
    { x }: CurvePicture,
    curves: CurvesInPicture,
    { palette }: Frame,
    area: PlotArea,
  ) => {
    const [left, right] = [area.x(x[0]!), area.x(x.at(-1)!)];
    const width = Math.min(right - left, 2 * (area.right - area.left));
    const height = area.bottom - area.top;
    const drawn = cloud.of([curves.values, curves.mean, ...curves.extent, palette.theme], { width, height }, (own) =>
      paintCloud(own, curves, palette, width, height),
    );
    const [low, high] = curves.extent;
    context.drawImage(drawn, left, area.y(high), right - left, area.y(low) - area.y(high));
  };

  return (picture, frame, area) => {
    const { records } = picture;
    const { palette } = frame;
    const size = { width: area.right - area.left, height: area.bottom - area.top };
    const heights = records === undefined || records.kind === "rug" ? undefined : area.y.domain();
    return ground.of([records, palette.theme, area.x.domain(), heights], size, (own) => {
      own.fillStyle = palette.paper;
      own.fillRect(0, 0, size.width, size.height);
      own.save();
      own.translate(-area.left, -area.top);
      if (records?.kind === "curves") drawCloud(own, picture, records, frame, area);
      else if (records?.kind === "rug") {
        own.translate(area.left, area.bottom - 11);
        paintRug(own, records, palette, area);
      } else drawRecords(own, picture, frame, area);
      own.restore();
      own.globalAlpha = 1;
    });
  };
}
