import { scaleLinear, select } from "d3";
import type { ScaleLinear, Selection } from "d3";
import { bottomAxis, leftAxis } from "./axisTicks.ts";
import type { AxisUnits } from "./axisTicks.ts";
import { sharpContext } from "./frame.ts";
import type { Extent, Frame } from "./frame.ts";
import { createOverflow } from "./overflow.ts";
import { keptPoints } from "./keptPoints.ts";
import { createLayer } from "./layer.ts";
import { pathData, unevenPathData, unseen } from "./pathData.ts";
import { samePicture } from "./samePicture.ts";

/** A private curve and what surrounds it. What is absent is not drawn: the outside view passes no true value. */
export interface CurvePicture {
  /** Grid, increasing; evenly spaced unless it says otherwise. */
  readonly x: Float64Array;
  readonly uneven?: boolean;
  readonly release: Float64Array;
  readonly estimate: Float64Array | undefined;
  /** Other draws, faint. */
  readonly draws: readonly Float64Array[];
  /** Bands around the release, widest first; a shape gives the share of the half width at each point. */
  readonly bands: readonly {
    readonly name: string;
    readonly halfWidth: number;
    readonly shape?: Float64Array | undefined;
  }[];
  readonly records:
    | { readonly kind: "rug"; readonly values: Float64Array }
    | { readonly kind: "histogram"; readonly densities: Float64Array }
    | {
        readonly kind: "curves";
        /** Row by row over the grid. */
        readonly values: Float64Array;
        /** A line among them that is drawn stronger, dotted. */
        readonly mean: Float64Array;
        /** Between which values they lie. */
        readonly extent: readonly [number, number];
      }
    | {
        readonly kind: "scatter";
        readonly x: Float64Array;
        readonly y: Float64Array;
        /** Heights to which a thin line leads from each point: its residual. */
        readonly to: Float64Array | undefined;
        /** 1 where a ring marks a support vector. */
        readonly support: Uint8Array | undefined;
        readonly chosen: number | undefined;
      }
    | undefined;
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly label: { readonly x: string; readonly y: string };
  readonly units?: AxisUnits;
}

