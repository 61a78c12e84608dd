import { interpolateRgbBasis, rgb, scaleLinear, select } from "d3";
import { bottomAxis, leftAxis } from "./axisTicks.ts";
import type { AxisUnits } from "./axisTicks.ts";
import type { ScaleLinear } from "d3";
import { planeContext } from "./planeCanvas.ts";
import type { Extent, Frame, Palette } from "./frame.ts";
import { createLayer } from "./layer.ts";
import { samePicture } from "./samePicture.ts";
import { levelLines } from "./zeroLines.ts";
import type { ZeroLines } from "./zeroLines.ts";

/** A field on a grid (first axis fastest), with contours of it and perhaps of another field. */
export interface FieldPicture {
  readonly title: string;
  readonly values: Float64Array;
  readonly counts: readonly [number, number];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  /** Upper end of the colour scale, which starts at 0. */
  readonly colourUpper: number;
  /** "private": vermilion, solid; "original": ink, dashed. */
  readonly contour: "private" | "original";
  /** Contours of a second field over the first. */
  readonly over: { readonly values: Float64Array; readonly contour: "private" | "original" } | undefined;
  /** Points on top, x and y in turn. */
  readonly points: Float64Array | undefined;
  readonly label: { readonly x: string; readonly y: string };
  readonly units?: AxisUnits;
}

export interface FieldPlot {
  /** @param moving whether the next picture comes at once: contours then follow every second grid point */
  update(picture: FieldPicture, frame: Frame, moving?: boolean): void;
  /** The grid point under a position on the screen, or undefined outside the plane. */
  indexAt(clientX: number, clientY: number): number | undefined;
  destroy(): void;
}

const pointLimit = 3000;
const contourLevels = 7;

/** Lines of a picture that moves are looked for at every second grid point: they deviate by less than a pixel. */
export const movingStride = 2;

/** Draws a field picture into a host element: field, contours and points on a canvas, axes as SVG. */
export function createFieldPlot(host: HTMLElement): FieldPlot {
  const root = select(host).append("div").attr("class", "plot field-plot");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const axisX = svg.append("g").attr("class", "axis");
  const axisY = svg.append("g").attr("class", "axis");
  const title = svg.append("text").attr("class", "field-title").attr("y", 14);
  const nameX = svg.append("text").attr("class", "axis-name").attr("text-anchor", "end");
  const nameY = svg.append("text").attr("class", "axis-name").attr("text-anchor", "end").attr("y", 14);
  const raster = document.createElement("canvas");
  let image: ImageData | undefined;
  let shown: { picture: FieldPicture; area: Area; frame: Frame } | undefined;
  let axesKey = "";
  let isCoarse = false;
  const layer = createLayer();

  /** The points, which stay while the field changes. */
  const pointLayer = (points: Float64Array, { width, height, palette }: Frame, area: Area): HTMLCanvasElement =>
    layer.of([points, palette.theme, area.x.domain(), area.y.domain()], { width, height }, (own) =>
      drawPoints(own, points, palette, area),
    );

  return {
    update: (picture, frame, moving = false) => {
      if (shown && samePicture([shown.picture, shown.frame], [picture, frame]) && (moving || !isCoarse)) return;
      isCoarse = moving;
      const stride = moving ? movingStride : 1;
      const area = areaOf(picture, frame);
      shown = { picture, area, frame };
      const [nx, ny] = picture.counts;
      if (image?.width !== nx || image.height !== ny) {
        raster.width = nx;
        raster.height = ny;
        image = new ImageData(nx, ny);
      }
      paint(picture, frame.palette, image);
      raster.getContext("2d")!.putImageData(image, 0, 0);

      const context = planeContext(canvas.node()!, area);
      const width = area.right - area.left;
      const height = area.bottom - area.top;
      context.imageSmoothingEnabled = true;
      context.drawImage(raster, area.left, area.top, width, height);
      if (picture.points) context.drawImage(pointLayer(picture.points, frame, area), 0, 0, frame.width, frame.height);
      const { palette } = frame;
      drawContours(context, contoursOf(picture.values, picture, stride), picture, picture.contour, palette, area);
      if (picture.over)
        drawContours(
          context,
          contoursOf(picture.over.values, picture, stride),
          picture,
          picture.over.contour,
          palette,
          area,
        );

      const key = JSON.stringify([
        picture.domain,
        picture.label,
        picture.units,
        picture.title,
        frame.width,
        frame.height,
      ]);
      if (key === axesKey) return;
      axesKey = key;
      svg.attr("width", frame.width).attr("height", frame.height).attr("viewBox", `0 0 ${frame.width} ${frame.height}`);
      axisX.attr("transform", `translate(0,${area.bottom})`).call(bottomAxis(area.x, 5, picture.units?.x));
      axisY.attr("transform", `translate(${area.left},0)`).call(leftAxis(area.y, 5, picture.units));
      title.attr("x", area.left).text(picture.title);
      nameX
        .attr("x", area.right)
        .attr("y", frame.height - 4)
        .text(picture.label.x.slice(0, 40));
      nameY.attr("x", area.right).text(`↑ ${picture.label.y.slice(0, 40)}`);
    },
    indexAt: (clientX, clientY) => {
      if (!shown) return undefined;
      const { picture, area } = shown;
      const box = svg.node()!.getBoundingClientRect();
      const u = (clientX - box.left - area.left) / (area.right - area.left);
      const v = (area.bottom - (clientY - box.top)) / (area.bottom - area.top);
      if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) return undefined;
      const [nx, ny] = picture.counts;
      return Math.round(u * (nx - 1)) + Math.round(v * (ny - 1)) * nx;
    },
    destroy: () => {
      root.remove();
    },
  };
}

