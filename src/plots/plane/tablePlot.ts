import { interpolateRgbBasis, select } from "d3";
import type { FurtherLine } from "../furtherLines.ts";
import { sharpContext, type Extent, type Frame, type Palette } from "../frame.ts";
import { createLayer } from "../layer.ts";
import {
  createPlaneAxes,
  createRaster,
  drawCrosshair,
  packedColours,
  placeIn,
  planeArea,
  type PlaneArea,
  type PlaneWords,
} from "../plane.ts";
import { classTints, depthRamp, rampOf } from "../ramps.ts";
import { samePicture } from "../samePicture.ts";

export interface RowCloud {
  /**
   * "original": ink, hollow; "noisy": vermilion crosses; "fabricated": vermilion, filled; "second": bluish green;
   * "image": dots.
   */
  readonly kind: "original" | "noisy" | "fabricated" | "second" | "image";
  readonly coordinates: Float64Array;
  /** From 0, by shape; one shape if absent. */
  readonly classOf: Float64Array | undefined;
}

/** The outside view passes no true value. */
export interface TablePicture extends PlaneWords {
  readonly title: string;
  readonly ranges: { readonly x: Extent; readonly y: Extent };
  /** Distance from the nearest machine and its class on a grid, first axis fastest. */
  readonly field:
    | {
        readonly kind: "distance" | "classes";
        readonly distance: Float64Array;
        readonly label: Float64Array;
        readonly counts: readonly [number, number];
        readonly reach: number;
      }
    | undefined;
  readonly clouds: readonly RowCloud[];
  /** A row here and elsewhere, as ends of a line. */
  readonly moves?: readonly RowMove[] | undefined;
  readonly cursor: readonly [x: number, y: number] | undefined;
}

