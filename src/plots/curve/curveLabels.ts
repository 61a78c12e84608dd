import type { Selection } from "d3";
import type { PlotArea } from "./curveArea.ts";
import { placedNames } from "./curveFrame.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { Frame } from "../frame.ts";

function lastShown(x: Float64Array, end: number): number {
  return Math.max(
    0,
    x.findLastIndex((place) => place <= end),
  );
}

export function drawLabels(
  labels: Selection<SVGGElement, unknown, null, undefined>,
  { x, uneven, release, estimate }: CurvePicture,
  area: PlotArea,
  frame: Frame,
): void {
  const last = uneven === true ? lastShown(x, area.x.domain()[1]!) : x.length - 1;
  const ends = { release: area.y(release[last]!), estimate: estimate && area.y(estimate[last]!) };
  const placed = placedNames(ends, area, frame).map(({ name, x: left, y, anchor }) => ({
    name,
    transform: `translate(${left},${y})`,
    anchor,
  }));
  // Setting an attribute triggers a layout, even if its value stays.
  labels
    .selectAll<SVGTextElement, (typeof placed)[number]>("text")
    .data(placed, ({ name }) => name)
    .join((entering) =>
      entering
        .append("text")
        .attr("class", ({ name }) => `label-${name}`)
        .text(({ name }) => name),
    )
    .filter(function ({ transform, anchor }) {
      return this.getAttribute("transform") !== transform || this.getAttribute("text-anchor") !== anchor;
    })
    .attr("transform", ({ transform }) => transform)
    .attr("text-anchor", ({ anchor }) => anchor);
}
