import type { Selection } from "d3";
import type { PlotArea } from "./curveArea.ts";
import { counted, numberText } from "../../core/numberFormats.ts";
import { isLow, placedNames } from "./curveFrame.ts";
import type { CurvePicture, OffScale } from "../curvePicture.ts";
import type { Frame } from "../frame.ts";

function lastShown(x: Float64Array, end: number): number {
  return Math.max(
    0,
    x.findLastIndex((place) => place <= end),
  );
}

export function offScaleMarks(
  { records }: Pick<CurvePicture, "records">,
  { left, top, bottom }: Pick<PlotArea, "left" | "top" | "bottom">,
  em = 1,
): readonly { readonly name: string; readonly x: number; readonly y: number }[] {
  if (records?.kind !== "curves") return [];
  const markOf = (arrow: string, y: number, beyond: OffScale | undefined) =>
    beyond
      ? [
          {
            name: `${arrow} ${counted(beyond.count, "curve")} off scale, to ${numberText(beyond.farthest)}`,
            x: left + 6,
            y,
          },
        ]
      : [];
  return [...markOf("↑", top + 14 * em, records.above), ...markOf("↓", bottom - 6 * em, records.below)];
}

/** Marks curves that leave the picture, above the plane. */
export function drawOffScale(
  over: Selection<SVGGElement, unknown, null, undefined>,
  picture: CurvePicture,
  area: PlotArea,
  frame: Frame,
): void {
  over
    .selectAll("text")
    .data(isLow(frame) ? [] : offScaleMarks(picture, area, frame.em))
    .join("text")
    .attr("x", ({ x }) => x)
    .attr("y", ({ y }) => y)
    .text(({ name }) => name);
}

export function drawLabels(
  labels: Selection<SVGGElement, unknown, null, undefined>,
  picture: CurvePicture,
  area: PlotArea,
  frame: Frame,
): void {
  const { x, uneven, release, estimate } = picture;
  const last = uneven === true ? lastShown(x, area.x.domain()[1]!) : x.length - 1;
  const ends = { release: area.y(release[last]!), estimate: estimate && area.y(estimate[last]!) };
  const placed = placedNames(ends, area, frame).map(({ name, x: left, y, anchor }) => ({
    name,
    transform: `translate(${left},${y})`,
    anchor,
  }));
  // Setting even an unchanged attribute triggers a layout.
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
