import { axisBottom, axisLeft, line, scaleLog } from "d3";
import { drawAxes, nameAxes } from "./axes.ts";
import type { Extent } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { labelEnds, nameLines, namesBeside, narrow } from "./mechanismNames.ts";
import { append } from "../svgElements.ts";

export interface ErrorsPicture {
  readonly name: string;
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
  /** Lower bound for every private release. */
  readonly limit: readonly (readonly [at: number, value: number])[];
}

/** Below the width `leastBeside` names stand below the picture. */
const shape = { height: 300, left: 54, top: 24, bottom: 40, leastBeside: 380 };

export function drawErrors(host: HTMLElement, picture: ErrorsPicture, width: number): void {
  const { left, top } = shape;
  const names = namesBeside(width < shape.leastBeside ? 0 : narrow, picture.lines.length);
  const right = names.isBelow ? names.right : 168;
  const height = shape.height + names.below;
  const bottom = shape.bottom + names.below;
  const x = scaleLog([...picture.x], [left, width - right]);
  const y = scaleLog([...picture.y], [height - bottom, top]).clamp(true);
  const svg = freshDrawing(host, { name: "comparison-plot", width, height });
  const ticks = Math.max(2, Math.floor((width - left - right) / 60));
  const grid = axisLeft(y)
    .ticks(5, "~g")
    .tickSize(-(width - left - right));
  // A logarithmic scale labels only the first ticks of a decade.
  const named = x.ticks(ticks).length <= ticks + 1 ? Infinity : ticks;
  const below = axisBottom(x).ticks(ticks).tickFormat(x.tickFormat(named, "~g")).tickSize(4);
  drawAxes(svg, below, grid, "axis grid");
  nameAxes(svg, [picture.along.name, picture.name], {
    right: width - right,
    bottom: height - names.below - 6,
    left: 0,
    top: 12,
  });
  const now = x(picture.along.now);
  if (picture.along.now >= picture.x[0] && picture.along.now <= picture.x[1]) {
    append(svg, "path", { class: "now", d: `M${now},${top}V${height - bottom}` });
  }
  if (picture.limit.length > 1) {
    append(svg, "path", {
      class: "limit",
      d: line<readonly [number, number]>(
        ([at]) => x(at),
        ([, value]) => y(value),
      )([...picture.limit]),
    });
  }
  for (const { mechanism, points } of picture.lines) {
    const group = append(svg, "g", { "data-mechanism": mechanism });
    for (const { at, low, high } of points) {
      const ends = { x1: x(at), x2: x(at), y1: y(low), y2: y(high) };
      append(group, "line", { class: "whisker", "data-mechanism": mechanism, ...ends });
    }
    append(group, "path", {
      class: "draw",
      "data-mechanism": mechanism,
      d: line<(typeof points)[number]>(
        ({ at }) => x(at),
        ({ mean }) => y(mean),
      )([...points]),
    });
    for (const { at, mean } of points)
      append(group, "circle", { class: "dot", "data-mechanism": mechanism, r: 2.4, cx: x(at), cy: y(mean) });
  }
  const ends = picture.lines.flatMap(({ mechanism, label, points }) => {
    const last = points.at(-1);
    return last ? [{ mechanism, label, y: y(last.mean) }] : [];
  });
  if (names.isBelow) nameLines(svg, picture.lines, { x: 4, y: height - names.below + 14, width });
  else labelEnds(svg, ends, { x: x.range()[1]!, top, bottom: height - bottom });
}
