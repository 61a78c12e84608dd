import { beginningOf } from "../../core/tables/shortName.ts";
import { pixelText } from "../../core/numberFormats.ts";
import type { Boundary, BoundaryPicture } from "./boundaryPicture.ts";
import {
  clippedToSquare,
  element,
  exportPalette as palette,
  linesInSquare,
  squarePlane,
  svgDocument,
  text,
} from "../svgParts.ts";
import { zeroLines } from "../zeroLines.ts";

const side = 560;

export function boundarySvg(picture: BoundaryPicture): string {
  const { frame, words, xOf, yOf } = squarePlane(picture, side);
  const lines = picture.boundaries.map(({ values, kind }) => {
    const d = linesInSquare(zeroLines(values, ...picture.counts), picture.counts, side);
    return element("path", { d, fill: "none", ...looks[kind] });
  });
  const points = Array.from(picture.points?.labels ?? [], (label, i) => {
    const { coordinates } = picture.points!;
    const [x, y] = [xOf(coordinates[2 * i]!), yOf(coordinates[2 * i + 1]!)];
    return label > 0
      ? element("circle", { cx: pixelText(x), cy: pixelText(y), r: 2.5, fill: "#0b6b3a" })
      : element("rect", { x: pixelText(x - 2.5), y: pixelText(y - 2.5), ...square });
  });
  const marks = clippedToSquare(side, ...points, ...lines, ...sideNames(picture));
  return svgDocument(side + 130, side + 60, element("g", { transform: "translate(100,14)" }, frame, marks, words));
}

const longestName = 28;
type Released = Exclude<Boundary, { readonly kind: "draw" }>;

/** Names where the private function is furthest on a side. */
function sideNames({ sides, boundaries, counts: [nx, ny] }: BoundaryPicture): string[] {
  const isReleased = (boundary: Boundary): boundary is Released => boundary.kind === "private";
  const values = boundaries.find(isReleased)?.values;
  if (!sides || !values) return [];
  return sides.flatMap((name, k) => {
    const sign = k === 0 ? -1 : 1;
    const furthest = values.reduce((best, value, at) => (sign * value > sign * values[best]! ? at : best), 0);
    const isOnSide = k === 0 ? values[furthest]! <= 0 : values[furthest]! > 0;
    if (!isOnSide) return [];
    const x = ((furthest % nx) / (nx - 1)) * side;
    const y = side - (Math.floor(furthest / nx) / (ny - 1)) * side;
    const anchor = x < side / 3 ? "start" : x > (2 * side) / 3 ? "end" : "middle";
    const short = name.length > longestName ? `${beginningOf(name, longestName - 1)}…` : name;
    const look = { ...halo, "font-weight": 600, fill: palette.muted };
    return [element("g", look, text(within(x, 8), within(y, 20), anchor, short))];
  });
}

const within = (place: number, margin: number) => Math.max(margin, Math.min(side - margin, place));
const halo = { stroke: palette.paper, "stroke-width": 4, "stroke-linejoin": "round", "paint-order": "stroke" };

const square = { width: 5, height: 5, fill: "none", stroke: "#5b2c83" };

const looks: Readonly<
  Record<BoundaryPicture["boundaries"][number]["kind"], Readonly<Record<string, string | number>>>
> = {
  original: { stroke: palette.ink, "stroke-width": 1.8, "stroke-dasharray": "7 4" },
  private: { stroke: palette.private, "stroke-width": 2.6 },
  draw: { stroke: palette.private, "stroke-opacity": 0.3 },
};
