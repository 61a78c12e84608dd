import { rgb, scaleLinear, select, type ScaleLinear } from "d3";
import { bottomAxis, leftAxis, roomForLabels, type AxisUnits } from "./axisTicks.ts";
import type { Edges, Frame, Palette } from "./frame.ts";
import type { PlaneWindow } from "./zoom.ts";
import type { ZeroLines } from "./zeroLines.ts";
import { append, setAttributes } from "./svgElements.ts";

export interface Plane extends Edges {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

export interface PlaneArea extends Plane {
  readonly whole: Edges;
}

export interface PlaneWords {
  readonly domain: PlaneWindow;
  /** Shown part of the domain. */
  readonly window?: PlaneWindow | undefined;
  readonly label: { readonly x: string; readonly y: string };
  readonly units?: AxisUnits | undefined;
  /** Above the plane, with the second axis's name to its right. */
  readonly title?: string;
}

export function planeArea(
  { domain, units, window = domain }: PlaneWords,
  { width, height, em = 1 }: Pick<Frame, "width" | "height" | "em">,
  roomAbove: number,
): PlaneArea {
  const left = em * roomForLabels(window.y, 5, units) - 4;
  const area = { left, right: width - 10, top: em * roomAbove, bottom: height - 38 * em };
  const x = scaleLinear([...window.x], [area.left, area.right]);
  const y = scaleLinear([...window.y], [area.bottom, area.top]);
  const whole = { left: x(domain.x[0]), right: x(domain.x[1]), top: y(domain.y[1]), bottom: y(domain.y[0]) };
  return { ...area, x, y, whole: window === domain ? area : whole };
}

const longestName = 40;

/** Approximate width, in pixels. */
const letter = 7.5;

function ticksIn(length: number, each: number): number {
  return Math.max(1, Math.min(5, Math.floor(length / each)));
}

export function createPlaneAxes(
  svg: SVGSVGElement,
): (area: PlaneArea, words: PlaneWords, frame: Pick<Frame, "width" | "height" | "em">) => void {
  const root = select(svg);
  const axisX = append(root, "g", { class: "axis" });
  const axisY = append(root, "g", { class: "axis" });
  const title = append(root, "text", { class: "field-title" });
  const nameX = append(root, "text", { class: "axis-name", "text-anchor": "end" });
  const nameY = append(root, "text", { class: "axis-name" });
  let drawn = "";

  return (area, { domain, window = domain, label, units, title: above = "" }, { width, height, em = 1 }) => {
    const key = JSON.stringify([window, label, units, above, width, height, em]);
    if (key === drawn) return;
    drawn = key;
    setAttributes(root, { width, height, viewBox: `0 0 ${width} ${height}` });
    const [across, up] = [ticksIn(area.right - area.left, 40 * em), ticksIn(area.bottom - area.top, 24 * em)];
    axisX.attr("transform", `translate(0,${area.bottom})`).call(bottomAxis(area.x, across, units?.x));
    axisY.attr("transform", `translate(${area.left},0)`).call(leftAxis(area.y, up, units));
    setAttributes(title, { x: area.left, y: 14 * em }).text(above);
    setAttributes(nameX, { x: area.right, y: height - 4 }).text(label.x.slice(0, longestName));
    const upwards = `↑ ${label.y.slice(0, longestName)}`;
    const isRoomy = above === "" || (above.length + upwards.length) * letter * em < area.right - area.left;
    setAttributes(nameY, {
      x: above === "" ? area.left : area.right,
      y: Math.min(14 * em, area.top - 8),
      "text-anchor": above === "" ? "start" : "end",
    }).text(isRoomy ? upwards : "");
  };
}

/** In units of the domain; undefined outside the plane. */
export function placeIn(
  { x, y, left, right, top, bottom }: Plane,
  svg: SVGSVGElement,
  clientX: number,
  clientY: number,
): readonly [x: number, y: number] | undefined {
  const box = svg.getBoundingClientRect();
  const [px, py] = [clientX - box.left, clientY - box.top];
  if (!(px >= left && px <= right && py >= top && py <= bottom)) return undefined;
  return [x.invert(px), y.invert(py)];
}

export function drawCrosshair(
  context: CanvasRenderingContext2D,
  cursor: readonly [x: number, y: number] | undefined,
  palette: Palette,
  area: PlaneArea,
): void {
  if (!cursor) return;
  const [x, y] = [area.x(cursor[0]), area.y(cursor[1])];
  context.strokeStyle = palette.muted;
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(x, area.top);
  context.lineTo(x, area.bottom);
  context.moveTo(area.left, y);
  context.lineTo(area.right, y);
  context.stroke();
  context.setLineDash([]);
}

export function traceLines(
  context: CanvasRenderingContext2D,
  lines: ZeroLines,
  [nx, ny]: readonly [number, number],
  { whole: { left, right, top, bottom } }: PlaneArea,
): void {
  const stepX = (right - left) / (nx - 1);
  const stepY = (bottom - top) / (ny - 1);
  context.beginPath();
  for (const line of lines) {
    for (let k = 0; k < line.length; k += 2) {
      const x = left + line[k]! * stepX;
      const y = bottom - line[k + 1]! * stepY;
      if (k === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  }
}

/** From 0 to 1, packed as ABGR. */
export function packedColours(ramp: (t: number) => string, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => {
    const { r, g, b } = rgb(ramp(i / (count - 1)));
    return ((255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;
  });
}

/** Stretches a grid's pixels over the plane. Opaque: copied, not blended. */
export function createRaster() {
  const canvas = document.createElement("canvas");
  const small = canvas.getContext("2d", { alpha: false })!;
  let image: ImageData | undefined;
  return (
    context: CanvasRenderingContext2D,
    [nx, ny]: readonly [number, number],
    { whole: { left, right, top, bottom } }: PlaneArea,
    paint: (pixels: Uint32Array) => void,
  ): void => {
    if (image?.width !== nx || image.height !== ny) {
      canvas.width = nx;
      canvas.height = ny;
      image = new ImageData(nx, ny);
    }
    paint(new Uint32Array(image.data.buffer));
    small.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = true;
    context.drawImage(canvas, left, top, right - left, bottom - top);
  };
}
