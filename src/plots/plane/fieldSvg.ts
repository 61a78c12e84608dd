import { contoursOf, fieldLabels, type FieldPicture } from "./fieldPlot.ts";
import { pixelText } from "../../core/numberFormats.ts";
import { escaped } from "../escaped.ts";
import { element, exportPalette as palette, linesInSquare, squarePlane, svgDocument, text } from "../svgParts.ts";

const side = 460;

export function fieldSvg(pictures: readonly FieldPicture[]): string {
  const groups = pictures.map((picture, i) => {
    const { frame, words } = squarePlane(picture, side);
    const title = text(0, -8, "start", picture.title);
    const at = `translate(${90 + i * (side + 110)},30)`;
    return element("g", { transform: at }, frame, ...contoursIn(picture), ...valuesOn(picture), title, words);
  });
  return svgDocument(pictures.length * (side + 110) + 20, side + 80, ...groups);
}

function contoursIn(picture: FieldPicture): string[] {
  const fields = [{ values: picture.values, contour: picture.contour }, ...(picture.over ? [picture.over] : [])];
  return fields.map(({ values, contour }) =>
    element("path", {
      d: linesInSquare(contoursOf(values, picture), picture.counts, side),
      fill: "none",
      stroke: contour === "private" ? palette.private : palette.ink,
      "stroke-dasharray": contour === "original" ? "4 3" : undefined,
    }),
  );
}

function valuesOn(picture: FieldPicture): string[] {
  const square = { left: 0, right: side, top: 0, bottom: side };
  const halo = { stroke: palette.paper, "stroke-width": 4, "paint-order": "stroke" };
  return fieldLabels(picture, { ...square, whole: square }).map(({ x, y, text: value }) => {
    const at = { x: pixelText(x), y: pixelText(y + 4), "text-anchor": "middle" };
    return element("text", { ...at, "font-size": 11, fill: palette.ink, ...halo }, escaped(value));
  });
}
