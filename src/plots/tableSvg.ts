import { pixelText } from "../core/numberFormats.ts";
import { escaped } from "./escaped.ts";
import type { RowCloud, TablePicture } from "./tablePlot.ts";

const look: Readonly<Record<RowCloud["kind"], string>> = {
  original: 'fill="none" stroke="#1d1b18" stroke-opacity="0.75"',
  noisy: 'fill="none" stroke="#d55e00" stroke-opacity="0.5"',
  fabricated: 'fill="#d55e00" fill-opacity="0.9"',
  second: 'fill="#009e73" fill-opacity="0.9"',
  image: 'fill="#d55e00" fill-opacity="0.35"',
};

/** A picture of tables as a drawing of its own, without its field: what is absent from the picture is absent here. */
export function tableSvg({ domain, label, title, clouds }: TablePicture): string {
  const side = 560;
  const [x0, x1] = domain.x;
  const [y0, y1] = domain.y;
  const marks = clouds.map(({ kind, coordinates, classOf }) => {
    let path = "";
    for (let i = 0; 2 * i < coordinates.length; i++) {
      const x = ((coordinates[2 * i]! - x0) / (x1 - x0)) * side;
      const y = side - ((coordinates[2 * i + 1]! - y0) / (y1 - y0)) * side;
      path += markAt(x, y, kind, classOf?.[i] ?? 0);
    }
    return `<path d="${path}" ${look[kind]}/>`;
  });
  const text = (x: number, y: number, anchor: string, content: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(content)}</text>`;
  const words = [
    text(0, -8, "start", title),
    text(0, side + 16, "start", String(x0)),
    text(side, side + 16, "end", String(x1)),
    text(side / 2, side + 32, "middle", label.x),
    text(-6, side, "end", String(y0)),
    text(-6, 10, "end", String(y1)),
    text(-6, side / 2, "end", label.y),
  ];
  const frame = `<rect width="${side}" height="${side}" fill="none" stroke="#e4dfd6"/>`;
  const clip = `<clipPath id="plane"><rect width="${side}" height="${side}"/></clipPath>`;
  const body = `<g transform="translate(100,28)">${clip}${frame}<g clip-path="url(#plane)">${marks.join("")}</g>${words.join("")}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side + 130} ${side + 74}" font-family="system-ui, sans-serif" font-size="12" fill="#6a655d"><rect width="100%" height="100%" fill="#ffffff"/>${body}</svg>\n`;
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
