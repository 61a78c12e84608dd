import { axisBottom, axisLeft, contours, pointer, scaleLog } from "d3";
import { tickText } from "../../core/numberFormats.ts";
import type { Frame } from "../frame.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { append } from "../svgElements.ts";
import { drawAxes, nameAxes } from "./axes.ts";

interface ContourAxis {
  readonly name: string;
  /** Even steps of a logarithm. */
  readonly places: readonly number[];
}

/** Values over two parameters as areas between contours. */
export interface ContourPicture {
  readonly x: ContourAxis;
  readonly y: ContourAxis;
  /** The second axis fastest. */
  readonly values: Float64Array;
  readonly levels: readonly { readonly at: number; readonly name: string }[];
  readonly marks: readonly { readonly x: number; readonly y: number; readonly name: string }[];
  readonly description: string;
}

const margin = { left: 56, right: 14, top: 22, bottom: 40 };

/** Draws a map with contours. @param onPick receives the clicked values */
export function drawContourMap(
  host: HTMLElement,
  { x: across, y: up, values, levels, marks, description }: ContourPicture,
  { width, height, em = 1 }: Pick<Frame, "width" | "height" | "em">,
  onPick: (x: number, y: number) => void,
): void {
  const [left, right] = [em * margin.left, width - em * margin.right];
  const [top, bottom] = [em * margin.top, height - em * margin.bottom];
  const ends = ({ places }: ContourAxis) => [places[0]!, places.at(-1)!];
  const x = scaleLog(ends(across), [left, right]).clamp(true);
  const y = scaleLog(ends(up), [bottom, top]).clamp(true);
  const [columns, rows] = [across.places.length, up.places.length];
  const svg = freshDrawing(host, { name: "contour-map", words: description, width, height });
  const byRow = Array.from(
    { length: rows * columns },
    (_, i) => values[Math.floor(i / columns) + rows * (i % columns)]!,
  );
  const share = (at: number, count: number) => Math.min(1, Math.max(0, (at - 0.5) / (count - 1)));
  const corner = ([i, j]: number[]) =>
    `${left + share(i!, columns) * (right - left)},${bottom - share(j!, rows) * (bottom - top)}`;
  const outline = (ring: number[][]) => `M${ring.map(corner).join("L")}Z`;
  append(svg, "rect", { class: "least", x: left, y: top, width: right - left, height: bottom - top });
  for (const area of contours()
    .size([columns, rows])
    .thresholds(levels.map(({ at }) => at))(byRow))
    append(svg, "path", { class: "worse", d: area.coordinates.flat().map(outline).join("") });
  for (const { x: at, y: above, name } of marks) {
    append(svg, "circle", { class: "mark", cx: x(at), cy: y(above), r: 4 * em });
    append(svg, "text", { class: "name", x: x(at) + 7 * em, y: y(above) + 4 * em }, name);
  }
  const short = (value: { valueOf(): number }) => tickText(value.valueOf());
  drawAxes(svg, axisBottom(x).ticks(4, short), axisLeft(y).ticks(4, short));
  nameAxes(svg, [across.name, up.name], { right, bottom: height - 6 * em, left: 0, top: 12 * em });
  svg.on("click", (event: MouseEvent) => {
    const [at, above] = pointer(event, svg.node());
    const inside = (value: number, [from, to]: number[]) => Math.min(to!, Math.max(from!, value));
    onPick(inside(x.invert(at), ends(across)), inside(y.invert(above), ends(up)));
  });
}
