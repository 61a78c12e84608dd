import { numberText, pixelText } from "../core/numberFormats.ts";
import { linesPath } from "./pathThrough.ts";
import { escaped } from "./escaped.ts";
import type { Frame } from "./frame.ts";
import type { ZeroLines } from "./zeroLines.ts";

/** The light theme's. */
export const exportPalette: Frame["palette"] = {
  theme: "light",
  paper: "#ffffff",
  ink: "#1d1b18",
  muted: "#6a655d",
  grid: "#e4dfd6",
  private: "#d55e00",
  band: "#d55e00",
  data: "#8f8a82",
  second: "#009e73",
};

type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Leaves out undefined attributes.
 *
 * @param inside elements, or escaped text
 */
export function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${value}"`],
  );
  const start = `<${name}${written.join("")}`;
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join("")}</${name}>`;
}

export function text(x: number, y: number, anchor: "start" | "middle" | "end", content: string): string {
  return element("text", { x: pixelText(x), y: pixelText(y), "text-anchor": anchor }, escaped(content));
}

export function svgDocument(width: number, height: number, ...body: readonly string[]): string {
  const { muted, paper } = exportPalette;
  const look = { "font-family": "system-ui, sans-serif", "font-size": 12, fill: muted };
  const ground = element("rect", { width: "100%", height: "100%", fill: paper });
  const root = { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, ...look };
  return `${element("svg", root, ground, ...body)}\n`;
}

interface SquarePlane {
  readonly domain: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
  readonly label: { readonly x: string; readonly y: string };
}

export function squarePlane({ domain: { x, y }, label }: SquarePlane, side: number) {
  const words = [
    text(0, side + 16, "start", numberText(x[0])),
    text(side, side + 16, "end", numberText(x[1])),
    text(side / 2, side + 32, "middle", label.x),
    text(-6, side, "end", numberText(y[0])),
    text(-6, 10, "end", numberText(y[1])),
    // A column's name may be longer than the square's side.
    element("g", { transform: `translate(-14,${side / 2}) rotate(-90)` }, text(0, 0, "middle", label.y)),
  ];
  return {
    frame: element("rect", { width: side, height: side, fill: "none", stroke: exportPalette.grid }),
    words: words.join(""),
    xOf: (value: number) => ((value - x[0]) / (x[1] - x[0])) * side,
    yOf: (value: number) => side - ((value - y[0]) / (y[1] - y[0])) * side,
  };
}

export function clippedToSquare(side: number, ...marks: readonly string[]): string {
  const clip = element("clipPath", { id: "plane" }, element("rect", { width: side, height: side }));
  return clip + element("g", { "clip-path": "url(#plane)" }, ...marks);
}

export function linesInSquare(lines: ZeroLines, [nx, ny]: readonly [number, number], side: number): string {
  return linesPath(
    lines,
    (i) => (i * side) / (nx - 1),
    (j) => side - (j * side) / (ny - 1),
  );
}
