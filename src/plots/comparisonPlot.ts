import { axisBottom, axisLeft, line, scaleLinear, scaleLog, select } from "d3";
import type { ScaleLinear } from "d3";
import { pixelText } from "../core/numberFormats.ts";
import { drawAxes, nameAxes } from "./axes.ts";
import type { Extent } from "./frame.ts";
import { zeroLines } from "./zeroLines.ts";

/** Releases of one mechanism over the original, in one of several panels with common axes. */
export interface MultiplePicture {
  readonly x: Float64Array;
  readonly original: Float64Array;
  /** The first one strong, the others faint. */
  readonly releases: readonly Float64Array[];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  /** The name of its colour. */
  readonly mechanism: string;
}

/** The error of several mechanisms along one axis. */
export interface ErrorsPicture {
  readonly name: string;
  /** What is along the axis, with its value of now. */
  readonly along: { readonly name: string; readonly now: number };
  readonly lines: readonly {
    readonly mechanism: string;
    readonly label: string;
    readonly points: readonly {
      readonly at: number;
      readonly mean: number;
      readonly low: number;
      readonly high: number;
    }[];
  }[];
  readonly x: Extent;
  readonly y: Extent;
  /** What no private release is always below, if it is known. */
  readonly limit: readonly (readonly [at: number, value: number])[];
}

const multiple = { height: 120, left: 30, right: 4, top: 6, bottom: 20 };

/** Draws one panel. Its width is that of the host. */
export function drawMultiple(
  host: HTMLElement,
  picture: MultiplePicture,
  width: number,
  height = multiple.height,
): void {
  const { left, right, top, bottom } = multiple;
  const x = scaleLinear([...picture.domain.x], [left, width - right]);
  const y = scaleLinear([...picture.domain.y], [height - bottom, top]).clamp(true);
  const path = curvesOver(picture.x, x, y);
  const svg = freshSvg(host, width, height);
  drawAxes(svg, axisBottom(x).ticks(4).tickSize(3), axisLeft(y).ticks(3).tickSize(3));
  const [lowest, highest] = picture.domain.y;
  if (lowest <= 0 && highest >= 0) {
    svg
      .append("path")
      .attr("class", "zero")
      .attr("d", `M${left},${y(0)}H${width - right}`);
  }
  for (const release of picture.releases.slice(1)) {
    svg.append("path").attr("class", "draw faint").attr("data-mechanism", picture.mechanism).attr("d", path(release));
  }
  const [first] = picture.releases;
  if (first) svg.append("path").attr("class", "draw").attr("data-mechanism", picture.mechanism).attr("d", path(first));
  // Through its gaps a release is seen that coincides with it.
  svg.append("path").attr("class", "original").attr("d", path(picture.original));
}

/** One release of each mechanism, laid over each other and the original, each with its name at its end. */
export interface OverlayPicture {
  readonly x: Float64Array;
  readonly original: Float64Array;
  readonly curves: readonly { readonly mechanism: string; readonly label: string; readonly values: Float64Array }[];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly label: string;
}

/** Draws the overlay; names stand in the right margin, apart and joined to the curves' ends, or below where it is narrow. */
export function drawOverlay(host: HTMLElement, picture: OverlayPicture, width: number): void {
  const [left, top] = [34, 8];
  const names = namesBeside(width, picture.curves.length + 1);
  const { right } = names;
  const bottom = 24 + names.below;
  const height = Math.max(220, Math.min(340, width * 0.45)) + names.below;
  const x = scaleLinear([...picture.domain.x], [left, width - right]);
  const y = scaleLinear([...picture.domain.y], [height - bottom, top]).clamp(true);
  const path = curvesOver(picture.x, x, y);
  const svg = freshSvg(host, width, height);
  drawAxes(svg, axisBottom(x).ticks(5).tickSize(4), axisLeft(y).ticks(4).tickSize(4));
  for (const { mechanism, values } of picture.curves) {
    svg.append("path").attr("class", "draw").attr("data-mechanism", mechanism).attr("d", path(values));
  }
  svg.append("path").attr("class", "original").attr("d", path(picture.original));
  if (names.isBelow) {
    nameLines(svg, [original, ...picture.curves.toReversed()], { x: 4, y: height - names.below + 14, width });
    return;
  }
  labelEnds(
    svg,
    [
      ...picture.curves.map(({ mechanism, label, values }) => ({ mechanism, label, y: y(values.at(-1)!) })),
      { ...original, y: y(picture.original.at(-1)!) },
    ],
    { x: x.range()[1]!, top, bottom: height - bottom },
  );
}

/** A line of one release of each mechanism in the plane, laid over each other and that of the original. */
export interface ZerosPicture {
  readonly counts: readonly [number, number];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly label: { readonly x: string; readonly y: string };
  readonly original: Float64Array;
  /** Lines are where values are this; 0 if absent. */
  readonly level?: number;
  readonly fields: readonly { readonly mechanism: string; readonly label: string; readonly values: Float64Array }[];
}