interface RowMove extends Pick<FurtherLine, "kind" | "pen"> {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

interface TablePlot {
  update(picture: TablePicture, frame: Frame): void;
  placeAt(clientX: number, clientY: number): readonly [x: number, y: number] | undefined;
  plane(): Pick<PlaneArea, "left" | "right" | "top" | "bottom"> | undefined;
  destroy(): void;
}

const roomAbove = 22;
const pointLimit = 5000;

export function createTablePlot(host: HTMLElement): TablePlot {
  const root = select(host).append("div").attr("class", "plot table-plot");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const drawAxes = createPlaneAxes(svg.node()!);
  const drawRaster = createRaster();
  const fieldLayer = createLayer();
  let shown: { readonly picture: TablePicture; readonly area: PlaneArea; readonly frame: Frame } | undefined;

  return {
    update: (picture, frame) => {
      if (shown && samePicture([shown.picture, shown.frame], [picture, frame])) return;
      const area = planeArea(picture, frame, roomAbove);
      shown = { picture, area, frame };
      const { palette, width, height } = frame;
      const context = sharpContext(canvas.node()!, width, height);
      canvas.style("width", `${width}px`).style("height", `${height}px`);
      const [w, h] = [area.right - area.left, area.bottom - area.top];
      const { field } = picture;
      context.save();
      context.beginPath();
      context.rect(area.left, area.top, w, h);
      context.clip();
      if (field) {
        const drawn = fieldLayer.of([field, palette.theme, area.whole], { width, height }, (own) =>
          drawRaster(own, field.counts, area, (pixels) => paint(field, palette, pixels)),
        );
        context.drawImage(drawn, 0, 0, width, height);
      }
      drawRanges(context, picture, palette, area);
      for (const cloud of picture.clouds) drawCloud(context, cloud, frame, area);
      delete canvas.node()!.dataset["further"];
      picture.moves?.[0]?.pen.draw(context, picture.moves, frame, area, ({ from, to }) => {
        context.beginPath();
        for (const [x, y] of [from, to]) context.lineTo(area.x(x), area.y(y));
      });
      drawCrosshair(context, picture.cursor, palette, area);
      context.restore();
      context.strokeStyle = palette.grid;
      context.strokeRect(area.left + 0.5, area.top + 0.5, w - 1, h - 1);
      drawAxes(area, picture, frame);
    },
    placeAt: (clientX, clientY) => shown && placeIn(shown.area, svg.node()!, clientX, clientY),
    plane: () => shown?.area,
    destroy: () => {
      root.remove();
    },
  };
}

const shades = 64;

function paint(
  { kind, distance, label, counts: [nx, ny], reach }: NonNullable<TablePicture["field"]>,
  { theme, paper }: Palette,
  pixels: Uint32Array,
): void {
  const ramps =
    kind === "distance"
      ? [packedColours(rampOf(depthRamp, theme), shades)]
      : classTints[theme].map((tint) => packedColours(interpolateRgbBasis([tint, tint, paper]), shades));
  for (let j = 0; j < ny; j++) {
    const row = (ny - 1 - j) * nx;
    for (let i = 0; i < nx; i++) {
      const q = i + j * nx;
      const near = distance[q]! / reach;
      const shade = near < 1 ? Math.floor(near * shades) : shades - 1;
      pixels[row + i] = ramps[kind === "distance" ? 0 : label[q]! % ramps.length]![shade]!;
    }
  }
}

function drawRanges(
  context: CanvasRenderingContext2D,
  { ranges }: TablePicture,
  palette: Palette,
  area: PlaneArea,
): void {
  const [left, right] = ranges.x.map(area.x) as [number, number];
  const [bottom, top] = ranges.y.map(area.y) as [number, number];
  context.strokeStyle = palette.muted;
  context.globalAlpha = 0.5;
  context.setLineDash([1, 3]);
  context.strokeRect(left, top, right - left, bottom - top);
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function drawCloud(
  context: CanvasRenderingContext2D,
  cloud: RowCloud,
  { palette, em = 1 }: Pick<Frame, "palette" | "em">,
  area: PlaneArea,
): void {
  const { kind, coordinates, classOf } = cloud;
  const n = coordinates.length / 2;
  const stride = Math.max(1, Math.ceil(n / pointLimit));
  const radius = em * (n > 1500 ? 1.8 : n > 500 ? 2.6 : 3.2);
  const colour = kind === "original" ? palette.ink : kind === "second" ? palette.second : palette.private;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = em;
  context.globalAlpha = { original: 0.75, noisy: 0.5, fabricated: 0.9, second: 0.9, image: 0.35 }[kind];
  for (let i = 0; i < n; i += stride) {
    const x = area.x(coordinates[2 * i]!);
    const y = area.y(coordinates[2 * i + 1]!);
    if (kind === "image") {
      context.fillRect(x - 0.75 * em, y - 0.75 * em, 1.5 * em, 1.5 * em);
      continue;
    }
    context.beginPath();
    if (kind === "noisy") {
      context.moveTo(x - radius, y);
      context.lineTo(x + radius, y);
      context.moveTo(x, y - radius);
      context.lineTo(x, y + radius);
      context.stroke();
      continue;
    }
    traceShape(context, x, y, radius, classOf?.[i] ?? 0);
    if (kind === "original") context.stroke();
    else context.fill();
  }
  context.globalAlpha = 1;
}

function traceShape(context: CanvasRenderingContext2D, x: number, y: number, radius: number, own: number): void {
  const r = radius;
  switch (own % 4) {
    case 0:
      context.arc(x, y, r, 0, 2 * Math.PI);
      return;
    case 1:
      context.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
      return;
    case 2:
      context.moveTo(x, y - 1.2 * r);
      context.lineTo(x + 1.1 * r, y + 0.8 * r);
      context.lineTo(x - 1.1 * r, y + 0.8 * r);
      context.closePath();
      return;
    default:
      context.moveTo(x, y - 1.3 * r);
      context.lineTo(x + 1.3 * r, y);
      context.lineTo(x, y + 1.3 * r);
      context.lineTo(x - 1.3 * r, y);
      context.closePath();
  }
}
