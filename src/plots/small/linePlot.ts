import { axisBottom, axisLeft, format, pointer, scaleLinear, scaleLog, type ScaleContinuousNumeric } from "d3";
import { shortText, tickText } from "../../core/numberFormats.ts";
import { apart } from "./apart.ts";
import { drawAxes, nameAxes } from "./axes.ts";
import type { Extent, Frame } from "../frame.ts";
import { freshDrawing, type Svg } from "../freshDrawing.ts";
import { pathThrough } from "../pathThrough.ts";
import { append } from "../svgElements.ts";
import { drawMap, steppedScale, type MapLayer } from "./mapLayer.ts";
import { labelEnds, nameLines, namesBeside } from "./mechanismNames.ts";

export interface PlottedSeries {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly role: "original" | "private" | "second" | "quiet" | "smoothing" | "sampling" | "noise" | "limit" | "faint";
  readonly as: "line" | "dots" | "area" | "whiskers";
  /** Lower ends of an area or of whiskers. */
  readonly from?: readonly number[];
  /** Gives the colour; its name stands beside or below. */
  readonly mechanism?: string;
  /** At a line's last point, or where an area is highest. */
  readonly name?: string;
}

interface PlottedAxis {
  readonly domain: Extent;
  readonly isLog: boolean;
  readonly label: string;
  /** Draws at its end what lies beyond the domain. */
  readonly isClamped?: boolean;
  readonly hasGrid?: boolean;
  /** Growing places that keys read; of a map, in even steps. */
  readonly places?: readonly number[];
}

/** Logarithmic, over places that keys read. */
export function axisOver(label: string, places: readonly number[]): PlottedAxis {
  return { domain: [places[0]!, places.at(-1)!], isLog: true, label, places };
}

export function nearestPlace(places: readonly number[], value: number): number {
  const distances = places.map((place) => Math.abs(Math.log(place / value)));
  return distances.indexOf(Math.min(...distances));
}

export interface LinePicture {
  readonly x: PlottedAxis;
  readonly y: PlottedAxis;
  readonly series?: readonly PlottedSeries[];
  readonly map?: MapLayer;
  readonly now?: number;
  readonly marks?: readonly { readonly x: number; readonly y: number; readonly name: string }[];
  readonly read?: (column: number, row: number) => string;
  /** Without names of axes. */
  readonly isSmall?: boolean;
  readonly description: string;
}

const margins = {
  usual: { left: 56, right: 14, top: 22, bottom: 40 },
  small: { left: 36, right: 10, top: 6, bottom: 20 },
};

type Scale = ScaleContinuousNumeric<number, number>;

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
  readonly em: number;
}

/**
 * Margins and marks grow with the page's letters.
 *
 * @param onPick receives the clicked place
 */
export function drawLines(
  host: HTMLElement,
  { x: along, y: up, series = [], map, now, marks = [], read = () => "", isSmall = false, description }: LinePicture,
  { width, height, em = 1 }: Pick<Frame, "width" | "height" | "em">,
  onPick?: (x: number, y: number, event: MouseEvent) => void,
): void {
  const margin = isSmall ? margins.small : margins.usual;
  const mechanisms = isSmall
    ? []
    : series.filter(({ mechanism, name }) => mechanism !== undefined && name !== undefined);
  const names = mechanisms.length > 0 ? namesBeside(width, mechanisms.length) : { isBelow: true, right: 0, below: 0 };
  const [left, right] = [em * margin.left, width - Math.max(em * margin.right, names.right)];
  const [top, bottom] = [em * margin.top, height - em * margin.bottom];
  const x = scaleOf(along, [left, right], map);
  const y = scaleOf(up, [bottom, top], map);
  const svg = freshDrawing(host, { name: "line-plot", words: description, width, height: height + names.below });
  if (map) {
    const [columns, rows] = [along.places!.length, up.places!.length];
    drawMap(svg, map, { left, right, top, bottom, columns, rows, em, read });
  }
  const room = right - left;
  const below = axisBottom(x);
  if (map?.cells) below.tickValues(thinned(along.places!, room / (46 * em))).tickFormat(cellText);
  else if (along.isLog) {
    below.ticks(4, amountText);
    if (x.ticks(4).length <= 5) below.tickFormat(amountText);
  } else below.ticks(room < 350 * em ? 4 : 6);
  const beside = axisLeft(y);
  if (map?.cells) beside.tickValues(thinned(up.places!, (bottom - top) / (16 * em))).tickFormat(cellText);
  else if (up.isLog) beside.ticks(4, tickText);
  else beside.ticks(isSmall ? 3 : 4).tickFormat(numberTick);
  if (up.hasGrid) beside.tickSizeInner(-room);
  drawAxes(svg, below, beside, up.hasGrid ? "axis grid" : "axis");
  if (!isSmall) nameAxes(svg, [along.label, up.label], { right, bottom: height - 6 * em, left: 0, top: 12 * em });
  for (const each of series) drawSeries(svg, each, { x, y, em });
  // Above all lines, whose crossing a name's ground hides.
  for (const each of series) nameSeries(svg, each, { x, y, em });
  const yOf = (text: SVGTextElement) => Number(text.getAttribute("y"));
  const ofLines = svg.selectAll<SVGTextElement, unknown>(".name[text-anchor=end]").nodes();
  const sorted = ofLines.sort((a, b) => yOf(a) - yOf(b));
  apart(sorted.map(yOf), 13 * em, 10 * em, bottom).forEach((at, k) => sorted[k]!.setAttribute("y", String(at)));
  for (const { x: at, y: above, name } of marks) {
    append(svg, "circle", { class: "mark", cx: x(at), cy: y(above), r: 4 * em });
    append(svg, "text", { class: "name", x: x(at) + 7 * em, y: y(above) + 4 * em }, name);
  }
  if (now !== undefined && now >= along.domain[0] && now <= along.domain[1])
    append(svg, "path", { class: "now", d: `M${x(now)},${top}V${bottom}` });
  const ends = mechanisms.map(({ mechanism, name, points }) => ({
    ...{ mechanism: mechanism!, label: name! },
    y: y(points.at(-1)![1]),
  }));
  if (names.isBelow) nameLines(svg, ends, { x: 4, y: height + 14, width });
  else labelEnds(svg, ends, { x: right, top, bottom });
  if (!onPick) return;
  svg.classed("pickable", true).on("click", (event: MouseEvent) => {
    const [at, above] = pointer(event, svg.node());
    onPick(within(x.invert(at), along.domain), within(y.invert(above), up.domain), event);
  });
}