interface Area {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function areaOf({ domain }: FieldPicture, { width, height }: Frame): Area {
  const area = { left: 40, right: width - 10, top: 24, bottom: height - 38 };
  return {
    ...area,
    x: scaleLinear([...domain.x], [area.left, area.right]),
    y: scaleLinear([...domain.y], [area.bottom, area.top]),
  };
}

/** 256 colours from paper to deep ink-blue, of evenly changing lightness; packed as ABGR. */
function colourTable(theme: Palette["theme"]): Uint32Array {
  const ramp =
    theme === "light"
      ? interpolateRgbBasis(["#fdfcfa", "#dbe6ee", "#a9c6dc", "#6f9fc4", "#41759f", "#224a70", "#0e2440"])
      : interpolateRgbBasis(["#161513", "#1c2a38", "#21465f", "#2c6a8c", "#4a93b5", "#86bfd6", "#d9eef5"]);
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const { r, g, b } = rgb(ramp(i / 255));
    return ((255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;
  });
}

const colourTables = new Map<Palette["theme"], Uint32Array>();

function paint({ values, counts: [nx, ny], colourUpper }: FieldPicture, { theme }: Palette, image: ImageData): void {
  let table = colourTables.get(theme);
  if (!table) colourTables.set(theme, (table = colourTable(theme)));
  const pixels = new Uint32Array(image.data.buffer);
  const scale = 255 / colourUpper;
  for (let j = 0; j < ny; j++) {
    const row = (ny - 1 - j) * nx;
    for (let i = 0; i < nx; i++) {
      const level = values[i + j * nx]! * scale;
      pixels[row + i] = table[level > 255 ? 255 : level > 0 ? level | 0 : 0]!;
    }
  }
}

/** Of how many points one is drawn. */
export function pointStride(count: number): number {
  return Math.max(1, Math.ceil(count / pointLimit));
}

function drawPoints(context: CanvasRenderingContext2D, points: Float64Array, { ink }: Palette, area: Area): void {
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
  palette: Palette,
  area: Area,
): void {
  const [nx, ny] = picture.counts;
  const stepX = (area.right - area.left) / (nx - 1);
  const stepY = (area.bottom - area.top) / (ny - 1);
  context.strokeStyle = kind === "private" ? palette.private : palette.ink;
  context.lineWidth = kind === "private" ? 1.6 : 1;
  context.setLineDash(kind === "original" ? [4, 3] : []);
  context.beginPath();
  for (const line of lines) {
    for (let k = 0; k < line.length; k += 2) {
      const x = area.left + line[k]! * stepX;
      const y = area.bottom - line[k + 1]! * stepY;
      if (k === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  }
  context.stroke();
  context.setLineDash([]);
}

/** Contours of a field at even steps of the colour scale; found once while the scale stays. */
export function contoursOf(values: Float64Array, { counts, colourUpper }: FieldPicture, stride = 1): ZeroLines {
  const known = knownContours.get(values);
  if (known?.colourUpper === colourUpper && known.stride <= stride) return known.lines;
  const levels = Array.from({ length: contourLevels }, (_, k) => ((k + 1) * colourUpper) / (contourLevels + 1));
  const lines = levelLines(values, counts, levels, stride);
  knownContours.set(values, { colourUpper, stride, lines });
  return lines;
}

const knownContours = new WeakMap<
  Float64Array,
  { readonly colourUpper: number; readonly stride: number; readonly lines: ZeroLines }
>();
