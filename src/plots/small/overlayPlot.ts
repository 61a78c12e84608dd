import { axisBottom, axisLeft, scaleLinear } from "d3";
import { drawAxes } from "./axes.ts";
import { curvesOver } from "./curvesOver.ts";
import type { Extent } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { labelEnds, nameLines, namesBeside, originalName } from "./mechanismNames.ts";
import { append } from "../svgElements.ts";

interface OverlayPicture {
  readonly x: Float64Array;
  readonly original: Float64Array;
  readonly curves: readonly { readonly mechanism: string; readonly label: string; readonly values: Float64Array }[];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly label: string;
}

export function drawOverlay(host: HTMLElement, picture: OverlayPicture, width: number): void {
  const [left, top] = [34, 8];
  const names = namesBeside(width, picture.curves.length + 1);
  const { right } = names;
  const bottom = 24 + names.below;
  const height = Math.max(220, Math.min(340, width * 0.45)) + names.below;
  const x = scaleLinear([...picture.domain.x], [left, width - right]);
  const y = scaleLinear([...picture.domain.y], [height - bottom, top]).clamp(true);
  const path = curvesOver(picture.x, x, y);
  const svg = freshDrawing(host, { name: "comparison-plot", width, height });
  drawAxes(svg, axisBottom(x).ticks(5).tickSize(4), axisLeft(y).ticks(4).tickSize(4));
  for (const { mechanism, values } of picture.curves) {
    append(svg, "path", { class: "draw", "data-mechanism": mechanism, d: path(values) });
  }
  append(svg, "path", { class: "original", d: path(picture.original) });
  if (names.isBelow) {
    nameLines(svg, [originalName, ...picture.curves.toReversed()], { x: 4, y: height - names.below + 14, width });
    return;
  }
  labelEnds(
    svg,
    [
      ...picture.curves.map(({ mechanism, label, values }) => ({ mechanism, label, y: y(values.at(-1)!) })),
      { ...originalName, y: y(picture.original.at(-1)!) },
    ],
    { x: x.range()[1]!, top, bottom: height - bottom },
  );
}