function scaleOf({ domain, isLog, isClamped = false, places }: PlottedAxis, range: Extent, map?: MapLayer): Scale {
  if (map) return steppedScale(places!, range);
  return (isLog ? scaleLog : scaleLinear)([...domain], [...range]).clamp(isClamped);
}

function drawSeries(svg: Svg, { points, role, as, from = [], mechanism }: PlottedSeries, { x, y, em }: Scales): void {
  const place = ([a, b]: readonly [number, number]) => [x(a), y(b)] as const;
  const isPlaced = (point: readonly [number, number]) => place(point).every(Number.isFinite);
  const placed = points.filter(isPlaced);
  const marked = { class: role, "data-mechanism": mechanism ?? null };
  const g = append(svg, "g", { class: as });
  switch (as) {
    case "line":
      append(g, "path", { ...marked, d: pathThrough(placed, x, y) });
      break;
    case "dots":
      for (const [cx, cy] of placed.map(place))
        append(g, "circle", { ...marked, r: (mechanism ? 2.4 : 3.2) * em, cx, cy });
      return;
    case "whiskers":
      append(g, "path", { ...marked, d: points.map(([at, to], i) => `M${x(at)},${y(from[i]!)}V${y(to)}`).join("") });
      return;
    case "area": {
      const lower = points.map(([at], i) => [at, from[i]!] as const);
      append(g, "path", {
        ...marked,
        d: `${pathThrough(points, x, y)}L${pathThrough(lower.toReversed(), x, y).slice(1)}Z`,
      });
    }
  }
}

function nameSeries(svg: Svg, { points, role, as, from = [], mechanism, name }: PlottedSeries, scales: Scales): void {
  const { x, y, em } = scales;
  const end = points.findLast((point) => Number.isFinite(x(point[0])) && Number.isFinite(y(point[1])));
  if (name === undefined || mechanism !== undefined || !end) return;
  const middle = as === "line" ? undefined : roomiest(points, from, scales);
  const at =
    as === "line"
      ? { "text-anchor": "end", x: Math.max(...x.range()), y: y(end[1]) - 6 * em }
      : middle && { "text-anchor": "middle", ...middle };
  if (at) append(svg, "text", { class: `name ${role}`, ...at }, name);
}

/** Middle of an area where it is highest, away from axis and target, with room for a name. */
function roomiest(points: PlottedSeries["points"], from: readonly number[], { x, y, em }: Scales) {
  const inner = points
    .map(([at, to], i) => ({ x: x(at), y: (y(from[i]!) + y(to)) / 2 + 4 * em, room: y(from[i]!) - y(to) }))
    .slice(points.length / 6, -points.length / 3);
  const { room, ...middle } = inner.reduce((a, b) => (b.room > a.room ? b : a));
  return room < 13 * em ? undefined : middle;
}

function thinned(places: readonly number[], most: number): number[] {
  const every = Math.ceil(places.length / Math.max(1, most));
  return places.filter((_, i) => i % every === 0);
}

function within(value: number, [least, most]: Extent): number {
  return Math.min(most, Math.max(least, value));
}

function cellText(value: { valueOf(): number }): string {
  return shortText(value.valueOf(), 2);
}

// d3 would say "3e+1" for 30.
function numberTick(value: { valueOf(): number }): string {
  return tickText(value.valueOf());
}

function amountText(value: { valueOf(): number }): string {
  const amount = value.valueOf();
  return amount < 1000 ? tickText(amount) : format("~s")(amount);
}
