import { select } from "d3";
import { contourLabels, type ContourLabel } from "./contourLabels.ts";
import {
  createPlaneAxes,
  createRaster,
  drawCrosshair,
  packedColours,
  placeIn,
  planeArea,
  traceLines,
  type PlaneArea,
  type PlaneWords,
} from "../plane.ts";
import { planeContext } from "../planeCanvas.ts";
import type { Frame, Palette } from "../frame.ts";
import type { FurtherLine } from "../furtherLines.ts";
import { createLayer } from "../layer.ts";
import { densityRamp, rampOf } from "../ramps.ts";
import { samePicture } from "../samePicture.ts";
import { levelLines, type ZeroLines } from "../zeroLines.ts";

export interface FieldPicture extends PlaneWords {
  readonly title: string;
  readonly values: Float64Array;
  readonly counts: readonly [number, number];
  /** The colour scale begins at 0. */
  readonly colourUpper: number;
  /** "private": vermilion, solid; "original": ink, dashed. */
  readonly contour: "private" | "original";
  readonly over: { readonly values: Float64Array; readonly contour: "private" | "original" } | undefined;
  readonly further?: readonly FurtherLine[] | undefined;
  readonly cursor?: readonly [x: number, y: number] | undefined;
  readonly points: Float64Array | undefined;
}

export interface FieldPlot {
  /** @param moving true if the next picture comes at once: contours then use every second grid point */
  update(picture: FieldPicture, frame: Frame, moving?: boolean): void;
  indexAt(clientX: number, clientY: number): number | undefined;
  destroy(): void;
}

const roomAbove = 24;
const pointLimit = 3000;
export const contourLevels = 7;

/** Moving lines deviate by less than a pixel. */
export const movingStride = 2;

export function createFieldPlot(host: HTMLElement): FieldPlot {
  const root = select(host).append("div").attr("class", "plot field-plot");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const drawAxes = createPlaneAxes(svg.node()!);
  const drawRaster = createRaster();
  let shown: { picture: FieldPicture; area: PlaneArea; frame: Frame } | undefined;
  let isCoarse = false;
  let labels: { readonly key: unknown; readonly found: readonly ContourLabel[] } | undefined;
  const layer = createLayer();

  const pointLayer = (points: Float64Array, { width, height, palette }: Frame, area: PlaneArea): HTMLCanvasElement =>
    layer.of([points, palette.theme, area.x.domain(), area.y.domain()], { width, height }, (own) =>
      drawPoints(own, points, palette, area),
    );

  return {
    update: (picture, frame, moving = false) => {
      if (shown && samePicture([shown.picture, shown.frame], [picture, frame]) && (moving || !isCoarse)) return;
      isCoarse = moving;
      const stride = moving ? movingStride : 1;
      const area = planeArea(picture, frame, roomAbove);
      shown = { picture, area, frame };
      const context = planeContext(canvas.node()!, area);
      drawRaster(context, picture.counts, area, (pixels) => paint(picture, frame.palette, pixels));
      if (picture.points) context.drawImage(pointLayer(picture.points, frame, area), 0, 0, frame.width, frame.height);
      const { palette } = frame;
      for (const { values, contour } of picture.over ? [picture, picture.over] : [picture])
        drawContours(context, contoursOf(values, picture, stride), picture, contour, frame, area);
      const trace = ({ values }: FurtherLine) =>
        traceLines(context, contoursOf(values, picture, stride), picture.counts, area);
      picture.further?.[0]?.pen.draw(context, picture.further, frame, area, trace, 0.6);
      if (!moving) {
        const { values, over, colourUpper } = picture;
        const key = [values, over?.values, colourUpper, area.x.domain(), area.y.domain(), frame.width, frame.height];
        if (!samePicture(labels?.key, key)) labels = { key, found: fieldLabels(picture, area, frame.em) };
        drawLabels(context, labels!.found, frame);
      }
      drawCrosshair(context, picture.cursor, palette, area);
      drawAxes(area, picture, frame);
    },
    indexAt: (clientX, clientY) => {
      if (!shown) return undefined;
      const { picture, area } = shown;
      const place = placeIn(area, svg.node()!, clientX, clientY);
      if (!place) return undefined;
      const [nx, ny] = picture.counts;
      const { left, right, top, bottom } = area.whole;
      const u = (area.x(place[0]) - left) / (right - left);
      const v = (bottom - area.y(place[1])) / (bottom - top);
      return Math.round(u * (nx - 1)) + Math.round(v * (ny - 1)) * nx;
    },
    destroy: () => {
      root.remove();
    },
  };
}