/** Pieces of a line beyond which it is drawn thin, so that it does not hide the others. */
const manyPieces = 12;

/** Draws the lines over each other, with the names of their mechanisms beside or below them. */
export function drawZeros(host: HTMLElement, picture: ZerosPicture, width: number): void {
  const names = namesBeside(width, picture.fields.length + 1);
  const { right } = names;
  const [left, top] = [34, 22];
  const bottom = 34 + names.below;
  const height = Math.max(280, Math.min(460, width * 0.6)) + names.below;
  const x = scaleLinear([...picture.domain.x], [left, width - right]);
  const y = scaleLinear([...picture.domain.y], [height - bottom, top]);
  const [nx, ny] = picture.counts;
  const svg = freshSvg(host, width, height);
  drawAxes(svg, axisBottom(x).ticks(5).tickSize(4), axisLeft(y).ticks(5).tickSize(4));
  nameAxes(svg, [picture.label.x, `↑ ${picture.label.y}`], {
    right: width - right,
    bottom: height - bottom + 30,
    left: 0,
    top: 12,
  });
  const [, x1] = x.range() as [number, number];
  const [toX, toY] = [scaleLinear([0, nx - 1], [left, x1]), scaleLinear([0, ny - 1], [height - bottom, top])];
  const { level = 0 } = picture;
  const linesOf = (values: Float64Array) =>
    zeroLines(level === 0 ? values : values.map((value) => value - level), nx, ny).map((points) => {
      let d = "";
      for (let k = 0; k < points.length; k += 2) {
        d += `${k === 0 ? "M" : "L"}${pixelText(toX(points[k]!))},${pixelText(toY(points[k + 1]!))}`;
      }
      return d;
    });
  for (const { mechanism, values } of picture.fields) {
    const lines = linesOf(values);
    svg
      .append("path")
      .attr("class", lines.length > manyPieces ? "draw scattered" : "draw")
      .attr("data-mechanism", mechanism)
      .attr("d", lines.join(""));
  }
  svg.append("path").attr("class", "original above").attr("d", linesOf(picture.original).join(""));
  nameLines(
    svg,
    [original, ...picture.fields.toReversed()],
    names.isBelow ? { x: 4, y: height - names.below + 14, width } : { x: x1 + 8, y: top + 12, width: right },
  );
}

const original = { mechanism: "original", label: "original" };

/** Width below which names stand below a picture, two in a row, and not beside it. */
const narrow = 520;
const rowOfNames = 18;

/** The room that names of lines take to the right of a picture, or below it. */
function namesBeside(width: number, count: number): { isBelow: boolean; right: number; below: number } {
  if (width >= narrow) return { isBelow: false, right: 172, below: 0 };
  return { isBelow: true, right: 20, below: 8 + rowOfNames * Math.ceil(count / 2) };
}

