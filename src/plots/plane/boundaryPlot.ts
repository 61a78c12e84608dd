import { select } from "d3";
import type { Boundary, BoundaryKind, BoundaryPicture, Level } from "./boundaryPicture.ts";
import { movingStride } from "./fieldPlot.ts";
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
import { createLayer } from "../layer.ts";
import { classPoints, decisionRamp, rampOf } from "../ramps.ts";
import { samePicture } from "../samePicture.ts";
import { zeroLines, type ZeroLines } from "../zeroLines.ts";

export interface BoundaryPlot {
  /** @param moving true if the next picture comes at once: changing boundaries then use every second grid point */
  update(picture: BoundaryPicture, frame: Frame, moving?: boolean): void;
  placeAt(clientX: number, clientY: number): readonly [x: number, y: number] | undefined;
  pointAt(clientX: number, clientY: number): number | undefined;
  destroy(): void;
}

const roomAbove = 20;
const reach = 14;
const pointLimit = 6000;

export function boundaryArea(words: PlaneWords, frame: Pick<Frame, "width" | "height" | "em">): PlaneArea {
  return planeArea(words, frame, roomAbove);
}

export function createBoundaryPlot(host: HTMLElement): BoundaryPlot {
  const root = select(host).append("div").attr("class", "plot boundary-plot");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const drawAxes = createPlaneAxes(svg.node()!);
  const drawRaster = createRaster();
  let shown: { picture: BoundaryPicture; area: PlaneArea; frame: Frame } | undefined;
  const layer = createLayer();
  const originalLayer = createLayer();
  let isCoarse = false;
  const known = new WeakMap<Boundary["values"], { readonly stride: number; readonly lines: ZeroLines }>();

  const pointLayer = (
    { coordinates, labels, support }: Points,
    { width, height, palette, em = 1 }: Frame,
    area: PlaneArea,
  ): HTMLCanvasElement =>
    layer.of(
      [coordinates, labels, support, palette.theme, em, area.x.domain(), area.y.domain()],
      { width, height },
      (own) => drawPoints(own, { coordinates, labels, support }, { palette, em }, area),
    );

  const linesOf = (values: Boundary["values"], [nx, ny]: readonly [number, number], stride: number): ZeroLines => {
    const before = known.get(values);
    if (before && before.stride <= stride) return before.lines;
    const lines = zeroLines(values, nx, ny, stride);
    known.set(values, { stride, lines });
    return lines;
  };

  return {
    update: (picture, frame, moving = false) => {
      if (shown && samePicture([shown.picture, shown.frame], [picture, frame]) && (moving || !isCoarse)) return;
      isCoarse = moving;
      const area = boundaryArea(picture, frame);
      shown = { picture, area, frame };
      const context = planeContext(canvas.node()!, area);
      const width = area.right - area.left;
      const height = area.bottom - area.top;
      if (picture.field) {
        const { field, counts } = picture;
        drawRaster(context, counts, area, (pixels) => paint(field, counts, frame.palette, pixels));
      } else {
        context.fillStyle = frame.palette.paper;
        context.fillRect(area.left, area.top, width, height);
      }
      if (picture.points) {
        context.drawImage(pointLayer(picture.points, frame, area), 0, 0, frame.width, frame.height);
        drawChosen(context, picture.points, frame, area);
      }
      const draws = picture.boundaries.filter(({ kind }) => kind === "draw").length;
      const stroke = (own: CanvasRenderingContext2D, { values, kind }: Boundary) => {
        const lines = linesOf(values, picture.counts, moving ? movingStride : 1);
        strokeBoundary(own, lines, kind, picture, frame, area, draws);
      };
      for (const boundary of picture.boundaries) {
        const { values, kind } = boundary;
        const parts = [values, frame.palette.theme, frame.em, area.x.domain(), area.y.domain()];
        const size = { width: width - 1, height };
        // Two dashed strokes, cached while ε moves.
        if (kind === "original" && (!moving || originalLayer.has(parts, size)))
          stamp(
            context,
            originalLayer.of(parts, size, (own) => {
              own.translate(-area.left - 1, -area.top);
              stroke(own, boundary);
            }),
          );
        else stroke(context, boundary);
      }
      picture.further?.[0]?.pen.draw(context, picture.further, frame, area, ({ values }) =>
        traceLines(context, linesOf(values, picture.counts, moving ? movingStride : 1), picture.counts, area),
      );
      drawCrosshair(context, picture.cursor, frame.palette, area);
      context.strokeStyle = frame.palette.grid;
      context.lineWidth = 1;
      context.strokeRect(area.left + 0.5, area.top + 0.5, width - 1, height - 1);
      drawAxes(area, picture, frame);
    },
    placeAt: (clientX, clientY) => shown && placeIn(shown.area, svg.node()!, clientX, clientY),
    pointAt: (clientX, clientY) => {
      if (!shown?.picture.points) return undefined;
      const { area, picture } = shown;
      const { coordinates } = picture.points!;
      const box = svg.node()!.getBoundingClientRect();
      const [px, py] = [clientX - box.left, clientY - box.top];
      let nearest: number | undefined;
      let least = reach * reach;
      for (let i = 0; 2 * i < coordinates.length; i++) {
        const distance = (area.x(coordinates[2 * i]!) - px) ** 2 + (area.y(coordinates[2 * i + 1]!) - py) ** 2;
        if (distance < least) {
          least = distance;
          nearest = i;
        }
      }
      return nearest;
    },
    destroy: () => {
      root.remove();
    },
  };
}