const colourTables = new Map<Palette["theme"], Uint32Array>();

function paint({ values, counts: [nx, ny], colourUpper }: FieldPicture, { theme }: Palette, pixels: Uint32Array): void {
  let table = colourTables.get(theme);
  if (!table) colourTables.set(theme, (table = packedColours(rampOf(densityRamp, theme), 256)));
  const scale = 255 / colourUpper;
  for (let j = 0; j < ny; j++) {
    const row = (ny - 1 - j) * nx;
    for (let i = 0; i < nx; i++) {
      const level = values[i + j * nx]! * scale;
      pixels[row + i] = table[level > 255 ? 255 : level > 0 ? level | 0 : 0]!;
    }
  }
}

export function pointStride(count: number): number {
  return Math.max(1, Math.ceil(count / pointLimit));
}

function drawPoints(context: CanvasRenderingContext2D, points: Float64Array, { ink }: Palette, area: PlaneArea): void {
  context.fillStyle = ink;
  const count = points.length / 2;
  context.globalAlpha = count > 1000 ? 0.3 : 0.55;
  const stride = pointStride(count);
  for (let i = 0; i < count; i += stride) {
    context.fillRect(area.x(points[2 * i]!) - 1, area.y(points[2 * i + 1]!) - 1, 2, 2);
  }
}

function drawContours(
  context: CanvasRenderingContext2D,
  lines: ZeroLines,
  picture: FieldPicture,
  kind: "private" | "original",
  { palette, em = 1, bold = 1 }: Frame,
  area: PlaneArea,
): void {
  context.strokeStyle = kind === "private" ? palette.private : palette.ink;
  context.lineWidth = em * bold * (kind === "private" ? 1.6 : 1);
  context.setLineDash(kind === "original" ? [4 * em, 3 * em] : []);
  traceLines(context, lines, picture.counts, area);
  context.stroke();
  context.setLineDash([]);
}

export function fieldLabels(
  picture: FieldPicture,
  { whole, ...plane }: Pick<PlaneArea, "whole" | "left" | "right" | "top" | "bottom">,
  em = 1,
): readonly ContourLabel[] {
  const [nx, ny] = picture.counts;
  const stepX = (whole.right - whole.left) / (nx - 1);
  const stepY = (whole.bottom - whole.top) / (ny - 1);
  return contourLabels({
    values: picture.values,
    counts: picture.counts,
    lines: contoursOf(picture.values, picture),
    others: picture.over ? contoursOf(picture.over.values, picture) : [],
    levels: levelsOf(picture),
    place: (i, j) => [whole.left + i * stepX, whole.bottom - j * stepY],
    plane,
    em,
  });
}

function drawLabels(
  context: CanvasRenderingContext2D,
  labels: readonly ContourLabel[],
  { palette: { paper, ink }, em = 1 }: Frame,
): void {
  context.font = `500 ${11 * em}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = paper;
  context.fillStyle = ink;
  for (const { x, y, text } of labels) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

function levelsOf({ colourUpper }: Pick<FieldPicture, "colourUpper">): readonly number[] {
  return Array.from({ length: contourLevels }, (_, k) => ((k + 1) * colourUpper) / (contourLevels + 1));
}

/** Contours at even steps of the colour scale; cached while it stays. */
export function contoursOf(values: Float64Array, { counts, colourUpper }: FieldPicture, stride = 1): ZeroLines {
  const known = knownContours.get(values);
  if (known?.colourUpper === colourUpper && known.stride <= stride) return known.lines;
  const lines = levelLines(values, counts, levelsOf({ colourUpper }), stride);
  knownContours.set(values, { colourUpper, stride, lines });
  return lines;
}

const knownContours = new WeakMap<
  Float64Array,
  { readonly colourUpper: number; readonly stride: number; readonly lines: ZeroLines }
>();