/** Where a picture's plane is on the screen, in pixels. */
export interface PlotArea {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Draws a curve picture into a host element: records, bands, fan and the two main curves on a canvas, axes and labels as
 * SVG. The curves are in the SVG too (`path.release`, `path.estimate`), as marks to be read and not painted: SVG that moves is
 * rastered anew in each frame. Elements are made once; an update only changes attributes.
 */
export interface CurvePlot {
  update(picture: CurvePicture, frame: Frame): PlotArea;
  /** Shows the vertical line and read-out at a grid point, or hides them. */
  showCursor(index: number | undefined): void;
  /** The grid point nearest to a position on the screen. */
  indexAt(clientX: number): number;
  /** The place under a position on the screen, in data units; undefined outside the plane. */
  placeAt(clientX: number, clientY: number): readonly [x: number, y: number] | undefined;
  /** Where the plane stands in the host; undefined before the first picture. */
  area(): PlotArea | undefined;
  /** The point of a scatter within reach of a position on the screen. */
  pointAt(clientX: number, clientY: number): number | undefined;
  destroy(): void;
}

const rugLimit = 2000;
const rugHeight = 10;
const scatterReach = 14;

export function createCurvePlot(host: HTMLElement): CurvePlot {
  const root = select(host).append("div").attr("class", "plot curve-plot");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const axisX = svg.append("g").attr("class", "axis");
  const axisY = svg.append("g").attr("class", "axis");
  const nameX = svg.append("text").attr("class", "axis-name").attr("text-anchor", "end");
  const nameY = svg.append("text").attr("class", "axis-name");
  const plane = svg.append("svg").attr("class", "plane");
  const estimate = plane.append("path").attr("class", "estimate");
  const release = plane.append("path").attr("class", "release");
  const overflow = createOverflow(root);
  const labels = svg.append("g").attr("class", "labels");
  const cursor = svg.append("g").attr("class", "cursor").attr("visibility", "hidden");
  cursor.append("line");
  cursor.append("circle").attr("class", "release").attr("r", 4);
  cursor.append("circle").attr("class", "estimate").attr("r", 4);

  let shown: { picture: CurvePicture; area: PlotArea; frame: Frame } | undefined;
  let axesKey = "";
  const cloud = createLayer();
  const rug = createLayer();

  /** The cloud of curves, filling its own extent; stretched into place, as an axis moves in each frame of a drag. */
  const drawCloud = (
    context: CanvasRenderingContext2D,
    curves: CurvesInPicture,
    { palette }: Frame,
    area: PlotArea,
  ) => {
    const width = area.right - area.left;
    const height = area.bottom - area.top;
    const drawn = cloud.of([curves.values, curves.mean, palette.theme], { width, height }, (own) =>
      paintCloud(own, curves, palette, width, height),
    );
    const [low, high] = curves.extent;
    context.drawImage(drawn, area.left, area.y(high), width, area.y(low) - area.y(high));
  };

  const drawRug = (context: CanvasRenderingContext2D, values: Float64Array, { palette }: Frame, area: PlotArea) => {
    const size = { width: area.right - area.left, height: rugHeight };
    const drawn = rug.of([values, palette.theme, area.x.domain()], size, (own) => paintRug(own, values, palette, area));
    context.drawImage(drawn, area.left, area.bottom - 11, size.width, size.height);
  };

  const update = (picture: CurvePicture, frame: Frame): PlotArea => {
    if (shown && samePicture([shown.picture, shown.frame], [picture, frame])) return shown.area;
    const area = areaOf(picture, frame);
    shown = { picture, area, frame };
    const key = JSON.stringify([picture.domain, picture.label, picture.units, frame.width, frame.height]);
    if (key !== axesKey) {
      axesKey = key;
      drawAxes(picture, frame, area);
    }
    const context = sharpContext(canvas.node()!, frame.width, frame.height);
    canvas.style("width", `${frame.width}px`).style("height", `${frame.height}px`);
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    context.clip();
    if (picture.records?.kind === "curves") drawCloud(context, picture.records, frame, area);
    else if (picture.records?.kind === "rug") drawRug(context, picture.records.values, frame, area);
    else drawRecords(context, picture, frame, area);
    drawBands(context, picture, frame, area);
    drawFan(context, picture, frame, area);
    const across = unevenly(picture, area);
    const original = picture.estimate && clipped(picture.estimate, area, across);
    const released = clipped(picture.release, area, across);
    if (original !== undefined) strokeCurve(context, original, frame.palette.ink, 1.5, []);
    strokeCurve(context, released, frame.palette.private, 2.5, [9, 3]);
    context.restore();

    release.attr("d", released);
    estimate.attr("d", original ?? null);
    overflow(picture, area);
    drawLabels(labels, picture, area);
    return area;
  };

  const drawAxes = (picture: CurvePicture, frame: Frame, area: PlotArea) => {
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    plane.attr("x", area.left).attr("y", area.top).attr("width", width).attr("height", height);
    plane.attr("viewBox", `${area.left} ${area.top} ${width} ${height}`);
    svg.attr("width", frame.width).attr("height", frame.height).attr("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const ticks = Math.max(3, Math.min(8, Math.floor(frame.width / 110)));
    axisX.attr("transform", `translate(0,${area.bottom})`).call(bottomAxis(area.x, ticks, picture.units?.x));
    axisY.attr("transform", `translate(${area.left},0)`).call(leftAxis(area.y, 4, picture.units?.y));
    nameX
      .attr("x", area.right)
      .attr("y", frame.height - 4)
      .text(shortened(picture.label.x));
    nameY.attr("x", 4).attr("y", 12).text(picture.label.y);
  };

  return {
    update,
    area: () => shown?.area,
    indexAt: (clientX) => {
      if (!shown) return 0;
      const { area, picture } = shown;
      const [first, last] = picture.domain.x;
      const value = area.x.invert(clientX - svg.node()!.getBoundingClientRect().left);
      if (picture.uneven === true) return nearestIn(picture.x, value);
      const i = Math.round(((value - first) / (last - first)) * (picture.x.length - 1));
      return Math.min(picture.x.length - 1, Math.max(0, i));
    },
    placeAt: (clientX, clientY) => {
      if (!shown) return undefined;
      const { area } = shown;
      const box = svg.node()!.getBoundingClientRect();
      const [px, py] = [clientX - box.left, clientY - box.top];
      const within = px >= area.left && px <= area.right && py >= area.top && py <= area.bottom;
      return within ? [area.x.invert(px), area.y.invert(py)] : undefined;
    },
    pointAt: (clientX, clientY) => {
      if (shown?.picture.records?.kind !== "scatter") return undefined;
      const { area } = shown;
      const { x, y } = shown.picture.records;
      const box = svg.node()!.getBoundingClientRect();
      let nearest: number | undefined;
      let least = scatterReach ** 2;
      for (let i = 0; i < x.length; i++) {
        const distance = (area.x(x[i]!) - clientX + box.left) ** 2 + (area.y(y[i]!) - clientY + box.top) ** 2;
        if (distance < least) {
          least = distance;
          nearest = i;
        }
      }
      return nearest;
    },
    showCursor: (index) => {
      if (!shown || index === undefined) {
        cursor.attr("visibility", "hidden");
        return;
      }
      const { area, picture } = shown;
      const x = area.x(picture.x[index]!);
      cursor.attr("visibility", "visible");
      cursor.select("line").attr("x1", x).attr("x2", x).attr("y1", area.top).attr("y2", area.bottom);
      cursor.select("circle.release").attr("cx", x).attr("cy", area.y(picture.release[index]!));
      cursor
        .select("circle.estimate")
        .attr("visibility", picture.estimate ? null : "hidden")
        .attr("cx", x)
        .attr("cy", area.y(picture.estimate?.[index] ?? 0));
    },
    destroy: () => {
      root.remove();
    },
  };
}

/** The plane of a picture in a frame, shared with the exported drawing. */
export function areaOf({ domain }: CurvePicture, { width, height }: Frame): PlotArea {
  const left = 44;
  const right = width - (width < 480 ? 12 : 76);
  const top = 26;
  const bottom = height - 38;
  return {
    x: scaleLinear([...domain.x], [left, right]),
    y: scaleLinear([...domain.y], [bottom, top]),
    left,
    right,
    top,
    bottom,
  };
}

/** Where the points of an uneven grid are on the screen; undefined for an even one. */
export function unevenly({ x, uneven }: CurvePicture, area: PlotArea): ((i: number) => number) | undefined {
  return uneven === true ? (i) => area.x(x[i]!) : undefined;
}

/** The index of the value of an increasing list that is nearest. */
function nearestIn(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle;
  }
  return value - values[low]! <= values[high]! - value ? low : high;
}

/**
 * Path data of values on the grid, kept within a plot height above and below the plane.
 *
 * @param across the places of the points, if they are not evenly spaced
 */
export function clipped(values: Float64Array, area: PlotArea, across?: (i: number) => number): string {
  const reach = area.bottom - area.top;
  const heights = heightsOf(values, area);
  for (let i = 0; i < heights.length; i++)
    heights[i] = Math.min(area.bottom + reach, Math.max(area.top - reach, heights[i]!));
  if (across) return unevenPathData(heights, across);
  return pathData(heights, { left: area.left, step: (area.right - area.left) / (values.length - 1) });
}

function strokeCurve(
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

let heights = new Float64Array(0);

/** Heights on the screen, in pixels; they last until the next call. */
function heightsOf(values: Float64Array, { y }: PlotArea): Float64Array {
  const offset = y(0);
  const slope = y(1) - offset;
  if (heights.length !== values.length) heights = new Float64Array(values.length);
  for (let i = 0; i < heights.length; i++) heights[i] = offset + slope * values[i]!;
  return heights;
}

function drawRecords(
  context: CanvasRenderingContext2D,
  { records }: CurvePicture,
  { palette }: Frame,
  area: PlotArea,
): void {
  context.fillStyle = palette.data;
  if (records?.kind === "scatter") {
    drawScatter(context, records, palette, area);
  } else if (records?.kind === "histogram") {
    context.globalAlpha = 0.28;
    const width = (area.right - area.left) / records.densities.length;
    records.densities.forEach((density, i) => {
      const y = area.y(density);
      context.fillRect(area.left + i * width, y, width - 1, area.bottom - y);
    });
  }
  context.globalAlpha = 1;
}

/** A line for each record, side by side from the left end of the axis. */
function paintRug(
  context: CanvasRenderingContext2D,
  values: Float64Array,
  { data }: Frame["palette"],
  { x, left }: PlotArea,
): void {
  context.fillStyle = data;
  context.globalAlpha = Math.max(0.15, Math.min(0.7, 60 / Math.min(values.length, rugLimit)));
  const stride = Math.max(1, Math.ceil(values.length / rugLimit));
  for (let i = 0; i < values.length; i += stride) context.fillRect(x(values[i]!) - left - 0.5, 0, 1.2, rugHeight);
}

type CurvesInPicture = Extract<CurvePicture["records"], { kind: "curves" }>;

const cloudLimit = 400;
const pointsPerCurve = 150;

function paintCloud(
  context: CanvasRenderingContext2D,
  { values, mean, extent: [low, high] }: CurvesInPicture,
  { data, ink }: Frame["palette"],
  width: number,
  height: number,
): void {
  const m = mean.length;
  const n = values.length / m;
  const every = Math.max(1, Math.floor(m / pointsPerCurve));
  const trace = (curve: Float64Array) => {
    context.beginPath();
    for (let i = 0; i < m; i += every)
      context.lineTo((i * width) / (m - 1), (height * (high - curve[i]!)) / (high - low));
    context.lineTo(width, (height * (high - curve[m - 1]!)) / (high - low));
    context.stroke();
  };
  context.strokeStyle = data;
  context.lineWidth = 0.8;
  context.globalAlpha = Math.max(0.12, Math.min(0.5, 12 / Math.min(n, cloudLimit)));
  const stride = Math.max(1, Math.ceil(n / cloudLimit));
  for (let i = 0; i < n; i += stride) trace(values.subarray(i * m, (i + 1) * m));
  context.strokeStyle = ink;
  context.globalAlpha = 0.55;
  context.lineWidth = 1.2;
  context.setLineDash([1.5, 3]);
  trace(mean);
  context.setLineDash([]);
}

function drawScatter(
  context: CanvasRenderingContext2D,
  { x, y, to, support, chosen }: Extract<CurvePicture["records"], { kind: "scatter" }>,
  { data, ink }: Frame["palette"],
  area: PlotArea,
): void {
  const radius = x.length > 500 ? 1.8 : 3;
  context.strokeStyle = data;
  context.lineWidth = 0.8;
  for (let i = 0; i < x.length; i++) {
    const px = area.x(x[i]!);
    const py = area.y(y[i]!);
    if (to) {
      context.globalAlpha = 0.6;
      context.beginPath();
      context.moveTo(px, py);
      context.lineTo(px, area.y(to[i]!));
      context.stroke();
    }
    context.globalAlpha = 0.75;
    context.beginPath();
    context.arc(px, py, radius, 0, 2 * Math.PI);
    context.fill();
    if (support?.[i] === 1 || i === chosen) {
      context.strokeStyle = ink;
      context.lineWidth = i === chosen ? 2 : 0.8;
      context.beginPath();
      context.arc(px, py, radius + 3, 0, 2 * Math.PI);
      context.stroke();
      context.strokeStyle = data;
      context.lineWidth = 0.8;
    }
  }
}

function drawBands(context: CanvasRenderingContext2D, picture: CurvePicture, { palette }: Frame, area: PlotArea): void {
  const { bands, release } = picture;
  const step = (area.right - area.left) / (release.length - 1);
  const uneven = unevenly(picture, area);
  const across = uneven ?? ((i: number) => area.left + i * step);
  const slope = area.y(1) - area.y(0);
  const heights = heightsOf(release, area);
  const kept = uneven ? [...heights.keys()] : keptPoints(heights, unseen);
  context.fillStyle = palette.band;
  for (const { halfWidth, shape } of bands) {
    const reach = (i: number) => slope * halfWidth * (shape?.[i] ?? 1);
    context.beginPath();
    for (const i of kept) context.lineTo(across(i), heights[i]! + reach(i));
    for (const i of kept.toReversed()) context.lineTo(across(i), heights[i]! - reach(i));
    context.fill();
  }
}

function drawFan(context: CanvasRenderingContext2D, picture: CurvePicture, { palette }: Frame, area: PlotArea): void {
  const { draws } = picture;
  const uneven = unevenly(picture, area);
  context.strokeStyle = palette.private;
  context.globalAlpha = Math.max(0.12, 0.5 / Math.sqrt(draws.length));
  context.lineWidth = 1;
  for (const draw of draws) {
    const step = (area.right - area.left) / (draw.length - 1);
    const heights = heightsOf(draw, area);
    context.beginPath();
    if (uneven) for (let i = 0; i < heights.length; i++) context.lineTo(uneven(i), heights[i]!);
    else for (const i of keptPoints(heights, unseen)) context.lineTo(area.left + i * step, heights[i]!);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Names at the curves' ends, kept apart; on a narrow screen above the plane. */
function drawLabels(
  labels: Selection<SVGGElement, unknown, null, undefined>,
  picture: CurvePicture,
  area: PlotArea,
): void {
  const beside = area.right - area.left > 360;
  const end = (values: Float64Array) =>
    Math.min(area.bottom - 4, Math.max(area.top + 4, area.y(values[values.length - 1]!)));
  const entries = [{ name: "private", y: end(picture.release) }];
  if (picture.estimate) entries.push({ name: "original", y: end(picture.estimate) });
  const [release, estimate] = entries;
  if (release && estimate && Math.abs(release.y - estimate.y) < 16) {
    const middle = Math.min(area.bottom - 12, (release.y + estimate.y) / 2);
    const above = release.y <= estimate.y ? release : estimate;
    above.y = middle - 8;
    (above === release ? estimate : release).y = middle + 8;
  }
  labels
    .selectAll<SVGTextElement, { name: string; y: number }>("text")
    .data(entries, (entry) => entry.name)
    .join("text")
    .attr("class", ({ name }) => `label-${name}`)
    .attr("x", (_, i) => (beside ? area.right + 8 : area.right - 72 * (entries.length - 1 - i)))
    .attr("y", ({ y }) => (beside ? y + 4 : 12))
    .attr("text-anchor", beside ? "start" : "end")
    .text(({ name }) => name);
}

const longestName = 40;

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