function stamp(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void {
  context.save();
  context.resetTransform();
  context.drawImage(canvas, 0, 0);
  context.restore();
}

type Points = NonNullable<BoundaryPicture["points"]>;

const colourCount = 512;
const levelReach = 4;
const levelSteps = 512;
const tables: Record<Palette["theme"], Map<Level, Uint32Array>> = { light: new Map(), dark: new Map() };

/** At −4, …, 4, packed as ABGR, for 40,000 pixels a frame. */
function colourTable(theme: Palette["theme"], level: Level): Uint32Array {
  const known = tables[theme].get(level);
  if (known) return known;
  const colours = packedColours(rampOf(decisionRamp, theme), colourCount);
  const table = Uint32Array.from(
    { length: 2 * levelReach * levelSteps + 1 },
    (_, i) => colours[Math.round(level(i / levelSteps - levelReach) * (colourCount - 1))]!,
  );
  tables[theme].set(level, table);
  return table;
}

function paint(
  { values, scale, level }: NonNullable<BoundaryPicture["field"]>,
  [nx, ny]: readonly [number, number],
  { theme }: Palette,
  pixels: Uint32Array,
): void {
  const table = colourTable(theme, level);
  const last = table.length - 1;
  for (let j = 0; j < ny; j++) {
    const row = (ny - 1 - j) * nx;
    for (let i = 0; i < nx; i++) {
      const at = (scale * values[i + j * nx]! + levelReach) * levelSteps + 0.5;
      pixels[row + i] = table[at > last ? last : at > 0 ? at | 0 : 0]!;
    }
  }
}

function drawPoints(
  context: CanvasRenderingContext2D,
  { coordinates, labels, support }: Omit<Points, "chosen">,
  { palette: { theme, ink }, em = 1 }: Pick<Frame, "palette" | "em">,
  area: PlaneArea,
): void {
  const n = labels.length;
  const stride = Math.max(1, Math.ceil(n / pointLimit));
  const radius = em * radiusOf(n);
  const colours = classPoints[theme];
  context.globalAlpha = n > 1500 ? 0.55 : 0.85;
  context.lineWidth = 1.1 * em;
  for (let i = 0; i < n; i += stride) {
    const x = area.x(coordinates[2 * i]!);
    const y = area.y(coordinates[2 * i + 1]!);
    if (labels[i]! > 0) {
      context.fillStyle = colours[1]!;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    } else {
      context.strokeStyle = colours[0]!;
      context.strokeRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }
    if (support?.[i] === 1) {
      context.strokeStyle = ink;
      context.lineWidth = 0.8 * em;
      context.beginPath();
      context.arc(x, y, radius + 3 * em, 0, 2 * Math.PI);
      context.stroke();
      context.lineWidth = 1.1 * em;
    }
  }
  context.globalAlpha = 1;
}

function radiusOf(n: number): number {
  return n > 1500 ? 1.6 : n > 400 ? 2.2 : 3.2;
}

function drawChosen(
  context: CanvasRenderingContext2D,
  { coordinates, labels, chosen }: Points,
  { palette: { ink, paper }, em = 1 }: Frame,
  area: PlaneArea,
): void {
  if (chosen === undefined || chosen >= labels.length) return;
  const x = area.x(coordinates[2 * chosen]!);
  const y = area.y(coordinates[2 * chosen + 1]!);
  for (const [width, colour] of [
    [5, paper],
    [2, ink],
  ] as const) {
    context.lineWidth = em * width;
    context.strokeStyle = colour;
    context.beginPath();
    context.arc(x, y, em * (radiusOf(labels.length) + 5), 0, 2 * Math.PI);
    context.stroke();
  }
}

function strokeBoundary(
  context: CanvasRenderingContext2D,
  lines: ZeroLines,
  kind: BoundaryKind,
  { counts }: BoundaryPicture,
  { palette, em = 1, bold = 1 }: Frame,
  area: PlaneArea,
  draws: number,
): void {
  traceLines(context, lines, counts, area);
  context.lineJoin = "round";
  if (kind === "draw") {
    context.strokeStyle = palette.private;
    context.globalAlpha = Math.max(0.15, 0.6 / Math.sqrt(draws));
    context.lineWidth = em;
  } else {
    // The private line shows through the original's gaps.
    context.setLineDash(kind === "original" ? [7 * em, 4 * em] : []);
    // A halo of paper separates line and colours.
    context.strokeStyle = palette.paper;
    context.globalAlpha = 0.75;
    context.lineWidth = em * bold * (kind === "private" ? 5 : 4);
    context.stroke();
    context.globalAlpha = 1;
    context.strokeStyle = kind === "private" ? palette.private : palette.ink;
    context.lineWidth = em * bold * (kind === "private" ? 2.6 : 1.8);
  }
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}
