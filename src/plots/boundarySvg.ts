import { pixelText } from "../core/numberFormats.ts";
import type { BoundaryPicture } from "./boundaryPicture.ts";
import { clippedToSquare, element, exportPalette as palette, linesPath, squarePlane, svgDocument } from "./svgParts.ts";
import { zeroLines } from "./zeroLines.ts";

const side = 560;

/** A boundary picture: lines where the functions change their sign, and the points if the picture has them. */
export function boundarySvg(picture: BoundaryPicture): string {
  const { frame, words, xOf, yOf } = squarePlane(picture, side);
  const lines = picture.boundaries.map(({ values, kind }) => {
    const d = linesPath(zeroLines(values, ...picture.counts), picture.counts, side);
    return element("path", { d, fill: "none", ...looks[kind] });
  });
  const points = Array.from(picture.points?.labels ?? [], (label, i) => {
    const { coordinates } = picture.points!;
    const [x, y] = [xOf(coordinates[2 * i]!), yOf(coordinates[2 * i + 1]!)];
    return label > 0
      ? element("circle", { cx: pixelText(x), cy: pixelText(y), r: 2.5, fill: "#0b6b3a" })
      : element("rect", { x: pixelText(x - 2.5), y: pixelText(y - 2.5), ...square });
  });
  const marks = clippedToSquare(side, ...points, ...lines);
  return svgDocument(side + 130, side + 60, element("g", { transform: "translate(100,14)" }, frame, marks, words));
}

const square = { width: 5, height: 5, fill: "none", stroke: "#5b2c83" };

const looks: Readonly<
  Record<BoundaryPicture["boundaries"][number]["kind"], Readonly<Record<string, string | number>>>
> = {
  original: { stroke: palette.ink, "stroke-width": 1.8, "stroke-dasharray": "7 4" },
  private: { stroke: palette.private, "stroke-width": 2.6 },
  draw: { stroke: palette.private, "stroke-opacity": 0.3 },
  before: { stroke: palette.muted },
};
