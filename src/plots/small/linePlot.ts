import { axisBottom, axisLeft, pointer, scaleLinear, scaleLog } from "d3";
import { tickText } from "../../core/numberFormats.ts";
import { drawAxes, nameAxes } from "./axes.ts";
import type { Frame } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { pathThrough } from "../pathThrough.ts";
import { append } from "../svgElements.ts";

interface PlottedSeries {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly role: "original" | "private" | "second" | "quiet";
  readonly as: "line" | "dots";
  /** At the last point of a line. */
  readonly name?: string;
}

export interface LinePicture {
  readonly x: { readonly domain: readonly [number, number]; readonly isLog: boolean; readonly label: string };
  readonly y: { readonly domain: readonly [number, number]; readonly isLog: boolean; readonly label: string };
  readonly series: readonly PlottedSeries[];
  readonly description: string;
}

const margin = { left: 52, right: 14, top: 20, bottom: 40 };

/**
 * Margins and marks grow with the letters of the page.
 *
 * @param onPick receives the clicked place on the first axis
 */
export function drawLines(
  host: HTMLElement,
  { x: along, y: up, series, description }: LinePicture,
  { width, height, em = 1 }: Pick<Frame, "width" | "height" | "em">,
  onPick?: (x: number) => void,
): void {
  const [left, right] = [em * margin.left, width - em * margin.right];
  const [top, bottom] = [em * margin.top, height - em * margin.bottom];
  const x = (along.isLog ? scaleLog : scaleLinear)([...along.domain], [left, right]);
  const y = (up.isLog ? scaleLog : scaleLinear)([...up.domain], [bottom, top]);
  const place = ([a, b]: readonly [number, number]) => [x(a), y(b)] as const;
  const isPlaced = (point: readonly [number, number]) => place(point).every(Number.isFinite);
  const path = (points: readonly (readonly [number, number])[]) => pathThrough(points.filter(isPlaced), x, y);

  const svg = freshDrawing(host, { name: "line-plot", words: description, width, height });
  const below = along.isLog ? axisBottom(x).ticks(4, "~s") : axisBottom(x).ticks(width < 420 * em ? 4 : 6);
  const beside = axisLeft(y);
  // d3's own short form would say "3e+1" for 30.
  const short = (value: { valueOf(): number }) => tickText(value.valueOf());
  drawAxes(svg, below, up.isLog ? beside.ticks(4, tickText) : beside.ticks(4).tickFormat(short));
  nameAxes(svg, [along.label, up.label], { right, bottom: height - 6 * em, left, top: 12 * em });
  for (const { points, role, as, name } of series) {
    if (as === "line") append(svg, "path", { class: role, d: path(points) });
    else {
      const dots = append(svg, "g");
      for (const [cx, cy] of points.filter(isPlaced).map(place))
        append(dots, "circle", { class: role, r: 3.2 * em, cx, cy });
    }
    const end = points.findLast(isPlaced);
    if (name === undefined || !end) continue;
    append(svg, "text", { class: `name ${role}`, "text-anchor": "end", x: right, y: place(end)[1] - 6 * em }, name);
  }
  if (!onPick) return;
  svg.classed("pickable", true).on("click", (event: MouseEvent) => {
    const at = x.invert(pointer(event, svg.node())[0]);
    onPick(Math.min(along.domain[1], Math.max(along.domain[0], at)));
  });
}
