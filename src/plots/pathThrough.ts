import { pixelText } from "../core/numberFormats.ts";
import type { ZeroLines } from "./zeroLines.ts";

export function pathThrough(
  points: readonly (readonly [number, number])[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  return points.map(([a, b], i) => `${i === 0 ? "M" : "L"}${pixelText(x(a))},${pixelText(y(b))}`).join("");
}

export function linesPath(lines: ZeroLines, x: (i: number) => number, y: (j: number) => number): string {
  let data = "";
  for (const line of lines) {
    for (let k = 0; k < line.length; k += 2)
      data += `${k === 0 ? "M" : "L"}${pixelText(x(line[k]!))},${pixelText(y(line[k + 1]!))}`;
  }
  return data;
}
