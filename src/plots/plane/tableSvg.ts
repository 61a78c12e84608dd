import { pixelText } from "../../core/numberFormats.ts";
import { clippedToSquare, element, exportPalette as palette, squarePlane, svgDocument, text } from "../svgParts.ts";
import type { RowCloud, TablePicture } from "./tablePlot.ts";

const looks: Readonly<Record<RowCloud["kind"], Readonly<Record<string, string | number>>>> = {
  original: { fill: "none", stroke: palette.ink, "stroke-opacity": 0.75 },
  noisy: { fill: "none", stroke: palette.private, "stroke-opacity": 0.5 },
  fabricated: { fill: palette.private, "fill-opacity": 0.9 },
  second: { fill: palette.second, "fill-opacity": 0.9 },
  image: { fill: palette.private, "fill-opacity": 0.35 },
};

const side = 560;

/** Without its field. */
export function tableSvg(picture: TablePicture): string {
  const { frame, words, xOf, yOf } = squarePlane(picture, side);
  const marks = picture.clouds.map(({ kind, coordinates, classOf }) => {
    let d = "";
    for (let i = 0; 2 * i < coordinates.length; i++) {
      d += markAt(xOf(coordinates[2 * i]!), yOf(coordinates[2 * i + 1]!), kind, classOf?.[i] ?? 0);
    }
    return element("path", { d, ...looks[kind] });
  });
  const body = [frame, clippedToSquare(side, ...marks), text(0, -8, "start", picture.title), words];
  return svgDocument(side + 130, side + 74, element("g", { transform: "translate(100,28)" }, ...body));
}

function markAt(x: number, y: number, kind: RowCloud["kind"], own: number): string {
  const [px, py] = [pixelText(x), pixelText(y)];
  if (kind === "image") return `M${px},${py}h1.5v1.5h-1.5z`;
  if (kind === "noisy") return `M${px},${py}m-3,0h6m-3,-3v6`;
  switch (own % 4) {
    case 0:
      return `M${px},${py}m-3,0a3,3 0 1 0 6,0a3,3 0 1 0 -6,0`;
    case 1:
      return `M${px},${py}m-2.6,-2.6h5.2v5.2h-5.2z`;
    case 2:
      return `M${px},${py}m0,-3.6l3.3,6h-6.6z`;
    default:
      return `M${px},${py}m0,-3.9l3.9,3.9l-3.9,3.9l-3.9,-3.9z`;
  }
}
