import { axisBottom, axisLeft, scaleLinear } from "d3";
import { drawAxes, nameAxes } from "./axes.ts";
import type { Extent } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { nameLines, namesBeside, originalName } from "./mechanismNames.ts";
import { linesPath } from "../pathThrough.ts";
import { zeroLines } from "../zeroLines.ts";
import { append } from "../svgElements.ts";

export interface ZerosPicture {
  readonly counts: readonly [number, number];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly label: { readonly x: string; readonly y: string };
  readonly original: Float64Array;
  /** 0 if absent. */
  readonly level?: number;
  readonly fields: readonly { readonly mechanism: string; readonly label: string; readonly values: Float64Array }[];
}

/** A line of more pieces is thin. */
const manyPieces = 12;

export function drawZeros(host: HTMLElement, picture: ZerosPicture, width: number): void {
  const names = namesBeside(width, picture.fields.length + 1);
  const { right } = names;
  const [left, top] = [34, 22];
  const bottom = 34 + names.below;
  const height = Math.max(280, Math.min(460, width * 0.6)) + names.below;
  const x = scaleLinear([...picture.domain.x], [left, width - right]);
  const y = scaleLinear([...picture.domain.y], [height - bottom, top]);
  const [nx, ny] = picture.counts;
  const svg = freshDrawing(host, { name: "line-plot", width, height });
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
    zeroLines(level === 0 ? values : values.map((value) => value - level), nx, ny);
  for (const { mechanism, values } of picture.fields) {
    const lines = linesOf(values);
    append(svg, "path", {
      class: lines.length > manyPieces ? "scattered" : "even",
      "data-mechanism": mechanism,
      d: linesPath(lines, toX, toY),
    });
  }
  append(svg, "path", { class: "original above", d: linesPath(linesOf(picture.original), toX, toY) });
  nameLines(
    svg,
    [originalName, ...picture.fields.toReversed()],
    names.isBelow ? { x: 4, y: height - names.below + 14, width } : { x: x1 + 8, y: top + 12, width: right },
  );
}