/** Names with a piece of their line, as many in a row as there is room for. */
function nameLines(
  svg: Drawing,
  names: readonly { readonly mechanism: string; readonly label: string }[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const columns = width >= 300 ? 2 : 1;
  names.forEach(({ mechanism, label }, i) => {
    const from = x + (i % columns) * (width / columns);
    const at = y + Math.floor(i / columns) * rowOfNames;
    svg
      .append("path")
      .attr("class", mechanism === "original" ? "original above" : "draw")
      .attr("data-mechanism", mechanism)
      .attr("d", `M${from},${at - 4}h12`);
    svg
      .append("text")
      .attr("class", "end-label")
      .attr("data-mechanism", mechanism)
      .attr("x", from + 17)
      .attr("y", at)
      .text(label);
  });
}

/** Two stand beside each other where there is room; on a phone the names are below. */
const errors = { height: 300, left: 54, top: 24, bottom: 40, leastBeside: 380 };

/** Draws errors on log axes, a line for each mechanism with its deciles, named at its end. */
export function drawErrors(host: HTMLElement, picture: ErrorsPicture, width: number): void {
  const { left, top } = errors;
  const names = namesBeside(width < errors.leastBeside ? 0 : narrow, picture.lines.length);
  const right = names.isBelow ? names.right : 168;
  const height = errors.height + names.below;
  const bottom = errors.bottom + names.below;
  const x = scaleLog([...picture.x], [left, width - right]);
  const y = scaleLog([...picture.y], [height - bottom, top]).clamp(true);
  const svg = freshSvg(host, width, height);
  const ticks = Math.max(2, Math.floor((width - left - right) / 60));
  const grid = axisLeft(y)
    .ticks(5, "~g")
    .tickSize(-(width - left - right));
  drawAxes(svg, axisBottom(x).ticks(ticks, "~g").tickSize(4), grid, "axis grid");
  nameAxes(svg, [picture.along.name, picture.name], {
    right: width - right,
    bottom: height - names.below - 6,
    left: 0,
    top: 12,
  });
  const now = x(picture.along.now);
  if (picture.along.now >= picture.x[0] && picture.along.now <= picture.x[1]) {
    svg
      .append("path")
      .attr("class", "now")
      .attr("d", `M${now},${top}V${height - bottom}`);
  }
  if (picture.limit.length > 1) {
    svg
      .append("path")
      .attr("class", "limit")
      .attr(
        "d",
        line<readonly [number, number]>(
          ([at]) => x(at),
          ([, value]) => y(value),
        )([...picture.limit]),
      );
  }
  for (const { mechanism, points } of picture.lines) {
    const group = svg.append("g").attr("data-mechanism", mechanism);
    group
      .selectAll("line")
      .data(points)
      .join("line")
      .attr("class", "whisker")
      .attr("data-mechanism", mechanism)
      .attr("x1", ({ at }) => x(at))
      .attr("x2", ({ at }) => x(at))
      .attr("y1", ({ low }) => y(low))
      .attr("y2", ({ high }) => y(high));
    group
      .append("path")
      .attr("class", "draw")
      .attr("data-mechanism", mechanism)
      .attr(
        "d",
        line<(typeof points)[number]>(
          ({ at }) => x(at),
          ({ mean }) => y(mean),
        )([...points]),
      );
    group
      .selectAll("circle")
      .data(points)
      .join("circle")
      .attr("class", "dot")
      .attr("data-mechanism", mechanism)
      .attr("r", 2.4)
      .attr("cx", ({ at }) => x(at))
      .attr("cy", ({ mean }) => y(mean));
  }
  const ends = picture.lines.flatMap(({ mechanism, label, points }) => {
    const last = points.at(-1);
    return last ? [{ mechanism, label, y: y(last.mean) }] : [];
  });
  if (names.isBelow) nameLines(svg, picture.lines, { x: 4, y: height - names.below + 14, width });
  else labelEnds(svg, ends, { x: x.range()[1]!, top, bottom: height - bottom });
}

type Drawing = ReturnType<typeof freshSvg>;

/** Path data of curves at common places, with no more than two places in a pixel. */
function curvesOver(places: Float64Array, x: ScaleLinear<number, number>, y: ScaleLinear<number, number>) {
  const [from, to] = x.range() as [number, number];
  const every = Math.max(1, Math.floor(places.length / (2 * (to - from))));
  return (values: Float64Array) =>
    line<number>(
      (i) => x(places[i]!),
      (i) => y(values[i]!),
    )(Array.from({ length: Math.ceil(values.length / every) }, (_, i) => i * every));
}

function freshSvg(host: HTMLElement, width: number, height: number) {
  const root = select(host);
  root.selectAll("svg").remove();
  return root
    .append("svg")
    .attr("aria-hidden", "true")
    .attr("class", "comparison-plot")
    .attr("width", width)
    .attr("height", height)
    .attr("viewBox", `0 0 ${width} ${height}`);
}

const labelHeight = 15;

/** Names beside the ends of lines, moved apart as little as needed. */
function labelEnds(
  svg: Drawing,
  ends: readonly { readonly mechanism: string; readonly label: string; readonly y: number }[],
  { x, top, bottom }: { readonly x: number; readonly top: number; readonly bottom: number },
): void {
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  const places = apart(
    sorted.map((end) => end.y),
    labelHeight,
    top + 4,
    bottom - 2,
  );
  sorted.forEach(({ mechanism, label, y }, i) => {
    const at = places[i]!;
    svg
      .append("path")
      .attr("class", "leader")
      .attr("data-mechanism", mechanism)
      .attr("d", `M${x + 3},${y}L${x + 14},${at}`);
    svg
      .append("text")
      .attr("class", "end-label")
      .attr("data-mechanism", mechanism)
      .attr("x", x + 18)
      .attr("y", at + 4)
      .text(label);
  });
}

/**
 * Positions at least `distance` apart, in the same order, within limits where they fit, with the least sum of squared
 * moves: neighbours that are too close become a block around their mean.
 */
export function apart(sorted: readonly number[], distance: number, low: number, high: number): number[] {
  const blocks: { sum: number; count: number }[] = [];
  const startOf = ({ sum, count }: { sum: number; count: number }) => {
    const size = (count - 1) * distance;
    return Math.max(low, Math.min(high - size, sum / count - size / 2));
  };
  for (const place of sorted) {
    let block = { sum: place, count: 1 };
    let before = blocks.at(-1);
    while (before && startOf(before) + before.count * distance > startOf(block)) {
      block = { sum: before.sum + block.sum, count: before.count + block.count };
      blocks.pop();
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => Array.from({ length: block.count }, (_, i) => startOf(block) + i * distance));
}
