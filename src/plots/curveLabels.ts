import type { Selection } from "d3";
import { hasNamesBeside } from "./curveArea.ts";
import type { PlotArea } from "./curveArea.ts";
import type { CurvePicture } from "./curvePicture.ts";
import type { Frame } from "./frame.ts";

/** The last point of a grid that an axis to `end` shows. */
function lastShown(x: Float64Array, end: number): number {
  return Math.max(
    0,
    x.findLastIndex((place) => place <= end),
  );
}

/** Names at the curves' ends, kept apart; on a narrow screen above the plane. */
export function drawLabels(
  labels: Selection<SVGGElement, unknown, null, undefined>,
  picture: CurvePicture,
  area: PlotArea,
  frame: Frame,
): void {
  const { em = 1 } = frame;
  const beside = hasNamesBeside(frame);
  const last = picture.uneven === true ? lastShown(picture.x, picture.domain.x[1]) : picture.x.length - 1;
  const end = (values: Float64Array) => Math.min(area.bottom - 4, Math.max(area.top + 4, area.y(values[last]!)));
  const entries = [{ name: "private", y: end(picture.release) }];
  if (picture.estimate) entries.push({ name: "original", y: end(picture.estimate) });
  const [release, estimate] = entries;
  if (release && estimate && Math.abs(release.y - estimate.y) < 16 * em) {
    const middle = Math.min(area.bottom - 12 * em, (release.y + estimate.y) / 2);
    const above = release.y <= estimate.y ? release : estimate;
    above.y = middle - 8 * em;
    (above === release ? estimate : release).y = middle + 8 * em;
  }
  const placed = entries.map(({ name, y }, i) => {
    const [x, height] = beside
      ? [area.right + 8, Math.round(y + 4 * em)]
      : [area.right - 72 * em * (entries.length - 1 - i), 12 * em];
    return { name, transform: `translate(${x},${height})`, anchor: beside ? "start" : "end" };
  });
  // What is set is laid out anew, also where it stays the same.
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
