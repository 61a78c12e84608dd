import { axisBottom, axisLeft, scaleLinear } from "d3";
import { drawAxes } from "./axes.ts";
import { curvesOver } from "./curvesOver.ts";
import type { Extent } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { append } from "../svgElements.ts";

interface MultiplePicture {
  readonly x: Float64Array;
  readonly original: Float64Array;
  /** The first one strong. */
  readonly releases: readonly Float64Array[];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly mechanism: string;
}

const shape = { height: 120, left: 30, right: 4, top: 6, bottom: 20 };

export function drawMultiple(host: HTMLElement, picture: MultiplePicture, width: number, height = shape.height): void {
  const { left, right, top, bottom } = shape;
  const x = scaleLinear([...picture.domain.x], [left, width - right]);
  const y = scaleLinear([...picture.domain.y], [height - bottom, top]).clamp(true);
  const path = curvesOver(picture.x, x, y);
  const svg = freshDrawing(host, { name: "comparison-plot", width, height });
  drawAxes(svg, axisBottom(x).ticks(4).tickSize(3), axisLeft(y).ticks(3).tickSize(3));
  const [lowest, highest] = picture.domain.y;
  if (lowest <= 0 && highest >= 0) {
    append(svg, "path", { class: "zero", d: `M${left},${y(0)}H${width - right}` });
  }
  for (const release of picture.releases.slice(1)) {
    append(svg, "path", { class: "draw faint", "data-mechanism": picture.mechanism, d: path(release) });
  }
  const [first] = picture.releases;
  if (first) append(svg, "path", { class: "draw", "data-mechanism": picture.mechanism, d: path(first) });
  // A coinciding release is visible through its gaps.
  append(svg, "path", { class: "original", d: path(picture.original) });
}
