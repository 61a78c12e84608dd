import { contours, scaleLog } from "d3";
import type { Edges } from "../frame.ts";
import type { Svg } from "../freshDrawing.ts";
import { append } from "../svgElements.ts";

/** Values over two parameters, at the places of both axes. */
export interface MapLayer {
  /** Contoured; NaN for none. */
  readonly valueAt: (column: number, row: number) => number;
  readonly levels: readonly number[];
  /** Coloured cells under the contours; areas between them if absent. */
  readonly cells?: {
    /** From 0, the worst, to 1; NaN for no cell. */
    readonly qualityAt: (column: number, row: number) => number;
    readonly textAt: (column: number, row: number) => string;
    readonly isBest: (column: number, row: number) => boolean;
  };
}

interface MapFrame extends Edges {
  readonly columns: number;
  readonly rows: number;
  readonly em: number;
  readonly read: (column: number, row: number) => string;
}

/** Growing places are the middles of even steps. */
export function steppedScale(places: readonly number[], [from, to]: readonly [number, number]) {
  const step = (to - from) / places.length;
  const half = Math.sqrt(places.length > 1 ? places[1]! / places[0]! : 2);
  return scaleLog(
    [places[0]! / half, ...places, places.at(-1)! * half],
    [from, ...places.map((_, i) => from + (i + 0.5) * step), to],
  ).clamp(true);
}

export function drawMap(
  svg: Svg,
  { valueAt, levels, cells }: MapLayer,
  { left, right, top, bottom, columns, rows, em, read }: MapFrame,
): void {
  const [wide, high] = [(right - left) / columns, (bottom - top) / rows];
  const places = Array.from({ length: rows * columns }, (_, k) => [k % columns, Math.floor(k / columns)] as const);
  const box = { width: right - left, height: bottom - top };
  if (!cells) append(svg, "rect", { class: "least", x: left, y: top, ...box });
  for (const [i, j] of cells ? places : []) {
    const quality = cells!.qualityAt(i, j);
    if (Number.isNaN(quality)) continue;
    const [x, y] = [left + i * wide, bottom - (j + 1) * high];
    const cell = append(svg, "g", { class: cells!.isBest(i, j) ? "cell best" : "cell" });
    // The page's policy allows styles by property only.
    append(cell, "rect", { x: x + 1, y: y + 1, width: wide - 2, height: high - 2 }).style(
      "fill",
      `color-mix(in oklab, var(--map-high) ${Math.round(100 * quality)}%, var(--map-low))`,
    );
    append(cell, "title", {}, read(i, j));
    const text = cells!.textAt(i, j);
    if (text.length * 6.5 * em < wide)
      append(cell, "text", { "text-anchor": "middle", x: x + wide / 2, y: y + high / 2 + 4 * em }, text);
  }
  const toEdge = (at: number, count: number) => (at <= 0.5 ? 0 : at >= count - 0.5 ? count : at);
  const corner = ([i, j]: number[]) => `${left + toEdge(i!, columns) * wide},${bottom - toEdge(j!, rows) * high}`;
  const outline = (ring: number[][]) => `M${ring.map(corner).join("L")}Z`;
  const areas = contours()
    .size([columns, rows])
    .thresholds([...levels]);
  for (const area of areas(places.map(([i, j]) => valueAt(i, j))))
    append(svg, "path", { class: cells ? "contour" : "worse", d: area.coordinates.flat().map(outline).join("") });
}
