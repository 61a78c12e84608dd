import { axisBottom, axisLeft, pointer, scaleLinear, scaleLog } from "d3";
import { tickText } from "../../core/numberFormats.ts";
import type { Extent, Frame } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { niceUpper } from "../niceUpper.ts";
import { pathThrough } from "../pathThrough.ts";
import { append } from "../svgElements.ts";
import { drawAxes, nameAxes } from "./axes.ts";

/** An error along a parameter on a log scale, in parts that are stacked. */
export interface PartsPicture {
  readonly along: { readonly name: string; readonly domain: Extent; readonly now: number };
  readonly label: string;
  readonly most?: number;
  /** Parts, lowest first, and their names. */
  readonly parts: readonly ("smoothing" | "sampling" | "noise")[];
  readonly names: readonly string[];
  readonly points: readonly {
    readonly at: number;
    readonly tops: readonly number[];
    /** The target, which may differ from point to point; none if absent. */
    readonly goal?: number | undefined;
    readonly within?: readonly number[] | undefined;
  }[];
  readonly description: string;
}

const margin = { left: 56, right: 14, top: 22, bottom: 40 };
/** Errors beyond this many times the target, or the error of now, are cut. */
const mostTimes = 2.5;

/** Draws stacked parts with the target as a line. @param onPick receives the clicked value */
export function drawParts(
  host: HTMLElement,
  { along, label, most = Infinity, parts, names, points, description }: PartsPicture,
  { width, height, em = 1 }: Pick<Frame, "width" | "height" | "em">,
  onPick?: (at: number) => void,
): void {
  const [left, right] = [em * margin.left, width - em * margin.right];
  const [top, bottom] = [em * margin.top, height - em * margin.bottom];
  const nearest = points.reduce((a, b) =>
    Math.abs(Math.log(b.at / along.now)) < Math.abs(Math.log(a.at / along.now)) ? b : a,
  );
  const highest = Math.min(most, niceUpper(mostTimes * Math.max(nearest.goal ?? 0, nearest.tops.at(-1)!)));
  const x = scaleLog([...along.domain], [left, right]);
  const y = scaleLinear([0, highest], [bottom, top]).clamp(true);
  const svg = freshDrawing(host, { name: "parts-plot", words: description, width, height });
  parts.forEach((name, k) => {
    const edge = (level: number) => points.map(({ at, tops }) => [at, level < 0 ? 0 : tops[level]!] as const);
    const outline = `${pathThrough(edge(k), x, y)}L${pathThrough(edge(k - 1).toReversed(), x, y).slice(1)}Z`;
    append(svg, "path", { class: `part ${name}`, d: outline });
  });
  for (const { at, within } of points) {
    if (within) append(svg, "path", { class: "whisker", d: `M${x(at)},${y(within[0]!)}V${y(within[1]!)}` });
  }
  const goals = points.flatMap(({ at, goal }) => (goal === undefined ? [] : [[at, goal] as const]));
  append(svg, "path", { class: "goal", d: pathThrough(goals, x, y) });
  const now = Math.min(right, Math.max(left, x(along.now)));
  append(svg, "path", { class: "now", d: `M${now},${top}V${bottom}` });
  const short = (value: { valueOf(): number }) => tickText(value.valueOf());
  const below = axisBottom(x).ticks(4, short);
  const beside = axisLeft(y).ticks(4).tickFormat(short);
  drawAxes(svg, below, beside);
  nameAxes(svg, [along.name, label], { right, bottom: height - 6 * em, left: 0, top: 12 * em });
  for (const [k, name] of names.entries()) nameWidest(k, name);
  const last = goals.at(-1);
  if (last) append(svg, "text", { class: "name", "text-anchor": "end", x: right, y: y(last[1]) - 5 * em }, "target");
  if (!onPick) return;
  svg.classed("pickable", true).on("click", (event: MouseEvent) => {
    const at = x.invert(pointer(event, svg.node())[0]);
    onPick(Math.min(along.domain[1], Math.max(along.domain[0], at)));
  });

  /** A part is named where it is highest, if there is room. */
  function nameWidest(k: number, name: string): void {
    // The ends belong to the axis and to the name of the target.
    const inner = points.slice(points.length / 6, -points.length / 3).map(({ at, tops }) => {
      const [from, to] = [y(k === 0 ? 0 : tops[k - 1]!), y(tops[k]!)];
      return { place: x(at), middle: (from + to) / 2, room: from - to };
    });
    const best = inner.reduce((a, b) => (b.room > a.room ? b : a));
    if (best.room < 13 * em) return;
    append(svg, "text", { class: "name", "text-anchor": "middle", x: best.place, y: best.middle + 4 * em }, name);
  }
}
