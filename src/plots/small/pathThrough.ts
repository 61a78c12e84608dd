import { pixelText } from "../../core/numberFormats.ts";

export function pathThrough(
  points: readonly (readonly [number, number])[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  return points.map(([a, b], i) => `${i === 0 ? "M" : "L"}${pixelText(x(a))},${pixelText(y(b))}`).join("");
}
